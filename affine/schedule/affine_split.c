// Index-set splitting: a statement that reads rows and columns of the array that it updates, as
//   path[i][j] = min(path[i][j], path[i][k] + path[k][j]),
// conflicts with itself only where i or j is k. With k tiled, i and j are split at the borders of
// the tile. What lies outside the tile in all of them reads elements that only other parts write:
// these reads are copied at the moment when the source reads them, and then nothing stands in the
// way of doing all steps of the tile at once:
//
//   for k                                 for t
//     for i                                 for k, i, j where i or j is in the tile of k
//       for j                                 P[i][j] = min(P[i][j], P[i][k] + P[k][j])
//         P[i][j] = min(P[i][j],                R[i][k] = P[i][k], C[k][j] = P[k][j]
//                       P[i][k] + P[k][j])   for k in the tile, for i, j outside of it   linalg op
//                                             P[i][j] = min(P[i][j], R[i][k] + C[k][j])
#include "affine/analysis/affine_dependence.h"
#include "affine/analysis/affine_numbers.h"
#include "affine/schedule/affine_scheduler.h"
#include "affine/schedule/affine_transformations.h"

#include <string.h>

enum {
  MAX_SPLITS = 3,
  POSITION_STEP = 2 * AFFINE_MAX_PARTS, // between parts, with room for copies before each
};

// A loop that is split where it equals loop `step` + shift.
typedef struct Split {
  int loop;
  int64_t shift;
} Split;

static bool add_split(Split *splits, int *count, int loop, int64_t shift) {
  for (int i = 0; i < *count; i++)
    if (splits[i].loop == loop)
      return splits[i].shift == shift;
  if (*count == MAX_SPLITS)
    return false;
  splits[(*count)++] = (Split){loop, shift};
  return true;
}

// The loops whose equality with loop `step` makes a read meet the store; 0: there are none, or
// there is a read of another form.
static int find_splits(const AffineStatement *statement, int step, Split *splits) {
  const AffineAccess *store = &statement->accesses[0];
  int count = 0;
  for (int a = 1; a < statement->access_count; a++) {
    const AffineAccess *read = &statement->accesses[a];
    bool is_split = false;
    if (read->array != store->array || a == statement->update_access)
      continue;
    for (int d = 0; d < read->rank; d++) {
      int from = affine_form_single_loop(&store->index[d]),
          to = affine_form_single_loop(&read->index[d]);
      if (from <= step || (to != from && to != step))
        return 0;
      if (to == from && read->index[d].constant != store->index[d].constant)
        return 0;
      if (to != step)
        continue;
      if (!add_split(splits, &count, from, read->index[d].constant - store->index[d].constant))
        return 0;
      is_split = true;
    }
    if (!is_split)
      return 0;
  }
  return count;
}

// Whether a form is another one and a constant of at least `least`.
static bool is_above(const AffineForm *form, const AffineForm *other, int64_t least) {
  AffineForm difference = affine_form_add(form, other, -1);
  return affine_form_is_constant(&difference) && difference.constant >= least;
}

// Loops of a rectangle around loop `step`, from constants to constants or parameters, the split
// ones wide enough for every tile.
static bool has_plain_loops(const AffineStatement *statement, int step, const Split *splits,
                            int count) {
  AffineForm trip;
  for (int d = step; d < statement->depth; d++)
    if (!affine_loop_trip(&statement->loops[d], &trip) ||
        affine_form_uses_from(&trip, affine_statement_parameters(statement)) ||
        (affine_form_is_constant(&trip) && trip.constant < 1) ||
        !affine_form_is_constant(&statement->loops[d].lower[0].form))
      return false;
  const AffineLoop *steps = &statement->loops[step];
  for (int i = 0; i < count; i++) {
    const AffineLoop *loop = &statement->loops[splits[i].loop];
    if (!is_above(&steps->lower[0].form, &loop->lower[0].form, -splits[i].shift) ||
        !is_above(&loop->upper[0].form, &steps->upper[0].form, splits[i].shift))
      return false;
  }
  return true;
}

bool affine_split_applies(const AffineStatement *statement, int step) {
  Split splits[MAX_SPLITS];
  int count = find_splits(statement, step, splits);
  return count && statement->update != AFFINE_UPDATE_NONE && !statement->guard_count &&
         statement->depth < AFFINE_MAX_DEPTH && has_plain_loops(statement, step, splits, count);
}

// Part 0, 1 or 2 of a loop: before, inside and after the tile that is loop `step` - 1.
static void take_part(AffineStatement *statement, int step, const Split *split, int part) {
  AffineForm start = statement->loops[step].lower[0].form,
             end = statement->loops[step].upper[0].form;
  AffineLoop *loop = &statement->loops[split->loop];
  start.constant += split->shift;
  end.constant += split->shift;
  if (part > 0)
    loop->lower[0] = affine_bound(part == 1 ? start : end);
  if (part < 2)
    loop->upper[0] = affine_bound(part == 0 ? start : end);
  statement->position[split->loop] = POSITION_STEP * (part + 1);
}

static int first_unused(const AffineStatement *statement, const AffineAccess *access, int step) {
  int loop = step + 1;
  while (loop < statement->depth && affine_access_uses(access, loop))
    loop++;
  return loop;
}

// Whether a read keeps its value while the loops that it does not depend on run.
static bool is_steady(AffineStatement *const *parts, int count, const AffineStatement *statement,
                      int a, int loop) {
  for (int i = 0; i < count; i++)
    if (affine_statement_shared_loops(parts[i], statement) > loop &&
        affine_dependence_accesses_meet(parts[i], 0, statement, a, loop))
      return false;
  return true;
}

static void remove_loop(AffineStatement *statement, int loop) {
  int order[AFFINE_MAX_DEPTH];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d == loop ? statement->depth - 1 : d > loop && d < statement->depth ? d - 1 : d;
  affine_statement_renumber(statement, order);
  statement->depth--;
}

// What a statement is split into.
typedef struct Parts {
  AffineProgram *program;
  Pool *pool;
  const AffineStatement *whole; // before it is split
  int step, count;
  int64_t tile;
  AffineStatement **items; // AFFINE_MAX_PARTS: parts, then copies of what they read
} Parts;

// How many elements the copies of a part have along a loop; those of a part that ends where only
// the run knows have room for the whole loop. Returns the first.
static int64_t size_copies(const Parts *parts, const AffineStatement *statement, int loop,
                           int64_t *out_size, AffineForm *out_extent) {
  int64_t low, high;
  AffineForm form = affine_form_loop(loop);
  affine_statement_range(statement, &form, &low, &high);
  *out_size = high - low + 1;
  if (!affine_numbers_is_large(high - low))
    return low;
  const AffineLoop *whole = &parts->whole->loops[loop];
  *out_size = AFFINE_UNKNOWN;
  *out_extent = affine_form_add(&whole->upper[0].form, &whole->lower[0].form, -1);
  return whole->lower[0].form.constant;
}

// The array for copies of what access `a` reads during one tile, and how it is subscripted.
static bool add_copy_array(const Parts *parts, const AffineStatement *statement, int a,
                           AffineAccess *out) {
  AffineProgram *program = parts->program;
  const AffineAccess *read = &statement->accesses[a];
  AffineArray array = program->arrays[read->array];
  if (program->array_count == AFFINE_MAX_ARRAYS)
    return false;
  array.memref = (MlirValue){NULL};
  array.is_local = true;
  array.origin = -1;
  array.expanded = 0;
  *out = (AffineAccess){.array = program->array_count, .rank = read->rank};
  for (int d = 0; d < read->rank; d++) {
    int loop = affine_form_single_loop(&read->index[d]);
    AffineForm form = affine_form_loop(loop);
    if (loop == parts->step) {
      form = affine_form_add(&form, &statement->loops[loop].lower[0].form, -1);
      array.shape[d] = parts->tile;
    } else {
      form.constant = -size_copies(parts, statement, loop, &array.shape[d], &array.extents[d]);
    }
    out->index[d] = form;
  }
  program->arrays[program->array_count++] = array;
  return true;
}

// The statement that copies what access `a` of `s` reads, right before loop `loop`.
static AffineStatement *make_copy(AffineProgram *program, Pool *pool,
                                  const AffineStatement *statement, int a, int step, int loop,
                                  const AffineAccess *target, int number) {
  AffineStatement *copy = affine_statement_copy(pool, statement);
  copy->body = affine_program_copy_body(program);
  copy->access_count = 2; // a statement that reads has no fewer
  copy->accesses[1] = statement->accesses[a];
  copy->accesses[0] = *target;
  copy->index_count = 0;
  copy->update = AFFINE_UPDATE_NONE;
  copy->update_access = -1;
  copy->position[loop] -= number;
  for (int d = statement->depth; d-- > step + 1;)
    if (!affine_access_uses(&statement->accesses[a], d))
      remove_loop(copy, d);
  memset(copy->position + loop + 1, 0, sizeof copy->position - sizeof(int) * (size_t)(loop + 1));
  return copy;
}

// Copies the reads of part `s`, one of the first `count`; false when one of them cannot be.
static bool copy_reads(Parts *parts, int count, AffineStatement *statement) {
  for (int a = 1; a < statement->access_count; a++) {
    AffineAccess target;
    int loop = first_unused(statement, &statement->accesses[a], parts->step);
    if (statement->accesses[a].array != statement->accesses[0].array ||
        a == statement->update_access)
      continue;
    if (loop == statement->depth || !is_steady(parts->items, count, statement, a, loop) ||
        parts->count == AFFINE_MAX_PARTS || !add_copy_array(parts, statement, a, &target))
      return false;
    parts->items[parts->count] = make_copy(parts->program, parts->pool, statement, a, parts->step,
                                           loop, &target, parts->count);
    parts->count++;
    statement->accesses[a] = target;
  }
  return true;
}

// Part number n: digit i of it, to the base 3, is the part of split loop i. `out_is_outside`:
// outside the tile in all of them.
static AffineStatement *make_part(const Parts *parts, const AffineStatement *statement,
                                  const Split *splits, int split_count, int n,
                                  bool *out_is_outside) {
  AffineStatement *part = affine_statement_copy(parts->pool, statement);
  *out_is_outside = true;
  for (int d = parts->step + 1; d <= statement->depth; d++)
    part->position[d] = POSITION_STEP;
  for (int i = 0; i < split_count; i++, n /= 3) {
    take_part(part, parts->step, &splits[i], n % 3);
    *out_is_outside &= n % 3 != 1;
  }
  return part;
}

bool affine_split_statement(AffineProgram *program, Pool *pool, const AffineStatement *statement,
                            int step, int64_t tile, AffineStatement **out, int *out_count) {
  enum { MOST_PARTS = 27 };
  Split splits[MAX_SPLITS];
  Parts parts = {.program = program,
                 .pool = pool,
                 .whole = statement,
                 .step = step,
                 .tile = tile,
                 .items = out};
  bool is_outside[MOST_PARTS], is_done = true;
  int split_count = find_splits(statement, step, splits), count = 1;
  for (int i = 0; i < split_count; i++)
    count *= 3;
  for (int n = 0; n < count; n++)
    out[n] = make_part(&parts, statement, splits, split_count, n, &is_outside[n]);
  parts.count = count;
  for (int n = 0; n < count && is_done; n++)
    is_done = !is_outside[n] || copy_reads(&parts, count, out[n]);
  *out_count = parts.count;
  return is_done;
}

// The iterations of the last tile that is not whole.
static void keep_last(AffineScheduler *scheduler, const AffineStatement *statement, int level,
                      int64_t left, int *next) {
  AffineList last = {0};
  affine_scheduler_append(scheduler, &last, affine_scheduler_copy(scheduler, statement));
  affine_tile_triangle_keep_last(last.items[0], level, left);
  affine_schedule_keep_loop(scheduler, &last, level, next);
}

// Splits the statement inside of the tiles of loop `level`.
static bool split_tiled(AffineScheduler *scheduler, const AffineStatement *tiled, int level,
                        int64_t tile) {
  AffineStatement *parts[AFFINE_MAX_PARTS];
  int count, zero = 0;
  if (!affine_split_statement(scheduler->program, scheduler->pool, tiled, level + 1, tile, parts,
                              &count))
    return false;
  AffineList list = {.count = count, .items = parts};
  scheduler->triangle_tiles++;
  affine_scheduler_sort(&list);
  affine_schedule_list(scheduler, &list, level + 1, &zero);
  scheduler->triangle_tiles--;
  return true;
}

// Tiles whose number only the run knows, and the iterations that are left.
static bool build_counted(AffineScheduler *scheduler, const AffineList *in, int level, int64_t tile,
                          int *next) {
  int inner = 1;
  AffineList work = affine_scheduler_copy_list(scheduler, in);
  AffineList last = affine_tile_triangle_enter_counted(scheduler, &work, level, tile, next);
  work.items[0]->position[level + 1] = 0;
  return split_tiled(scheduler, work.items[0], level + 1, tile) &&
         affine_schedule_keep_loop(scheduler, &last, level + 1, &inner);
}

bool affine_split_build(AffineScheduler *scheduler, const AffineList *in, int level, int *next) {
  const AffineStatement *statement = in->items[0];
  int64_t tile, trips;
  if (!affine_split_applies(statement, level))
    return false;
  if (affine_tile_triangle_counts(scheduler, in, level, &tile))
    return build_counted(scheduler, in, level, tile, next);
  if (!affine_loop_constant_trip(&statement->loops[level], &trips))
    return false;
  tile = affine_tile_triangle_size(scheduler, trips, false);
  int64_t left = trips % tile;
  if (trips < scheduler->limits->min_split || trips < tile + tile / 2)
    return false;
  AffineStatement *tiled = affine_scheduler_copy(scheduler, statement);
  affine_tile_triangle_enter(tiled, level, tile, left);
  tiled->position[level] = *next;
  if (!split_tiled(scheduler, tiled, level, tile))
    return false;
  ++*next;
  if (left)
    keep_last(scheduler, statement, level, left, next);
  return true;
}
