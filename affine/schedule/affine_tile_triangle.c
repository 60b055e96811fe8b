// Tiling of triangles. The loop that bounds of inner loops depend on is tiled, and the inner loops
// are split where the tile ends, so that all but the blocks on the diagonal are rectangles:
//
//   for i = 0 to n                        for t = 0 to n / 80
//     for j = 0 to i                        for j = 0 to 80 * t              rectangle
//       A[i][j] += x[j]                       for i = 80 * t to 80 * t + 80
//                                               A[i][j] += x[j]
//                                           for i = 80 * t to 80 * t + 80    diagonal
//                                             for j = 80 * t to i
//                                               A[i][j] += x[j]
//
// The diagonal is treated the same way with a smaller tile.
#include "affine/affine_costs.h"
#include "affine/analysis/affine_dependence.h"
#include "affine/schedule/affine_scheduler.h"
#include "base/integer.h"

enum { SIZE_STEP = 8 }; // of tiles: iterations, a cache line of them

// A range of tile sizes, and the one that is taken where none of them divides the trips.
typedef struct Sizes {
  double minimum, wanted, maximum;
} Sizes;

static Sizes pick_sizes(const AffineScheduler *scheduler, int64_t trips, bool is_reorderable) {
  const Sizes wide = {TILE_WIDE_MIN, TILE_WIDE, TILE_WIDE_MAX};
  const Sizes usual = {TILE_TRIANGLE_MIN, TILE_TRIANGLE, TILE_TRIANGLE_MAX};
  const Sizes small = {TILE_DIAGONAL_MIN, TILE_DIAGONAL, TILE_DIAGONAL_MAX};
  if (is_reorderable && !scheduler->triangle_tiles && (double)trips >= TILE_WIDE_TRIPS)
    return wide;
  return scheduler->triangle_tiles && (double)trips <= PAD_TRIANGLE_SIDE ? small : usual;
}

int64_t affine_tile_triangle_size(AffineScheduler *scheduler, int64_t trips, bool is_reorderable) {
  if (scheduler->random)
    return 2 + (int64_t)affine_draw(&scheduler->random, 4);
  Sizes sizes = pick_sizes(scheduler, trips, is_reorderable);
  int64_t wanted = (int64_t)sizes.wanted, best = wanted, best_distance = INT64_MAX;
  for (int64_t size = (int64_t)sizes.minimum; size <= (int64_t)sizes.maximum; size += SIZE_STEP) {
    int64_t distance = size > wanted ? size - wanted : wanted - size;
    if (trips % size == 0 && distance < best_distance) {
      best = size;
      best_distance = distance;
    }
  }
  return best;
}

// Where loop m of a statement is to be split at the border of the tile that starts with loop
// `point`; false when it is not.
static bool find_split(const AffineScheduler *scheduler, const AffineStatement *statement,
                       int point, int m, AffineForm *out_at, bool *out_is_upper) {
  for (int d = point; d < m; d++)
    if (statement->loops[d].lower[0].divisor || statement->loops[d].upper[0].divisor)
      return false;
  if (!affine_loop_is_plain(&statement->loops[m]))
    return false;
  const AffineForm *lower = &statement->loops[m].lower[0].form,
                   *upper = &statement->loops[m].upper[0].form;
  bool lower_moves = affine_form_uses_from(lower, point),
       upper_moves = affine_form_uses_from(upper, point);
  if (lower_moves == upper_moves)
    return false;
  *out_is_upper = upper_moves;
  *out_at = affine_statement_extreme(statement, upper_moves ? *upper : *lower, point,
                                     upper_moves ? 1 : -1);
  if (affine_form_uses_from(out_at, point))
    return false;
  AffineForm trip = affine_form_add(out_at, upper_moves ? lower : upper, -1);
  if (upper_moves) {
    int64_t multiple = affine_form_multiple(&trip);
    if (multiple >= scheduler->limits->min_multiple)
      out_at->constant -= integer_floor_mod(trip.constant, multiple);
    trip = affine_form_add(out_at, lower, -1);
    return !affine_form_is_constant(&trip) || trip.constant > 0;
  }
  AffineForm from = affine_form_add(out_at, &statement->loops[point].lower[0].form, -1);
  if (affine_form_is_constant(&from))
    out_at->constant += integer_floor_mod(-from.constant, scheduler->limits->min_multiple);
  trip = affine_form_add(upper, out_at, -1);
  return !affine_form_is_constant(&trip) || trip.constant > 0;
}

// Appends the parts of a statement in which every loop from m on is split.
// Recursion: at most AFFINE_MAX_DEPTH levels, one a loop.
static void split_from(AffineScheduler *scheduler, AffineStatement *statement, int point, int m,
                       AffineList *out) {
  AffineForm at;
  bool is_upper = false;
  for (; m < statement->depth; m++) {
    statement->position[m] *= 2;
    if (find_split(scheduler, statement, point, m, &at, &is_upper))
      break;
  }
  if (m >= statement->depth) {
    statement->position[statement->depth] *= 2;
    affine_scheduler_append(scheduler, out, statement);
    return;
  }
  AffineStatement *second = affine_scheduler_copy(scheduler, statement);
  AffineLoop *low = &statement->loops[m], *high = &second->loops[m];
  AffineForm difference;
  if (is_upper) {
    difference = affine_form_add(&at, &low->lower[0].form, -1);
    low->upper[0] = affine_bound(at);
    if (affine_tile_varying_may_be_negative(statement, m, &difference))
      high->lower_count = 2, high->lower[1] = high->lower[0];
    high->lower[0] = affine_bound(at);
  } else {
    difference = affine_form_add(&low->upper[0].form, &at, -1);
    high->lower[0] = affine_bound(at);
    if (affine_tile_varying_may_be_negative(statement, m, &difference))
      low->upper_count = 2, low->upper[1] = low->upper[0];
    low->upper[0] = affine_bound(at);
  }
  second->position[m]++;
  split_from(scheduler, statement, point, m + 1, out);
  split_from(scheduler, second, point, m + 1, out);
}

bool affine_tile_triangle_has_triangle(const AffineList *in, int level) {
  for (int i = 0; i < in->count; i++)
    for (int d = level + 1; d < in->items[i]->depth; d++)
      if (affine_loop_uses(&in->items[i]->loops[d], level))
        return true;
  return false;
}

static bool is_parallel(const AffineList *in, int level) {
  for (int a = 0; a < in->count; a++)
    for (int b = 0; b < in->count; b++)
      if (affine_dependence_exists(in->items[a], in->items[b], level, level))
        return false;
  return true;
}

// Whether the iterations may come in any order: wide tiles cost nothing then.
static bool is_reorderable(const AffineList *in, int level) {
  return is_parallel(in, level) ||
         (in->count == 1 && !affine_dependence_conflicts(in->items[0], level));
}

static void exchange_loops(const AffineList *list, int level) {
  int order[AFFINE_MAX_DEPTH];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d == level ? level + 1 : d == level + 1 ? level : d;
  for (int i = 0; i < list->count; i++)
    affine_statement_renumber(list->items[i], order);
}

// Splits the loops inside the tile whose own loop is `point`: `level`, or inside the one there.
static void schedule_tile(AffineScheduler *scheduler, const AffineList *in, int point, int level,
                          int *next) {
  AffineList parts = {0};
  int zero = 0;
  for (int i = 0; i < in->count && !scheduler->has_failed; i++) {
    if (point > level)
      in->items[i]->position[level] = *next;
    split_from(scheduler, in->items[i], point, point + 1, &parts);
  }
  affine_scheduler_sort(&parts);
  *next += point > level;
  affine_schedule_list(scheduler, &parts, point, point > level ? &zero : next);
}

void affine_tile_triangle_enter(AffineStatement *statement, int level, int64_t tile, int64_t left) {
  AffineForm trip;
  affine_loop_trip(&statement->loops[level], &trip);
  trip.constant -= left;
  affine_statement_tile(statement, level, tile, affine_form_divide(&trip, tile));
}

void affine_tile_triangle_keep_last(AffineStatement *statement, int level, int64_t left) {
  AffineLoop *loop = &statement->loops[level];
  loop->lower[0] = affine_bound(loop->upper[0].form);
  loop->lower[0].form.constant -= left;
}

// Moves a parallel loop around the triangle inside. False when there is no triangle.
static bool find_triangle(const AffineList *work, int level) {
  if (affine_tile_triangle_has_triangle(work, level))
    return true;
  if (!affine_scheduler_all_share(work, level + 1) ||
      !affine_tile_triangle_has_triangle(work, level + 1) ||
      affine_loop_uses(&work->items[0]->loops[level + 1], level) || !is_parallel(work, level))
    return false;
  exchange_loops(work, level);
  return true;
}

// The tile, and the trips that are left over; false when there is nothing to gain.
static bool pick_tile(AffineScheduler *scheduler, const AffineList *work, int level,
                      int64_t *out_tile, int64_t *out_left) {
  AffineForm trip;
  const AffineStatement *first = work->items[0];
  if (!affine_loop_trip(&first->loops[level], &trip))
    return false;
  if (affine_form_is_constant(&trip)) {
    int64_t trips = trip.constant;
    *out_tile = affine_tile_triangle_size(scheduler, trips, is_reorderable(work, level));
    *out_left = trips % *out_tile;
    return trips >= scheduler->limits->min_split && trips >= *out_tile + *out_tile / 2;
  }
  *out_tile = affine_tile_varying_pick(scheduler, &trip, out_left);
  trip.constant -= *out_left;
  return *out_left >= 0 && !affine_tile_varying_may_be_negative(first, level, &trip);
}

bool affine_tile_triangle_counts(AffineScheduler *scheduler, const AffineList *work, int level,
                                 int64_t *out_tile) {
  AffineForm trip;
  const AffineStatement *first = work->items[0];
  int parameters = affine_statement_parameters(first);
  if (!affine_loop_trip(&first->loops[level], &trip) || affine_form_is_constant(&trip) ||
      parameters == 0 || affine_form_multiple(&trip) >= scheduler->limits->min_multiple ||
      affine_form_uses_from(&trip, parameters))
    return false;
  *out_tile =
      scheduler->random ? affine_tile_triangle_size(scheduler, 0, false) : (int64_t)TILE_TRIANGLE;
  for (int i = 0; i < work->count; i++)
    if (work->items[i]->depth + 2 > AFFINE_MAX_DEPTH)
      return false;
  return true;
}

static void enter_count(AffineStatement *statement, int level, int64_t tile) {
  AffineForm trip;
  affine_loop_trip(&statement->loops[level], &trip);
  trip.constant -= tile - 1;
  AffineBound count = {.dividend = trip, .divisor = (int32_t)tile, .multiplier = 1}, end = count;
  end.form.constant = 1;
  affine_statement_insert_loop(statement, level);
  statement->position[level + 1] = 0;
  statement->loops[level] = (AffineLoop){.lower_count = 2,
                                         .upper_count = 1,
                                         .lower = {count, affine_bound(affine_form_constant(0))},
                                         .upper = {end}};
}

AffineList affine_tile_triangle_enter_counted(AffineScheduler *scheduler, const AffineList *work,
                                              int level, int64_t tile, int *next) {
  AffineForm count = affine_form_loop(level);
  for (int i = 0; i < work->count; i++) {
    enter_count(work->items[i], level, tile);
    work->items[i]->position[level] = *next;
  }
  ++*next;
  AffineList last = affine_scheduler_copy_list(scheduler, work);
  for (int i = 0; i < work->count; i++) {
    affine_statement_tile(work->items[i], level + 1, tile, count);
    AffineBound *from = &last.items[i]->loops[level + 1].lower[0];
    from->form = affine_form_add(&from->form, &count, tile);
  }
  return last;
}

static void build_counted(AffineScheduler *scheduler, AffineList *work, int level, int64_t tile,
                          int *next) {
  int inner = 0;
  AffineList last = affine_tile_triangle_enter_counted(scheduler, work, level, tile, next);
  schedule_tile(scheduler, work, level + 2, level + 1, &inner);
  schedule_tile(scheduler, &last, level + 1, level + 1, &inner);
}

bool affine_tile_triangle_build(AffineScheduler *scheduler, const AffineList *in, int level,
                                int *next) {
  int64_t tile, left;
  if (scheduler->has_failed)
    return false;
  AffineList work = affine_scheduler_copy_list(scheduler, in), last = {0};
  if (!find_triangle(&work, level))
    return false;
  if (affine_tile_triangle_counts(scheduler, &work, level, &tile)) {
    scheduler->triangle_tiles++;
    build_counted(scheduler, &work, level, tile, next);
    scheduler->triangle_tiles--;
    return true;
  }
  if (!pick_tile(scheduler, &work, level, &tile, &left))
    return false;
  scheduler->triangle_tiles++;
  if (left > 0)
    last = affine_scheduler_copy_list(scheduler, &work);
  for (int i = 0; i < last.count; i++)
    affine_tile_triangle_keep_last(last.items[i], level, left);
  for (int i = 0; i < work.count; i++)
    affine_tile_triangle_enter(work.items[i], level, tile, left);
  schedule_tile(scheduler, &work, level + 1, level, next);
  if (last.count)
    schedule_tile(scheduler, &last, level, level, next);
  scheduler->triangle_tiles--;
  return true;
}
