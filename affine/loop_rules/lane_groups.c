// Lane groups: what rules share that run iterations of a loop in the lanes of vectors.
#include "affine/loop_rules/lane_groups.h"

#include "affine/analysis/affine_vector.h"

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

// The loop over the lanes ends where the loop did as well.
static void enter_last_lanes(AffineStatement *statement, int level, const AffineForm *trip,
                             int width) {
  AffineBound end = statement->loops[level].upper[0], from = loop_rule_groups(trip, width, 1);
  AffineForm more = *trip;
  more.constant += width - 1;
  enter_lanes(statement, level, loop_rule_groups(&more, width, 1), width);
  AffineLoop *group = &statement->loops[level], *lanes = &statement->loops[statement->depth - 1];
  if (from.divisor) // the trip may be negative
    group->lower[group->lower_count++] = from;
  else
    group->lower[0] = from;
  lanes->upper[lanes->upper_count++] = end;
  statement->position[level]++;
}

enum { LEAST_BITS = 32 }; // of elements that processors mask

// Lanes that are not there read zeros, and store nothing.
static bool may_mask(const AffineProgram *program, const AffineStatement *statement) {
  for (int a = 0; a < statement->access_count; a++)
    if (affine_array_element_bits(&program->arrays[statement->accesses[a].array]) < LEAST_BITS)
      return false;
  return !affine_body_divides_integers(statement->body);
}

static bool all_may_mask(LoopRuleNest *nest) {
  bool may = nest->is_random ? loop_rule_draw(nest, 4) != 0 : nest->program->target->has_masks;
  for (int i = 0; i < nest->count && may; i++)
    may = may_mask(nest->program, nest->statements[i]);
  return may;
}

void lane_groups_append_open(LoopRuleNest *nest, int width, const AffineForm *trip) {
  if (!all_may_mask(nest)) {
    lane_groups_append(nest, width, trip);
    return;
  }
  for (int i = 0; i < nest->count; i++)
    enter_lanes(loop_rule_append(nest, nest->statements[i]), nest->level,
                loop_rule_groups(trip, width, 1), width);
  for (int i = 0; i < nest->count; i++)
    enter_last_lanes(loop_rule_append(nest, nest->statements[i]), nest->level, trip, width);
}

bool lane_groups_are_dense(const AffineProgram *program, const AffineStatement *statement,
                           int loop) {
  if (!affine_access_is_contiguous(&statement->accesses[0], loop))
    return false;
  for (int a = 1; a < statement->access_count; a++)
    if (affine_access_uses(&statement->accesses[a], loop) &&
        !affine_access_is_contiguous(&statement->accesses[a], loop))
      return false;
  for (int g = 0; g < statement->guard_count; g++)
    if (statement->guards[g].form.coefficients[loop])
      return false;
  return affine_vector_applies(program, statement, loop);
}
