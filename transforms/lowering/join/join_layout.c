// JoinLayout: where the elements of a tensor lie in a buffer that other tensors share.
#include "transforms/lowering/join/join_layout.h"

#include "base/integer.h"
#include "mlir-c/BuiltinTypes.h"

static void set_row_major(JoinLayout *layout) {
  int64_t running = 1;
  for (int d = layout->rank; d-- > 0; running *= layout->extents[d])
    layout->strides[d] = running;
}

bool join_layout_row_major(MlirType type, JoinLayout *out_layout) {
  if (!mlirTypeIsAShaped(type) || !mlirShapedTypeHasRank(type) ||
      !mlirShapedTypeHasStaticShape(type) || mlirShapedTypeGetRank(type) > JOIN_MAX_RANK)
    return false;
  int64_t elements = 1;
  out_layout->rank = (int)mlirShapedTypeGetRank(type);
  for (int d = 0; d < out_layout->rank; d++) {
    out_layout->extents[d] = mlirShapedTypeGetDimSize(type, d);
    elements = integer_multiply(elements, out_layout->extents[d]);
    if (elements == 0 || elements > MEMORY_MAX_BYTES)
      return false;
  }
  set_row_major(out_layout);
  return true;
}

// The elements that are not yet part of a new dimension: `left` of the dimension `dim` of the old
// shape, `step` apart, and all dimensions before it.
typedef struct Rest {
  const JoinLayout *from;
  int dim;
  int64_t left, step;
} Rest;

static void next_dim(Rest *rest) {
  rest->dim--;
  rest->left = rest->from->extents[rest->dim];
  rest->step = rest->from->strides[rest->dim];
}

// A new dimension of `need` elements out of the last ones; false when they are not equally spaced.
static bool take(Rest *rest, int64_t need, int64_t *out_stride) {
  while (need > 1 && rest->left == 1)
    next_dim(rest);
  *out_stride = rest->step;
  while (rest->left < need) {
    int64_t end = rest->left * rest->step;
    if (need % rest->left != 0)
      return false;
    need /= rest->left;
    do
      next_dim(rest);
    while (rest->left == 1);
    if (rest->step != end)
      return false;
  }
  if (rest->left % need != 0)
    return false;
  rest->left /= need;
  rest->step *= need;
  return true;
}

bool join_layout_reshape(const JoinLayout *from, JoinLayout *to) {
  Rest rest = {from, from->rank, 1, 1};
  for (int d = to->rank; d-- > 0;)
    if (!take(&rest, to->extents[d], &to->strides[d]))
      return false;
  return true;
}

bool join_layout_equal(const JoinLayout *a, const JoinLayout *b) {
  for (int d = 0; d < a->rank; d++)
    if (a->extents[d] > 1 && a->strides[d] != b->strides[d])
      return false;
  return true;
}

bool join_layout_is_contiguous(const JoinLayout *layout) {
  JoinLayout plain = *layout;
  set_row_major(&plain);
  return join_layout_equal(layout, &plain);
}

bool join_layout_has_rows(const JoinLayout *layout) {
  int last = layout->rank - 1;
  while (last >= 0 && layout->extents[last] == 1)
    last--;
  return last < 0 || layout->strides[last] == 1;
}

int64_t join_layout_span(const JoinLayout *layout) {
  int64_t last = 0;
  for (int d = 0; d < layout->rank; d++)
    last += (layout->extents[d] - 1) * layout->strides[d];
  return last + 1;
}
