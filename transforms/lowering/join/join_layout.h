// JoinLayout: where the elements of a tensor lie in a buffer that other tensors share.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_JOIN_JOIN_LAYOUT_H
#define AUTOTUNE_TRANSFORMS_LOWERING_JOIN_JOIN_LAYOUT_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

enum { JOIN_MAX_RANK = 8 };

typedef struct JoinLayout {
  int rank;
  int64_t extents[JOIN_MAX_RANK];
  int64_t strides[JOIN_MAX_RANK]; // in elements
} JoinLayout;

// False when `type` is no tensor or memref of static shape, of at most that rank, of at least one
// element and no more than memory has. Row-major: the layout of a tensor that has its buffer for
// itself.
bool join_layout_row_major(MlirType type, JoinLayout *out_layout);

// The same elements in the same order as a tensor of another shape, which `to` gives; false when
// they have no such strides. Writes the strides of `to`.
bool join_layout_reshape(const JoinLayout *from, JoinLayout *to);

// The same extents; whether every element lies where it lies in the other.
bool join_layout_equal(const JoinLayout *a, const JoinLayout *b);

// Whether the elements are one piece of memory in row-major order.
bool join_layout_is_contiguous(const JoinLayout *layout);

// Whether elements that follow each other in a row lie beside each other, so that vectors of them
// are read and written at once.
bool join_layout_has_rows(const JoinLayout *layout);

// From the first to the last element, both counted.
int64_t join_layout_span(const JoinLayout *layout);

#endif
