// Lane groups: what rules share that run iterations of a loop in the lanes of vectors.
#ifndef AUTOTUNE_AFFINE_LOOP_RULES_LANE_GROUPS_H
#define AUTOTUNE_AFFINE_LOOP_RULES_LANE_GROUPS_H

#include "affine/loop_rules/loop_rule.h"

// Appends the nest with its loop, of a trip as by loop_rule_trip, cut into groups of `width`
// iterations, which every statement runs in lanes, and what is left of it after them.
void lane_groups_append(LoopRuleNest *nest, int width, const AffineForm *trip);

#endif
