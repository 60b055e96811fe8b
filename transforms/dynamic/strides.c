// An op on memrefs of which only the run knows the innermost stride gets a guard:
//
//   linalg.matmul ... outs(%c :          ->   scf.if (innermost stride of %c is 1) {
//     memref<?x?xf32, strided<[?, ?]>>)         linalg.matmul ... outs(%c as strided<[?, 1]>)
//                                             } else {
//                                               linalg.matmul ... outs(%c)       stays as it is
//                                             }
//
// The same guard asks that no two elements of a destination are one place, where its type does not
// say so: each stride steps over what the next dimension reaches.
#include "transforms/dynamic/strides.h"

#include "transforms/annotation.h"
#include "transforms/dynamic/sized_op.h"
#include "transforms/ir.h"

#include <stdlib.h>

typedef struct Strides {
  int rank;
  int64_t steps[WORKLOAD_MAX_RANK], offset;
} Strides;

static bool is_open(int64_t number) { return mlirShapedTypeIsDynamicStrideOrOffset(number); }

static bool read_strides(MlirType type, Strides *out) {
  if (!mlirTypeIsAMemRef(type) || mlirShapedTypeGetRank(type) == 0 ||
      mlirShapedTypeGetRank(type) > WORKLOAD_MAX_RANK)
    return false;
  out->rank = (int)mlirShapedTypeGetRank(type);
  return mlirLogicalResultIsSuccess(
      mlirMemRefTypeGetStridesAndOffset(type, out->steps, &out->offset));
}

static bool asks_for_one(MlirType type) {
  Strides strides;
  return read_strides(type, &strides) && is_open(strides.steps[strides.rank - 1]);
}

// Whether places of elements have to be asked for. Without a layout they lie row after row.
static bool asks_for_places(MlirType type) {
  Strides strides;
  bool asks = false;
  if (!read_strides(type, &strides) ||
      !mlirAttributeIsAStridedLayout(mlirMemRefTypeGetLayout(type)))
    return false;
  for (int d = 0; d + 1 < strides.rank; d++)
    asks |= is_open(strides.steps[d]);
  return asks;
}

// The type behind the guard.
static MlirType guarded_type(MlirType type) {
  Strides strides;
  if (!asks_for_one(type))
    return type;
  (void)read_strides(type, &strides);
  int64_t shape[WORKLOAD_MAX_RANK];
  for (int d = 0; d < strides.rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  strides.steps[strides.rank - 1] = 1;
  MlirAttribute layout = mlirStridedLayoutAttrGet(mlirTypeGetContext(type), strides.offset,
                                                  strides.rank, strides.steps);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), strides.rank, shape, layout,
                           mlirMemRefTypeGetMemorySpace(type));
}

// --- which ops

static bool needs_guard(const SizedOp *op) {
  bool needs = false;
  for (int i = 0; i < op->operand_count; i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, i));
    needs |= asks_for_one(type) || (sized_op_is_init(op, i) && asks_for_places(type));
  }
  return needs;
}

// Whether the op could be tuned behind the guard: a copy of it is read.
static bool is_worth_guard(const SizedOp *op) {
  MlirModule module = mlirModuleCreateEmpty(mlirOperationGetLocation(op->op));
  MlirBlock block = mlirModuleGetBody(module);
  MlirOperation copy = mlirOperationClone(op->op);
  SizedOp guarded;
  for (int i = 0; i < op->operand_count; i++) {
    int same = sized_op_same_memref(op, i);
    MlirType type = guarded_type(mlirValueGetType(mlirOperationGetOperand(op->op, i)));
    mlirOperationSetOperand(
        copy, i,
        same < 0 ? mlirBlockAddArgument(block, type, mlirOperationGetLocation(op->op))
                 : mlirOperationGetOperand(copy, same));
  }
  mlirBlockAppendOwnedOperation(block, copy);
  bool is_worth = sized_op_read(copy, &guarded) && sized_op_can_be_tuned(&guarded);
  mlirModuleDestroy(module);
  return is_worth;
}

// --- the guard

static MlirValue both(IrBuilder *ir, MlirValue condition, MlirValue next) {
  return mlirValueIsNull(condition) ? next : ir_binary(ir, "arith.andi", condition, next);
}

// What a memref is made of: its buffer, offset, sizes and strides.
static MlirOperation take_apart(IrBuilder *ir, MlirValue memref, int rank) {
  MlirType types[2 + 2 * WORKLOAD_MAX_RANK], type = mlirValueGetType(memref);
  types[0] = mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(type), 0, NULL,
                                         mlirMemRefTypeGetMemorySpace(type));
  for (int i = 1; i < 2 + 2 * rank; i++)
    types[i] = mlirIndexTypeGet(ir->context);
  return ir_op(ir, "memref.extract_strided_metadata", 2 + 2 * rank, types, 1, &memref, 0, NULL);
}

static MlirValue ask(IrBuilder *ir, const SizedOp *op, int operand, MlirValue condition) {
  Strides strides;
  MlirValue memref = mlirOperationGetOperand(op->op, operand);
  MlirType type = mlirValueGetType(memref);
  bool asks_places = sized_op_is_init(op, operand) && asks_for_places(type);
  if (!asks_for_one(type) && !asks_places)
    return condition;
  (void)read_strides(type, &strides);
  MlirOperation parts = take_apart(ir, memref, strides.rank);
  int sizes = 2, steps = 2 + strides.rank, last = strides.rank - 1;
  if (asks_for_one(type))
    condition =
        both(ir, condition,
             ir_compare_index(ir, INTEGER_EQUAL, mlirOperationGetResult(parts, steps + last),
                              ir_index(ir, 1)));
  for (int d = 0; d < last && asks_places; d++) {
    MlirValue reach = ir_binary(ir, "arith.muli", mlirOperationGetResult(parts, steps + d + 1),
                                mlirOperationGetResult(parts, sizes + d + 1));
    condition = both(ir, condition,
                     ir_compare_index(ir, INTEGER_GREATER_EQUAL,
                                      mlirOperationGetResult(parts, steps + d), reach));
  }
  return condition;
}

static MlirNamedAttribute integers(IrBuilder *ir, const char *name, int count,
                                   const int64_t *values) {
  return ir_attribute(ir, name, mlirDenseI64ArrayGet(ir->context, count, values));
}

// The memref as the type behind the guard. A memref.cast would be folded into what reads it.
static MlirValue cast(IrBuilder *ir, MlirValue memref, MlirType type) {
  Strides strides;
  int64_t sizes[WORKLOAD_MAX_RANK];
  MlirValue operands[2 + 2 * WORKLOAD_MAX_RANK] = {memref};
  (void)read_strides(type, &strides);
  MlirOperation parts = take_apart(ir, memref, strides.rank);
  int32_t segments[4] = {1, is_open(strides.offset), 0, 0};
  int count = 1;
  if (segments[1])
    operands[count++] = mlirOperationGetResult(parts, 1);
  for (int d = 0; d < strides.rank; d++) {
    sizes[d] = mlirShapedTypeGetDimSize(type, d);
    if (mlirShapedTypeIsDynamicDim(type, d))
      operands[count++] = mlirOperationGetResult(parts, 2 + d);
  }
  segments[2] = count - 1 - segments[1];
  for (int d = 0; d < strides.rank; d++)
    if (is_open(strides.steps[d]))
      operands[count++] = mlirOperationGetResult(parts, 2 + strides.rank + d);
  segments[3] = count - 1 - segments[1] - segments[2];
  MlirNamedAttribute attributes[4] = {
      integers(ir, "static_offsets", 1, &strides.offset),
      integers(ir, "static_sizes", strides.rank, sizes),
      integers(ir, "static_strides", strides.rank, strides.steps),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 4, segments))};
  return ir_value(ir, "memref.reinterpret_cast", type, count, operands, 4, attributes);
}

static void build_guarded(IrBuilder *ir, const SizedOp *op) {
  MlirOperation copy = mlirOperationClone(op->op);
  for (int i = 0; i < op->operand_count; i++) {
    int same = sized_op_same_memref(op, i);
    MlirValue value = mlirOperationGetOperand(op->op, i);
    MlirType type = guarded_type(mlirValueGetType(value));
    if (same >= 0)
      mlirOperationSetOperand(copy, i, mlirOperationGetOperand(copy, same));
    else if (!mlirTypeEqual(type, mlirValueGetType(value)))
      mlirOperationSetOperand(copy, i, cast(ir, value, type));
  }
  mlirBlockAppendOwnedOperation(ir->block, copy);
}

static void guard(const SizedOp *op) {
  IrBuilder ir;
  MlirValue condition = {NULL};
  ir_start(&ir, op->op, mlirOperationGetLocation(op->op));
  for (int i = 0; i < op->operand_count; i++)
    if (sized_op_same_memref(op, i) < 0 || sized_op_is_init(op, i))
      condition = ask(&ir, op, i, condition);
  MlirOperation branch = ir_open_if(&ir, condition, 0, NULL);
  build_guarded(&ir, op);
  ir_else(&ir, branch, 0, NULL);
  MlirOperation plain = mlirOperationClone(op->op);
  mlirOperationSetDiscardableAttributeByName(plain, ir_string(UNTUNED_ATTRIBUTE),
                                             mlirUnitAttrGet(ir.context));
  mlirBlockAppendOwnedOperation(ir.block, plain);
  ir_close_if(&ir, branch, 0, NULL, NULL);
  ir_finish(&ir);
}

static bool is_guardable(MlirOperation op) {
  SizedOp sized;
  return sized_op_read(op, &sized) && needs_guard(&sized) && is_worth_guard(&sized);
}

void strides_guard(MlirOperation root, PassReport *report) {
  SizedOp sized;
  IrOps ops = ir_collect(root, is_guardable);
  for (int i = 0; i < ops.count; i++) {
    if (!sized_op_read(ops.ops[i], &sized))
      continue;
    pass_report_say(report, REMARK_REWRITTEN, ops.ops[i],
                    "strides that only the run knows are asked for; where the innermost one is not "
                    "1 or elements share places, the op runs as it is");
    guard(&sized);
    mlirOperationDestroy(ops.ops[i]);
  }
  report->changed |= ops.count > 0;
  free(ops.ops);
}
