// Join: a tensor put together of others that cover it without overlap:
//
//   %r = tensor.concat dim(1) %a, %b        %0 = tensor.insert_slice %a into %any[0, 0] ...
//                                           %r = tensor.insert_slice %b into %0[0, 7] ...
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_JOIN_JOIN_H
#define AUTOTUNE_TRANSFORMS_LOWERING_JOIN_JOIN_H

#include "mlir-c/IR.h"
#include "transforms/lowering/join/join_layout.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct JoinPart {
  MlirValue value;   // of the rank of the result
  JoinLayout layout; // of the value by itself
  int64_t offsets[JOIN_MAX_RANK];
  bool lies_there; // written in place, or part of a join that is (join_plan.h); at first false
} JoinPart;

typedef struct Join {
  MlirOperation op; // the concatenation, or the last insertion
  MlirValue result;
  JoinLayout layout; // of the result by itself
  JoinPart *parts;   // owned; in the order of the program
  int part_count;
} Join;

// False when `op` is no join of static shape, or only a step of one. Then nothing is to be freed.
bool join_read(MlirOperation op, Join *out_join);

#endif
