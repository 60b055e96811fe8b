// OpNumbers: the ops of a module that take time, numbered. The number travels in the op's location,
// which whatever is made of the op keeps.
#ifndef AUTOTUNE_TOOLS_PROFILE_OP_NUMBERS_H
#define AUTOTUNE_TOOLS_PROFILE_OP_NUMBERS_H

#include "base/status.h"
#include "mlir-c/IR.h"

#include <stdbool.h>

typedef struct NumberedOp {
  char name[64];      // "linalg.matmul"
  char location[192]; // "model.mlir:12:8", "" where it is not known
  int *inputs;        // owned: numbers of the ops whose results it reads, as they are or as views
  int input_count;
  double untuned_seconds; // of all its runs in the untouched function; -1: not measured
} NumberedOp;

typedef struct OpNumbers {
  NumberedOp *items; // owned
  int count;
} OpNumbers;

// Structured ops, tensor.pad, copies of slices, concatenations, and outermost affine loops: not
// views and not scalars.
bool op_takes_time(MlirOperation op);

// Numbers those below `root`, whose locations change. The caller owns the numbers.
Status op_numbers_assign(MlirOperation root, OpNumbers *out_numbers);
void op_numbers_destroy(OpNumbers *numbers);

// The number in a location, the first of several; -1: none.
int op_number_read(MlirLocation location);

#endif
