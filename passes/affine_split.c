// Index-set splitting: a statement that reads rows and columns of the array that it updates, as
//   path[i][j] = min(path[i][j], path[i][k] + path[k][j]),
// conflicts with itself only where i or j is k. With k tiled, i and j are split at the borders of
// the tile. What lies outside the tile in all of them reads elements that only other parts write:
// these reads are copied at the moment when the source reads them, and then nothing stands in the
// way of doing all steps of the tile at once.
#include "passes/affine_program.h"

#include <stdlib.h>
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
static int find_splits(const AffineStatement *s, int step, Split *splits) {
  const AffineAccess *store = &s->accesses[0];
  int count = 0;
  for (int a = 1; a < s->access_count; a++) {
    const AffineAccess *read = &s->accesses[a];
    bool is_split = false;
    if (read->array != store->array || a == s->update_access)
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

// Loops of a rectangle around loop `step`, the split ones wide enough for every tile.
static bool has_plain_loops(const AffineStatement *s, int step, const Split *splits, int count) {
  int64_t trip;
  for (int d = step; d < s->depth; d++)
    if (!affine_loop_constant_trip(&s->loops[d], &trip) || trip < 1 ||
        !affine_form_is_constant(&s->loops[d].lower[0].form))
      return false;
  const AffineLoop *steps = &s->loops[step];
  for (int i = 0; i < count; i++) {
    const AffineLoop *loop = &s->loops[splits[i].loop];
    if (loop->lower[0].form.constant > steps->lower[0].form.constant + splits[i].shift ||
        loop->upper[0].form.constant < steps->upper[0].form.constant + splits[i].shift)
      return false;
  }
  return true;
}

bool affine_can_split(const AffineStatement *s, int step) {
  Split splits[MAX_SPLITS];
  int count = find_splits(s, step, splits);
  return count && s->update != AFFINE_UPDATE_NONE && !s->guard_count &&
         s->depth < AFFINE_MAX_DEPTH && has_plain_loops(s, step, splits, count);
}

// Part 0, 1 or 2 of a loop: before, inside and behind the tile that is loop `step` - 1.
static void take_part(AffineStatement *s, int step, const Split *split, int part) {
  AffineForm start = s->loops[step].lower[0].form, end = s->loops[step].upper[0].form;
  AffineLoop *loop = &s->loops[split->loop];
  start.constant += split->shift;
  end.constant += split->shift;
  if (part > 0)
    loop->lower[0] = affine_bound(part == 1 ? start : end);
  if (part < 2)
    loop->upper[0] = affine_bound(part == 0 ? start : end);
  s->position[split->loop] = POSITION_STEP * (part + 1);
}

static int first_unused(const AffineStatement *s, const AffineAccess *access, int step) {
  int loop = step + 1;
  while (loop < s->depth && affine_access_uses(access, loop))
    loop++;
  return loop;
}

// Whether a read keeps its value while the loops that it does not depend on run.
static bool is_steady(AffineStatement *const *parts, int count, const AffineStatement *s, int a,
                      int loop) {
  for (int i = 0; i < count; i++)
    if (affine_shared_loops(parts[i], s) > loop && affine_accesses_meet(parts[i], 0, s, a, loop))
      return false;
  return true;
}

static void remove_loop(AffineStatement *s, int loop) {
  int order[AFFINE_MAX_DEPTH];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d == loop ? s->depth - 1 : d > loop && d < s->depth ? d - 1 : d;
  affine_statement_renumber(s, order);
  s->depth--;
}

// The array for copies of what access `a` reads during one tile, and how it is subscripted.
static bool add_copy_array(AffineProgram *program, const AffineStatement *s, int a, int step,
                           int64_t tile, AffineAccess *out) {
  const AffineAccess *read = &s->accesses[a];
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
    if (loop == step) {
      form = affine_form_add(&form, &s->loops[step].lower[0].form, -1);
      array.shape[d] = tile;
    } else {
      int64_t low, high;
      affine_statement_range(s, &form, &low, &high);
      form.constant = -low;
      array.shape[d] = high - low + 1;
    }
    out->index[d] = form;
  }
  program->arrays[program->array_count++] = array;
  return true;
}

// The statement that copies what access `a` of `s` reads, right before loop `loop`.
static AffineStatement *make_copy(AffineProgram *program, const AffineStatement *s, int a, int step,
                                  int loop, const AffineAccess *target, int number) {
  AffineStatement *copy = affine_statement_copy(s);
  copy->body = affine_program_copy_body(program);
  copy->access_count = 2;
  copy->accesses[1] = s->accesses[a];
  copy->accesses[0] = *target;
  memset(copy->indices, 0, sizeof copy->indices);
  copy->update = AFFINE_UPDATE_NONE;
  copy->update_access = -1;
  copy->position[loop] -= number;
  for (int d = s->depth; d-- > step + 1;)
    if (!affine_access_uses(&s->accesses[a], d))
      remove_loop(copy, d);
  memset(copy->position + loop + 1, 0, sizeof copy->position - sizeof(int) * (size_t)(loop + 1));
  return copy;
}

// Copies the reads of part `s`; false when one of them cannot be.
static bool copy_reads(AffineProgram *program, AffineStatement *const *parts, int part_count,
                       AffineStatement *s, int step, int64_t tile, AffineStatement **out,
                       int *count) {
  for (int a = 1; a < s->access_count; a++) {
    AffineAccess target;
    int loop = first_unused(s, &s->accesses[a], step);
    if (s->accesses[a].array != s->accesses[0].array || a == s->update_access)
      continue;
    if (loop == s->depth || !is_steady(parts, part_count, s, a, loop) ||
        *count == AFFINE_MAX_PARTS || program->body_count == AFFINE_MAX_STATEMENTS ||
        !add_copy_array(program, s, a, step, tile, &target))
      return false;
    out[*count] = make_copy(program, s, a, step, loop, &target, *count);
    ++*count;
    s->accesses[a] = target;
  }
  return true;
}

bool affine_split(AffineProgram *program, const AffineStatement *s, int step, int64_t tile,
                  AffineStatement **out, int *out_count) {
  Split splits[MAX_SPLITS];
  int split_count = find_splits(s, step, splits), parts = 1, count = 0;
  bool is_done = true;
  for (int i = 0; i < split_count; i++)
    parts *= 3;
  for (int n = 0; n < parts; n++) {
    AffineStatement *part = affine_statement_copy(s);
    for (int d = step + 1; d <= s->depth; d++)
      part->position[d] = POSITION_STEP;
    for (int i = 0, rest = n; i < split_count; i++, rest /= 3)
      take_part(part, step, &splits[i], rest % 3);
    out[count++] = part;
  }
  for (int n = 0; n < parts && is_done; n++) {
    bool is_outside = true;
    for (int i = 0, rest = n; i < split_count; i++, rest /= 3)
      is_outside &= rest % 3 != 1;
    if (is_outside)
      is_done = copy_reads(program, out, parts, out[n], step, tile, out, &count);
  }
  *out_count = count;
  return is_done;
}
