// Waves of tiles. A tile of time waits for the one before it in its block, and for those of earlier
// blocks that are no more than so many parts further on. So each thread takes one of some blocks,
// and goes through its parts behind the thread that has the block before:
//
//   for b = 0 to B                        for g = 0 to B / 2
//     for p = 0 to P                        for w = 0 to P + 3
//       tile b, p                             for b = 2 * g to 2 * g + 2, in parallel
//                                               if 0 <= w - 3 * (b - 2 * g) < P
//                                                 tile b, w - 3 * (b - 2 * g)
//
// The conditions are bounds of b. Every tile stays as it is, and finds in the caches of its thread
// what the one before it in its block left there.
#include "passes/affine/schedule/affine_parallel.h"

#include "core/integer.h"
#include "passes/affine/affine_costs.h"
#include "passes/affine/analysis/affine_dependence.h"

enum { MAX_LAG = 4 };

typedef struct Waves {
  int64_t blocks, parts;
  int lag;         // waves from a part of one block to the same part of the next
  int64_t threads; // blocks of one group
  int64_t groups, count; // of blocks, and waves of each
} Waves;

// Whether the loop counts from 0 to a constant.
static bool has_count(const AffineStatement *statement, int level, int64_t *out_count) {
  const AffineLoop *loop = &statement->loops[level];
  return statement->depth > level && !((statement->raised | statement->lanes) >> level & 1) &&
         affine_loop_is_plain(loop) && affine_form_is_constant(&loop->lower[0].form) &&
         loop->lower[0].form.constant == 0 && affine_loop_constant_trip(loop, out_count);
}

// Whether all statements are in two loops of such counts, none of which is parallel.
static bool find_tiles(const AffineProgram *program, Waves *out) {
  AffineStatement *const *items = program->statements;
  for (int i = 0; i < program->statement_count; i++)
    if (items[i]->depth == AFFINE_MAX_DEPTH || affine_statement_shared_loops(items[0], items[i]) < 2 || items[i]->parallel ||
        !has_count(items[i], 0, &out->blocks) || !has_count(items[i], 1, &out->parts))
      return false;
  return program->statement_count > 0;
}

// The threads are busy most of the time, and each wave is worth a start. A loop that is parallel as
// it stands is better.
static bool is_worth_waves(const AffineProgram *program, const Waves *waves) {
  double points = 0, tiles = (double)(waves->blocks * waves->parts);
  double turns = (double)(waves->groups * waves->count);
  if (affine_parallel_is_free(program, 0) || affine_parallel_is_free(program, 1))
    return false;
  for (int i = 0; i < program->statement_count; i++)
    points += affine_statement_points(program->statements[i], 0);
  return tiles >= PARALLEL_WAVE_MIN_BALANCE * turns * (double)waves->threads &&
         points >= PARALLEL_MIN_POINTS * turns;
}

// The waves by which a block comes later than the one before it: every dependence goes to a later
// wave or stays in its tile. 0: there is none so small.
static int find_lag(const AffineProgram *program) {
  for (int lag = 1; lag <= MAX_LAG; lag++) {
    bool is_late = true;
    for (int a = 0; is_late && a < program->statement_count; a++)
      for (int b = 0; is_late && b < program->statement_count; b++)
        is_late = !affine_dependence_is_within(program->statements[a], program->statements[b], 0,
                                               lag - 1, -1);
    if (is_late)
      return lag;
  }
  return 0;
}

// Loop 0 becomes the one over groups, loop 1 over waves, loop 2 over the blocks of a wave.
static void enter_wave(AffineStatement *statement, const Waves *waves) {
  int order[AFFINE_MAX_DEPTH] = {0, 2, 1};
  for (int d = 3; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d;
  affine_statement_tile(statement, 0, waves->threads, affine_form_constant(waves->groups));
  statement->raised <<= 1; // loops inside, one deeper now
  statement->lanes <<= 1;
  affine_statement_renumber(statement, order);
  AffineForm wave = affine_form_loop(1), block = affine_form_loop(2), group = affine_form_loop(0);
  AffineForm part = affine_form_add(&wave, &block, -waves->lag);
  part = affine_form_add(&part, &group, waves->lag * waves->threads);
  affine_statement_substitute(statement, 1, &part);
  AffineLoop *around = &statement->loops[1], *inside = &statement->loops[2];
  AffineBound first = {.form = inside->lower[0].form,
                       .dividend = wave,
                       .divisor = waves->lag,
                       .multiplier = 1};
  AffineBound end = first;
  first.dividend.constant = 1 - waves->parts;
  end.dividend.constant = 1;
  around->upper[0] = affine_bound(affine_form_constant(waves->count));
  inside->lower[inside->lower_count++] = first;
  inside->upper[inside->upper_count++] = end;
  if (waves->blocks % waves->threads)
    inside->upper[inside->upper_count++] = affine_bound(affine_form_constant(waves->blocks));
  statement->parallel |= 1u << 2;
}

bool affine_parallel_wave(AffineProgram *program, int threads, uint64_t seed) {
  Waves waves = {.threads = threads};
  if (!find_tiles(program, &waves) || waves.blocks < 2 || waves.parts < 2 ||
      !(waves.lag = find_lag(program)))
    return false;
  waves.groups = integer_ceil_div(waves.blocks, threads);
  waves.count = waves.parts + waves.lag * (threads - 1);
  if (!seed && !is_worth_waves(program, &waves))
    return false;
  for (int i = 0; i < program->statement_count; i++)
    enter_wave(program->statements[i], &waves);
  return true;
}
