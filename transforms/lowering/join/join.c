// Join: a tensor put together of others that cover it without overlap: A chain of insertions is
// read from its end: every step has one use, the next one.
#include "transforms/lowering/join/join.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"

#include <stdlib.h>

static bool read_layout(MlirValue value, JoinLayout *out_layout) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) &&
         mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)) &&
         join_layout_row_major(type, out_layout);
}

static bool add_part(Join *join, MlirValue value) {
  join->parts = ir_resized(join->parts, ((size_t)join->part_count + 1) * sizeof *join->parts);
  JoinPart *part = &join->parts[join->part_count++];
  *part = (JoinPart){.value = value};
  return read_layout(value, &part->layout) && part->layout.rank == join->layout.rank;
}

// --- tensor.concat

static bool read_concat(MlirOperation op, Join *join) {
  int dim = (int)mlirIntegerAttrGetValueInt(mlirOperationGetAttributeByName(op, ir_string("dim")));
  int64_t offset = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    if (!add_part(join, mlirOperationGetOperand(op, i)))
      return false;
    join->parts[i].offsets[dim] = offset;
    offset += join->parts[i].layout.extents[dim];
  }
  return true;
}

// --- chains of tensor.insert_slice

static bool is_insertion(MlirOperation op) { return ir_op_is(op, "tensor.insert_slice"); }

// Whether `op` is a step of a longer chain.
static bool goes_on(MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  if (!ir_has_one_use(result))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(result);
  MlirOperation next = mlirOpOperandGetOwner(use);
  return is_insertion(next) && mlirOpOperandGetOperandNumber(use) == 1 &&
         mlirBlockEqual(mlirOperationGetBlock(next), mlirOperationGetBlock(op));
}

static int64_t number(MlirOperation op, const char *list, int dim) {
  return mlirDenseI64ArrayGetElement(mlirOperationGetAttributeByName(op, ir_string(list)), dim);
}

// A part as it is, nothing between its elements: known offsets, steps of one.
static bool read_insertion(MlirOperation op, JoinPart *part) {
  for (int d = 0; d < part->layout.rank; d++) {
    part->offsets[d] = number(op, "static_offsets", d);
    if (mlirShapedTypeIsDynamicStrideOrOffset(part->offsets[d]) ||
        number(op, "static_strides", d) != 1 ||
        number(op, "static_sizes", d) != part->layout.extents[d])
      return false;
  }
  return true;
}

static bool are_disjoint(const JoinPart *a, const JoinPart *b) {
  for (int d = 0; d < a->layout.rank; d++)
    if (a->offsets[d] + a->layout.extents[d] <= b->offsets[d] ||
        b->offsets[d] + b->layout.extents[d] <= a->offsets[d])
      return true;
  return false;
}

// Parts inside of the result that do not overlap cover it when they have as many elements.
static bool cover_result(const Join *join) {
  int64_t sum = 0;
  for (int p = 0; p < join->part_count; p++) {
    for (int q = 0; q < p; q++)
      if (!are_disjoint(&join->parts[p], &join->parts[q]))
        return false;
    sum += join_layout_span(&join->parts[p].layout);
  }
  return sum == join_layout_span(&join->layout);
}

static void reverse(Join *join) {
  for (int a = 0, b = join->part_count - 1; a < b; a++, b--) {
    JoinPart part = join->parts[a];
    join->parts[a] = join->parts[b];
    join->parts[b] = part;
  }
}

// The insertion before `op` in its chain; null when it begins the chain.
static MlirOperation step_before(MlirOperation op) {
  static const MlirOperation none = {NULL};
  MlirValue destination = mlirOperationGetOperand(op, 1);
  if (!mlirValueIsAOpResult(destination))
    return none;
  MlirOperation before = mlirOpResultGetOwner(destination);
  return is_insertion(before) && goes_on(before) ? before : none;
}

// Whatever the first step inserts into is covered.
static bool read_chain(MlirOperation last, Join *join) {
  if (goes_on(last))
    return false;
  for (MlirOperation op = last; !mlirOperationIsNull(op); op = step_before(op))
    if (!add_part(join, mlirOperationGetOperand(op, 0)) ||
        !read_insertion(op, &join->parts[join->part_count - 1]))
      return false;
  reverse(join);
  return cover_result(join);
}

bool join_read(MlirOperation op, Join *out_join) {
  bool is_concat = ir_op_is(op, "tensor.concat");
  if (!is_concat && !is_insertion(op))
    return false;
  *out_join = (Join){.op = op, .result = mlirOperationGetResult(op, 0)};
  bool is_read = read_layout(out_join->result, &out_join->layout) &&
                 (is_concat ? read_concat(op, out_join) : read_chain(op, out_join));
  if (!is_read)
    free(out_join->parts);
  return is_read;
}
