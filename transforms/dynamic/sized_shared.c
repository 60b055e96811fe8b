// Each iteration writes its pieces of what all share, in place:
//
//   scf.forall (%i) = (0) to (12) step (1) shared_outs(%o = %out) {
//     ...                                          %s is %o with what is written
//     %t = tensor.extract_slice %s[%i, 0, 0] ...
//     scf.forall.in_parallel { tensor.parallel_insert_slice %t into %o[%i, 0, 0] ... }
//   }
#include "transforms/dynamic/sized_shared.h"

#include "transforms/threads/thread_marks.h"

#include <stdlib.h>

MlirValue sized_open_shared(IrBuilder *ir, const SharedLoop *loop, MlirValue *values) {
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  mlirBlockAddArgument(body, mlirIndexTypeGet(ir->context), ir->location);
  for (int i = 0; i < loop->count; i++)
    mlirBlockAddArgument(body, mlirValueGetType(values[i]), ir->location);
  ir_open_region(ir, body);
  for (int i = 0; i < loop->count; i++)
    values[i] = mlirBlockGetArgument(body, 1 + i);
  return mlirBlockGetArgument(body, 0);
}

static void insert_pieces(IrBuilder *ir, const SharedLoop *loop, const MlirValue *before,
                          const Piece *pieces, const MlirValue *values, MlirBlock body) {
  MlirBlock writes = mlirBlockCreate(0, NULL, NULL);
  for (int i = 0; i < loop->count; i++) {
    MlirValue part = sized_extract(ir, values[i], before[i], &pieces[i]);
    MlirValue shared = mlirBlockGetArgument(body, 1 + i);
    sized_insert_shared(ir, part, shared, before[i], &pieces[i], writes);
  }
  ir_open_region(ir, writes);
  ir_close_region(ir, "scf.forall.in_parallel", 0, NULL, 0, NULL, writes);
}

void sized_close_shared(IrBuilder *ir, const SharedLoop *loop, const MlirValue *before,
                        const Piece *pieces, MlirValue *values) {
  static const int64_t zero = 0;
  MlirBlock body = ir->block;
  insert_pieces(ir, loop, before, pieces, values, body);
  MlirType *types = ir_zeroed((size_t)loop->count, sizeof *types);
  for (int i = 0; i < loop->count; i++)
    types[i] = mlirValueGetType(before[i]);
  int32_t segments[4] = {0, 0, 0, loop->count};
  MlirNamedAttribute attributes[4] = {
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 4, segments)),
      ir_attribute(ir, "staticLowerBound", mlirDenseI64ArrayGet(ir->context, 1, &zero)),
      ir_attribute(ir, "staticUpperBound", mlirDenseI64ArrayGet(ir->context, 1, &loop->extent)),
      ir_attribute(ir, "staticStep", mlirDenseI64ArrayGet(ir->context, 1, &loop->step))};
  MlirOperation op = ir_close_region_results(ir, "scf.forall", loop->count, types, loop->count,
                                             before, 4, attributes, body);
  thread_mark_write(op, loop->threads, false);
  for (int i = 0; i < loop->count; i++)
    values[i] = mlirOperationGetResult(op, i);
  free(types);
}
