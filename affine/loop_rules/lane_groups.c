// Lane groups: what rules share that run iterations of a loop in the lanes of vectors.
#include "affine/loop_rules/lane_groups.h"

// Loop `level` counts groups of `width`, and the innermost loop is the one over the lanes.
static void enter_lanes(AffineStatement *statement, int level, AffineBound groups, int width) {
  int position[AFFINE_MAX_DEPTH + 1], order[AFFINE_MAX_DEPTH];
  for (int d = 0; d <= AFFINE_MAX_DEPTH; d++)
    position[d] = statement->position[d];
  affine_statement_tile(statement, level, width, affine_form_constant(0));
  statement->loops[level].upper[0] = groups;
  int depth = statement->depth;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d == level + 1 ? depth - 1 : d > level + 1 && d < depth ? d - 1 : d;
  affine_statement_renumber(statement, order);
  for (int d = 0; d < depth; d++)
    statement->position[d] = position[d];
  statement->position[depth] = 0;
  statement->lanes = 1u << (depth - 1);
}

void lane_groups_append(LoopRuleNest *nest, int width, const AffineForm *trip) {
  for (int i = 0; i < nest->count; i++)
    enter_lanes(loop_rule_append(nest, nest->statements[i]), nest->level,
                loop_rule_groups(trip, width, 1), width);
  loop_rule_append_rest(nest, width);
}
