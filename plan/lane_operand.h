// Operands that all lanes of a product share. Where an instruction multiplies by one lane of a
// vector (Architecture.lane_bits), values that are neighbours in memory are loaded as one vector,
// each of whose lanes is then a factor; else each value is loaded alone, into every lane. Of a dot
// product a lane has the k neighbours that it adds up.
#ifndef AUTOTUNE_PLAN_LANE_OPERAND_H
#define AUTOTUNE_PLAN_LANE_OPERAND_H

#include "plan/loop_nest.h"

// An input of the workload that the schedule's knobs speak of.
typedef struct LaneAccess {
  ElementType type;
  bool may_leave_shape;
  int iterator_count;
  uint16_t uses, parallel;                // a bit for each iterator
  int64_t stride[WORKLOAD_MAX_ITERATORS]; // elements
} LaneAccess;

typedef struct LaneOperand {
  int iterator; // of the register tile, along which the lanes lie; -1: loaded alone
  int lanes;
  int step; // iterations from one to the next
} LaneOperand;

LaneAccess lane_access_of(const Workload *knobs, int access);
// `pack`: where it is read; NULL: in place.
LaneOperand lane_operand_of(const LaneAccess *access, const Schedule *schedule,
                            const LoopNest *nest, const PackedBuffer *pack, const Target *target);

#endif
