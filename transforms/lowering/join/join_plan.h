// JoinPlan: which tensors of a module lie inside the join that they are a part of, decided
// (join_plan.c) before anything is rewritten (join_place.c).
//
// Invariant: no element of a whole is written twice, and nothing is written in place of a tensor
// that lies in one. So it does not matter who reads which of them, nor when.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_JOIN_JOIN_PLAN_H
#define AUTOTUNE_TRANSFORMS_LOWERING_JOIN_JOIN_PLAN_H

#include "mlir-c/IR.h"
#include "transforms/lowering/join/join.h"
#include <stdbool.h>
#include <stdint.h>

// A buffer of its own for a join that is no part of another one.
typedef struct JoinWhole {
  MlirBlock block;
  MlirType type; // the tensor's
  bool is_returned;
  MlirValue buffer; // set by the rewrite
} JoinWhole;

// Where a tensor lies: the result of a join, or what nests have written.
typedef struct JoinPlace {
  MlirValue value;
  int whole;      // its number
  int64_t offset; // of the first element, in elements
  JoinLayout layout;
} JoinPlace;

typedef struct JoinPlan {
  Join *joins; // owned; those that are written in place, the outer before the inner ones
  JoinWhole *wholes;
  JoinPlace *places;
  int join_count, whole_count, place_count;
} JoinPlan;

JoinPlan join_plan_make(MlirOperation module);
void join_plan_destroy(JoinPlan *plan);

// The place of exactly this value; null: none.
const JoinPlace *join_plan_find(const JoinPlan *plan, MlirValue value);
// The place where a part of a join belongs that lies at `place`.
JoinPlace join_plan_part(const JoinPlace *place, const JoinPart *part);

// The tensor that `value` shows in another shape, or itself.
MlirValue join_plan_origin(MlirValue value);
// Whether `op` shows its first operand in another shape.
bool join_plan_is_view(MlirOperation op);

#endif
