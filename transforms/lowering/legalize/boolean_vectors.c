// See boolean_vectors.h. A memref of i1 and one of i8 are the same to LLVM, so nothing is left of
// the cast between them.
#include "transforms/lowering/legalize/boolean_vectors.h"

#include "transforms/boolean_vector.h"

#include <stdlib.h>

// A gather or a scatter: its last operands are the mask and what lanes or memory get.
typedef struct Move {
  MlirOperation op;
  IrBuilder ir;
  MlirType bits, bytes; // of the vector
  MlirValue mask;       // null: every lane moves
  int count;
  MlirValue *operands; // the buffer of bytes and the place in it, with room for two more
} Move;

static MlirType byte_type(const IrBuilder *ir) { return mlirIntegerTypeGet(ir->context, 8); }

static MlirValue buffer_of_bytes(IrBuilder *ir, MlirValue buffer) {
  MlirType type = mlirValueGetType(buffer);
  int64_t rank = mlirShapedTypeGetRank(type), *shape = ir_zeroed((size_t)rank + 1, sizeof *shape);
  for (int64_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  MlirType bytes = mlirMemRefTypeGet(byte_type(ir), rank, shape, mlirMemRefTypeGetLayout(type),
                                     mlirMemRefTypeGetMemorySpace(type));
  free(shape);
  return ir_unary(ir, "builtin.unrealized_conversion_cast", bytes, buffer);
}

static bool is_all_true(MlirValue mask) {
  if (!mlirValueIsAOpResult(mask) || !ir_op_is(mlirOpResultGetOwner(mask), "arith.constant"))
    return false;
  MlirAttribute value =
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(mask), ir_string("value"));
  return mlirAttributeIsADenseElements(value) && mlirDenseElementsAttrIsSplat(value) &&
         mlirDenseElementsAttrGetBoolSplatValue(value);
}

static void move_start(Move *move, MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  move->op = op;
  ir_start(&move->ir, op, mlirOperationGetLocation(op));
  move->bits = mlirValueGetType(mlirOperationGetOperand(op, count - 1));
  move->bytes = ir_vector_type(byte_type(&move->ir), mlirShapedTypeGetDimSize(move->bits, 0));
  MlirValue mask = mlirOperationGetOperand(op, count - 2);
  move->mask = is_all_true(mask) ? (MlirValue){NULL} : mask;
  move->operands = ir_zeroed((size_t)count + 1, sizeof *move->operands);
  move->operands[0] = buffer_of_bytes(&move->ir, mlirOperationGetOperand(op, 0));
  for (move->count = 1; move->count < count - 3; move->count++)
    move->operands[move->count] = mlirOperationGetOperand(op, move->count);
  MlirValue *last = &move->operands[move->count - 1]; // the lanes count from 1
  *last = ir_binary(&move->ir, "arith.addi", *last, ir_index(&move->ir, 1));
}

static MlirValue value_in_bytes(Move *move) {
  MlirValue value = mlirOperationGetOperand(move->op, mlirOperationGetNumOperands(move->op) - 1);
  return ir_unary(&move->ir, "arith.extui", move->bytes, value);
}

static void load(Move *move) {
  const char *name = "vector.load";
  if (!mlirValueIsNull(move->mask)) {
    name = "vector.maskedload";
    move->operands[move->count++] = move->mask;
    move->operands[move->count++] = value_in_bytes(move);
  }
  MlirValue bytes = ir_value(&move->ir, name, move->bytes, move->count, move->operands, 0, NULL);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(move->op, 0),
                                ir_unary(&move->ir, "arith.trunci", move->bits, bytes));
}

static void store(Move *move) {
  MlirValue bytes = value_in_bytes(move);
  if (!mlirValueIsNull(move->mask)) {
    move->operands[move->count++] = move->mask;
    move->operands[move->count++] = bytes;
    ir_op(&move->ir, "vector.maskedstore", 0, NULL, move->count, move->operands, 0, NULL);
    return;
  }
  for (int i = move->count++; i > 0; i--)
    move->operands[i] = move->operands[i - 1];
  move->operands[0] = bytes;
  ir_op(&move->ir, "vector.store", 0, NULL, move->count, move->operands, 0, NULL);
}

static void legalize(MlirOperation op) {
  Move move;
  move_start(&move, op);
  if (ir_op_is(op, "vector.gather"))
    load(&move);
  else
    store(&move);
  ir_finish(&move.ir);
  free(move.operands);
  mlirOperationDestroy(op);
}

// --- elements that do not lie side by side

static MlirValue lane_of(IrBuilder *ir, MlirValue vector, int64_t lane) {
  MlirNamedAttribute place =
      ir_attribute(ir, "static_position", mlirDenseI64ArrayGet(ir->context, 1, &lane));
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(vector));
  return ir_value(ir, "vector.extract", type, 1, &vector, 1, &place);
}

// Operands that hold the buffer and the place of one lane, after room for the value to be stored.
typedef struct Lanes {
  MlirOperation op;
  IrBuilder ir;
  MlirValue mask, value, before; // the place before the first lane
  int count;
  MlirValue *operands;
} Lanes;

static void load_lane(Lanes *lanes, int64_t lane, MlirValue *out_value) {
  IrBuilder *ir = &lanes->ir;
  MlirType type = mlirIntegerTypeGet(ir->context, 1);
  MlirOperation branch = {NULL};
  if (!mlirValueIsNull(lanes->mask))
    branch = ir_open_if(ir, lane_of(ir, lanes->mask, lane), 1, &type);
  *out_value = ir_value(ir, "memref.load", type, lanes->count, lanes->operands + 1, 0, NULL);
  if (mlirOperationIsNull(branch))
    return;
  ir_else(ir, branch, 1, out_value);
  *out_value = lane_of(ir, lanes->value, lane);
  ir_close_if(ir, branch, 1, out_value, out_value);
}

static void store_lane(Lanes *lanes, int64_t lane) {
  IrBuilder *ir = &lanes->ir;
  MlirOperation branch = {NULL};
  lanes->operands[0] = lane_of(ir, lanes->value, lane);
  if (!mlirValueIsNull(lanes->mask))
    branch = ir_open_if(ir, lane_of(ir, lanes->mask, lane), 0, NULL);
  ir_op(ir, "memref.store", 0, NULL, lanes->count + 1, lanes->operands, 0, NULL);
  if (!mlirOperationIsNull(branch)) {
    ir_else(ir, branch, 0, NULL);
    ir_close_if(ir, branch, 0, NULL, NULL);
  }
}

static void legalize_apart(MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue mask = mlirOperationGetOperand(op, count - 2), values[BOOLEAN_VECTOR_MAX_LANES];
  Lanes lanes = {.op = op,
                 .value = mlirOperationGetOperand(op, count - 1),
                 .mask = is_all_true(mask) ? (MlirValue){NULL} : mask,
                 .before = mlirOperationGetOperand(op, count - 4),
                 .count = (int)count - 3};
  bool is_load = ir_op_is(op, "vector.gather");
  MlirType type = mlirValueGetType(lanes.value);
  int64_t lane_count = mlirShapedTypeGetDimSize(type, 0);
  ir_start(&lanes.ir, op, mlirOperationGetLocation(op));
  lanes.operands = ir_zeroed((size_t)count, sizeof *lanes.operands);
  for (int i = 0; i < lanes.count; i++)
    lanes.operands[1 + i] = mlirOperationGetOperand(op, i);
  for (int64_t lane = 0; lane < lane_count; lane++) {
    lanes.operands[lanes.count] =
        ir_binary(&lanes.ir, "arith.addi", lanes.before, ir_index(&lanes.ir, lane + 1));
    if (is_load)
      load_lane(&lanes, lane, &values[lane]);
    else
      store_lane(&lanes, lane);
  }
  if (is_load)
    mlirValueReplaceAllUsesOfWith(
        mlirOperationGetResult(op, 0),
        ir_value(&lanes.ir, "vector.from_elements", type, (int)lane_count, values, 0, NULL));
  ir_finish(&lanes.ir);
  free(lanes.operands);
  mlirOperationDestroy(op);
}

void boolean_vectors_legalize(MlirOperation root) {
  IrOps apart = ir_collect(root, boolean_vector_is_apart);
  for (int i = 0; i < apart.count; i++)
    legalize_apart(apart.ops[i]);
  free(apart.ops);
  IrOps moves = ir_collect(root, boolean_vector_is_moved);
  for (int i = 0; i < moves.count; i++)
    legalize(moves.ops[i]);
  free(moves.ops);
}
