// Waves of tiles. A tile of time waits for the one before it in its block, and for those of earlier
// blocks that are no more than so many parts further on. So tiles of one sum of part and a multiple
// of the block may run at once:
//
//   for b = 0 to B                        for w = 0 to P + 2 * B - 2
//     for p = 0 to P                        for b = max(0, (w - P + 1) / 2) to min(B, w / 2 + 1),
//       tile b, p                               in parallel
//                                             tile b, w - 2 * b
//
// Every tile stays as it is.
#include "affine/schedule/affine_parallel.h"

#include "affine/affine_costs.h"
#include "affine/analysis/affine_dependence.h"
#include "base/integer.h"

enum { MAX_LAG = 4 };

typedef struct Waves {
  int64_t blocks, parts;
  int lag; // waves from a part of one block to the same part of the next
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
    if (affine_statement_shared_loops(items[0], items[i]) < 2 || items[i]->parallel ||
        !has_count(items[i], 0, &out->blocks) || !has_count(items[i], 1, &out->parts))
      return false;
  return program->statement_count > 0;
}

// Tiles of a wave.
static int64_t count_tiles(const Waves *waves, int64_t wave) {
  int64_t first = integer_max(integer_ceil_div(wave - waves->parts + 1, waves->lag), 0);
  int64_t end = integer_min(integer_ceil_div(wave + 1, waves->lag), waves->blocks);
  return integer_max(end - first, 0);
}

// The threads are busy most of the time, and each wave is worth a start. A loop that is parallel as
// it stands is better.
static bool is_worth_waves(const AffineProgram *program, const Waves *waves, int threads) {
  int64_t count = waves->parts + waves->lag * (waves->blocks - 1), turns = 0;
  double points = 0, tiles = (double)(waves->blocks * waves->parts);
  if (affine_parallel_is_free(program, 0) || affine_parallel_is_free(program, 1))
    return false;
  for (int64_t wave = 0; wave < count; wave++)
    turns += integer_ceil_div(count_tiles(waves, wave), threads);
  for (int i = 0; i < program->statement_count; i++)
    points += affine_statement_points(program->statements[i], 0);
  return tiles >= PARALLEL_WAVE_MIN_BALANCE * (double)turns * threads &&
         points >= PARALLEL_MIN_POINTS * (double)count;
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

static void enter_wave(AffineStatement *statement, const Waves *waves) {
  int order[AFFINE_MAX_DEPTH] = {1, 0};
  for (int d = 2; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d;
  affine_statement_renumber(statement, order);
  AffineForm wave = affine_form_loop(0), block = affine_form_loop(1);
  AffineForm part = affine_form_add(&wave, &block, -waves->lag);
  affine_statement_substitute(statement, 0, &part);
  AffineLoop *around = &statement->loops[0], *inside = &statement->loops[1];
  AffineBound first = {.dividend = wave, .divisor = waves->lag, .multiplier = 1}, end = first;
  first.dividend.constant = 1 - waves->parts;
  end.dividend.constant = 1;
  around->upper[0] =
      affine_bound(affine_form_constant(waves->parts + waves->lag * (waves->blocks - 1)));
  inside->lower[inside->lower_count++] = first;
  inside->upper[inside->upper_count++] = end;
  statement->parallel |= 1u << 1;
}

bool affine_parallel_wave(AffineProgram *program, int threads, uint64_t seed) {
  Waves waves;
  if (!find_tiles(program, &waves) || waves.blocks < 2 || waves.parts < 2 ||
      !(waves.lag = find_lag(program)) || (!seed && !is_worth_waves(program, &waves, threads)))
    return false;
  for (int i = 0; i < program->statement_count; i++)
    enter_wave(program->statements[i], &waves);
  return true;
}
