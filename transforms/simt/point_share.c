// Threads of one result: each begins from what leaves a sum as it is, and the first has all of it
// at the end. Threads of a warp exchange values of 32 bits by shuffles; everything else goes
// through shared memory, of which every thread has a place.
#include "transforms/simt/point_emitter.h"

#include "base/integer.h"

MlirOperation point_joiner(const Group *group, int k) {
  MlirBlock body = ir_body(group->anchor);
  MlirOperation none = {NULL}, yield = mlirBlockGetTerminator(body);
  int result = group->accumulator_result[k];
  int inputs = (int)(mlirBlockGetNumArguments(body) - mlirOperationGetNumOperands(yield));
  MlirValue value = mlirOperationGetOperand(yield, result);
  if (inputs < 0 || !mlirValueIsAOpResult(value))
    return none;
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirValue old = mlirBlockGetArgument(body, inputs + result);
  if (combiner_of(op) == NULL || !ir_has_one_use(old))
    return none;
  bool takes = mlirValueEqual(mlirOperationGetOperand(op, 0), old) ||
               mlirValueEqual(mlirOperationGetOperand(op, 1), old);
  return takes && fp_may_reassociate(fp_mode_of(group->anchor), op) ? op : none;
}

MlirNamedAttribute point_without_promises(PointEmitter *emitter, MlirNamedAttribute attribute) {
  MlirContext context = emitter->base.ir.context;
  MlirStringRef name = mlirIdentifierStr(attribute.name);
  if (mlirStringRefEqual(name, ir_string("overflowFlags")))
    attribute.attribute = mlirAttributeParseGet(context, ir_string("#arith.overflow<none>"));
  if (mlirStringRefEqual(name, ir_string("fastmath")))
    attribute.attribute = mlirAttributeParseGet(context, ir_string("#arith.fastmath<none>"));
  return attribute;
}

bool point_is_shared(const PointEmitter *emitter, MlirOperation op) {
  const Group *group = emitter->base.group;
  bool is = false;
  for (int k = 0; emitter->nest->sharers > 1 && k < group->workload.accumulator_count; k++)
    is |= mlirOperationEqual(point_joiner(group, k), op);
  return is;
}

MlirValue point_join(PointEmitter *emitter, int k, MlirValue a, MlirValue b) {
  MlirOperation op = point_joiner(emitter->base.group, k);
  MlirValue operands[2] = {a, b};
  MlirNamedAttribute attributes[4];
  int count = (int)integer_min(4, mlirOperationGetNumAttributes(op));
  for (int i = 0; i < count; i++)
    attributes[i] = point_without_promises(emitter, mlirOperationGetAttribute(op, i));
  return ir_value(&emitter->base.ir, mlirIdentifierStr(mlirOperationGetName(op)).data,
                  mlirValueGetType(a), 2, operands, count, attributes);
}

MlirValue point_neutral(PointEmitter *emitter, int k) {
  MlirType type = point_accumulator_type(emitter->base.group, k);
  MlirAttribute neutral = combiner_neutral(combiner_of(point_joiner(emitter->base.group, k)), type);
  return ir_splat(&emitter->base.ir, point_type(emitter, type), neutral);
}

// --- in a warp

static MlirValue scalar_of(PointEmitter *emitter, MlirValue vector) {
  int64_t lanes[] = {0};
  MlirNamedAttribute at = ir_attribute(&emitter->base.ir, "static_position",
                                       mlirDenseI64ArrayGet(emitter->base.ir.context, 1, lanes));
  return ir_value(&emitter->base.ir, "vector.extract",
                  mlirShapedTypeGetElementType(mlirValueGetType(vector)), 1, &vector, 1, &at);
}

// What the thread of the warp has whose number differs in the bit `offset`.
static MlirValue shuffled(PointEmitter *emitter, MlirValue vector, int64_t offset) {
  IrBuilder *ir = &emitter->base.ir;
  MlirType i32 = mlirIntegerTypeGet(ir->context, 32);
  MlirValue scalar = scalar_of(emitter, vector);
  MlirType types[2] = {mlirValueGetType(scalar), mlirIntegerTypeGet(ir->context, 1)};
  MlirValue distance = ir_constant(ir, i32, mlirIntegerAttrGet(i32, offset));
  MlirValue width = ir_constant(ir, i32, mlirIntegerAttrGet(i32, DEVICE_WARP_LANES));
  MlirValue operands[3] = {scalar, distance, width};
  MlirNamedAttribute mode = ir_attribute(
      ir, "mode", mlirAttributeParseGet(ir->context, ir_string("#gpu<shuffle_mode xor>")));
  MlirOperation op = ir_op(ir, "gpu.shuffle", 2, types, 3, operands, 1, &mode);
  return point_splat(emitter, mlirOperationGetResult(op, 0));
}

static void join_warp(PointEmitter *emitter, int64_t sharers) {
  for (int64_t offset = sharers / 2; offset > 0; offset /= 2)
    for (int k = 0; k < emitter->base.group->workload.accumulator_count; k++) {
      MlirValue other = shuffled(emitter, emitter->accumulators[k], offset);
      emitter->accumulators[k] = point_join(emitter, k, emitter->accumulators[k], other);
    }
}

// --- in shared memory

// The place of share `number` of the thread's result: neighbours are those of neighbouring threads.
static void place_of(PointEmitter *emitter, MlirValue share, MlirValue out_index[2]) {
  out_index[emitter->nest->shares_first ? 1 : 0] = share;
  out_index[emitter->nest->shares_first ? 0 : 1] = emitter->place;
}

static void put(PointEmitter *emitter, int k) {
  MlirValue operands[4] = {scalar_of(emitter, emitter->accumulators[k]), emitter->shared[k]};
  place_of(emitter, emitter->share, operands + 2);
  ir_op(&emitter->base.ir, "memref.store", 0, NULL, 4, operands, 0, NULL);
}

static MlirValue get(PointEmitter *emitter, int k, MlirValue share) {
  MlirValue operands[3] = {emitter->shared[k]};
  MlirType type = point_accumulator_type(emitter->base.group, k);
  place_of(emitter, share, operands + 1);
  return point_splat(emitter,
                     ir_value(&emitter->base.ir, "memref.load", type, 3, operands, 0, NULL));
}

// `step` shares lie between two that are left. Of those the upper half goes to the lower one, again
// and again.
static void join_block(PointEmitter *emitter, int64_t step) {
  IrBuilder *ir = &emitter->base.ir;
  int count = emitter->base.group->workload.accumulator_count;
  for (int64_t half = emitter->nest->sharers / 2; half >= step; half /= 2) {
    MlirType types[GROUP_MAX_RESULTS];
    MlirValue kept[GROUP_MAX_RESULTS];
    for (int k = 0; k < count; k++) {
      put(emitter, k);
      kept[k] = emitter->accumulators[k];
      types[k] = mlirValueGetType(kept[k]);
    }
    simt_barrier(&emitter->base.ir);
    MlirValue other = simt_add(&emitter->base, emitter->share, half);
    MlirValue is_lower = simt_below(&emitter->base, emitter->share, half, false);
    MlirOperation branch = ir_open_if(ir, is_lower, count, types);
    for (int k = 0; k < count; k++) {
      MlirValue value = get(emitter, k, other);
      emitter->accumulators[k] = point_join(emitter, k, kept[k], value);
    }
    ir_else(ir, branch, count, emitter->accumulators);
    ir_close_if(ir, branch, count, kept, emitter->accumulators);
    simt_barrier(&emitter->base.ir);
  }
}

// Of a result that several warps share every thread of a warp has the warp's sum: those of equal
// number in their warps go on.
void point_share(PointEmitter *emitter) {
  int64_t sharers = emitter->nest->sharers;
  bool shuffles = point_shuffles(&emitter->base.group->workload, emitter->nest);
  for (int k = 0; k < emitter->base.group->workload.accumulator_count; k++) {
    MlirType type = point_accumulator_type(emitter->base.group, k);
    shuffles &=
        mlirTypeIsAF32(type) || (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 32);
  }
  if (!shuffles) {
    join_block(emitter, 1);
    return;
  }
  join_warp(emitter, integer_min(sharers, DEVICE_WARP_LANES));
  if (sharers > DEVICE_WARP_LANES)
    join_block(emitter, DEVICE_WARP_LANES);
}
