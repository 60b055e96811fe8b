// One evaluation of a dot product: neighbours along its reduction are loaded, or broadcast to all
// lanes, in the form that the instruction wants, and added up by it. Vectors narrower than those of
// the target are added up by plain arithmetic.
#include "machine/architecture.h"
#include "transforms/body_product.h"
#include "transforms/element_types.h"
#include "transforms/kernel/emitter.h"
#include "versions/dot_products.h"

#include <string.h>

enum { KEY_GROUP = -3, KEY_CAST = -4, KEY_MIX = -5 };

static int lanes_of(MlirValue vector) {
  return (int)mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
}

MlirValue emit_factor_cast(Emitter *emitter, MlirValue vector, FactorCast cast, ElementType type) {
  MlirType element = emit_element_type(emitter, type);
  return ir_unary(&emitter->ir, factor_cast_op(cast), ir_vector_type(element, lanes_of(vector)),
                  vector);
}

MlirValue emit_flip(Emitter *emitter, MlirValue vector) {
  MlirType type = mlirValueGetType(vector), element = mlirShapedTypeGetElementType(type);
  MlirAttribute bit = mlirIntegerAttrGet(element, INT8_MIN);
  return ir_binary(&emitter->ir, "arith.xori", vector, ir_splat(&emitter->ir, type, bit));
}

MlirValue emit_interleave(Emitter *emitter, MlirValue *rows, int count) {
  for (int half = count / 2; half > 0; half /= 2)
    for (int i = 0; i < half; i++) {
      int lanes = lanes_of(rows[i]);
      int64_t select[EMIT_MAX_LANES];
      for (int lane = 0; lane < lanes; lane++) {
        select[2 * lane] = lane;
        select[2 * lane + 1] = lanes + lane;
      }
      rows[i] = emit_shuffle(emitter, rows[i], rows[i + half], 2 * lanes, select);
    }
  return rows[0];
}

// --- operands

// `lanes` copies of a group of neighbours, as if it were one number.
static MlirValue broadcast_group(Emitter *emitter, MlirValue group, int lanes) {
  IrBuilder *ir = &emitter->ir;
  int64_t key[12] = {KEY_GROUP, (int64_t)(intptr_t)group.ptr, lanes};
  MlirValue found = emit_cache_find(emitter, key)->value;
  if (!mlirValueIsNull(found))
    return found;
  if (lanes_of(group) == 1)
    return emit_broadcast(emitter, emit_extract_lane(emitter, group, 0), lanes);
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(group));
  int bits = lanes_of(group) * type_bits(element);
  MlirType number = mlirIntegerTypeGet(ir->context, (unsigned)bits);
  MlirValue whole = ir_unary(ir, "vector.bitcast", ir_vector_type(number, 1), group);
  MlirValue copies = ir_unary(ir, "vector.broadcast", ir_vector_type(number, lanes),
                              emit_extract_lane(emitter, whole, 0));
  found = ir_unary(ir, "vector.bitcast", ir_vector_type(element, lanes * lanes_of(group)), copies);
  emit_cache_find(emitter, key)->value = found;
  return found;
}

// The first `valid` values flipped, and zeros, which are what sums of them need.
static MlirValue flip_some(Emitter *emitter, MlirValue vector, int valid) {
  MlirType type = mlirValueGetType(vector);
  MlirAttribute zero = ir_zero(mlirShapedTypeGetElementType(type));
  MlirValue mask = ir_mask(&emitter->ir, lanes_of(vector), valid);
  MlirValue flipped = emit_flip(emitter, vector);
  return ir_select(&emitter->ir, mask, flipped, ir_splat(&emitter->ir, type, zero));
}

// What is yet to be done to a value that was loaded.
typedef struct Finish {
  bool casts, flips, broadcasts;
  int half;  // of every byte that the values are: 0 or 1; -1: they are bytes
  int valid; // neighbours of the load that exist
} Finish;

// The lower or upper four bits of every byte.
static MlirValue half_of(Emitter *emitter, MlirValue bytes, int half) {
  IrBuilder *ir = &emitter->ir;
  MlirType type = mlirValueGetType(bytes), element = mlirShapedTypeGetElementType(type);
  MlirAttribute number = mlirIntegerAttrGet(element, half == 0 ? 15 : 4);
  return ir_binary(ir, half == 0 ? "arith.andi" : "arith.shrui", bytes, ir_splat(ir, type, number));
}

static MlirValue finish_operand(Emitter *emitter, const DotOperand *operand, MlirValue value,
                                int lanes, Finish finish) {
  int64_t key[12] = {KEY_CAST, (int64_t)(intptr_t)value.ptr, lanes, finish.half};
  MlirValue found = emit_cache_find(emitter, key)->value;
  if (!mlirValueIsNull(found))
    return found;
  const Factor *factor = &emitter->work->factors[operand->factor];
  bool is_whole = finish.valid == lanes_of(value);
  found = finish.half >= 0 ? half_of(emitter, value, finish.half) : value;
  if (finish.casts)
    found = emit_factor_cast(emitter, found, (FactorCast)factor->cast, operand->type);
  if (finish.flips && !is_whole)
    found = flip_some(emitter, found, finish.valid);
  if (finish.broadcasts)
    found = broadcast_group(emitter, found, lanes);
  if (finish.flips && is_whole) // of all copies at once, which are loaded by one instruction
    found = emit_flip(emitter, found);
  emit_cache_find(emitter, key)->value = found;
  return found;
}

// Vectors of every neighbour, those that do not exist zeros, mixed lane by lane.
static MlirValue mix_rows(Emitter *emitter, const DotOperand *operand, const Point *point,
                          int valid) {
  MlirValue rows[EMIT_MAX_LANES];
  Point row = *point;
  MlirType element = emit_element_type(emitter, emitter->work->accesses[operand->access].type);
  MlirType type = ir_vector_type(element, point->segment.lanes);
  for (int n = 0; n < emitter->nest.dot.k; n++) {
    row.offset[emitter->nest.dot.iterator] = point->offset[emitter->nest.dot.iterator] + n;
    rows[n] = n < valid ? emit_load(emitter, operand->access, &row)
                        : ir_splat(&emitter->ir, type, ir_zero(element));
  }
  int64_t key[12] = {KEY_MIX, (int64_t)(intptr_t)rows[0].ptr, valid};
  MlirValue found = emit_cache_find(emitter, key)->value;
  if (mlirValueIsNull(found)) {
    found = emit_interleave(emitter, rows, emitter->nest.dot.k);
    emit_cache_find(emitter, key)->value = found;
  }
  return found;
}

MlirValue emit_dot_operand(Emitter *emitter, int side, const Point *point, int valid) {
  const DotOperand *operand = &emitter->nest.dot.operands[side];
  const Access *access = &emitter->work->accesses[operand->access];
  int pack = emitter->pack_of[operand->access], lanes = point->segment.lanes;
  const Instruction *row = emitter->nest.dot.row;
  const PackedBuffer *packed =
      pack >= 0 && emitter->pack_ready[pack] ? &emitter->nest.packs[pack] : NULL;
  bool is_group = !access_uses(access, point->vector);
  int halves = emitter->work->factors[operand->factor].halves;
  int count = (is_group ? 1 : lanes) * emitter->nest.dot.k;
  // In a panel each lane has all of its neighbours, some of them zeros, and may have one alone.
  bool has_one = emitter->nest.dot.k == 1 && emitter->nest.dot.iterator != point->vector;
  if (packed != NULL && (packed->interleave > 1 || has_one))
    valid = count;
  Finish finish = {.casts = (packed ? packed->type : access->type) != operand->type,
                   .flips = operand->is_flipped && !(packed != NULL && packed->is_flipped),
                   .broadcasts = is_group,
                   .half = halves > 0 ? (int)point->offset[halves - 1] : -1,
                   .valid = valid};
  if (operand->is_mixed) {
    finish.valid = lanes * emitter->nest.dot.k; // zeros are among them
    return finish_operand(emitter, operand, mix_rows(emitter, operand, point, valid), lanes,
                          finish);
  }
  // What is broadcast fills a register, of which sums may use a part.
  int copies = lanes * (int)element_type_bytes(row->accumulator) /
               (row->k * (int)element_type_bytes(row->operand));
  return finish_operand(emitter, operand,
                        emit_load_run(emitter, operand->access, point, count, valid), copies,
                        finish);
}

MlirValue emit_dot_ones(Emitter *emitter, int side, int lanes) {
  MlirType element = emit_element_type(emitter, emitter->nest.dot.operands[side].type);
  return ir_splat(&emitter->ir, ir_vector_type(element, lanes * emitter->nest.dot.k),
                  mlirIntegerAttrGet(element, 1));
}

// --- the instruction

// Neighbour `n` of every lane, as values of the sums' type.
static MlirValue neighbours(Emitter *emitter, int side, MlirValue vector, int lanes, int n) {
  const Instruction *row = emitter->nest.dot.row;
  static const FactorCast casts[] = {[INSTRUCTION_SIGNED] = FACTOR_SIGNED,
                                     [INSTRUCTION_UNSIGNED] = FACTOR_UNSIGNED,
                                     [INSTRUCTION_FLOAT] = FACTOR_FLOAT};
  int64_t select[EMIT_MAX_LANES];
  for (int lane = 0; lane < lanes; lane++)
    select[lane] = lane * row->k + n;
  return emit_factor_cast(emitter, emit_shuffle(emitter, vector, vector, lanes, select),
                          casts[row->sign[side]], row->accumulator);
}

static MlirValue plain_sums(Emitter *emitter, MlirValue left, MlirValue right, MlirValue sums) {
  bool is_float = element_type_is_float(emitter->nest.dot.row->accumulator);
  int lanes = lanes_of(sums);
  for (int n = 0; n < emitter->nest.dot.k; n++) {
    MlirValue second = neighbours(emitter, 1, right, lanes, n);
    MlirValue first = neighbours(emitter, 0, left, lanes, n);
    MlirValue product =
        ir_binary(&emitter->ir, is_float ? "arith.mulf" : "arith.muli", first, second);
    sums = ir_binary(&emitter->ir, is_float ? "arith.addf" : "arith.addi", sums, product);
  }
  return sums;
}

// Whether the operands change places: instructions take a lane as their right one. Where the signs
// differ they cannot, and LLVM knows an instruction for each side.
static bool is_turned(const Emitter *emitter) {
  const DotProduct *dot = &emitter->nest.dot;
  const Access *left = &emitter->work->accesses[dot->operands[0].access];
  return emitter->target->architecture->lane_bits > 0 && dot->row->sign[0] == dot->row->sign[1] &&
         !access_uses(left, emitter->schedule->vector_iterator);
}

// The operand in a register of `bytes`: a single value is in all of its lanes already, others are
// in the first.
static MlirValue fill_register(Emitter *emitter, MlirValue operand, int64_t bytes) {
  const Instruction *row = emitter->nest.dot.row;
  int lanes = (int)(bytes / element_type_bytes(row->operand)), there = lanes_of(operand);
  int64_t select[EMIT_MAX_LANES];
  if (there == lanes)
    return operand;
  for (int lane = 0; lane < lanes; lane++)
    select[lane] = lane < there ? lane : -1;
  return emit_shuffle(emitter, operand, operand, lanes, select);
}

MlirValue emit_dot(Emitter *emitter, MlirValue left, MlirValue right, MlirValue sums) {
  const Instruction *row = emitter->nest.dot.row;
  int64_t bits = lanes_of(sums) * 8 * element_type_bytes(row->accumulator);
  const TargetWidth *widths = emitter->target->widths;
  bool turns = is_turned(emitter);
  MlirValue operands[3] = {sums, turns ? right : left, turns ? left : right};
  MlirType type = mlirValueGetType(sums);
  for (int width = 0; width < TARGET_MAX_WIDTHS; width++) {
    if (widths[width].bits != bits)
      continue;
    for (int side = 1; side < 3; side++) {
      operands[side] = fill_register(emitter, operands[side], bits / 8);
      if (versions_packs_factors(row->intrinsics[width]))
        operands[side] = ir_unary(&emitter->ir, "vector.bitcast", type, operands[side]);
    }
    if (row->adds)
      return ir_intrinsic(&emitter->ir, row->intrinsics[width], type, 3, operands);
    MlirValue product = ir_intrinsic(&emitter->ir, row->intrinsics[width], type, 2, operands + 1);
    return ir_binary(&emitter->ir, "arith.addi", sums, product);
  }
  return plain_sums(emitter, left, right, sums);
}
