// Dimensions of arguments are asked, which have names.
#include "transforms/dynamic/sized_expected.h"

#include "transforms/dim_names.h"
#include "transforms/ir.h"

#include <string.h>

// What the operand is a piece of along other dimensions than this one, whose size is unknown.
static MlirValue whole_of(MlirValue value, int dim) {
  while (mlirValueIsAOpResult(value) && mlirShapedTypeIsDynamicDim(mlirValueGetType(value), dim)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    MlirValue source =
        mlirOperationGetNumOperands(op) > 0 ? mlirOperationGetOperand(op, 0) : (MlirValue){NULL};
    if (!(ir_op_is(op, "tensor.extract_slice") || ir_op_is(op, "memref.subview")) ||
        mlirShapedTypeGetRank(mlirValueGetType(source)) !=
            mlirShapedTypeGetRank(mlirValueGetType(value)))
      break;
    value = source;
  }
  return value;
}

bool sized_op_expected(const SizedOp *op, int loop, ExpectedSizes *out_sizes) {
  for (int i = 0; i < op->operand_count; i++) {
    LoopUse use = sized_op_use(op, i, loop);
    if (use.access == LOOP_ACCESS_DIM &&
        dim_expected_sizes(whole_of(mlirOperationGetOperand(op->op, i), use.dim), use.dim,
                           out_sizes))
      return true;
  }
  return false;
}

bool sized_group_expected(const SizedGroup *group, ExpectedSizes *out_sizes) {
  for (int i = group->first; i <= group->last; i++)
    if (group->loops[i] >= 0 &&
        sized_op_expected(&group->block->ops[i], group->loops[i], out_sizes))
      return true;
  return false;
}

// Fewer steps than whole pieces have are one piece of copies; a single one is whole.
static void limit_copies(SizedLadder *ladder, int64_t most) {
  int64_t size = 1, least = ladder->sizes[ladder->count - 1];
  while (size < most)
    size *= 2;
  ladder->sizes[0] = size;
  ladder->sizes[1] = least;
  ladder->count = size > least ? 2 : 1;
  ladder->whole = 0;
  ladder->pads = size > 1;
}

// What whole pieces leave.
static uint64_t left_of(const SizedLadder *ladder, const ExpectedSizes *sizes) {
  int64_t whole = ladder->whole > 0 ? ladder->sizes[0] + ladder->has_many : INT64_MAX;
  uint64_t bits = 0;
  for (int s = 0; s < sizes->count; s++) {
    int64_t size = sizes->values[s], left = size < whole ? size : size % whole;
    if (left > 0 && (size < whole || ladder->ends == 0))
      bits |= UINT64_C(1) << (left - 1);
  }
  return bits;
}

void sized_ladder_limit(SizedLadder *ladder, const ExpectedSizes *sizes) {
  int64_t most = sizes->values[sizes->count - 1];
  int longer = 0;
  if (ladder->pads) {
    ladder->has_many &= most > ladder->sizes[0];
    if (most < ladder->sizes[0])
      limit_copies(ladder, most);
    ladder->left = left_of(ladder, sizes);
    if (sizes->values[0] > 1 && ladder->count > 1 && ladder->sizes[ladder->count - 1] == 1)
      ladder->count--;
    return;
  }
  while (longer < ladder->count - 1 && ladder->sizes[longer] > most)
    longer++;
  ladder->count -= longer;
  memmove(ladder->sizes, ladder->sizes + longer, (size_t)ladder->count * sizeof *ladder->sizes);
}
