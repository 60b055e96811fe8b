// Each tensor counts at the outermost level that cuts it, as often as there are blocks around that.
// What no level cuts is read again by every block, and its kernels are priced so.
#include "transforms/chain/chain_traffic.h"

#include "transforms/element_types.h"

enum { MAX_TENSORS = 2 * SIZED_GROUP_MAX };

typedef struct Traffic {
  ChainPlan *plan;
  double times; // blocks around the level at hand
  MlirValue tensors[MAX_TENSORS];
  int count;
} Traffic;

bool chain_is_of_caller(MlirValue value) {
  while (ir_is_made_by(value, "tensor.insert_slice"))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 1);
  return mlirValueIsABlockArgument(value);
}

// Whether the tensor was not there before. `is_far`: others than the caller write or read it.
static bool add(Traffic *traffic, MlirValue tensor, bool is_far) {
  for (int i = 0; i < traffic->count; i++)
    if (mlirValueEqual(traffic->tensors[i], tensor))
      return false;
  if (traffic->count == MAX_TENSORS)
    return false;
  traffic->tensors[traffic->count++] = tensor;
  int64_t bytes = chain_tensor_bytes(tensor);
  traffic->plan->outer_bytes += bytes;
  traffic->plan->far_bytes += is_far ? bytes : 0;
  traffic->plan->streamed_bytes += traffic->times * (double)bytes;
  return true;
}

static bool is_in_plan(const ChainGroup *found, const ChainPlan *plan, int number) {
  return number >= 0 && found->group.loops[number] >= 0 &&
         (plan->has_products || found->roles[number] <= CHAIN_CORE);
}

typedef struct Readers { // of a result, that are not in the blocks
  bool is_any, is_far;   // is_far: another than the caller
} Readers;

static Readers readers_of(const ChainGroup *found, const ChainPlan *plan, MlirValue result) {
  Readers readers = {false, false};
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (is_in_plan(found, plan, sized_block_find(found->group.block, user)))
      continue;
    readers.is_any = true;
    readers.is_far |= !ir_op_is(user, "func.return");
  }
  return readers;
}

static bool is_read_in_plan(const ChainGroup *found, const ChainPlan *plan, MlirValue result) {
  bool is = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    is |= is_in_plan(found, plan, sized_block_find(found->group.block, mlirOpOperandGetOwner(use)));
  return is;
}

// Whether a result is read in the blocks, or computed of a tensor of as many bytes that an op in
// them makes.
static bool is_held(const ChainGroup *found, const ChainPlan *plan, const SizedOp *op,
                    MlirValue result) {
  bool is = is_read_in_plan(found, plan, result);
  for (int i = 0; i < op->operand_count; i++) {
    MlirValue tensor = mlirOperationGetOperand(op->op, i);
    is |= chain_tensor_bytes(tensor) == chain_tensor_bytes(result) &&
          is_in_plan(found, plan, sized_block_maker(found->group.block, tensor));
  }
  return is;
}

static void add_result(Traffic *traffic, const ChainGroup *found, const SizedOp *op,
                       MlirValue result, bool is_far) {
  MlirType type = mlirValueGetType(result);
  int64_t bytes = chain_tensor_bytes(result), rank = mlirShapedTypeGetRank(type);
  if (!add(traffic, result, is_far) || rank == 0 || is_held(found, traffic->plan, op, result))
    return;
  int64_t length = mlirShapedTypeGetDimSize(type, (int)rank - 1);
  int64_t row = length * type_bits(mlirShapedTypeGetElementType(type)) / 8;
  traffic->plan->stored_bytes = bytes;
  traffic->plan->stored_row_bytes = row;
}

static void add_op(Traffic *traffic, const ChainGroup *found, int number) {
  const SizedBlock *block = found->group.block;
  const SizedOp *op = &block->ops[number];
  for (int i = 0; i < op->operand_count; i++) {
    bool is_init = sized_op_is_init(op, i);
    MlirValue tensor = is_init ? mlirOperationGetResult(op->op, i - op->input_count)
                               : mlirOperationGetOperand(op->op, i);
    if (sized_op_use(op, i, found->group.loops[number]).access != LOOP_ACCESS_DIM)
      continue;
    Readers readers = readers_of(found, traffic->plan, tensor);
    if (is_init && readers.is_any)
      add_result(traffic, found, op, tensor, readers.is_far);
    if (!is_init && !is_in_plan(found, traffic->plan, sized_block_maker(block, tensor)))
      add(traffic, tensor, !chain_is_of_caller(tensor));
  }
}

void chain_traffic_count(const ChainGroup *found, ChainPlan *plan) {
  Traffic traffic = {.plan = plan, .times = 1};
  for (int l = 0; l < plan->count; l++) {
    const ChainLevel *level = &plan->levels[l];
    const ChainGroup *group = &found[level->loop];
    for (int i = group->group.first; i <= group->group.last; i++)
      if (is_in_plan(group, plan, i))
        add_op(&traffic, group, i);
    traffic.times *= (double)chain_level_blocks(level);
  }
}
