// PrefetchBuild: the prefetches of a panel that was measured, as IR.
#include "transforms/lowering/prefetch_build.h"

void prefetch_build_element(IrBuilder *ir, MlirValue buffer, const MlirValue *index, int locality) {
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(buffer));
  MlirValue operands[1 + PREFETCH_MAX_RANK] = {buffer};
  MlirNamedAttribute attributes[3] = {
      ir_attribute(ir, "isWrite", mlirBoolAttrGet(ir->context, false)),
      ir_attribute(ir, "localityHint",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(ir->context, 32), locality)),
      ir_attribute(ir, "isDataCache", mlirBoolAttrGet(ir->context, true))};
  for (int d = 0; d < rank; d++)
    operands[1 + d] = index[d];
  ir_op(ir, "memref.prefetch", 0, NULL, 1 + rank, operands, 3, attributes);
}

void prefetch_build_at(IrBuilder *ir, MlirValue buffer, MlirValue element, int locality) {
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(buffer));
  MlirValue index[PREFETCH_MAX_RANK];
  for (int d = 0; d + 1 < rank; d++)
    index[d] = ir_index(ir, 0);
  index[rank - 1] = element;
  prefetch_build_element(ir, buffer, index, locality);
}

MlirAffineMap prefetch_build_number(MlirValue buffer, int64_t more, int64_t most) {
  MlirType type = mlirValueGetType(buffer);
  MlirContext context = mlirTypeGetContext(type);
  int rank = (int)mlirShapedTypeGetRank(type);
  MlirAffineExpr ends[2] = {mlirAffineConstantExprGet(context, more),
                            mlirAffineConstantExprGet(context, most)};
  int64_t stride = 1;
  for (int d = rank; d-- > 0; stride *= mlirShapedTypeGetDimSize(type, d)) {
    MlirAffineExpr term = mlirAffineMulExprGet(mlirAffineDimExprGet(context, d),
                                               mlirAffineConstantExprGet(context, stride));
    ends[0] = mlirAffineAddExprGet(ends[0], term);
  }
  return mlirAffineMapGet(context, rank, 0, 2, ends);
}

// The value where all loops inside the panel loop are at their first iteration.
static MlirValue at_first(IrBuilder *ir, const PrefetchPanel *panel, MlirValue value) {
  if (!mlirValueIsAOpResult(value)) {
    for (int i = 0; i < panel->inner_count; i++)
      if (mlirValueEqual(value, loop_variable(panel->inner[i])))
        return at_first(ir, panel, mlirOperationGetOperand(panel->inner[i], 0));
    return value;
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!loop_holds(panel->loop, op))
    return value;
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    mlirOperationSetOperand(copy, i, at_first(ir, panel, mlirOperationGetOperand(op, i)));
  mlirBlockInsertOwnedOperationBefore(ir->root_block, ir->root_before, copy);
  return mlirOperationGetResult(copy, 0);
}

MlirValue prefetch_build_next(PrefetchPanel *panel, MlirOperation read) {
  IrBuilder ir;
  int64_t offset = 0;
  ir_start(&ir, mlirBlockGetFirstOperation(loop_body(panel->loop)), mlirOperationGetLocation(read));
  LoopPoint point = panel->point;
  point.count--;
  loop_point_enter_around(&point, read, panel->loop, (MlirOperation){NULL});
  loop_point_offset(&point, read, &offset);
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(panel->walk->buffer));
  MlirValue index[PREFETCH_MAX_RANK];
  MlirAffineMap map =
      prefetch_build_number(panel->walk->buffer, panel->low - offset + panel->distance,
                            panel->walk->elements - panel->trips * prefetch_panel_share(panel));
  for (int d = rank; d-- > 0;)
    index[d] = at_first(&ir, panel, mlirOperationGetOperand(read, 1 + d));
  MlirValue next = ir_affine(&ir, "affine.min", map, rank, index);
  ir_finish(&ir);
  return next;
}

// The number of the trip among those of the panel, times the share, and the panel.
static MlirAffineExpr trip_expression(const PrefetchPanel *panel, const PrefetchKernel *kernel,
                                      MlirValue *out_dims, int *out_count) {
  MlirContext c = mlirOperationGetContext(kernel->loop);
  int count = 1; // the first one is the panel
  MlirAffineExpr sum = mlirAffineConstantExprGet(c, kernel->first_trip);
  for (int i = 0; i < panel->inner_count; i++) {
    MlirOperation loop = panel->inner[i];
    int64_t step = 1;
    LoopPoint none = {.count = 0};
    if (!loop_holds(loop, kernel->loop))
      continue;
    loop_point_evaluate(&none, mlirOperationGetOperand(loop, 2), &step);
    MlirAffineExpr here = mlirAffineDimExprGet(c, count), low = mlirAffineDimExprGet(c, count + 1);
    out_dims[count++] = loop_variable(loop);
    out_dims[count++] = mlirOperationGetOperand(loop, 0);
    MlirAffineExpr from_low =
        mlirAffineAddExprGet(here, mlirAffineMulExprGet(low, mlirAffineConstantExprGet(c, -1)));
    MlirAffineExpr trip = mlirAffineFloorDivExprGet(from_low, mlirAffineConstantExprGet(c, step));
    sum = mlirAffineAddExprGet(
        sum, mlirAffineMulExprGet(trip, mlirAffineConstantExprGet(c, panel->inner_trips[i])));
  }
  *out_count = count;
  sum = mlirAffineMulExprGet(sum, mlirAffineConstantExprGet(c, prefetch_panel_share(panel)));
  return mlirAffineAddExprGet(sum, mlirAffineDimExprGet(c, 0));
}

void prefetch_build(const PrefetchPanel *panel, const PrefetchKernel *kernel, MlirValue next) {
  IrBuilder ir;
  ir_start(&ir, mlirBlockGetFirstOperation(loop_body(kernel->loop)),
           mlirOperationGetLocation(kernel->read));
  MlirValue dims[2 * PREFETCH_MAX_LOOPS + 1] = {next};
  int count;
  MlirAffineExpr trip = trip_expression(panel, kernel, dims, &count);
  for (int64_t line = 0; line < prefetch_panel_lines(panel); line++) {
    int64_t elements = line * (panel->walk->line_bytes / panel->walk->element_bytes);
    MlirAffineExpr at = mlirAffineAddExprGet(trip, mlirAffineConstantExprGet(ir.context, elements));
    MlirValue element =
        ir_affine(&ir, "affine.apply", mlirAffineMapGet(ir.context, count, 0, 1, &at), count, dims);
    prefetch_build_at(&ir, panel->walk->buffer, element, PREFETCH_INTO_SECOND_CACHE);
  }
  ir_finish(&ir);
}
