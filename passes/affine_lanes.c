// Lanes: the iterations of a parallel loop around a recurrence run side by side. The loop is cut
// into groups of as many iterations as a vector has lanes, and the loop over the lanes moves inside
// of every statement, where it becomes vector code or independent scalar chains. What the
// recurrence cannot do, wait less, its neighbours make up for.
#include "passes/affine_rest.h"

enum { MIN_GROUPS = 2, WIDE = 2 };

static bool form_uses(const AffineForm *form, int loop) { return form->coefficients[loop] != 0; }

// Whether the loop can be moved inside of everything else around the statement.
static bool can_move_inside(const AffineStatement *s, int level) {
  if (s->depth >= AFFINE_MAX_DEPTH - 1 || !affine_access_uses(&s->accesses[0], level))
    return false;
  for (int d = level + 1; d < s->depth; d++)
    if (affine_loop_uses(&s->loops[d], level))
      return false;
  for (int g = 0; g < s->guard_count; g++)
    if (form_uses(&s->guards[g].form, level))
      return false;
  for (int i = 0; i < AFFINE_MAX_INDICES; i++)
    if (form_uses(&s->indices[i], level))
      return false;
  return true;
}

// Whether the innermost loop of some statement cannot be vectorised as it stands.
static bool has_recurrence(const RestNest *nest) {
  for (int a = 0; a < nest->count; a++) {
    const AffineStatement *s = nest->statements[a];
    if (s->depth <= nest->level + 1 || affine_rest_operations(s) < 2)
      continue;
    for (int b = 0; b < nest->count; b++)
      if (affine_shared_loops(s, nest->statements[b]) >= s->depth &&
          affine_depends(nest->statements[b], s, s->depth - 1, s->depth - 1))
        return true;
  }
  return false;
}

// Two vectors at once where all elements lie side by side: half the lines are then brought by the
// prefetcher.
static int pick_width(const RestNest *nest) {
  for (int i = 0; i < nest->count; i++)
    for (int a = 0; a < nest->statements[i]->access_count; a++) {
      const AffineAccess *access = &nest->statements[i]->accesses[a];
      if (affine_access_uses(access, nest->level) &&
          !affine_access_is_contiguous(access, nest->level))
        return nest->lanes;
    }
  return nest->lanes * WIDE;
}

// Loop `level` counts groups of `width`, and the innermost loop is the one over the lanes.
static void enter_lanes(AffineStatement *s, int level, int64_t groups, int width) {
  int position[AFFINE_MAX_DEPTH + 1], order[AFFINE_MAX_DEPTH];
  for (int d = 0; d <= AFFINE_MAX_DEPTH; d++)
    position[d] = s->position[d];
  affine_statement_tile(s, level, width, affine_form_constant(groups));
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d == level + 1 ? s->depth - 1 : d > level + 1 && d < s->depth ? d - 1 : d;
  affine_statement_renumber(s, order);
  for (int d = 0; d < s->depth; d++)
    s->position[d] = position[d];
  s->position[s->depth] = 0;
  s->lanes = 1u << (s->depth - 1);
}

bool affine_rest_append_lanes(RestNest *nest, int width, int64_t trip) {
  int level = nest->level;
  for (int i = 0; i < nest->count; i++) {
    AffineStatement *s = affine_rest_append(nest, nest->statements[i]);
    if (!s)
      return false;
    enter_lanes(s, level, trip / width, width);
  }
  for (int i = 0; trip % width && i < nest->count; i++) {
    AffineStatement *s = affine_rest_append(nest, nest->statements[i]);
    if (!s)
      return false;
    s->loops[level].lower[0].form.constant += trip / width * width;
    s->position[level]++;
  }
  return true;
}

bool affine_rest_lanes(RestNest *nest) {
  int level = nest->level;
  int64_t trip;
  if (!affine_loop_constant_trip(&nest->statements[0]->loops[level], &trip))
    return false;
  for (int i = 0; i < nest->count; i++)
    if (!can_move_inside(nest->statements[i], level))
      return false;
  int width = pick_width(nest);
  bool may_be_one = nest->is_random || nest->program->is_fused; // a tile may have no more
  AffineDependence found;
  if (trip / width < (may_be_one ? 1 : MIN_GROUPS) || (!nest->is_random && !has_recurrence(nest)))
    return false;
  if (!affine_rest_is_parallel(nest)) {
    if (!nest->is_random && affine_rest_carries(nest, &found))
      affine_rest_refuse(nest, &found, "vectorisation of loop %d", level + 1);
    return false;
  }
  return affine_rest_append_lanes(nest, width, trip);
}
