// Fusion: loops that stand side by side become one, so that what one of them has written or read is
// still in a register or in the cache when the other wants it. Two neighbours at one level are
// fused on copies first: their inner loops are fused as deep as they can be, and then it is looked
// at what that is good for.
//
//   for i                                 for i
//     y[i] = x[i] + 1                       y[i] = x[i] + 1
//   for i                                   z[i] = y[i] * 2
//     z[i] = y[i] * 2
#include "affine/schedule/affine_fuse.h"
#include "affine/affine_costs.h"
#include "affine/analysis/affine_dependence.h"
#include "affine/schedule/affine_transformations.h"

#include <stdlib.h>

typedef struct Fuser {
  const AffineProgram *program;
  Pool *pool; // of copies
  AffineFuseOptions options;
  int count;
  AffineFusions *fusions;
} Fuser;

// --- what may become one loop

static bool forms_differ_by(const AffineForm *a, const AffineForm *b, int64_t offset) {
  AffineForm moved = *b;
  moved.constant -= offset;
  return affine_form_equal(a, &moved);
}

static bool bounds_fit(const AffineBound *a, const AffineBound *b, int count, int64_t offset) {
  for (int i = 0; i < count; i++) {
    if (a[i].divisor != b[i].divisor || !forms_differ_by(&a[i].form, &b[i].form, offset))
      return false;
    if (a[i].divisor &&
        (a[i].multiplier != b[i].multiplier || !affine_form_equal(&a[i].dividend, &b[i].dividend)))
      return false;
  }
  return true;
}

// Whether the second loop is the first one, `out_offset` further on.
static bool loops_fit(const AffineLoop *a, const AffineLoop *b, int64_t *out_offset) {
  if (a->lower_count != b->lower_count || a->upper_count != b->upper_count)
    return false;
  *out_offset = b->lower[0].form.constant - a->lower[0].form.constant;
  return bounds_fit(a->lower, b->lower, a->lower_count, *out_offset) &&
         bounds_fit(a->upper, b->upper, a->upper_count, *out_offset);
}

// Statements [0, middle) are those of the first loop, [middle, count) those of the second.
typedef struct Pair {
  int middle, count;
  AffineStatement **items;
} Pair;

static bool can_fuse(const Pair *pair, int level, uint64_t ignored, AffineRefusal *out) {
  for (int a = 0; a < pair->middle; a++)
    for (int b = pair->middle; b < pair->count; b++)
      if (affine_dependence_find_backward(pair->items[a], pair->items[b], level, ignored,
                                          &out->dependence)) {
        out->first = pair->items[a]->id;
        out->second = pair->items[b]->id;
        return false;
      }
  return true;
}

static bool is_parallel(AffineStatement *const *items, int count, int level, uint64_t ignored) {
  AffineDependence unused;
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++)
      if (affine_dependence_is_carried(items[a], items[b], level, ignored, false, &unused))
        return false;
  return true;
}

// Makes the second loop, at `level`, the same as the first, after whose statements its own come.
static void join(Pair *pair, int level, int64_t offset) {
  int last = pair->items[pair->middle - 1]->position[level + 1];
  for (int i = pair->middle; i < pair->count; i++) {
    AffineStatement *statement = pair->items[i];
    affine_statement_shift(statement, level, offset);
    statement->loops[level] = pair->items[0]->loops[level];
    statement->position[level] = pair->items[0]->position[level];
    statement->position[level + 1] += last + 1;
  }
}

// Two loops run side by side as well as one after the other did.
static bool keeps_parallel(const Pair *whole, const Pair *pair, int level, uint64_t ignored) {
  int second = pair->count - pair->middle;
  bool was_parallel = is_parallel(pair->items, pair->middle, level, ignored) ||
                      is_parallel(pair->items + pair->middle, second, level, ignored);
  return !was_parallel || is_parallel(whole->items, whole->count, level, ignored);
}

static int count_arrays(const Pair *pair) {
  uint64_t arrays = 0;
  int count = 0;
  for (int i = 0; i < pair->count; i++)
    for (int a = 0; a < pair->items[i]->access_count; a++)
      arrays |= (uint64_t)1 << pair->items[i]->accesses[a].array;
  for (; arrays; arrays &= arrays - 1)
    count++;
  return count;
}

// Pairs of arrays of which LLVM would have to check whether they overlap.
static int count_checks(const Pair *pair) {
  uint64_t written = 0, read = 0;
  int count = 0;
  for (int i = 0; i < pair->count; i++)
    for (int a = 0; a < pair->items[i]->access_count; a++)
      *(a ? &read : &written) |= (uint64_t)1 << pair->items[i]->accesses[a].array;
  for (int a = 0; a < AFFINE_MAX_ARRAYS; a++)
    for (int b = 0; b < AFFINE_MAX_ARRAYS; b++)
      count += (written >> a & 1) && ((written >> b & 1) ? a < b : read >> b & 1);
  return count;
}

static bool has_inner_loops(const Pair *pair, int level) {
  for (int i = 0; i < pair->count; i++)
    if (pair->items[i]->depth > level + 1)
      return true;
  return false;
}

// An innermost loop with more than the processor can follow, or LLVM.
static bool is_too_wide(const Pair *pair, int level) {
  int64_t trip;
  if (has_inner_loops(pair, level))
    return false;
  bool has_vectors = affine_loop_constant_trip(&pair->items[0]->loops[level], &trip);
  return count_arrays(pair) > FUSE_MAX_STREAMS ||
         (!has_vectors && count_checks(pair) > FUSE_MAX_CHECKS);
}

static AffineStatement **copy_items(const Fuser *fuser, AffineStatement *const *items, int count) {
  AffineStatement **copies = pool_allocate(fuser->pool, (size_t)count * sizeof *copies);
  for (int i = 0; i < count; i++)
    copies[i] = affine_statement_copy(fuser->pool, items[i]);
  return copies;
}

typedef enum Verdict { VERDICT_UNFIT, VERDICT_REFUSED, VERDICT_WORSE, VERDICT_FUSED } Verdict;

// Fuses the loops at `level`, where that is no loss.
static Verdict fuse_level(const Fuser *fuser, Pair *pair, int level, AffineRefusal *refusal) {
  int64_t offset;
  const AffineStatement *first = pair->items[0], *second = pair->items[pair->middle];
  uint64_t ignored = affine_expand_private_arrays(fuser->program, level);
  if (!loops_fit(&first->loops[level], &second->loops[level], &offset))
    return VERDICT_UNFIT;
  for (int i = pair->middle; i < pair->count; i++)
    affine_statement_shift(pair->items[i], level, offset);
  if (!can_fuse(pair, level, ignored, refusal))
    return VERDICT_REFUSED;
  Pair apart = *pair;
  apart.items = copy_items(fuser, pair->items, pair->count);
  join(pair, level, 0);
  bool is_worse = !fuser->options.seed && !fuser->options.tile &&
                  (!keeps_parallel(pair, &apart, level, ignored) || is_too_wide(pair, level));
  return is_worse ? VERDICT_WORSE : VERDICT_FUSED;
}

// --- what it is good for

// Bytes of an array that a statement touches in one iteration of its outermost `shared` loops.
static double bytes_inside(const AffineProgram *program, const AffineStatement *statement, int a,
                           int shared) {
  const AffineAccess *access = &statement->accesses[a];
  const AffineArray *array = &program->arrays[access->array];
  double bytes = (double)affine_array_element_bytes(array);
  for (int d = 0; d < access->rank; d++) {
    double extent = 1, maximum = (double)array->shape[d];
    for (int loop = shared; loop < statement->depth; loop++) {
      double c = abs(access->index[d].coefficients[loop]);
      extent += c ? c * (double)(affine_loop_trip_estimate(statement, loop) - 1) : 0;
    }
    bytes *= extent < maximum ? extent : maximum;
  }
  return bytes;
}

// Bytes that all statements touch in one iteration of the outermost `shared` loops.
static double bytes_between(const AffineProgram *program, const Pair *pair, int shared) {
  double largest[AFFINE_MAX_ARRAYS] = {0}, sum = 0;
  for (int i = 0; i < pair->count; i++)
    for (int a = 0; a < pair->items[i]->access_count; a++) {
      double own = bytes_inside(program, pair->items[i], a, shared);
      double *all = &largest[pair->items[i]->accesses[a].array];
      *all = own > *all ? own : *all;
    }
  for (int a = 0; a < program->array_count; a++)
    sum += largest[a];
  return sum;
}

// Whether the access follows a fused loop from `level` on. Inside a tile it is the loop inside that
// has its place in the subscript.
static bool follows_loop(const Fuser *fuser, const AffineAccess *access, int level, int shared) {
  for (int d = level; d < shared + (fuser->options.tile > 0); d++)
    if (affine_access_uses(access, d))
      return true;
  return false;
}

// Whether both touch an element in the same iteration that would have left the cache in between.
static bool saves_traffic(const Fuser *fuser, const Pair *pair, int first, int second, int level) {
  const AffineStatement *statement = pair->items[first], *t = pair->items[second];
  int shared = affine_statement_shared_loops(statement, t);
  bool is_innermost = shared == statement->depth && shared == t->depth;
  int lanes = fuser->options.lanes ? fuser->options.lanes : 1;
  double cache = affine_program_cache_bytes(fuser->program, 2);
  for (int a = 0; a < statement->access_count; a++)
    for (int b = 0; b < t->access_count; b++) {
      const AffineArray *array = &fuser->program->arrays[statement->accesses[a].array];
      if (statement->accesses[a].array != t->accesses[b].array || !array->rank ||
          !follows_loop(fuser, &statement->accesses[a], level, shared) ||
          !affine_dependence_accesses_meet(statement, a, t, b, shared))
        continue;
      if (is_innermost ||
          ((double)affine_array_bytes(array) > FUSE_FAR_CACHES * cache &&
           lanes * bytes_between(fuser->program, pair, shared) <= FUSE_NEAR_CACHES * cache))
        return true;
    }
  return false;
}

static bool pays(const Fuser *fuser, const Pair *pair, int level) {
  for (int a = 0; a < pair->middle; a++)
    for (int b = pair->middle; b < pair->count; b++)
      if (saves_traffic(fuser, pair, a, b, level))
        return true;
  return false;
}

static bool share_array(const Pair *pair, uint64_t ignored) {
  uint64_t first = 0, second = 0;
  for (int i = 0; i < pair->count; i++)
    for (int a = 0; a < pair->items[i]->access_count; a++)
      *(i < pair->middle ? &first : &second) |= (uint64_t)1 << pair->items[i]->accesses[a].array;
  return (first & second & ~ignored) != 0;
}

// --- neighbours

// The last loop of the first part and the first loop of the second one, if that is what they are.
static bool find_inner(const Fuser *fuser, const Pair *pair, int level, Pair *out, int *out_from) {
  int from = pair->middle - 1;
  if (pair->items[from]->depth <= level || pair->items[pair->middle]->depth <= level)
    return false;
  while (from > 0 &&
         affine_statement_shared_loops(pair->items[from - 1], pair->items[from]) > level)
    from--;
  int to = affine_loop_end(pair->items, pair->middle, pair->count, level);
  *out_from = from;
  out->middle = pair->middle - from;
  out->count = to - from;
  out->items = copy_items(fuser, pair->items + from, out->count);
  return true;
}

// Inside loops that have just been fused: those at `level`, and further inwards. What stands after
// the second of them keeps its distance to it.
// Recursion: at most AFFINE_MAX_DEPTH levels, one a loop.
static void fuse_inwards(const Fuser *fuser, Pair *pair, int level) {
  AffineRefusal unused;
  Pair inner;
  int from;
  if (!find_inner(fuser, pair, level, &inner, &from))
    return;
  if (fuse_level(fuser, &inner, level, &unused) == VERDICT_FUSED) {
    fuse_inwards(fuser, &inner, level + 1);
    for (int i = 0; i < inner.count; i++)
      *pair->items[from + i] = *inner.items[i];
  }
}

static void note_refusal(Fuser *fuser, const AffineRefusal *refusal) {
  if (fuser->fusions && fuser->fusions->refusal_count < AFFINE_MAX_REFUSALS)
    fuser->fusions->refusals[fuser->fusions->refusal_count++] = *refusal;
}

static bool fuse_pair(Fuser *fuser, int from, int middle, int to, int level) {
  AffineRefusal refusal = {0};
  Pair pair = {.middle = middle - from, .count = to - from};
  pair.items = copy_items(fuser, fuser->program->statements + from, pair.count);
  bool shares = share_array(&pair, affine_expand_private_arrays(fuser->program, level));
  Verdict verdict = fuser->options.seed && affine_draw(&fuser->options.seed, 4) == 0 ? VERDICT_WORSE
                    : fuser->options.seed || shares ? fuse_level(fuser, &pair, level, &refusal)
                                                    : VERDICT_WORSE;
  if (verdict == VERDICT_REFUSED && shares)
    note_refusal(fuser, &refusal);
  bool is_fused = verdict == VERDICT_FUSED;
  if (is_fused && !fuser->options.seed && !fuser->options.tile && !fuser->options.is_shallow)
    fuse_inwards(fuser, &pair, level + 1);
  is_fused = is_fused && (fuser->options.seed || pays(fuser, &pair, level));
  for (int i = 0; is_fused && i < pair.count; i++)
    fuser->program->statements[from + i] =
        affine_statement_copy(fuser->program->pool, pair.items[i]);
  fuser->count += is_fused;
  return is_fused;
}

// Recursion: at most AFFINE_MAX_DEPTH levels, one a loop.
static void fuse_range(Fuser *fuser, int from, int to, int level) {
  AffineStatement *const *items = fuser->program->statements;
  while (from < to) {
    if (items[from]->depth == level) {
      from++;
      continue;
    }
    int end = affine_loop_end(items, from, to, level), before = fuser->count;
    while (end < to && items[end]->depth > level) {
      int next = affine_loop_end(items, end, to, level);
      if (!fuse_pair(fuser, from, end, next, level))
        break;
      end = next;
    }
    if (!fuser->options.tile && !(fuser->options.is_shallow && fuser->count > before))
      fuse_range(fuser, from, end, level + 1);
    from = end;
  }
}

// --- tiles

// Cuts the outermost loop; the last tile may be shorter.
static bool enter_tiles(AffineStatement *statement, int64_t tile, int64_t trip) {
  int64_t own;
  if (statement->depth > AFFINE_MAX_DEPTH - 4 ||
      !affine_loop_constant_trip(&statement->loops[0], &own) || own != trip)
    return false;
  AffineBound last = statement->loops[0].upper[0];
  affine_statement_tile(statement, 0, tile, affine_form_constant((trip + tile - 1) / tile));
  statement->loops[1].upper[statement->loops[1].upper_count++] = last;
  return true;
}

static bool tile_all(AffineProgram *program, int64_t tile, int64_t *out_trip) {
  if (!affine_loop_constant_trip(&program->statements[0]->loops[0], out_trip) ||
      *out_trip < 2 * tile)
    return false;
  for (int i = 0; i < program->statement_count; i++)
    if (!enter_tiles(program->statements[i], tile, *out_trip))
      return false;
  return true;
}

// The iterations after the last whole tile, one after the other.
static AffineStatement *copy_rest(Pool *pool, const AffineStatement *source, int64_t tiles) {
  AffineStatement *statement = affine_statement_copy(pool, source);
  AffineForm last = affine_form_constant(tiles);
  statement->loops[1].lower[0].form =
      affine_form_substitute(&statement->loops[1].lower[0].form, 0, &last);
  statement->loops[1].upper[0] = statement->loops[1].upper[1];
  statement->loops[1].upper_count--;
  statement->loops[0].lower[0] = affine_bound(last);
  statement->position[0]++;
  return statement;
}

// Tiles become whole ones, with what is left over after each loop over them.
static void split_rest(AffineProgram *program, int64_t tile, int64_t trip) {
  AffineList out = {0};
  int count = program->statement_count;
  for (int i = 0; i < count; i++)
    program->statements[i]->position[0] *= 2;
  for (int from = 0, end; from < count; from = end) {
    end = affine_loop_end(program->statements, from, count, 0);
    for (int i = from; i < end; i++)
      affine_list_append(program->pool, &out, program->statements[i]);
    for (int i = from; trip % tile && i < end; i++)
      affine_list_append(program->pool, &out,
                         copy_rest(program->pool, program->statements[i], trip / tile));
    for (int i = from; i < end; i++) {
      AffineStatement *statement = program->statements[i];
      statement->loops[0].upper[0] = affine_bound(affine_form_constant(trip / tile));
      statement->loops[1].upper_count--;
    }
  }
  program->statements = out.items;
  program->statement_count = out.count;
}

bool affine_fuse_has_passes(const AffineProgram *program) {
  Fuser fuser = {.program = program};
  Pair pair = {.middle = 1, .count = program->statement_count, .items = program->statements};
  for (int a = 0; a < pair.count; a++)
    for (int b = a + 1; b < pair.count; b++)
      if (pair.items[a]->depth == affine_statement_shared_loops(pair.items[a], pair.items[b]) &&
          pair.items[a]->depth == pair.items[b]->depth && saves_traffic(&fuser, &pair, a, b, 0))
        return true;
  return false;
}

bool affine_fuse_program(AffineProgram *program, const AffineFuseOptions *options,
                         AffineFusions *out_fusions) {
  int64_t trip, tile = options->tile;
  if (tile && !tile_all(program, tile, &trip))
    return false;
  Fuser fuser = {.program = program,
                 .pool = pool_create(program->pool),
                 .options = *options,
                 .fusions = out_fusions};
  fuse_range(&fuser, 0, program->statement_count, 0);
  pool_destroy(fuser.pool);
  program->is_fused = fuser.count > 0;
  if (program->is_fused && tile)
    split_rest(program, tile, trip);
  return program->is_fused;
}
