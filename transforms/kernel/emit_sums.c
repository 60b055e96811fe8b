// The products of a register tile added up by a dot product, and the sums of single operands by
// which what was added to the values of the other is taken away: plan/dot_product.h has the sum.
#include "transforms/kernel/register_tile.h"

#include <string.h>

static MlirType sums_type(Emitter *emitter, int lanes) {
  return ir_vector_type(emit_element_type(emitter, emitter->nest.dot.row->accumulator), lanes);
}

// Where the sums of one operand of a dot product are for the point and segment `s`: those of equal
// values of the operand are one.
static int operand_sums_at(const Emitter *emitter, const Kernel *kernel, int side,
                           const Point *point, int s) {
  const Access *access = &emitter->work->accesses[emitter->nest.dot.operands[side].access];
  int vector = emitter->schedule->vector_iterator;
  int64_t at = 0;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->work->kinds[i] == ITERATOR_PARALLEL && i != vector && access_uses(access, i))
      at = at * kernel->size[i] + point->offset[i];
  return kernel->sums[side] + (int)(access_uses(access, vector) ? at * kernel->sets + s : at);
}

// Whether the point is the first of those at which the operand has the same value.
static bool is_first_use(const Emitter *emitter, const Kernel *kernel, int side, const Point *point,
                         int s) {
  const Access *access = &emitter->work->accesses[emitter->nest.dot.operands[side].access];
  int vector = emitter->schedule->vector_iterator;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->work->kinds[i] == ITERATOR_PARALLEL && i != vector && !access_uses(access, i) &&
        point->offset[i] > emitter->first[i])
      return false;
  return access_uses(access, vector) || s == kernel->first_segment;
}

// Neighbours of a load that exist: of all lanes where they run along them, else of one group.
static int existing_neighbours(const Emitter *emitter, const Point *point) {
  int iterator = emitter->nest.dot.iterator;
  if (iterator == emitter->schedule->vector_iterator)
    return point->segment.valid;
  int64_t left = emitter->size[iterator] - point->offset[iterator];
  return (int)(left < emitter->nest.dot.k ? left : emitter->nest.dot.k);
}

void tile_add_products(Emitter *emitter, Kernel *kernel, const Point *point, int at, int s) {
  MlirValue operands[2], *sums = &kernel->accumulators[at + s % kernel->sets];
  int valid = existing_neighbours(emitter, point), lanes = point->segment.lanes;
  for (int side = 0; side < 2; side++)
    operands[side] = emit_dot_operand(emitter, side, point, valid);
  *sums = emit_dot(emitter, operands[0], operands[1], *sums);
  for (int side = 0; side < 2; side++) {
    if (!emitter->nest.dot.operands[side].is_summed ||
        !is_first_use(emitter, kernel, side, point, s))
      continue;
    sums = &kernel->accumulators[operand_sums_at(emitter, kernel, side, point, s % kernel->sets)];
    MlirValue ones = emit_dot_ones(emitter, 1 - side, lanes);
    *sums =
        emit_dot(emitter, side == 0 ? operands[0] : ones, side == 0 ? ones : operands[1], *sums);
  }
}

// Vectors of zeros behind the accumulators; returns how many values there are then.
int tile_open_sums(Emitter *emitter, Kernel *kernel) {
  int count = kernel->count;
  for (int side = 0; side < 2 && emitter->nest.dot.row != NULL; side++) {
    const DotOperand *operand = &emitter->nest.dot.operands[side];
    const Access *access = &emitter->work->accesses[operand->access];
    int64_t points = operand->is_summed;
    int sets = access_uses(access, emitter->schedule->vector_iterator) ? kernel->sets : 1;
    for (int i = 0; i < emitter->work->iterator_count; i++)
      if (emitter->work->kinds[i] == ITERATOR_PARALLEL && access_uses(access, i) &&
          i != emitter->schedule->vector_iterator)
        points *= kernel->size[i];
    kernel->sums[side] = count;
    for (int64_t n = 0; n < points * sets && count < EMIT_MAX_ACCUMULATORS; n++) {
      MlirType type = sums_type(emitter, kernel->segments[n % sets].lanes);
      kernel->accumulators[count++] =
          ir_splat(&emitter->ir, type, ir_zero(mlirShapedTypeGetElementType(type)));
    }
  }
  return count;
}

// What was added to every value of the operand, its zero point included; null: nothing.
static MlirValue operand_shift(Emitter *emitter, int side, const Point *point) {
  const DotOperand *operand = &emitter->nest.dot.operands[side];
  MlirType type = sums_type(emitter, point->segment.lanes);
  MlirValue zero = emit_zero_point(emitter, operand->factor, point);
  if (operand->offset == 0)
    return zero;
  MlirAttribute offset = mlirIntegerAttrGet(mlirShapedTypeGetElementType(type), operand->offset);
  MlirValue shift = ir_splat(&emitter->ir, type, offset);
  return mlirValueIsNull(zero) ? shift : ir_binary(&emitter->ir, "arith.addi", shift, zero);
}

// A narrower vector of sums whose lanes are all equal.
static MlirValue sums_as_wide(Emitter *emitter, MlirValue sums, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(sums), type))
    return sums;
  return emit_broadcast(emitter, emit_extract_lane(emitter, sums, 0),
                        (int)mlirShapedTypeGetDimSize(type, 0));
}

// Terms of one sum, all of which are added up in one visit; where lanes are parts of one sum, in
// the first of them alone.
static MlirValue term_count(Emitter *emitter, const Kernel *kernel, int s, MlirType type) {
  IrBuilder *ir = &emitter->ir;
  MlirType element = mlirShapedTypeGetElementType(type);
  int64_t terms = 1;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->work->kinds[i] == ITERATOR_REDUCTION && !workload_is_open(emitter->work, i))
      terms = (int64_t)((uint64_t)terms * (uint64_t)emitter->work->extents[i]);
  MlirValue count = ir_splat(ir, type, mlirIntegerAttrGet(element, (int32_t)terms));
  if (emitter->work->open > 0) {
    MlirValue steps =
        ir_unary(ir, "arith.index_cast", element, emit_position(emitter, emitter->open_end));
    count = ir_binary(ir, "arith.muli", count,
                      emit_broadcast(emitter, steps, (int)mlirShapedTypeGetDimSize(type, 0)));
  }
  if (!kernel->reduces_lanes)
    return count;
  MlirValue mask = ir_mask(ir, (int)mlirShapedTypeGetDimSize(type, 0), s == 0);
  return ir_select(ir, mask, count, ir_splat(ir, type, ir_zero(element)));
}

// See plan/dot_product.h for the sum. With both operands shifted, each product of the sums holds
// the product of the shifts once a term.
static MlirValue corrected(Emitter *emitter, const Kernel *kernel, const Point *point, int s,
                           MlirValue value) {
  IrBuilder *ir = &emitter->ir;
  MlirType type = mlirValueGetType(value);
  MlirValue shifts[2] = {operand_shift(emitter, 0, point), operand_shift(emitter, 1, point)};
  for (int side = 0; side < 2; side++) {
    if (mlirValueIsNull(shifts[1 - side]))
      continue;
    MlirValue sums = kernel->accumulators[operand_sums_at(emitter, kernel, side, point, s)];
    sums = sums_as_wide(emitter, sums, type);
    value = ir_binary(ir, "arith.subi", value, ir_binary(ir, "arith.muli", sums, shifts[1 - side]));
  }
  if (mlirValueIsNull(shifts[0]) || mlirValueIsNull(shifts[1]))
    return value;
  MlirValue product = ir_binary(ir, "arith.muli", shifts[0], shifts[1]);
  product = ir_binary(ir, "arith.muli", product, term_count(emitter, kernel, s, type));
  return ir_binary(ir, "arith.addi", value, product);
}

void tile_close_sums(Emitter *emitter, Kernel *kernel) {
  if (emitter->nest.dot.row == NULL ||
      !(emitter->nest.dot.operands[0].is_summed || emitter->nest.dot.operands[1].is_summed))
    return;
  Point point = tile_first_point(emitter);
  emit_new_scope(emitter);
  do {
    int at = tile_accumulator_of(emitter, kernel, &point);
    for (int s = 0; s < kernel->sets; s++) {
      tile_set_segment(emitter, &point, kernel->segments[s]);
      kernel->accumulators[at + s] =
          corrected(emitter, kernel, &point, s, kernel->accumulators[at + s]);
    }
  } while (tile_next_parallel(emitter, &point));
  emit_new_scope(emitter);
}

void tile_add_group(Emitter *emitter, Kernel *kernel, KernelPart add_up) {
  MlirValue results[EMIT_MAX_ACCUMULATORS];
  int count = kernel->count;
  memcpy(results, kernel->accumulators, (size_t)count * sizeof *results);
  for (int i = 0; i < count; i++) {
    int lanes = (int)mlirShapedTypeGetDimSize(mlirValueGetType(results[i]), 0);
    MlirType type = sums_type(emitter, lanes);
    kernel->accumulators[i] =
        ir_splat(&emitter->ir, type, ir_zero(mlirShapedTypeGetElementType(type)));
  }
  tile_open_sums(emitter, kernel);
  add_up(emitter, kernel, NULL);
  tile_close_sums(emitter, kernel);
  Point point = tile_first_point(emitter);
  do {
    int at = tile_accumulator_of(emitter, kernel, &point);
    for (int s = 0; s < kernel->sets; s++) {
      tile_set_segment(emitter, &point, kernel->segments[s]);
      point.accumulators = &results[at + s];
      emit_scaled(emitter, &point, kernel->accumulators[at + s], &kernel->accumulators[at + s]);
    }
  } while (tile_next_parallel(emitter, &point));
}
