// Lane groups: what rules share that run iterations of a loop in the lanes of vectors.
#include "affine/loop_rules/lane_groups.h"

// Loop `level` counts groups of `width`, and the innermost loop is the one over the lanes.
static void enter_lanes(AffineStatement *statement, int level, int64_t groups, int width) {
  int position[AFFINE_MAX_DEPTH + 1], order[AFFINE_MAX_DEPTH];
  for (int d = 0; d <= AFFINE_MAX_DEPTH; d++)
    position[d] = statement->position[d];
  affine_statement_tile(statement, level, width, affine_form_constant(groups));
  int depth = statement->depth;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d == level + 1 ? depth - 1 : d > level + 1 && d < depth ? d - 1 : d;
  affine_statement_renumber(statement, order);
  for (int d = 0; d < depth; d++)
    statement->position[d] = position[d];
  statement->position[depth] = 0;
  statement->lanes = 1u << (depth - 1);
}

void lane_groups_append(LoopRuleNest *nest, int width, int64_t trip) {
  int level = nest->level;
  for (int i = 0; i < nest->count; i++)
    enter_lanes(loop_rule_append(nest, nest->statements[i]), level, trip / width, width);
  for (int i = 0; trip % width && i < nest->count; i++) {
    AffineStatement *tail = loop_rule_append(nest, nest->statements[i]);
    tail->loops[level].lower[0].form.constant += trip / width * width;
    tail->position[level]++;
  }
}
