// See affine_parallel.h. A block is large enough for linalg ops to be worth their packing, and
// there are enough of them for many processors.
//
//   for i = 0 to n                        for b = 0 to n / 32, in parallel
//     y[i] = x[i] + 1                       for i = 32 * b to 32 * b + 32
//                                             y[i] = x[i] + 1
#include "passes/affine/schedule/affine_parallel.h"
#include "passes/affine/analysis/affine_dependence.h"
#include "passes/affine/schedule/affine_transformations.h"

#include "core/integer.h"
#include "passes/affine/affine_costs.h"
#include <stdio.h>

typedef struct Cutter {
  AffineProgram *program;
  int deepest;
  bool cuts;
  uint64_t seed;                             // not 0: small blocks of any work
  uint64_t private_arrays[AFFINE_MAX_DEPTH]; // per level
  int found;
  AffineList out; // the new statements; old ones are moved
} Cutter;

static void append(Cutter *cutter, AffineStatement *statement) {
  affine_list_append(cutter->program->pool, &cutter->out, statement);
}

static bool is_loop(const AffineStatement *statement, int level) {
  return statement->depth > level && !((statement->raised | statement->lanes) >> level & 1);
}

static bool carries(AffineStatement *const *items, int from, int to, int level, uint64_t ignored,
                    AffineDependence *out) {
  for (int a = from; a < to; a++)
    for (int b = from; b < to; b++)
      if (affine_dependence_is_carried(items[a], items[b], level, ignored, true, out))
        return true;
  return false;
}

static bool has_work(AffineStatement *const *items, int from, int to, int level) {
  double points = 0;
  for (int i = from; i < to; i++)
    points += affine_statement_points(items[i], level);
  return points >= PARALLEL_MIN_POINTS && affine_loop_trip_estimate(items[from], level) > 1;
}

// A divisor of the trip where there is one.
static int64_t block_size(const Target *target, int64_t trip) {
  double least = (double)trip > PARALLEL_SHORT_TRIP ? PARALLEL_MIN_BLOCK : PARALLEL_SHORT_BLOCK;
  int64_t blocks = (int64_t)PARALLEL_BLOCKS_PER_CORE * integer_max(target->cores, 1);
  int64_t wanted = integer_max(integer_ceil_div(trip, blocks), (int64_t)least);
  for (int64_t size = wanted; size <= 2 * wanted; size++)
    if (trip % size == 0)
      return size;
  return wanted;
}

static bool has_room(AffineStatement *const *items, int from, int to) {
  for (int i = from; i < to; i++)
    if (items[i]->depth > AFFINE_MAX_DEPTH - 6)
      return false;
  return true;
}

// Iterations of a block of the loop, 0: it is not cut.
static int64_t pick_block(const Cutter *cutter, int from, int to, int level, int64_t *out_trip) {
  AffineStatement *const *items = cutter->program->statements;
  int64_t block = 0;
  if (cutter->cuts && has_room(items, from, to) &&
      affine_loop_constant_trip(&items[from]->loops[level], out_trip))
    block = cutter->seed ? 2 + (int64_t)(cutter->seed % 3)
                         : block_size(cutter->program->target, *out_trip);
  return block > 1 && *out_trip >= 2 * block ? block : 0;
}

// What is left after the last block is parallel too, iteration by iteration.
static void cut_loop(Cutter *cutter, int from, int to, int level) {
  AffineStatement *const *items = cutter->program->statements;
  Pool *pool = cutter->program->pool;
  int64_t trip, block = pick_block(cutter, from, to, level, &trip);
  AffineList last = {0};
  for (int i = from; i < to; i++)
    items[i]->parallel |= 1u << level;
  for (int i = from; block && trip % block && i < to; i++) {
    AffineStatement *statement = affine_statement_copy(pool, items[i]);
    statement->loops[level].lower[0].form.constant += trip / block * block;
    statement->position[level]++;
    affine_list_append(pool, &last, statement);
  }
  for (int i = from; i < to; i++) {
    if (block)
      affine_statement_tile(items[i], level, block, affine_form_constant(trip / block));
    append(cutter, items[i]);
  }
  for (int i = 0; i < last.count; i++)
    append(cutter, last.items[i]);
  cutter->found++;
}

static void cut_range(Cutter *cutter, int from, int to, int level) {
  AffineStatement *const *items = cutter->program->statements;
  AffineDependence unused;
  for (int end; from < to; from = end) {
    end = from + 1;
    if (!is_loop(items[from], level)) {
      append(cutter, items[from]);
      continue;
    }
    end = affine_loop_end(items, from, to, level);
    if (level <= cutter->deepest && (cutter->seed || has_work(items, from, end, level)) &&
        !carries(items, from, end, level, cutter->private_arrays[level], &unused))
      cut_loop(cutter, from, end, level);
    else
      cut_range(cutter, from, end, level + 1);
  }
}

// Arrays of which every iteration can have its own: what it leaves in the last one is not seen.
static uint64_t ownable_arrays(const AffineProgram *program, int level) {
  uint64_t arrays = affine_expand_private_arrays(program, level);
  for (int a = 0; a < program->array_count; a++)
    if (program->arrays[a].origin >= 0)
      arrays &= ~((uint64_t)1 << a);
  return arrays;
}

static bool cut_all(AffineProgram *program, int deepest, bool cuts, uint64_t seed) {
  Cutter cutter = {.program = program, .deepest = deepest, .cuts = cuts, .seed = seed};
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    cutter.private_arrays[d] = ownable_arrays(program, d);
  for (int i = 0; cuts && i < program->statement_count; i++)
    for (int d = 0; d <= AFFINE_MAX_DEPTH; d++)
      program->statements[i]->position[d] *= 2;
  cut_range(&cutter, 0, program->statement_count, 0);
  program->statements = cutter.out.items;
  program->statement_count = cutter.out.count;
  return cutter.found > 0;
}

bool affine_parallel_cut(AffineProgram *program, int deepest, uint64_t seed) {
  return cut_all(program, deepest, true, seed);
}

bool affine_parallel_mark(AffineProgram *program, uint64_t seed) {
  return cut_all(program, AFFINE_MAX_DEPTH, false, seed);
}

// --- own copies

// Whether the loop carries nothing any more.
static bool settle_loop(AffineProgram *program, int from, int to, int level) {
  uint64_t ownable = ownable_arrays(program, level);
  AffineDependence found;
  while (carries(program->statements, from, to, level, 0, &found))
    if (!(ownable >> found.array & 1) || !affine_expand_own(program, found.array, level, from, to))
      return false;
  return true;
}

typedef struct Settled {
  int count;
  int level; // of the first
} Settled;

static void settle_range(AffineProgram *program, int from, int to, int level, Settled *out) {
  AffineStatement *const *items = program->statements;
  for (int end; from < to; from = end) {
    end = from + 1;
    if (!is_loop(items[from], level))
      continue;
    end = affine_loop_end(items, from, to, level);
    if (!(items[from]->parallel >> level & 1)) {
      settle_range(program, from, end, level + 1, out);
    } else if (!settle_loop(program, from, end, level)) {
      for (int i = from; i < end; i++)
        items[i]->parallel = 0;
    } else if (!out->count++) {
      out->level = level;
    }
  }
}

bool affine_parallel_settle(AffineProgram *program, char *out_text, int size) {
  Settled settled = {0};
  settle_range(program, 0, program->statement_count, 0, &settled);
  out_text[0] = 0;
  if (settled.count == 1)
    snprintf(out_text, (size_t)size, "loop %d runs in parallel", settled.level + 1);
  else if (settled.count)
    snprintf(out_text, (size_t)size, "%d loops run in parallel", settled.count);
  return settled.count > 0;
}

void affine_parallel_print_carried(const AffineProgram *program, char *out_text, int size) {
  AffineStatement *const *items = program->statements;
  int used = 0;
  out_text[0] = 0;
  for (int level = 0; level < 3 && used < size; level++)
    for (int from = 0, end; from < program->statement_count && used < size; from = end) {
      AffineDependence found;
      end = from + 1;
      if (!is_loop(items[from], level))
        continue;
      while (end < program->statement_count &&
             affine_statement_shared_loops(items[from], items[end]) > level)
        end++;
      if (!carries(items, from, end, level, ownable_arrays(program, level), &found))
        continue;
      used += snprintf(out_text + used, (size_t)(size - used), used ? "; " : "");
      char text[128];
      affine_dependence_describe(program, &found, text, sizeof text);
      used += snprintf(out_text + used, (size_t)(size - used), "%s", text);
      break;
    }
}
