// AffineReader: what the files share that read a nest of affine loops into an AffineProgram. Ops
// and blocks of a nest.
#include "affine/read/affine_reader.h"

#include <string.h>

bool affine_reader_op_is_load(MlirOperation op) {
  return ir_op_is(op, "affine.load") || ir_op_is(op, "memref.load");
}

bool affine_reader_op_is_store(MlirOperation op) {
  return ir_op_is(op, "affine.store") || ir_op_is(op, "memref.store");
}

bool affine_reader_op_is_arithmetic(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool is_known =
      name.length > 5 && (!memcmp(name.data, "arith.", 6) || !memcmp(name.data, "math.", 5));
  return is_known && mlirOperationGetNumResults(op) == 1 && mlirOperationGetNumRegions(op) == 0 &&
         mlirOperationGetNumOperands(op) <= 4;
}

MlirBlock affine_reader_block(MlirOperation op, int region) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
}

Status affine_reader_each_op(AffineReader *reader, MlirBlock block,
                             Status (*visit)(AffineReader *reader, MlirOperation op)) {
  Status status = STATUS_OK;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    TRY(visit(reader, op));
cleanup:
  return status;
}

MlirValue *affine_reader_operands(Pool *pool, MlirOperation op, int first, int count) {
  MlirValue *operands = pool_allocate(pool, (size_t)count * sizeof *operands);
  for (int i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(op, first + i);
  return operands;
}

static bool op_is_inside(MlirOperation op, MlirOperation root) {
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, root))
      return true;
  return false;
}

bool affine_reader_op_is_inside(MlirOperation op, const AffineProgram *program) {
  for (int i = 0; i < program->root_count; i++)
    if (op_is_inside(op, program->roots[i]))
      return true;
  return false;
}

bool affine_reader_block_holds(MlirBlock block, MlirOperation op) {
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
    if (mlirBlockEqual(mlirOperationGetBlock(op), block))
      return true;
  return false;
}

int affine_reader_carried_count(MlirOperation loop) {
  return (int)mlirOperationGetNumResults(loop);
}
