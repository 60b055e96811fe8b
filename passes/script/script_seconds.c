// What a function takes that a script has transformed, by the analytical model.
#include "passes/script/script_seconds.h"

#include "costmodel/code/code_price.h"
#include "transforms/code/code_read.h"
#include "transforms/ir.h"

#include <stdlib.h>

typedef struct Reading {
  MlirOperation function;
  const Target *target;
  double seconds;
} Reading;

static Status read_and_price(Pool *pool, void *user) {
  Reading *reading = user;
  CodeNest nest;
  Status status = code_read(pool, reading->function, &nest);
  if (status == STATUS_OK)
    reading->seconds = code_price(&nest, reading->target, NULL);
  return status;
}

static MlirOperation find_function(MlirModule module, const char *name) {
  MlirOperation found = {NULL};
  IrOps functions = ir_collect(mlirModuleGetOperation(module), ir_is_defined_function);
  for (int n = 0; n < functions.count; n++)
    if (mlirStringRefEqual(ir_symbol(functions.ops[n]), ir_string(name)))
      found = functions.ops[n];
  free(functions.ops);
  return found;
}

Status script_function_seconds(MlirModule lowered, const char *name, const Target *target,
                               double *out_seconds) {
  Reading reading = {.function = find_function(lowered, name), .target = target};
  if (mlirOperationIsNull(reading.function))
    return status_fail(STATUS_UNSUPPORTED, "the script leaves no function @%s", name);
  Status status = pool_run("the code of a point", read_and_price, &reading);
  if (status == STATUS_OK)
    *out_seconds = reading.seconds;
  return status;
}
