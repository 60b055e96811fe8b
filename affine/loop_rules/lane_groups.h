// Lane groups: what rules share that run iterations of a loop in the lanes of vectors.
#ifndef AUTOTUNE_AFFINE_LOOP_RULES_LANE_GROUPS_H
#define AUTOTUNE_AFFINE_LOOP_RULES_LANE_GROUPS_H

#include "affine/loop_rules/loop_rule.h"

// Appends the nest with its loop, of a trip as by loop_rule_trip, cut into groups of `width`
// iterations, which every statement runs in lanes, and what is left of it after them.
void lane_groups_append(LoopRuleNest *nest, int width, const AffineForm *trip);

// The same of lanes that are dense, where only the run knows the trip: where the target masks them,
// what is left is one more group, of which those lanes run that are there.
void lane_groups_append_open(LoopRuleNest *nest, int width, const AffineForm *trip);
// Whether lanes along the loop are vectors in memory: every element lies beside that of the next
// iteration, or is the same for all, and conditions do not depend on the loop.
bool lane_groups_are_dense(const AffineProgram *program, const AffineStatement *statement,
                           int loop);

#endif
