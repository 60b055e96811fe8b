// The kinds of knobs, for the column of plan/knobs.def.
#ifndef AUTOTUNE_PLAN_SCHEDULE_KNOB_KINDS_H
#define AUTOTUNE_PLAN_SCHEDULE_KNOB_KINDS_H

#include "plan/schedule/knob.h"

extern const KnobKind knob_kind_scalar;   // one byte: a number, or a word for it
extern const KnobKind knob_kind_vector;   // iterator and lanes
extern const KnobKind knob_kind_block;    // sizes per iterator, 1 by default
extern const KnobKind knob_kind_tile;     // sizes per iterator, the extents by default
extern const KnobKind knob_kind_order;    // a permutation of the iterators
extern const KnobKind knob_kind_kernel;   // a permutation of the reductions
extern const KnobKind knob_kind_pack;     // a depth per operand
extern const KnobKind knob_kind_operands; // a set of operands
extern const KnobKind knob_kind_depth;    // a number of loops, or in registers

#endif
