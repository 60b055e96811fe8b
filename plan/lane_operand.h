// Operands that all lanes of a product share. Where an instruction multiplies by one lane of a
// vector (Architecture.lane_bits), values that are neighbours in memory are loaded as one vector,
// each of whose lanes is then a factor; else each value is loaded alone, into every lane. Of a dot
// product a lane has the k neighbours that it adds up.
#ifndef AUTOTUNE_PLAN_LANE_OPERAND_H
#define AUTOTUNE_PLAN_LANE_OPERAND_H

#include "plan/loop_nest.h"

// Rows of a square that is transposed in registers.
enum { SQUARE_LEAST_LANES = 4, SQUARE_MOST_LANES = 16 };

// An input of the workload that the schedule's knobs speak of.
typedef struct LaneAccess {
  ElementType type;
  bool may_leave_shape;
  int iterator_count;
  uint16_t uses, parallel, neighbours; // a bit for each iterator; see lane_neighbours
} LaneAccess;

typedef struct LaneOperand {
  int iterator; // of the register tile, along which the lanes lie; -1: loaded alone
  int lanes;
  int step; // iterations from one to the next
} LaneOperand;

// The iterators each step of which is one element in the last dimension, and in no other. A
// dimension before it may have the same distance in memory, if the last one has one element or its
// stride is another, but no vector lies along it.
uint16_t lane_neighbours(const Access *access, int iterator_count);
LaneAccess lane_access_of(const Workload *knobs, int access);
// `pack`: where it is read; NULL: in place.
LaneOperand lane_operand_of(const LaneAccess *access, const Schedule *schedule,
                            const LoopNest *nest, const PackedBuffer *pack, const Target *target);

// Whether an operand whose neighbours lie in rows across so many lanes is read along these rows, as
// many at once, and transposed in registers. A register tile has to have whole squares of it.
static inline bool lanes_make_squares(int64_t lanes) {
  return lanes >= SQUARE_LEAST_LANES && lanes <= SQUARE_MOST_LANES;
}

#endif
