// Rows that are split into parts, in blocks of any size, are near those of the untouched code: also
// where parts are masked as a whole, and where elements are infinite or no numbers.
#include "passes/autotune_shim.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"
#include "test/unit/transforms/compare_filled.h"
#include "transforms/chain/chain.h"
#include "transforms/dynamic/sized_op.h"

#include <float.h>
#include <stdlib.h>

static const char module_path[] = "test/unit/transforms/chain_splits.mlir";
static const double tolerances = 4;

typedef struct Pair {
  MlirModule module; // as it was read
  Jit *untouched, *split;
} Pair;

static void compare_function(const char *name, void *user) {
  const Pair *pair = user;
  Status status = STATUS_OK;
  Signature signature = {0};
  TRY(signature_read(pair->module, name, &signature));
  TRY(compare_filled(&signature, pair->untouched, pair->split, signature.argument_count,
                     tolerances));
cleanup:
  CHECK_EQUAL(status, STATUS_OK);
  if (status != STATUS_OK)
    printf("@%s: %s\n", name, status_text());
  signature_destroy(&signature);
}

// The plan that splits the rows of the chain, before anything is cut. The elements are the last
// loop of the maximum, and rows the one before.
static ChainPlan plan_of(const Chain *chain, int64_t parts, int64_t blocks, int64_t rows) {
  SizedOp seed;
  CHECK(sized_op_read(chain->seed, &seed));
  int elements = seed.loop_count - 1;
  CHECK(seed.is_reduction[elements]);
  ChainPlan plan = {.has_products = true, .parts = parts};
  if (blocks)
    plan.levels[plan.count++] = (ChainLevel){elements, blocks, parts};
  if (rows)
    plan.levels[plan.count++] = (ChainLevel){elements - 1, rows, seed.extents[elements - 1]};
  return plan;
}

// What is found in split rows alone: the maximum of a part that may have minus infinity only.
static bool is_least(MlirOperation op) {
  if (!ir_op_is(op, "arith.maximumf") ||
      !ir_is_made_by(mlirOperationGetOperand(op, 1), "arith.constant"))
    return false;
  MlirOperation number = mlirOpResultGetOwner(mlirOperationGetOperand(op, 1));
  return mlirFloatAttrGetValueDouble(mlirOperationGetAttributeByName(number, ir_string("value"))) ==
         -(double)FLT_MAX;
}

static void split_all(MlirOperation root, int64_t parts, int64_t blocks, int64_t rows) {
  static const int64_t cache_bytes[] = {16, 128};
  Chains chains = {0};
  IrOps functions = ir_collect(root, ir_is_defined_function);
  for (int f = 0; f < functions.count; f++) {
    CHECK(chains_prepare(functions.ops[f]));
    chains_find(functions.ops[f], cache_bytes, 2, 1, &chains);
  }
  CHECK_EQUAL(chains.count, functions.count);
  for (int n = 0; n < chains.count; n++) {
    ChainPlan plan = plan_of(&chains.items[n], parts, blocks, rows);
    chain_cut(root, n, &plan, 0, 1);
  }
  for (int f = 0; f < functions.count; f++) {
    bool stays = mlirStringRefEqual(ir_symbol(functions.ops[f]), ir_string("other"));
    CHECK_EQUAL(mlirOperationIsNull(ir_first(functions.ops[f], is_least)), stays);
  }
  chains_unmark(root);
  CHECK(mlirOperationVerify(root));
  chains_destroy(&chains);
  free(functions.ops);
}

static void test_split(Pair *pair, int64_t parts, int64_t blocks, int64_t rows) {
  MlirModule split = module_clone(pair->module);
  split_all(mlirModuleGetOperation(split), parts, blocks, rows);
  pair->split = NULL;
  CHECK_EQUAL(module_to_code(split, false, &pair->split), STATUS_OK);
  if (pair->split)
    signature_each_function(pair->module, compare_function, pair);
  jit_destroy(pair->split);
  mlirModuleDestroy(split);
}

int main(void) {
  static const int64_t parts[] = {2, 3, 5, 7, 12};
  Pair pair = {.untouched = NULL};
  MlirContext context = compile_context_create();
  arena_set_poison(true);
  CHECK_EQUAL(compile_parse_file(context, module_path, &pair.module), STATUS_OK);
  MlirModule untouched = module_clone(pair.module);
  CHECK_EQUAL(module_to_code(untouched, false, &pair.untouched), STATUS_OK);
  for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
    test_split(&pair, parts[p], 0, 0);
    test_split(&pair, parts[p], 1, 0);
    test_split(&pair, parts[p], 1, 4);
  }
  test_split(&pair, 6, 4, 1);
  jit_destroy(pair.untouched);
  mlirModuleDestroy(untouched);
  mlirModuleDestroy(pair.module);
  mlirContextDestroy(context);
  return check_result();
}
