// Each tensor counts at the outermost level that cuts it, as often as there are blocks around that.
// What no level cuts is read again by every block, and its kernels are priced so.
#include "transforms/chain/chain_traffic.h"

enum { MAX_TENSORS = 2 * SIZED_GROUP_MAX };

typedef struct Traffic {
  ChainPlan *plan;
  double times; // blocks around the level at hand
  MlirValue tensors[MAX_TENSORS];
  int count;
} Traffic;

static void add(Traffic *traffic, MlirValue tensor) {
  for (int i = 0; i < traffic->count; i++)
    if (mlirValueEqual(traffic->tensors[i], tensor))
      return;
  if (traffic->count == MAX_TENSORS)
    return;
  traffic->tensors[traffic->count++] = tensor;
  int64_t bytes = chain_tensor_bytes(tensor);
  traffic->plan->outer_bytes += bytes;
  traffic->plan->streamed_bytes += traffic->times * (double)bytes;
}

static bool is_in_plan(const ChainGroup *found, const ChainPlan *plan, int number) {
  return number >= 0 && found->group.loops[number] >= 0 &&
         (plan->has_products || found->roles[number] <= CHAIN_CORE);
}

static bool escapes(const ChainGroup *found, const ChainPlan *plan, MlirValue result) {
  bool does = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    does |=
        !is_in_plan(found, plan, sized_block_find(found->group.block, mlirOpOperandGetOwner(use)));
  return does;
}

static void add_op(Traffic *traffic, const ChainGroup *found, int number) {
  const SizedBlock *block = found->group.block;
  const SizedOp *op = &block->ops[number];
  for (int i = 0; i < op->operand_count; i++) {
    bool is_init = sized_op_is_init(op, i);
    MlirValue tensor = is_init ? mlirOperationGetResult(op->op, i - op->input_count)
                               : mlirOperationGetOperand(op->op, i);
    if (sized_op_use(op, i, found->group.loops[number]).access == LOOP_ACCESS_DIM &&
        (is_init ? escapes(found, traffic->plan, tensor)
                 : !is_in_plan(found, traffic->plan, sized_block_maker(block, tensor))))
      add(traffic, tensor);
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
