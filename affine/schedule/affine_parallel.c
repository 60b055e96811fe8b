// Parallel loops: the outermost loop of a nest that carries no dependence, for several processors.
// A block is large enough for linalg ops to be worth their packing, and there are enough of them
// for many processors.
//
//   for i = 0 to n                        for b = 0 to n / 32, in parallel
//     y[i] = x[i] + 1                       for i = 32 * b to 32 * b + 32
//                                             y[i] = x[i] + 1
//
// An array that every iteration writes before it reads it, and whose last values are seen later,
// forbids only that the last iteration runs beside the others:
//
//   for i = 0 to n                        for i = 0 to n - 1, in parallel
//     t[...] = ...                          own[i][...] = ...
//     y[i] = f(t[...])                      y[i] = f(own[i][...])
//                                         t[...] = ...
//                                         y[n - 1] = f(t[...])
#include "affine/schedule/affine_parallel.h"
#include "affine/analysis/affine_dependence.h"
#include "affine/schedule/affine_transformations.h"

#include "affine/affine_costs.h"
#include "base/integer.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdio.h>

typedef struct Cutter {
  AffineProgram *program;
  int deepest;
  bool cuts;
  uint64_t seed;                             // not 0: small blocks of any work
  uint64_t private_arrays[AFFINE_MAX_DEPTH]; // per level
  uint64_t left_arrays[AFFINE_MAX_DEPTH];    // per level: private, but the last copy is seen later
  int found;
  AffineList out; // the new statements; old ones are moved
} Cutter;

// Of a loop that is cut: blocks, what is left after them, the last iteration.
enum { PARTS = 3 };

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

// Splits the iterations from `start` on off statements [from, to), as a loop right after theirs.
static void split_off(Cutter *cutter, int from, int to, int level, int64_t start, AffineList *out) {
  Pool *pool = cutter->program->pool;
  for (int i = from; i < to; i++) {
    AffineStatement *statement = affine_statement_copy(pool, cutter->program->statements[i]);
    statement->loops[level].lower[0].form.constant += start;
    statement->position[level]++;
    affine_list_append(pool, out, statement);
  }
}

// What is left after the last block is parallel too, iteration by iteration.
static void cut_loop(Cutter *cutter, int from, int to, int level) {
  AffineStatement *const *items = cutter->program->statements;
  int64_t trip, block = pick_block(cutter, from, to, level, &trip);
  AffineList last = {0};
  for (int i = from; i < to; i++)
    items[i]->parallel |= 1u << level;
  if (block && trip % block)
    split_off(cutter, from, to, level, trip / block * block, &last);
  for (int i = from; i < to; i++) {
    if (block)
      affine_statement_tile(items[i], level, block, affine_form_constant(trip / block));
    append(cutter, items[i]);
  }
  for (int i = 0; i < last.count; i++)
    append(cutter, last.items[i]);
  cutter->found++;
}

// Whether the loop carries nothing once its last iteration stands after it. That one leaves what is
// seen later of the private arrays, so all the others may have copies of their own.
static bool may_peel(const Cutter *cutter, int from, int to, int level) {
  AffineStatement *const *items = cutter->program->statements;
  uint64_t left = cutter->left_arrays[level];
  AffineDependence unused;
  int64_t trip;
  return left && affine_loop_constant_trip(&items[from]->loops[level], &trip) && trip > 2 &&
         !carries(items, from, to, level, cutter->private_arrays[level] | left, &unused);
}

static void peel_and_cut(Cutter *cutter, int from, int to, int level) {
  AffineProgram *program = cutter->program;
  AffineList last = {0};
  int64_t trip = 0;
  (void)affine_loop_constant_trip(&program->statements[from]->loops[level], &trip);
  split_off(cutter, from, to, level, trip - 1, &last);
  for (int i = 0; i < last.count; i++)
    last.items[i]->position[level]++; // what cut_loop splits off stands before
  for (int i = from; i < to; i++)
    program->statements[i]->loops[level].upper[0].form.constant--;
  for (int a = 0; a < program->array_count; a++)
    program->arrays[a].is_left_apart |= cutter->left_arrays[level] >> a & 1;
  cut_loop(cutter, from, to, level);
  for (int i = 0; i < last.count; i++)
    append(cutter, last.items[i]);
}

// Recursion: at most AFFINE_MAX_DEPTH levels, one a loop.
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
    bool is_tried = level <= cutter->deepest && (cutter->seed || has_work(items, from, end, level));
    if (is_tried && !carries(items, from, end, level, cutter->private_arrays[level], &unused))
      cut_loop(cutter, from, end, level);
    else if (is_tried && cutter->cuts && may_peel(cutter, from, end, level))
      peel_and_cut(cutter, from, end, level);
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

bool affine_parallel_is_free(const AffineProgram *program, int level) {
  AffineDependence unused;
  return !carries(program->statements, 0, program->statement_count, level,
                  ownable_arrays(program, level), &unused);
}

bool affine_parallel_keeps_bits(const AffineProgram *program) {
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *statement = program->statements[i];
    if (statement->update != AFFINE_UPDATE_NONE && !statement->is_ordered &&
        mlirTypeIsAFloat(program->arrays[statement->accesses[0].array].element))
      return false;
  }
  return true;
}

// Arrays of which every iteration could have its own but the last one: all that use them share the
// loop, and every iteration writes all that is seen later (affine_expand_arrays).
static uint64_t left_arrays(const AffineProgram *program, int level) {
  uint64_t arrays = affine_expand_private_arrays(program, level);
  for (int a = 0; a < program->array_count; a++)
    if (program->arrays[a].origin < 0 || affine_expand_common_loops(program, a) <= level)
      arrays &= ~((uint64_t)1 << a);
  return arrays;
}

static bool cut_all(AffineProgram *program, int deepest, bool cuts, uint64_t seed) {
  Cutter cutter = {.program = program, .deepest = deepest, .cuts = cuts, .seed = seed};
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++) {
    cutter.private_arrays[d] = ownable_arrays(program, d);
    cutter.left_arrays[d] = left_arrays(program, d);
  }
  for (int i = 0; cuts && i < program->statement_count; i++)
    for (int d = 0; d <= AFFINE_MAX_DEPTH; d++)
      program->statements[i]->position[d] *= PARTS;
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

// Arrays whose last iteration was peeled off, as far as the loop is still certain to write what it
// reads. Nobody else reads it: before the cut each iteration read what it wrote itself.
static uint64_t apart_arrays(const AffineProgram *program, int from, int to, int level) {
  uint64_t arrays = 0;
  for (int a = 0; a < program->array_count; a++)
    if (program->arrays[a].is_left_apart && affine_expand_is_private(program, a, level, from, to))
      arrays |= (uint64_t)1 << a;
  return arrays;
}

// Whether the loop carries nothing any more.
static bool settle_loop(AffineProgram *program, int from, int to, int level) {
  uint64_t ownable = ownable_arrays(program, level) | apart_arrays(program, from, to, level);
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

// Recursion: at most AFFINE_MAX_DEPTH levels, one a loop.
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
    snprintf(out_text, (size_t)size, "loop %d runs in parallel",
             settled.level + 1 - program->parameter_count);
  else if (settled.count)
    snprintf(out_text, (size_t)size, "%d loops run in parallel", settled.count);
  return settled.count > 0;
}

void affine_parallel_print_carried(const AffineProgram *program, char *out_text, int size) {
  AffineStatement *const *items = program->statements;
  int used = 0;
  out_text[0] = 0;
  const int outermost = program->parameter_count;
  for (int level = outermost; level < outermost + 3 && used < size; level++)
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
