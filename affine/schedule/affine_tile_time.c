// Tiling of time. A few steps of a time loop are done on one part of space after the other, each
// part slanted so that it needs nothing of the next:
//
//   for t = 0 to T                        for b = 0 to T / 8, for p = parts of space
//     for i = 1 to n                        for t = 8 * b to 8 * b + 8
//       B[i] = A[i - 1] + A[i + 1]            for i in part p, moved back by one per step
//     for i = 1 to n                            B[i] = A[i - 1] + A[i + 1]
//       A[i] = B[i]                           for i in part p, moved back by one more
//                                               A[i] = B[i]
//
// The shifts between the statements are longest paths in the graph of what the dependences ask for.
#include "affine/affine_costs.h"
#include "affine/analysis/affine_dependence.h"
#include "affine/schedule/affine_scheduler.h"
#include "affine/schedule/affine_transformations.h"
#include "base/integer.h"
#include <math.h>
#include <string.h>

enum { MAX_SLOPE = 3, REACH = 4 }; // distances looked at: -REACH .. REACH
enum { MAX_FACTOR = 64 };          // of a parameter in the end of a space loop

// The least distance of a dependence, or REACH + 1 for none that matters; false: below -REACH.
static bool least_distance(const AffineStatement *from, const AffineStatement *to, int level,
                           int slope, int *out_distance) {
  if (affine_dependence_is_within(from, to, level, slope, -REACH - 1))
    return false;
  int low = -REACH, high = REACH + 1;
  while (low < high) {
    int middle = (low + high - 1) / 2 - ((low + high - 1) % 2 < 0);
    if (affine_dependence_is_within(from, to, level, slope, middle))
      high = middle;
    else
      low = middle + 1;
  }
  *out_distance = low;
  return true;
}

static bool find_shifts(AffineStatement *const *statements, int count, int level, int slope,
                        int *shifts) {
  int distance[AFFINE_TILE_TIME_STATEMENTS][AFFINE_TILE_TIME_STATEMENTS];
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++)
      if (!least_distance(statements[a], statements[b], level, slope, &distance[a][b]))
        return false;
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++) // one space loop has one shift
      if (a != b && distance[a][b] > 0 &&
          affine_statement_shared_loops(statements[a], statements[b]) > level + 1)
        distance[a][b] = 0;
  for (int i = 0; i < count; i++)
    shifts[i] = 0;
  for (int round = 0; round <= count; round++) {
    bool has_changed = false;
    for (int a = 0; a < count; a++)
      for (int b = 0; b < count; b++)
        if (distance[a][b] <= REACH && shifts[b] < shifts[a] - distance[a][b]) {
          shifts[b] = shifts[a] - distance[a][b];
          has_changed = true;
        }
    if (!has_changed)
      return true;
  }
  return false; // a cycle asks for more and more: the slope is too small
}

bool affine_tile_time_find_shifts(AffineStatement *const *statements, int count, int level,
                                  int *out_slope, int *out_shifts) {
  for (int slope = 1; slope <= MAX_SLOPE; slope++)
    if (find_shifts(statements, count, level, slope, out_shifts)) {
      *out_slope = slope;
      return true;
    }
  return false;
}

// --- the way

// Whether the statement has fewer loops than others, and shares none below `level` with them.
static bool lacks_space_loop(const AffineList *in, int i, int level, int depth) {
  for (int j = 0; j < in->count; j++)
    if (j != i && affine_statement_shared_loops(in->items[i], in->items[j]) > level + 1)
      return false;
  return in->items[i]->depth < depth;
}

// Statements without a space loop get one of a single trip, where they store.
static bool prepare_space_loop(AffineStatement *statement, int level, bool is_short) {
  const AffineLoop *loop = &statement->loops[level + 1];
  if (is_short) {
    const AffineAccess *store = &statement->accesses[0];
    bool is_known = store->rank && affine_form_is_constant(&store->index[0]);
    AffineForm low = affine_form_constant(is_known ? store->index[0].constant : 0), high = low;
    high.constant++;
    affine_statement_insert_loop(statement, level + 1);
    statement->loops[level + 1] = (AffineLoop){.lower_count = 1,
                                               .upper_count = 1,
                                               .lower = {affine_bound(low)},
                                               .upper = {affine_bound(high)}};
  }
  return statement->depth > level + 1 && affine_loop_is_plain(loop) &&
         !affine_form_uses_from(&loop->upper[0].form, affine_statement_parameters(statement)) &&
         affine_form_is_constant(&loop->lower[0].form);
}

// Bytes that one iteration of the space loop touches, over all arrays of the statements.
static int64_t slice_bytes(const AffineScheduler *scheduler, const AffineList *in,
                           int64_t *out_bytes) {
  int64_t slice = 0;
  bool is_seen[AFFINE_MAX_ARRAYS] = {false};
  *out_bytes = 0;
  for (int i = 0; i < in->count; i++)
    for (int a = 0; a < in->items[i]->access_count; a++) {
      int id = in->items[i]->accesses[a].array;
      const AffineArray *array = &scheduler->program->arrays[id];
      if (is_seen[id] || !array->rank)
        continue;
      is_seen[id] = true;
      int64_t bytes = affine_array_bytes(array), own;
      own = affine_array_is_known(array)
                ? bytes / integer_max(array->shape[0], 1)
                : integer_min(bytes / (int64_t)PARAMETER_EXPECTED, (int64_t)TILE_TIME_OPEN_SLICE);
      slice += own;
      *out_bytes += bytes;
    }
  return slice;
}

// Time steps and extent of a tile that fits into the cache; false when tiling cannot help.
static bool pick_size(AffineScheduler *scheduler, const AffineList *in, int slope,
                      int64_t *out_steps, int64_t *out_span) {
  int64_t bytes, slice = slice_bytes(scheduler, in, &bytes);
  if (scheduler->random) {
    *out_steps = 2 + (int64_t)affine_draw(&scheduler->random, 2);
    *out_span = 2 + (int64_t)affine_draw(&scheduler->random, 3);
    return true;
  }
  const int64_t cache =
      (int64_t)(TILE_TIME_CACHE_USE * affine_program_cache_bytes(scheduler->program, 2));
  const int64_t extent = cache / integer_max(slice, 1);
  int64_t steps = (int64_t)TILE_TIME_STEPS;
  while (steps > (int64_t)TILE_TIME_MIN_STEPS && extent - slope * steps < slope * steps / 2)
    steps /= 2;
  *out_steps = steps;
  *out_span = integer_min(extent - slope * steps, (int64_t)TILE_TIME_MAX_SPAN);
  return bytes > 2 * cache && *out_span >= slope * steps / 2;
}

typedef struct TimeTile {
  int slope;
  int shifts[AFFINE_TILE_TIME_STATEMENTS];
  AffineForm trips; // of the time loop
  int64_t steps, span;
  // Of the space loops, shifted: the least begin, the greatest end that is a number and, where
  // `is_open`, the greatest that parameters say.
  int64_t low, high;
  bool is_open;
  AffineForm open_high;
  int64_t least_extent; // of space where it is open: smaller ones are not tiled
} TimeTile;

// ceil(of / parts)
static AffineBound count_parts(AffineForm of, int64_t size) {
  if (affine_form_is_constant(&of))
    return affine_bound(affine_form_constant(integer_ceil_div(of.constant, size)));
  return (AffineBound){.dividend = of, .divisor = (int32_t)size, .multiplier = 1};
}

// How many parts there are up to the end of a space loop.
static AffineBound count_space(const TimeTile *tile, AffineForm high) {
  high.constant += tile->slope * (tile->steps - 1) - tile->low;
  return count_parts(high, tile->span);
}

static AffineLoop count_loop(AffineBound end) {
  return (AffineLoop){.lower_count = 1, .upper_count = 1, .upper = {end}};
}

// Puts a statement into the loops over tiles: steps, parts of space, time, space, the rest.
static void enter_time_tile(AffineStatement *statement, const TimeTile *tile, int shift,
                            int level) {
  affine_statement_insert_loop(statement, level);
  affine_statement_insert_loop(statement, level);
  statement->position[level + 1] = statement->position[level + 2] = 0;
  AffineLoop *time = &statement->loops[level + 2], *space = &statement->loops[level + 3];
  AffineForm block = affine_form_loop(level), part = affine_form_loop(level + 1);
  AffineForm now = affine_form_loop(level + 2);
  AffineForm start = affine_form_add(&time->lower[0].form, &block, tile->steps), end = start;
  end.constant += tile->steps;
  time->lower[0] = affine_bound(start);
  time->upper[time->upper_count++] = affine_bound(end);
  AffineForm elapsed = affine_form_add(&now, &start, -1);
  AffineForm from = affine_form_constant(tile->low - shift), to;
  from = affine_form_add(&from, &part, tile->span);
  from = affine_form_add(&from, &elapsed, -tile->slope);
  to = from;
  to.constant += tile->span;
  space->lower[space->lower_count++] = affine_bound(from);
  space->upper[space->upper_count++] = affine_bound(to);
  statement->loops[level] = count_loop(count_parts(tile->trips, tile->steps));
  statement->loops[level + 1] = count_loop(
      count_space(tile, tile->is_open ? tile->open_high : affine_form_constant(tile->high)));
}

// Space may end before a loop of known bounds does: parts of it alone, after the others.
static void enter_known_rest(AffineStatement *statement, const TimeTile *tile, int level) {
  AffineLoop *parts = &statement->loops[level + 1];
  parts->lower[parts->lower_count++] = parts->upper[0];
  parts->upper[0] = count_space(tile, affine_form_constant(tile->high));
  statement->position[level + 1] = 1;
}

// Gives every statement a space loop that begins at a number and ends at one or at what parameters
// say. False when one has none.
static bool prepare_space(const AffineList *work, int level) {
  bool is_short[AFFINE_TILE_TIME_STATEMENTS];
  int depth = 0;
  for (int i = 0; i < work->count; i++)
    depth = work->items[i]->depth > depth ? work->items[i]->depth : depth;
  if (depth > AFFINE_MAX_DEPTH - 3)
    return false;
  for (int i = 0; i < work->count; i++)
    is_short[i] = lacks_space_loop(work, i, level, depth);
  for (int i = 0; i < work->count; i++)
    if (!prepare_space_loop(work->items[i], level, is_short[i]))
      return false;
  return true;
}

static bool is_known_space(const AffineStatement *statement, int level) {
  return affine_form_is_constant(&statement->loops[level + 1].upper[0].form);
}

// Where the space loops begin and end. False where it is not known which of them ends last.
static bool find_space(const AffineList *work, int level, TimeTile *out) {
  out->low = INT64_MAX;
  out->high = INT64_MIN;
  for (int i = 0; i < work->count; i++) {
    const AffineLoop *space = &work->items[i]->loops[level + 1];
    AffineForm high = space->upper[0].form;
    high.constant += out->shifts[i];
    out->low = integer_min(out->low, space->lower[0].form.constant + out->shifts[i]);
    if (is_known_space(work->items[i], level)) {
      out->high = integer_max(out->high, high.constant);
      continue;
    }
    AffineForm more = affine_form_add(&high, &out->open_high, -1);
    if (out->is_open && !affine_form_is_constant(&more))
      return false;
    if (!out->is_open || more.constant > 0)
      out->open_high = high;
    out->is_open = true;
  }
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++) // times the most blocks and their steps they are forms
    if (out->open_high.coefficients[d] > MAX_FACTOR || out->open_high.coefficients[d] < -MAX_FACTOR)
      return false;
  return true;
}

// Whether both are elements of the time step that they are in: a subscript is the same in both, and
// another one in each step.
static bool are_of_one_step(const AffineAccess *a, const AffineAccess *b, int level) {
  bool are = false;
  for (int d = 0; d < a->rank; d++)
    are |= a->index[d].coefficients[level] && affine_form_equal(&a->index[d], &b->index[d]);
  return are;
}

static bool reads_of_other_step(const AffineStatement *statement, const AffineAccess *store,
                                int level) {
  bool does = false;
  for (int a = 1; a < statement->access_count; a++)
    does |= statement->accesses[a].array == store->array &&
            !are_of_one_step(&statement->accesses[a], store, level);
  return does;
}

// Whether a time step may read what another one has stored. Steps of which each has elements of its
// own, or writes first what it reads, leave nothing in a cache that the next one reads.
static bool hands_on(const AffineScheduler *scheduler, const AffineList *in, int level) {
  AffineProgram nest = *scheduler->program;
  nest.statements = (AffineStatement **)in->items;
  nest.statement_count = in->count;
  uint64_t private = affine_expand_private_arrays(&nest, level);
  bool does = false;
  for (int i = 0; i < in->count; i++) {
    const AffineAccess *store = &in->items[i]->accesses[0];
    for (int r = 0; r < in->count && !(private >> store->array & 1); r++)
      does |= reads_of_other_step(in->items[r], store, level);
  }
  return does;
}

static bool find_time_tile(AffineScheduler *scheduler, const AffineList *work, int level,
                           TimeTile *out) {
  const AffineLoop *time = &work->items[0]->loops[level];
  const int parameters = scheduler->program->parameter_count;
  if (!affine_loop_trip(time, &out->trips) || affine_form_uses_from(&out->trips, parameters) ||
      (affine_form_is_constant(&out->trips) && (double)out->trips.constant < TILE_TIME_MIN_TRIPS) ||
      (!scheduler->random && !hands_on(scheduler, work, level)) || !prepare_space(work, level) ||
      !affine_tile_time_find_shifts(work->items, work->count, level, &out->slope, out->shifts) ||
      !pick_size(scheduler, work, out->slope, &out->steps, &out->span))
    return false;
  return find_space(work, level, out);
}

// From which extent of the space loop on the arrays would not fit into the cache if all of their
// extents were that one.
static int64_t least_extent(AffineScheduler *scheduler, const AffineList *in) {
  if (scheduler->random)
    return (int64_t)affine_draw(&scheduler->random, 16);
  const double cache = TILE_TIME_CACHE_USE * affine_program_cache_bytes(scheduler->program, 2);
  double bytes = 0, extent = 0;
  bool is_seen[AFFINE_MAX_ARRAYS] = {false};
  for (; bytes <= 2 * cache && extent < PARAMETER_EXPECTED; extent++) {
    bytes = 0;
    memset(is_seen, 0, sizeof is_seen);
    for (int i = 0; i < in->count; i++)
      for (int a = 0; a < in->items[i]->access_count; a++) {
        int id = in->items[i]->accesses[a].array;
        const AffineArray *array = &scheduler->program->arrays[id];
        if (!is_seen[id])
          bytes += (double)affine_array_element_bytes(array) * pow(extent, array->rank);
        is_seen[id] = true;
      }
  }
  return (int64_t)extent;
}

// Small arrays gain nothing from tiles: below the least extent there are no blocks of steps, from
// it on more than most runs have.
static AffineForm most_blocks(const TimeTile *tile) {
  const int64_t many = (int64_t)1 << 20;
  AffineForm zero = affine_form_constant(0), more = tile->open_high;
  more.constant += 1 - tile->least_extent;
  return affine_form_add(&zero, &more, many);
}

static void limit_blocks(const AffineList *tiled, const TimeTile *tile, int level) {
  for (int i = 0; i < tiled->count; i++) {
    AffineLoop *loop = &tiled->items[i]->loops[level];
    loop->upper[loop->upper_count++] = affine_bound(most_blocks(tile));
  }
}

// The loop as it stands does the steps after these blocks: LLVM's vectors are as fast on arrays
// that stay in the cache.
static void append_plain(AffineScheduler *scheduler, const TimeTile *tile, const AffineList *in,
                         int level, int *next) {
  AffineForm blocks = most_blocks(tile);
  AffineList plain = affine_scheduler_copy_list(scheduler, in);
  for (int i = 0; i < plain.count; i++) {
    AffineLoop *time = &plain.items[i]->loops[level];
    time->lower[time->lower_count++] =
        affine_bound(affine_form_add(&time->lower[0].form, &blocks, tile->steps));
    plain.items[i]->position[level] = *next;
    affine_scheduler_append(scheduler, &scheduler->out, plain.items[i]);
  }
  ++*next;
}

bool affine_tile_time_build(AffineScheduler *scheduler, const AffineList *in, int level,
                            int *next) {
  TimeTile tile = {0};
  int zero = 0;
  AffineList work = affine_scheduler_copy_list(scheduler, in);
  if (!find_time_tile(scheduler, &work, level, &tile))
    return false;
  AffineList rest = {0};
  for (int i = 0; i < work.count; i++) {
    bool is_rest = tile.is_open && is_known_space(work.items[i], level);
    work.items[i]->position[level] = *next;
    enter_time_tile(work.items[i], &tile, tile.shifts[i], level);
    if (!is_rest)
      continue;
    AffineStatement *copy = affine_scheduler_copy(scheduler, work.items[i]);
    enter_known_rest(copy, &tile, level);
    affine_scheduler_append(scheduler, &rest, copy);
  }
  ++*next;
  scheduler->has_time_tiles = true;
  scheduler->time_tiles++;
  if (tile.is_open) {
    tile.least_extent = least_extent(scheduler, in);
    limit_blocks(&work, &tile, level);
    limit_blocks(&rest, &tile, level);
  }
  affine_schedule_list(scheduler, &work, level + 3, &zero);
  zero = 0;
  if (rest.count)
    affine_schedule_list(scheduler, &rest, level + 3, &zero);
  scheduler->time_tiles--;
  if (tile.is_open)
    append_plain(scheduler, &tile, in, level, next);
  return true;
}
