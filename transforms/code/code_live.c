// How many vectors straight-line code holds at once.
#include "transforms/code/code_reader.h"

// Ops whose results are made of registers that are there: they hold nothing of their own.
static bool is_view_of_vectors(MlirOperation op) {
  static const char *const names[] = {
      "vector.extract",       "vector.insert",      "vector.shape_cast", "vector.bitcast",
      "vector.from_elements", "vector.to_elements", "vector.broadcast",  "arith.constant"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (ir_op_is(op, names[n]))
      return true;
  return false;
}

static double held_bytes(MlirOperation op) {
  int64_t bytes, lanes;
  if (mlirOperationGetNumResults(op) != 1 || mlirOperationGetNumRegions(op) > 0 ||
      is_view_of_vectors(op))
    return 0;
  lanes = code_value_lanes(mlirOperationGetResult(op, 0), &bytes);
  return lanes > 1 ? (double)(lanes * bytes) : 0;
}

static bool is_used_after(MlirValue value, MlirOperation op) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!mlirBlockEqual(mlirOperationGetBlock(user), mlirOperationGetBlock(op)) ||
        mlirOperationIsBeforeInBlock(op, user))
      return true;
  }
  return false;
}

static double freed_bytes(MlirOperation op) {
  double bytes = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    bool is_repeated = false;
    for (intptr_t j = 0; j < i; j++)
      is_repeated |= mlirValueEqual(mlirOperationGetOperand(op, j), value);
    if (!is_repeated && mlirValueIsAOpResult(value) &&
        mlirBlockEqual(mlirOperationGetBlock(mlirOpResultGetOwner(value)),
                       mlirOperationGetBlock(op)) &&
        held_bytes(mlirOpResultGetOwner(value)) > 0 && !is_used_after(value, op))
      bytes += held_bytes(mlirOpResultGetOwner(value));
  }
  return bytes;
}

double code_live_bytes(MlirBlock block) {
  double live = 0, most = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    live += held_bytes(op);
    most = live > most ? live : most;
    live -= freed_bytes(op);
  }
  return most;
}
