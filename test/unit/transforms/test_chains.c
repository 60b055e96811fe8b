// Chains that are cut into blocks of any size compute the same bits, tuned or not.
#include "passes/autotune_shim.h"
#include "passes/tune.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"
#include "test/unit/transforms/compare_filled.h"
#include "transforms/chain/chain.h"
#include "transforms/lowering/lowering.h"

#include <stdlib.h>

static const char module_path[] = "test/unit/transforms/chains.mlir";

// Two caches, from blocks of one step to such that leave a rest. One key has no sum, and small
// tensors fit.
typedef struct Caches {
  int64_t bytes[2];
  int chains;
} Caches;
static const Caches caches[] = {{{16, 128}, 11}, {{200, 1800}, 11}, {{2000, 18000}, 8}};

typedef struct Pair {
  MlirModule module; // as it was read
  Jit *untouched, *cut;
} Pair;

static Status tune(MlirModule module) {
  TuneStatistics statistics = {0};
  TuneOptions options;
  OptionTexts texts;
  bool changed;
  MlirLocation location;
  option_texts_init(&texts);
  texts.target = "x86-64-v3";
  texts.model = "analytical";
  texts.max_candidates = 40;
  texts.fp = "strict";
  Status status = options_parse(&texts, &options);
  return status != STATUS_OK ? status
                             : tune_payload(mlirModuleGetOperation(module), &options, &statistics,
                                            NULL, NULL, &changed, &location);
}

static void compare_function(const char *name, void *user) {
  const Pair *pair = user;
  Status status = STATUS_OK;
  Signature signature = {0};
  TRY(signature_read(pair->module, name, &signature));
  TRY(compare_filled(&signature, pair->untouched, pair->cut, signature.argument_count, 0));
cleanup:
  CHECK_EQUAL(status, STATUS_OK);
  if (status != STATUS_OK)
    printf("@%s: %s\n", name, status_text());
  signature_destroy(&signature);
}

static bool is_loop(MlirOperation op) { return ir_op_is(op, "scf.for"); }

// Cuts every chain by its plan of that number, or the last before. Returns how many there are.
static int cut_all(MlirOperation root, const int64_t *cache_bytes, int plan) {
  Chains chains = {0};
  IrOps functions = ir_collect(root, ir_is_defined_function);
  for (int f = 0; f < functions.count; f++) {
    CHECK(chains_prepare(functions.ops[f]));
    chains_find(functions.ops[f], cache_bytes, 2, 1, &chains);
  }
  int count = chains.count;
  for (int n = 0; n < count; n++) {
    const Chain *chain = &chains.items[n];
    chain_cut(root, n, &chain->plans[plan < chain->plan_count ? plan : chain->plan_count - 1], 0,
              1);
  }
  int with_loops = 0;
  for (int f = 0; f < functions.count; f++)
    with_loops += !mlirOperationIsNull(ir_first(functions.ops[f], is_loop));
  CHECK_EQUAL(with_loops, count);
  chains_unmark(root);
  CHECK(mlirOperationVerify(root));
  chains_destroy(&chains);
  free(functions.ops);
  return count;
}

static void test_cut(Pair *pair, const Caches *fit, int plan, bool tuned) {
  Status status = STATUS_OK;
  MlirModule cut = module_clone(pair->module);
  CHECK_EQUAL(cut_all(mlirModuleGetOperation(cut), fit->bytes, plan), fit->chains);
  pair->cut = NULL;
  if (tuned)
    TRY(tune(cut));
  TRY(module_to_code(cut, tuned, &pair->cut));
  signature_each_function(pair->module, compare_function, pair);
cleanup:
  CHECK_EQUAL(status, STATUS_OK);
  if (status != STATUS_OK)
    printf("%s\n", status_text());
  jit_destroy(pair->cut);
  mlirModuleDestroy(cut);
}

static int64_t stored_bytes_of(MlirModule module, const char *name) {
  MlirModule copy = module_clone(module);
  MlirSymbolTable table = mlirSymbolTableCreate(mlirModuleGetOperation(copy));
  MlirOperation function = mlirSymbolTableLookup(table, ir_string(name));
  Chains chains = {0};
  CHECK(chains_prepare(function));
  chains_find(function, caches[1].bytes, 2, 1, &chains);
  CHECK_EQUAL(chains.count, 1);
  int64_t bytes = chains.count == 1 ? chains.items[0].plans[0].stored_bytes : -1;
  chains_destroy(&chains);
  mlirSymbolTableDestroy(table);
  mlirModuleDestroy(copy);
  return bytes;
}

// Results of which no row is there but while it is written.
static void test_stored(MlirModule module) {
  CHECK_EQUAL(stored_bytes_of(module, "rms_norm"), 100 * 23 * 4);
  CHECK_EQUAL(stored_bytes_of(module, "softmax"), 0);
  CHECK_EQUAL(stored_bytes_of(module, "layer_norm"), 0);
}

int main(void) {
  Pair pair = {.untouched = NULL};
  MlirContext context = compile_context_create();
  arena_set_poison(true);
  CHECK_EQUAL(compile_parse_file(context, module_path, &pair.module), STATUS_OK);
  MlirModule untouched = module_clone(pair.module);
  CHECK_EQUAL(module_to_code(untouched, false, &pair.untouched), STATUS_OK);
  for (size_t c = 0; c < sizeof caches / sizeof *caches; c++)
    for (int plan = 0; plan < CHAIN_MAX_PLANS; plan++)
      test_cut(&pair, &caches[c], plan, false);
  test_cut(&pair, &caches[1], 1, true);
  test_stored(pair.module);
  jit_destroy(pair.untouched);
  mlirModuleDestroy(untouched);
  mlirModuleDestroy(pair.module);
  mlirContextDestroy(context);
  return check_result();
}
