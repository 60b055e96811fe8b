// PrepackSlice: the ops of a function that compute something of constant arguments alone, and
// which of their values the others read.
#ifndef AUTOTUNE_TRANSFORMS_PREPACK_PREPACK_SLICE_H
#define AUTOTUNE_TRANSFORMS_PREPACK_PREPACK_SLICE_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum SliceKind {
  SLICE_NEUTRAL, // depends on no argument: constants, empty tensors
  SLICE_PACKED,  // on constant arguments alone
  SLICE_CALL,    // belongs to every call
} SliceKind;

typedef struct SliceOp {
  MlirOperation op;
  SliceKind kind;
  int last_argument; // the last constant argument it depends on, -1: none
  int64_t bytes;     // of the constant arguments it is made of, in every way it is
  int first_result;  // its first in PrepackSlice.is_read
} SliceOp;

// A value that ops of every call read: result `index` of op `op`, or argument `index` (op -1).
typedef struct SliceValue {
  int op, index, argument; // argument: whose place it takes
} SliceValue;

typedef struct PrepackSlice {
  MlirBlock block;
  int argument_count, op_count, value_count;
  SliceOp *ops;                     // owned, in the order of the block
  bool *argument_is_read, *is_read; // owned; by ops of every call
  SliceValue *values; // owned, by the argument whose place they take, then in the block's order
} PrepackSlice;

// The function has one block. The caller owns the contents: prepack_slice_destroy.
PrepackSlice prepack_slice_create(MlirOperation function);
void prepack_slice_destroy(PrepackSlice *slice);

#endif
