// Call k takes the k-th size of every dimension; one that has fewer stays at its largest.
#include "tools/ops/call_sizes.h"

#include "transforms/dim_names.h"
#include "transforms/ir.h"

#include <string.h>

// Of each symbol; no size where nothing is expected.
typedef struct Expected {
  ExpectedSizes of[OPEN_SIZES_MAX];
  int most; // sizes of one of them
} Expected;

static void read_expected(MlirModule module, const Signature *signature, Expected *out_expected) {
  MlirSymbolTable table = mlirSymbolTableCreate(mlirModuleGetOperation(module));
  MlirBlock body = ir_function_body(mlirSymbolTableLookup(table, ir_string(signature->name)));
  *out_expected = (Expected){.most = 1};
  for (int i = 0; i < signature->argument_count; i++)
    for (int d = 0; d < signature->arguments[i].rank; d++) {
      int symbol = signature->arguments[i].symbols[d];
      ExpectedSizes *sizes = symbol < 0 ? NULL : &out_expected->of[symbol];
      if (sizes && dim_expected_sizes(mlirBlockGetArgument(body, i), d, sizes) &&
          sizes->count > out_expected->most)
        out_expected->most = sizes->count;
    }
  mlirSymbolTableDestroy(table);
}

static int64_t size_of(const ExpectedSizes *sizes, int call, int calls) {
  int last = sizes->count - 1;
  int place = calls == 1 ? last : call * last / (calls - 1);
  return last < 0 ? CALL_SIZE_GUESS : sizes->values[place];
}

Status call_sizes_choose(MlirModule module, const char *name, const OpenSizes *given,
                         OpenSizes out_calls[CALL_SIZES_MAX], int *out_count) {
  Signature signature = {0};
  Expected expected;
  Status status = signature_read_open(module, name, &signature);
  if (status != STATUS_OK)
    return status;
  read_expected(module, &signature, &expected);
  bool is_one = given->count > 0 || signature.symbol_count == 0;
  int calls = is_one ? 1 : expected.most < CALL_SIZES_MAX ? expected.most : CALL_SIZES_MAX;
  out_calls[0] = *given;
  for (int c = 0; c < calls && !is_one; c++) {
    out_calls[c] = (OpenSizes){.has_names = true, .count = signature.symbol_count};
    memcpy(out_calls[c].names, signature.symbols, sizeof signature.symbols);
    for (int s = 0; s < signature.symbol_count; s++)
      out_calls[c].values[s] = size_of(&expected.of[s], c, calls);
  }
  *out_count = calls;
  signature_destroy(&signature);
  return STATUS_OK;
}

typedef struct Check {
  MlirModule module;
  const char *function; // NULL: all
  const OpenSizes *given;
  Status status;
  int functions, symbols; // visited; their unknown sizes
} Check;

static void visit_function(const char *name, void *user) {
  Check *check = user;
  Signature signature = {0};
  if (check->status != STATUS_OK || (check->function && strcmp(check->function, name)))
    return;
  check->status = signature_read_sized(check->module, name, check->given, &signature);
  check->functions++;
  check->symbols += signature.symbol_count;
  signature_destroy(&signature);
}

Status call_sizes_check(MlirModule module, const char *function, const OpenSizes *given) {
  Check check = {module, function, given, STATUS_OK, 0, 0};
  if (given->count > 0)
    signature_each_function(module, visit_function, &check);
  if (check.status != STATUS_OK || check.functions == 0 || check.symbols > 0)
    return check.status;
  return status_fail(STATUS_USAGE, "--dim: no argument has a dimension of unknown size; remove it");
}
