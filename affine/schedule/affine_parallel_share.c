// One block of a nest for each thread: a loop that carries nothing once it is the outermost one is
// cut into as many blocks as there are threads, around the whole nest.
//
//   for i = 0 to n                        for p = 0 to 2, in parallel
//     for j = 0 to 2 * m                    for i = 0 to n
//       for k = i + 1 to n                    for j = p * m to p * m + m
//         B[i][j] += A[k][i] * B[k][j]          for k = i + 1 to n
//                                                 B[i][j] += A[k][i] * B[k][j]
//
// So threads start once, not for every op in every iteration of i. Where the last block is a
// shorter one it has statements of its own in the loop over p: all of them get a condition on p.
#include "affine/schedule/affine_parallel.h"

#include "affine/affine_costs.h"
#include "base/integer.h"

// A loop that is cut: iterations of a block, and of the last one where it is shorter.
typedef struct Share {
  int level;
  int64_t blocks, size, left;
} Share;

// --- which loop

static void move_outermost(AffineStatement *statement, int level) {
  int order[AFFINE_MAX_DEPTH];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    order[d] = d < level ? d + 1 : d == level ? 0 : d;
  affine_statement_renumber(statement, order);
}

// Whether the loop could stand anywhere, and each of its iterations has the same to do.
static bool is_rectangular(const AffineStatement *statement, int level) {
  const AffineLoop *loop = &statement->loops[level];
  for (int d = 0; d < statement->depth; d++)
    if (affine_loop_uses(&statement->loops[d], level))
      return false;
  return affine_loop_is_plain(loop) && affine_form_is_constant(&loop->lower[0].form) &&
         affine_form_is_constant(&loop->upper[0].form);
}

static bool fits_all(const AffineProgram *program, int level) {
  AffineStatement *const *items = program->statements;
  for (int i = 0; i < program->statement_count; i++)
    if (items[i]->depth >= AFFINE_MAX_DEPTH - 6 || items[i]->guard_count == AFFINE_MAX_GUARDS ||
        affine_statement_shared_loops(items[0], items[i]) <= level ||
        !is_rectangular(items[i], level))
      return false;
  return true;
}

// Whether all that two iterations of the loop touch is apart, or can be: then every order of the
// loops that has this one outside keeps what comes before what.
static bool is_free_outermost(const AffineProgram *program, int level) {
  AffineProgram moved = affine_program_copy(program);
  for (int i = 0; i < moved.statement_count; i++)
    move_outermost(moved.statements[i], level);
  bool is_free = affine_parallel_is_free(&moved, 0);
  affine_program_destroy(&moved);
  return is_free;
}

// Iterations of a block: equal blocks where that costs less than a vector each, else whole vectors.
static int64_t pick_size(const AffineProgram *program, int64_t trip, int threads, uint64_t seed) {
  int64_t lanes = affine_program_lanes(program), least = integer_ceil_div(trip, threads);
  if (seed)
    return 1 + (int64_t)(seed % 4);
  for (int64_t size = least; size < least + lanes; size++)
    if (trip % size == 0)
      return size;
  return integer_ceil_div(least, lanes) * lanes;
}

static bool pick_loop(const AffineProgram *program, int threads, uint64_t seed, Share *out) {
  double points = 0;
  for (int i = 0; i < program->statement_count; i++)
    points += affine_statement_points(program->statements[i], 0);
  if (!program->statement_count || (!seed && points < PARALLEL_MIN_POINTS))
    return false;
  for (int level = 0; level < program->statements[0]->depth; level++) {
    int64_t trip;
    if (!fits_all(program, level) ||
        !affine_loop_constant_trip(&program->statements[0]->loops[level], &trip) || trip < 2)
      continue;
    int64_t size = pick_size(program, trip, threads, seed);
    *out = (Share){level, integer_ceil_div(trip, size), size, trip % size};
    if (out->blocks > 1 && (seed || (double)size >= PARALLEL_SHARE_MIN_BLOCK) &&
        is_free_outermost(program, level))
      return true;
  }
  return false;
}

// --- the blocks

// Runs where p is less than `blocks` - 1; with is_last, where it is that.
static void add_condition(AffineStatement *statement, int64_t blocks, bool is_last) {
  AffineForm p = affine_form_loop(0), zero = affine_form_constant(0);
  AffineForm form = affine_form_add(&zero, &p, is_last ? 1 : -1);
  form.constant = is_last ? 1 - blocks : blocks - 2;
  statement->guards[statement->guard_count++].form = form;
}

static void enter_block(AffineStatement *statement, const Share *share, bool is_last) {
  affine_statement_tile(statement, share->level, share->size, affine_form_constant(share->blocks));
  if (is_last)
    statement->loops[share->level + 1].upper[0].form.constant -= share->size - share->left;
  move_outermost(statement, share->level);
  statement->parallel |= 1;
  statement->position[1] += is_last;
  if (share->left)
    add_condition(statement, share->blocks, is_last);
}

bool affine_parallel_share(AffineProgram *program, int threads, uint64_t seed) {
  Share share;
  AffineList out = {0};
  if (!pick_loop(program, threads, seed, &share))
    return false;
  for (int part = 0; part < (share.left ? 2 : 1); part++)
    for (int i = 0; i < program->statement_count; i++) {
      AffineStatement *statement = affine_statement_copy(program->pool, program->statements[i]);
      enter_block(statement, &share, part == 1);
      affine_list_append(program->pool, &out, statement);
    }
  program->statements = out.items;
  program->statement_count = out.count;
  return true;
}
