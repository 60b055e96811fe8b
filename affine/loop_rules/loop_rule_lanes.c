// Lanes: iterations of a parallel loop around a recurrence run side by side.
//
//   for i:                                  for g:                      (groups of 4 iterations)
//     for j:                                  for j:
//       y[i,j] = y[i,j - 1] * c + x[i,j]        y[4g..4g+3,j] = y[4g..4g+3,j - 1] * c + x[...]
//
// The loop is cut into groups of as many iterations as a vector has lanes, and the loop over the
// lanes moves inside every statement, where it becomes vector code or independent scalar chains.
#include "affine/affine_costs.h"
#include "affine/loop_rules/lane_groups.h"

static bool form_uses(const AffineForm *form, int loop) { return form->coefficients[loop] != 0; }

// Whether the loop can be moved inside of everything else around the statement.
static bool can_move_inside(const AffineStatement *statement, int level) {
  if (statement->depth >= AFFINE_MAX_DEPTH - 1 ||
      !affine_access_uses(&statement->accesses[0], level))
    return false;
  for (int d = level + 1; d < statement->depth; d++)
    if (affine_loop_uses(&statement->loops[d], level))
      return false;
  for (int g = 0; g < statement->guard_count; g++)
    if (form_uses(&statement->guards[g].form, level))
      return false;
  for (int i = 0; i < statement->index_count; i++)
    if (form_uses(&statement->indices[i], level))
      return false;
  return true;
}

// Whether the innermost loop of some statement cannot be vectorised as it stands.
static bool has_recurrence(const LoopRuleNest *nest) {
  for (int i = 0; i < nest->count; i++) {
    const AffineStatement *statement = nest->statements[i];
    if (statement->depth <= nest->level + 1 ||
        loop_rule_operations(statement) < LANES_MIN_OPERATIONS)
      continue;
    for (int k = 0; k < nest->count; k++)
      if (affine_statement_shared_loops(statement, nest->statements[k]) >= statement->depth &&
          affine_dependence_exists(nest->statements[k], statement, statement->depth - 1,
                                   statement->depth - 1))
        return true;
  }
  return false;
}

// Two vectors at once where all elements lie side by side: half the lines are then brought by the
// prefetcher.
static int pick_width(const LoopRuleNest *nest) {
  for (int i = 0; i < nest->count; i++)
    for (int a = 0; a < nest->statements[i]->access_count; a++) {
      const AffineAccess *access = &nest->statements[i]->accesses[a];
      if (affine_access_uses(access, nest->level) &&
          !affine_access_is_contiguous(access, nest->level))
        return nest->lanes;
    }
  return nest->lanes * (int)LANES_WIDE;
}

static bool apply(LoopRuleNest *nest) {
  int level = nest->level;
  AffineForm trip;
  if (!loop_rule_trip(nest, level, &trip))
    return false;
  for (int i = 0; i < nest->count; i++)
    if (!can_move_inside(nest->statements[i], level))
      return false;
  int width = pick_width(nest);
  bool may_be_one = nest->is_random || nest->program->is_fused; // a tile may have no more
  AffineDependence found;
  if (loop_rule_trip_estimate(nest, level) / width < (may_be_one ? 1 : LANES_MIN_GROUPS) ||
      (!nest->is_random && !has_recurrence(nest)))
    return false;
  if (!loop_rule_is_parallel(nest)) {
    if (!nest->is_random && loop_rule_carries(nest, &found))
      loop_rule_refuse(nest, &found, "vectorisation of loop %d", level + 1);
    return false;
  }
  lane_groups_append(nest, width, &trip);
  return true;
}

const LoopRule loop_rule_lanes = {
    .done = "iterations of a parallel loop side by side",
    .settles = true,
    .apply = apply,
};
