// See affine_parallel.h. A block is large enough for linalg ops to be worth their packing, and
// there are enough of them for many processors.
#include "passes/affine_parallel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  BLOCKS = 64,         // wanted of a long loop
  MIN_BLOCK = 32,      // iterations, of a loop that is long enough
  SMALL_BLOCK = 8,     // of a shorter one
  SMALL_TRIP = 256,    // up to which a loop is short
  MIN_POINTS = 1 << 14 // iterations of statements in the whole loop: starting it costs microseconds
};

typedef struct Cutter {
  AffineProgram *program;
  int deepest;
  bool cuts;
  uint64_t seed;                             // not 0: small blocks of any work
  uint64_t private_arrays[AFFINE_MAX_DEPTH]; // per level
  int found;
  int out_count;
  AffineStatement *out[AFFINE_MAX_STATEMENTS]; // the new statements; old ones are moved
  bool has_failed;
} Cutter;

static void append(Cutter *c, AffineStatement *s) {
  if (c->out_count == AFFINE_MAX_STATEMENTS) {
    c->has_failed = true;
    free(s);
  } else {
    c->out[c->out_count++] = s;
  }
}

static bool is_loop(const AffineStatement *s, int level) {
  return s->depth > level && !((s->raised | s->lanes) >> level & 1);
}

static bool carries(AffineStatement *const *items, int from, int to, int level, uint64_t ignored,
                    AffineDependence *out) {
  for (int a = from; a < to; a++)
    for (int b = from; b < to; b++)
      if (affine_loop_carries(items[a], items[b], level, ignored, true, out))
        return true;
  return false;
}

static bool has_work(AffineStatement *const *items, int from, int to, int level) {
  double points = 0;
  for (int i = from; i < to; i++)
    points += affine_statement_points(items[i], level);
  return points >= MIN_POINTS && affine_loop_trip_estimate(items[from], level) > 1;
}

// A divisor of the trip where there is one.
static int64_t block_size(int64_t trip) {
  int64_t least = trip > SMALL_TRIP ? MIN_BLOCK : SMALL_BLOCK;
  int64_t wanted = (trip + BLOCKS - 1) / BLOCKS;
  wanted = wanted > least ? wanted : least;
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

// What is left behind the last block is parallel too, iteration by iteration.
static void cut_loop(Cutter *c, int from, int to, int level) {
  AffineStatement *const *items = c->program->statements;
  int64_t trip = 0, block = 0;
  if (c->cuts && has_room(items, from, to) &&
      affine_loop_constant_trip(&items[from]->loops[level], &trip))
    block = c->seed ? 2 + (int64_t)(c->seed % 3) : block_size(trip);
  bool has_blocks = block > 1 && trip >= 2 * block;
  for (int i = from; i < to; i++)
    items[i]->parallel |= 1u << level;
  AffineStatement *rests[AFFINE_MAX_STATEMENTS];
  int rest_count = 0;
  for (int i = from; has_blocks && trip % block && i < to; i++) {
    AffineStatement *rest = rests[rest_count++] = affine_statement_copy(items[i]);
    rest->loops[level].lower[0].form.constant += trip / block * block;
    rest->position[level]++;
  }
  for (int i = from; i < to; i++) {
    if (has_blocks)
      affine_statement_tile(items[i], level, block, affine_form_constant(trip / block));
    append(c, items[i]);
  }
  for (int i = 0; i < rest_count; i++)
    append(c, rests[i]);
  c->found++;
}

static void cut_range(Cutter *c, int from, int to, int level) {
  AffineStatement *const *items = c->program->statements;
  AffineDependence unused;
  for (int end; from < to; from = end) {
    end = from + 1;
    if (!is_loop(items[from], level)) {
      append(c, items[from]);
      continue;
    }
    end = affine_loop_end(items, from, to, level);
    if (level <= c->deepest && (c->seed || has_work(items, from, end, level)) &&
        !carries(items, from, end, level, c->private_arrays[level], &unused))
      cut_loop(c, from, end, level);
    else
      cut_range(c, from, end, level + 1);
  }
}

// Arrays of which every iteration can have its own: what it leaves in the last one is not seen.
static uint64_t ownable_arrays(const AffineProgram *program, int level) {
  uint64_t arrays = affine_private_arrays(program, level);
  for (int a = 0; a < program->array_count; a++)
    if (program->arrays[a].origin >= 0)
      arrays &= ~((uint64_t)1 << a);
  return arrays;
}

static bool cut_all(AffineProgram *program, int deepest, bool cuts, uint64_t seed) {
  Cutter *c = calloc(1, sizeof *c);
  if (!c)
    abort(); // as MLIR itself does when memory ends
  *c = (Cutter){.program = program, .deepest = deepest, .cuts = cuts, .seed = seed};
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    c->private_arrays[d] = ownable_arrays(program, d);
  for (int i = 0; cuts && i < program->statement_count; i++)
    for (int d = 0; d <= AFFINE_MAX_DEPTH; d++)
      program->statements[i]->position[d] *= 2;
  cut_range(c, 0, program->statement_count, 0);
  bool is_done = c->found > 0 && !c->has_failed;
  memcpy(program->statements, c->out, (size_t)c->out_count * sizeof *c->out);
  program->statement_count = c->out_count;
  free(c);
  return is_done;
}

bool affine_program_cut(AffineProgram *program, int deepest, uint64_t seed) {
  return cut_all(program, deepest, true, seed);
}

bool affine_program_mark(AffineProgram *program, uint64_t seed) {
  return cut_all(program, AFFINE_MAX_DEPTH, false, seed);
}

// --- own copies

// Whether the loop carries nothing any more.
static bool settle_loop(AffineProgram *program, int from, int to, int level) {
  uint64_t ownable = ownable_arrays(program, level);
  AffineDependence found;
  while (carries(program->statements, from, to, level, 0, &found))
    if (!(ownable >> found.array & 1) || !affine_program_own(program, found.array, level, from, to))
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

bool affine_program_settle(AffineProgram *program, char *out_text, int size) {
  Settled settled = {0};
  settle_range(program, 0, program->statement_count, 0, &settled);
  out_text[0] = 0;
  if (settled.count == 1)
    snprintf(out_text, (size_t)size, "loop %d runs in parallel", settled.level + 1);
  else if (settled.count)
    snprintf(out_text, (size_t)size, "%d loops run in parallel", settled.count);
  return settled.count > 0;
}

void affine_program_print_carried(const AffineProgram *program, char *out_text, int size) {
  AffineStatement *const *items = program->statements;
  int used = 0;
  out_text[0] = 0;
  for (int level = 0; level < 3 && used < size; level++)
    for (int from = 0, end; from < program->statement_count && used < size; from = end) {
      AffineDependence found;
      end = from + 1;
      if (!is_loop(items[from], level))
        continue;
      while (end < program->statement_count && affine_shared_loops(items[from], items[end]) > level)
        end++;
      if (!carries(items, from, end, level, ownable_arrays(program, level), &found))
        continue;
      used += snprintf(out_text + used, (size_t)(size - used), used ? "; " : "");
      char text[128];
      affine_describe_dependence(program, &found, text, sizeof text);
      used += snprintf(out_text + used, (size_t)(size - used), "%s", text);
      break;
    }
}
