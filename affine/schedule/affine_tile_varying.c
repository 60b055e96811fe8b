// Loops whose trips vary with those around them are tiled, so that what is inside a tile is a
// rectangle:
//
//   for i                                 for i
//     for j = 0 to 16 * i + 3               for t = 0 to i
//       A[j] += x[i]                          for j = 16 * t to 16 * t + 16    linalg op
//                                               A[j] += x[i]
//                                           for j = 16 * i to 16 * i + 3
//                                             A[j] += x[i]
//
// Where the trip is no multiple of anything, the last iterations keep a loop of their own.
#include "affine/affine_costs.h"
#include "affine/analysis/affine_dependence.h"
#include "affine/schedule/affine_scheduler.h"
#include "base/integer.h"

// Whether form >= 0 somewhere in the outermost `depth` loops.
static bool may_hold_outside(const AffineStatement *statement, int depth, AffineForm form) {
  AffineStatement outside = *statement;
  outside.depth = depth;
  outside.guard_count = 0;
  return affine_dependence_may_hold(&outside, &form);
}

bool affine_tile_varying_may_be_negative(const AffineStatement *statement, int depth,
                                         const AffineForm *form) {
  AffineForm minus_one = affine_form_constant(-1);
  return may_hold_outside(statement, depth, affine_form_add(&minus_one, form, -1));
}

// The loop's trip in terms of the loops outside `level`, when it is not constant.
static bool has_outer_trip(const AffineStatement *statement, int loop, int level,
                           AffineForm *out_trip) {
  return affine_loop_trip(&statement->loops[loop], out_trip) &&
         !affine_form_is_constant(out_trip) && !affine_form_uses_from(out_trip, level) &&
         !affine_form_uses_from(&statement->loops[loop].lower[0].form, level);
}

bool affine_tile_varying_has_most(const AffineStatement *statement, int loop, int64_t *out_most) {
  AffineForm trip;
  int parameters = affine_statement_parameters(statement);
  if (!affine_loop_trip(&statement->loops[loop], &trip) || affine_form_is_constant(&trip))
    return false;
  for (int d = loop; d-- > parameters;) {
    if (trip.coefficients[d] && !affine_loop_is_plain(&statement->loops[d]))
      return false;
    AffineForm at = trip.coefficients[d] < 0 ? statement->loops[d].lower[0].form
                                             : statement->loops[d].upper[0].form;
    at.constant -= trip.coefficients[d] < 0 ? 0 : 1;
    trip = affine_form_substitute(&trip, d, &at);
  }
  *out_most = trip.constant;
  return affine_form_is_constant(&trip);
}

int64_t affine_tile_varying_pick(const AffineScheduler *scheduler, const AffineForm *trip,
                                 int64_t *out_rest) {
  int64_t multiple = affine_form_multiple(trip);
  if (multiple >= scheduler->limits->min_multiple) {
    int64_t tile = multiple;
    while (tile > TILE_VARYING_MAX * scheduler->limits->dynamic_tile && tile % 2 == 0)
      tile /= 2;
    *out_rest = integer_floor_mod(trip->constant, tile);
    return tile;
  }
  *out_rest = -1;
  return scheduler->limits->dynamic_tile;
}

// A tiled loop: its trip and tile, and the trips that are left over; -1: they vary.
typedef struct Tiling {
  int loop, level; // of the statement as it was; where the loop over tiles is put
  int64_t tile, left;
} Tiling;

static Tiling pick_tiling(const AffineScheduler *scheduler, const AffineStatement *statement,
                          int loop, int level) {
  Tiling tiling = {.loop = loop, .level = level};
  AffineForm trip;
  affine_loop_trip(&statement->loops[loop], &trip);
  tiling.tile = affine_tile_varying_pick(scheduler, &trip, &tiling.left);
  trip.constant -= tiling.left > 0 ? tiling.left : 0;
  // Empty for some outer iterations: then nothing is left over either.
  if (tiling.left > 0 && affine_tile_varying_may_be_negative(statement, level, &trip))
    tiling.left = -1;
  return tiling;
}

// Whole tiles, whose counter becomes loop `level`.
static void enter_tiles(AffineStatement *statement, const Tiling *tiling) {
  AffineForm trip, counter = affine_form_loop(tiling->level);
  affine_statement_insert_loop(statement, tiling->level);
  AffineLoop *inner = &statement->loops[tiling->loop + 1];
  affine_loop_trip(inner, &trip);
  AffineBound count = {.dividend = trip, .divisor = (int32_t)tiling->tile, .multiplier = 1};
  count.dividend.constant -= tiling->tile - 1;
  if (tiling->left >= 0) {
    trip.constant -= tiling->left;
    count = affine_bound(affine_form_divide(&trip, tiling->tile));
  }
  statement->loops[tiling->level] =
      (AffineLoop){.lower_count = 1, .upper_count = 1, .upper = {count}};
  AffineForm start = affine_form_add(&inner->lower[0].form, &counter, tiling->tile), end = start;
  end.constant += tiling->tile;
  inner->lower[0] = affine_bound(start);
  inner->upper[0] = affine_bound(end);
}

// What is left over after the last whole tile.
static void enter_rest(AffineStatement *statement, const Tiling *tiling) {
  AffineLoop *loop = &statement->loops[tiling->loop];
  AffineForm trip;
  affine_loop_trip(loop, &trip);
  if (tiling->left > 0) {
    loop->lower[0] = affine_bound(loop->upper[0].form);
    loop->lower[0].form.constant -= tiling->left;
    return;
  }
  AffineBound from = {.form = loop->lower[0].form,
                      .dividend = trip,
                      .divisor = (int32_t)tiling->tile,
                      .multiplier = (int32_t)tiling->tile};
  from.dividend.constant -= tiling->tile - 1;
  loop->lower[loop->lower_count++] = from;
}

// Splits a loop of a varying trip into whole tiles and the rest: up to two copies.
static void split_loop(AffineScheduler *scheduler, const AffineStatement *statement, int loop,
                       int level, AffineList *out) {
  Tiling tiling = pick_tiling(scheduler, statement, loop, level);
  AffineStatement *tiles = affine_scheduler_copy(scheduler, statement);
  enter_tiles(tiles, &tiling);
  affine_scheduler_append(scheduler, out, tiles);
  if (tiling.left == 0)
    return;
  AffineStatement *rest = affine_scheduler_copy(scheduler, statement);
  enter_rest(rest, &tiling);
  affine_scheduler_append(scheduler, out, rest);
}

// The parts of the loop come one after the other, outside of the loops from `level` on: whether an
// ordered statement updates some element along the loop and along one of those.
static bool breaks_order(const AffineStatement *statement, int loop, int level) {
  bool has_outer = false;
  for (int d = level; d < loop; d++)
    has_outer |= affine_update_repeats(statement, d);
  return statement->is_ordered && has_outer && affine_update_repeats(statement, loop);
}

// Beside parameters only short loops over results are tiled, and exactly: others become loops of
// unknown extent of an op, and a sum of unknown length is one kernel.
static bool stays_open(const AffineScheduler *scheduler, const AffineStatement *statement, int loop,
                       const AffineForm *trip) {
  int64_t most;
  return affine_statement_parameters(statement) > 0 &&
         (!affine_tile_varying_has_most(statement, loop, &most) ||
          affine_update_repeats(statement, loop) ||
          affine_form_multiple(trip) < scheduler->limits->min_multiple ||
          statement->depth == AFFINE_MAX_DEPTH);
}

// Recursion: at most AFFINE_MAX_DEPTH levels, one a loop.
void affine_tile_varying_split(AffineScheduler *scheduler, const AffineStatement *statement,
                               int level, AffineList *out) {
  for (int d = level; d < statement->depth; d++) {
    AffineForm trip;
    if (breaks_order(statement, d, level) || !has_outer_trip(statement, d, level, &trip) ||
        affine_loop_trip_estimate(statement, d) < scheduler->limits->min_multiple ||
        stays_open(scheduler, statement, d, &trip))
      continue;
    if (affine_form_multiple(&trip) < scheduler->limits->min_multiple &&
        affine_loop_trip_estimate(statement, d) < scheduler->limits->dynamic_tile)
      continue;
    AffineList parts = {0};
    split_loop(scheduler, statement, d, level, &parts);
    // The counter is a loop outside the free ones now; what is left over varies and stays.
    for (int i = 0; i < parts.count && !scheduler->has_failed; i++) {
      if (parts.items[i]->depth > statement->depth)
        affine_tile_varying_split(scheduler, parts.items[i], level + 1, out);
      else
        affine_scheduler_append(scheduler, out, parts.items[i]);
    }
    return;
  }
  affine_scheduler_append(scheduler, out, affine_scheduler_copy(scheduler, statement));
}
