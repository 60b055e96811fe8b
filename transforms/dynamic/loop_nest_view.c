// Numbers that are known stay numbers, so that a nest of known extents has views of known sizes.
#include "transforms/dynamic/loop_nest_view.h"

#include "base/integer.h"
#include "transforms/kept_dims.h"

static const NestNumber one = {.number = 1};

static bool is_known(NestNumber number) { return mlirValueIsNull(number.value); }

static MlirValue value_of(IrBuilder *ir, NestNumber number) {
  return is_known(number) ? ir_index(ir, number.number) : number.value;
}

static NestNumber number_of(MlirValue value) {
  MlirOperation op =
      mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
  return !mlirOperationIsNull(op) && ir_op_is(op, "arith.constant")
             ? (NestNumber){.number = mlirIntegerAttrGetValueInt(
                                mlirOperationGetAttributeByName(op, ir_string("value")))}
             : (NestNumber){.value = value};
}

// --- extents

static MlirValue bound_value(IrBuilder *ir, const NestBound *bound, const char *several) {
  MlirValue operands[IR_MAX_OPERANDS];
  if (!mlirValueIsNull(bound->value))
    return bound->value;
  if (mlirAffineMapIsSingleConstant(bound->map))
    return ir_index(ir, mlirAffineMapGetSingleConstantResult(bound->map));
  for (int i = 0; i < bound->count; i++)
    operands[i] = mlirOperationGetOperand(bound->op, bound->first + i);
  bool is_single = mlirAffineMapGetNumResults(bound->map) == 1;
  if (is_single && bound->count == 1 && mlirAffineMapIsIdentity(bound->map))
    return operands[0];
  return ir_affine(ir, is_single ? "affine.apply" : several, bound->map, bound->count, operands);
}

// max(0, ceil((high - low) / step))
static NestNumber trip_between(IrBuilder *ir, MlirValue low, MlirValue high, int64_t step) {
  NestNumber from = number_of(low), to = number_of(high);
  if (is_known(from) && is_known(to)) {
    int64_t span;
    if (__builtin_sub_overflow(to.number, from.number, &span))
      span = to.number > from.number ? INT64_MAX : 0;
    return (NestNumber){.number = span > 0 ? integer_ceil_div(span, step) : 0};
  }
  MlirAffineExpr span =
      mlirAffineAddExprGet(mlirAffineDimExprGet(ir->context, 1),
                           mlirAffineMulExprGet(mlirAffineDimExprGet(ir->context, 0),
                                                mlirAffineConstantExprGet(ir->context, -1)));
  span = mlirAffineCeilDivExprGet(span, mlirAffineConstantExprGet(ir->context, step));
  MlirAffineExpr results[2] = {span, mlirAffineConstantExprGet(ir->context, 0)};
  MlirValue operands[2] = {low, high};
  return (NestNumber){.value =
                          ir_affine(ir, "affine.max",
                                    mlirAffineMapGet(ir->context, 2, 0, 2, results), 2, operands)};
}

void nest_extents_build(IrBuilder *ir, const ScalarNest *nest, NestExtents *out_extents) {
  for (int l = 0; l < nest->loop_count; l++) {
    const NestLoop *loop = &nest->loops[l];
    out_extents->starts[l] = bound_value(ir, &loop->lower, "affine.max");
    MlirValue high = bound_value(ir, &loop->upper, "affine.min");
    out_extents->trips[l] = trip_between(ir, out_extents->starts[l], high, loop->step);
  }
}

// --- views

typedef struct View {
  int rank;
  NestNumber offsets[WORKLOAD_MAX_RANK], sizes[WORKLOAD_MAX_RANK];
  int64_t steps[WORKLOAD_MAX_RANK];
  bool is_kept[WORKLOAD_MAX_RANK];
} View;

// sum of factor * (trip - 1), and one more
static NestNumber window_of(IrBuilder *ir, const NestExtents *extents, int count, const int *loops,
                            const int64_t *factors) {
  MlirAffineExpr sum = mlirAffineConstantExprGet(ir->context, 1);
  MlirValue operands[NEST_MAX_LOOPS];
  int64_t number = 1;
  bool all_known = true;
  for (int i = 0; i < count; i++) {
    NestNumber trip = extents->trips[loops[i]];
    MlirAffineExpr steps = mlirAffineAddExprGet(mlirAffineDimExprGet(ir->context, i),
                                                mlirAffineConstantExprGet(ir->context, -1));
    sum = mlirAffineAddExprGet(
        sum, mlirAffineMulExprGet(steps, mlirAffineConstantExprGet(ir->context, factors[i])));
    all_known &= is_known(trip);
    if (is_known(trip))
      number = trip.number > 0 ? integer_add(number, integer_multiply(factors[i], trip.number - 1))
                               : number - factors[i];
    operands[i] = value_of(ir, trip);
  }
  if (all_known)
    return (NestNumber){.number = number};
  return (NestNumber){.value = ir_affine(ir, "affine.apply",
                                         mlirAffineMapGet(ir->context, count, 0, 1, &sum), count,
                                         operands)};
}

static int place_in(const NestStatement *statement, int loop) {
  int place = 0;
  while (statement->loops[place] != loop)
    place++;
  return place;
}

// Returns the index of the view's dimension in the loops of the statement.
static MlirAffineExpr view_dimension(IrBuilder *ir, const ScalarNest *nest,
                                     const NestExtents *extents, const NestStatement *statement,
                                     MlirOperation access, int d, View *view) {
  NestIndex moves;
  int64_t factors[NEST_MAX_LOOPS];
  int loops[NEST_MAX_LOOPS], count = 0;
  (void)nest_index_read(nest, access, d, &moves);
  for (int l = 0; l < nest->loop_count; l++)
    if (moves.factors[l] != 0) {
      factors[count] = moves.factors[l] * nest->loops[l].step;
      loops[count++] = l;
    }
  view->offsets[d] = number_of(nest_index_at(ir, nest, access, d, extents->starts));
  view->is_kept[d] = count > 0;
  view->steps[d] = count == 1 ? factors[0] : 1;
  view->sizes[d] = count == 0   ? one
                   : count == 1 ? extents->trips[loops[0]]
                                : window_of(ir, extents, count, loops, factors);
  MlirAffineExpr index = mlirAffineConstantExprGet(ir->context, 0);
  for (int i = 0; i < count; i++) {
    MlirAffineExpr loop = mlirAffineDimExprGet(ir->context, place_in(statement, loops[i]));
    int64_t factor = count == 1 ? 1 : factors[i];
    index = mlirAffineAddExprGet(
        index, mlirAffineMulExprGet(loop, mlirAffineConstantExprGet(ir->context, factor)));
  }
  return index;
}

static bool lies_inside(MlirType type, const View *view) {
  bool lies = true;
  for (int d = 0; d < view->rank; d++) {
    if (!is_known(view->offsets[d]))
      continue;
    int64_t last = view->offsets[d].number, shape = mlirShapedTypeGetDimSize(type, d);
    lies &= last >= 0;
    if (is_known(view->sizes[d]) && view->sizes[d].number > 0)
      last = integer_add(integer_max(last, 0),
                         integer_multiply(view->steps[d], view->sizes[d].number - 1));
    lies &= mlirShapedTypeIsDynamicDim(type, d) ? last < INT64_MAX : last < shape;
  }
  return lies;
}

// Adds number * stride to the offset, unless one is not known; false when 64 bits do not hold it.
static bool add_offset(int64_t *offset, NestNumber number, int64_t stride) {
  int64_t dynamic = mlirShapedTypeGetDynamicStrideOrOffset(), product;
  bool is_zero = stride == 0 || (is_known(number) && number.number == 0);
  if (*offset == dynamic || is_zero)
    return true;
  if (stride == dynamic || !is_known(number)) {
    *offset = dynamic;
    return true;
  }
  return !__builtin_mul_overflow(number.number, stride, &product) &&
         !__builtin_add_overflow(*offset, product, offset);
}

// Null when 64 bits do not hold an offset or a stride of it.
static MlirType view_type(MlirType from, const View *view) {
  int64_t strides[WORKLOAD_MAX_RANK], shape[WORKLOAD_MAX_RANK], kept[WORKLOAD_MAX_RANK], offset;
  int64_t dynamic = mlirShapedTypeGetDynamicStrideOrOffset();
  int count = 0;
  (void)mlirMemRefTypeGetStridesAndOffset(from, strides, &offset);
  for (int d = 0; d < view->rank; d++) {
    int64_t stride = dynamic;
    if (!add_offset(&offset, view->offsets[d], strides[d]) ||
        (strides[d] != dynamic && __builtin_mul_overflow(strides[d], view->steps[d], &stride)))
      return (MlirType){NULL};
    if (!view->is_kept[d])
      continue;
    shape[count] =
        is_known(view->sizes[d]) ? view->sizes[d].number : mlirShapedTypeGetDynamicSize();
    kept[count++] = stride;
  }
  MlirAttribute layout = mlirStridedLayoutAttrGet(mlirTypeGetContext(from), offset, count, kept);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(from), count, shape, layout,
                           mlirMemRefTypeGetMemorySpace(from));
}

static int add_numbers(const NestNumber *numbers, int rank, int64_t *out_known, MlirValue *operands,
                       int *count) {
  int before = *count;
  for (int d = 0; d < rank; d++) {
    out_known[d] = is_known(numbers[d]) ? numbers[d].number : mlirShapedTypeGetDynamicSize();
    if (!is_known(numbers[d]))
      operands[(*count)++] = numbers[d].value;
  }
  return *count - before;
}

static MlirValue subview(IrBuilder *ir, MlirValue memref, MlirType type, const View *view) {
  MlirValue operands[1 + 2 * WORKLOAD_MAX_RANK] = {memref};
  int64_t offsets[WORKLOAD_MAX_RANK], sizes[WORKLOAD_MAX_RANK];
  int count = 1;
  int32_t segments[4] = {1, 0, 0, 0};
  segments[1] = add_numbers(view->offsets, view->rank, offsets, operands, &count);
  segments[2] = add_numbers(view->sizes, view->rank, sizes, operands, &count);
  MlirNamedAttribute attributes[4] = {
      ir_attribute(ir, "static_offsets", mlirDenseI64ArrayGet(ir->context, view->rank, offsets)),
      ir_attribute(ir, "static_sizes", mlirDenseI64ArrayGet(ir->context, view->rank, sizes)),
      ir_attribute(ir, "static_strides",
                   mlirDenseI64ArrayGet(ir->context, view->rank, view->steps)),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 4, segments))};
  return ir_value(ir, "memref.subview", type, count, operands, 4, attributes);
}

Status nest_view_build(IrBuilder *ir, const ScalarNest *nest, const NestExtents *extents,
                       const NestStatement *statement, MlirOperation access, MlirValue *out_view,
                       MlirAffineMap *out_map) {
  MlirValue memref = nest_memref(access);
  MlirAffineExpr indices[WORKLOAD_MAX_RANK], results[WORKLOAD_MAX_RANK];
  int kept = 0;
  View view = {.rank = nest_rank(access)};
  for (int d = 0; d < view.rank; d++)
    indices[d] = view_dimension(ir, nest, extents, statement, access, d, &view);
  kept_dims_add_innermost(mlirValueGetType(memref), view.is_kept);
  for (int d = 0; d < view.rank; d++)
    if (view.is_kept[d])
      results[kept++] = indices[d];
  MlirType whole = mlirValueGetType(memref);
  MlirType type = view.rank > 0 ? view_type(whole, &view) : whole;
  if (!lies_inside(whole, &view) || mlirTypeIsNull(type))
    return status_fail(STATUS_UNSUPPORTED, "a subscript leaves its array");
  *out_view = view.rank > 0 ? subview(ir, memref, type, &view) : memref;
  *out_map = mlirAffineMapGet(ir->context, statement->depth, 0, kept, results);
  return STATUS_OK;
}
