// See affine_fuse.h. Two neighbours at one level are fused on copies first: their inner loops are
// fused as deep as they can be, and then it is looked at what that is good for.
#include "passes/affine_fuse.h"

#include <stdlib.h>
#include <string.h>

enum {
  NEAR_BYTES = 1 << 20,  // touched between two uses of an element: in the second level of cache
  FAR_BYTES = 512 << 10, // an array that does not stay in the cache from one nest to the next
  MAX_ARRAYS = 10,       // of one innermost loop: as many streams as the prefetchers follow
  MAX_CHECKS = 8,        // see count_checks: LLVM vectorises no loop that needs more
};

typedef struct Fuser {
  const AffineProgram *program;
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
  AffineStatement *items[AFFINE_MAX_STATEMENTS];
} Pair;

static bool can_fuse(const Pair *pair, int level, uint64_t ignored, AffineRefusal *out) {
  for (int a = 0; a < pair->middle; a++)
    for (int b = pair->middle; b < pair->count; b++)
      if (affine_find_backward(pair->items[a], pair->items[b], level, ignored, &out->dependence)) {
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
      if (affine_loop_carries(items[a], items[b], level, ignored, false, &unused))
        return false;
  return true;
}

// Makes the second loop, at `level`, the same as the first, behind whose statements its own come.
static void join(Pair *pair, int level, int64_t offset) {
  int last = pair->items[pair->middle - 1]->position[level + 1];
  for (int i = pair->middle; i < pair->count; i++) {
    AffineStatement *s = pair->items[i];
    affine_statement_shift(s, level, offset);
    s->loops[level] = pair->items[0]->loops[level];
    s->position[level] = pair->items[0]->position[level];
    s->position[level + 1] += last + 1;
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
  return count_arrays(pair) > MAX_ARRAYS || (!has_vectors && count_checks(pair) > MAX_CHECKS);
}

typedef enum Verdict { VERDICT_UNFIT, VERDICT_REFUSED, VERDICT_WORSE, VERDICT_FUSED } Verdict;

// Fuses the loops at `level`, where that is no loss.
static Verdict fuse_level(const Fuser *f, Pair *pair, int level, AffineRefusal *refusal) {
  int64_t offset;
  const AffineStatement *first = pair->items[0], *second = pair->items[pair->middle];
  uint64_t ignored = affine_private_arrays(f->program, level);
  if (!loops_fit(&first->loops[level], &second->loops[level], &offset))
    return VERDICT_UNFIT;
  for (int i = pair->middle; i < pair->count; i++)
    affine_statement_shift(pair->items[i], level, offset);
  if (!can_fuse(pair, level, ignored, refusal))
    return VERDICT_REFUSED;
  Pair apart = *pair;
  AffineStatement *copies[AFFINE_MAX_STATEMENTS];
  for (int i = pair->middle; i < pair->count; i++)
    apart.items[i] = copies[i] = affine_statement_copy(pair->items[i]);
  join(pair, level, 0);
  bool is_worse = !f->options.seed && !f->options.tile &&
                  (!keeps_parallel(pair, &apart, level, ignored) || is_too_wide(pair, level));
  for (int i = pair->middle; i < pair->count; i++)
    free(copies[i]);
  return is_worse ? VERDICT_WORSE : VERDICT_FUSED;
}

// --- what it is good for

// Bytes of an array that a statement touches in one iteration of its outermost `shared` loops.
static double bytes_inside(const AffineProgram *program, const AffineStatement *s, int a,
                           int shared) {
  const AffineAccess *access = &s->accesses[a];
  double elements = 8;
  for (int d = 0; d < access->rank; d++) {
    double extent = 1, most = (double)program->arrays[access->array].shape[d];
    for (int loop = shared; loop < s->depth; loop++) {
      double c = abs(access->index[d].coefficients[loop]);
      extent += c ? c * (double)(affine_loop_trip_estimate(s, loop) - 1) : 0;
    }
    elements *= extent < most ? extent : most;
  }
  return elements;
}

// Bytes that all statements touch in one iteration of the outermost `shared` loops.
static double bytes_between(const AffineProgram *program, const Pair *pair, int shared) {
  double most[AFFINE_MAX_ARRAYS] = {0}, sum = 0;
  for (int i = 0; i < pair->count; i++)
    for (int a = 0; a < pair->items[i]->access_count; a++) {
      double own = bytes_inside(program, pair->items[i], a, shared);
      double *all = &most[pair->items[i]->accesses[a].array];
      *all = own > *all ? own : *all;
    }
  for (int a = 0; a < program->array_count; a++)
    sum += most[a];
  return sum;
}

static double array_bytes(const AffineArray *array) {
  return 8 * (double)affine_array_elements(array);
}

// Whether the access follows a fused loop from `level` on. Inside a tile it is the loop inside that
// has its place in the subscript.
static bool follows_loop(const Fuser *f, const AffineAccess *access, int level, int shared) {
  for (int d = level; d < shared + (f->options.tile > 0); d++)
    if (affine_access_uses(access, d))
      return true;
  return false;
}

// Whether both touch an element in the same iteration that would have left the cache in between.
static bool saves_traffic(const Fuser *f, const Pair *pair, int first, int second, int level) {
  const AffineStatement *s = pair->items[first], *t = pair->items[second];
  int shared = affine_shared_loops(s, t);
  bool is_innermost = shared == s->depth && shared == t->depth;
  int lanes = f->options.lanes ? f->options.lanes : 1;
  for (int a = 0; a < s->access_count; a++)
    for (int b = 0; b < t->access_count; b++) {
      const AffineArray *array = &f->program->arrays[s->accesses[a].array];
      if (s->accesses[a].array != t->accesses[b].array || !array->rank ||
          !follows_loop(f, &s->accesses[a], level, shared) ||
          !affine_accesses_meet(s, a, t, b, shared))
        continue;
      if (is_innermost || (array_bytes(array) > FAR_BYTES &&
                           lanes * bytes_between(f->program, pair, shared) <= NEAR_BYTES))
        return true;
    }
  return false;
}

static bool pays(const Fuser *f, const Pair *pair, int level) {
  for (int a = 0; a < pair->middle; a++)
    for (int b = pair->middle; b < pair->count; b++)
      if (saves_traffic(f, pair, a, b, level))
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
static bool find_inner(const Pair *pair, int level, Pair *out, int *out_from) {
  int from = pair->middle - 1;
  if (pair->items[from]->depth <= level || pair->items[pair->middle]->depth <= level)
    return false;
  while (from > 0 && affine_shared_loops(pair->items[from - 1], pair->items[from]) > level)
    from--;
  int to = affine_loop_end(pair->items, pair->middle, pair->count, level);
  *out_from = from;
  out->middle = pair->middle - from;
  out->count = to - from;
  for (int i = 0; i < out->count; i++)
    out->items[i] = affine_statement_copy(pair->items[from + i]);
  return true;
}

static void pair_destroy(Pair *pair) {
  for (int i = 0; i < pair->count; i++)
    free(pair->items[i]);
}

// Inside loops that have just been fused: those at `level`, and further inwards. What stands behind
// the second of them keeps its distance to it.
static void fuse_inwards(const Fuser *f, Pair *pair, int level) {
  AffineRefusal unused;
  Pair inner;
  int from;
  if (!find_inner(pair, level, &inner, &from))
    return;
  if (fuse_level(f, &inner, level, &unused) == VERDICT_FUSED) {
    fuse_inwards(f, &inner, level + 1);
    for (int i = 0; i < inner.count; i++)
      *pair->items[from + i] = *inner.items[i];
  }
  pair_destroy(&inner);
}

static void note_refusal(Fuser *f, const AffineRefusal *refusal) {
  if (f->fusions && f->fusions->refusal_count < AFFINE_MAX_REFUSALS)
    f->fusions->refusals[f->fusions->refusal_count++] = *refusal;
}

static bool fuse_pair(Fuser *f, int from, int middle, int to, int level) {
  AffineRefusal refusal = {0};
  Pair pair = {.middle = middle - from, .count = to - from};
  for (int i = 0; i < pair.count; i++)
    pair.items[i] = affine_statement_copy(f->program->statements[from + i]);
  bool shares = share_array(&pair, affine_private_arrays(f->program, level));
  Verdict verdict = f->options.seed && affine_draw(&f->options.seed, 4) == 0 ? VERDICT_WORSE
                    : f->options.seed || shares ? fuse_level(f, &pair, level, &refusal)
                                                : VERDICT_WORSE;
  if (verdict == VERDICT_REFUSED && shares)
    note_refusal(f, &refusal);
  bool is_fused = verdict == VERDICT_FUSED;
  if (is_fused && !f->options.seed && !f->options.tile && !f->options.is_shallow)
    fuse_inwards(f, &pair, level + 1);
  is_fused = is_fused && (f->options.seed || pays(f, &pair, level));
  for (int i = 0; is_fused && i < pair.count; i++)
    *f->program->statements[from + i] = *pair.items[i];
  f->count += is_fused;
  pair_destroy(&pair);
  return is_fused;
}

static void fuse_range(Fuser *f, int from, int to, int level) {
  AffineStatement *const *items = f->program->statements;
  while (from < to) {
    if (items[from]->depth == level) {
      from++;
      continue;
    }
    int end = affine_loop_end(items, from, to, level), before = f->count;
    while (end < to && items[end]->depth > level) {
      int next = affine_loop_end(items, end, to, level);
      if (!fuse_pair(f, from, end, next, level))
        break;
      end = next;
    }
    if (!f->options.tile && !(f->options.is_shallow && f->count > before))
      fuse_range(f, from, end, level + 1);
    from = end;
  }
}

// --- tiles

// Cuts the outermost loop; the last tile may be shorter.
static bool enter_tiles(AffineStatement *s, int64_t tile, int64_t trip) {
  int64_t own;
  if (s->depth > AFFINE_MAX_DEPTH - 4 || !affine_loop_constant_trip(&s->loops[0], &own) ||
      own != trip)
    return false;
  AffineBound last = s->loops[0].upper[0];
  affine_statement_tile(s, 0, tile, affine_form_constant((trip + tile - 1) / tile));
  s->loops[1].upper[s->loops[1].upper_count++] = last;
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

// The iterations behind the last whole tile, one after the other.
static AffineStatement *copy_rest(const AffineStatement *source, int64_t tiles) {
  AffineStatement *s = affine_statement_copy(source);
  AffineForm last = affine_form_constant(tiles);
  s->loops[1].lower[0].form = affine_form_substitute(&s->loops[1].lower[0].form, 0, &last);
  s->loops[1].upper[0] = s->loops[1].upper[1];
  s->loops[1].upper_count--;
  s->loops[0].lower[0] = affine_bound(last);
  s->position[0]++;
  return s;
}

// Tiles become whole ones, with what is left over behind each loop over them.
static bool split_rest(AffineProgram *program, int64_t tile, int64_t trip) {
  AffineStatement *out[AFFINE_MAX_STATEMENTS];
  int count = program->statement_count, used = 0;
  if (2 * count > AFFINE_MAX_STATEMENTS)
    return false;
  for (int i = 0; i < count; i++)
    program->statements[i]->position[0] *= 2;
  for (int from = 0, end; from < count; from = end) {
    end = affine_loop_end(program->statements, from, count, 0);
    for (int i = from; i < end; i++)
      out[used++] = program->statements[i];
    for (int i = from; trip % tile && i < end; i++)
      out[used++] = copy_rest(program->statements[i], trip / tile);
    for (int i = from; i < end; i++) {
      AffineStatement *s = program->statements[i];
      s->loops[0].upper[0] = affine_bound(affine_form_constant(trip / tile));
      s->loops[1].upper_count--;
    }
  }
  memcpy(program->statements, out, (size_t)used * sizeof *out);
  program->statement_count = used;
  return true;
}

bool affine_program_has_passes(const AffineProgram *program) {
  Fuser f = {.program = program};
  Pair pair = {.middle = 1, .count = program->statement_count};
  for (int i = 0; i < pair.count; i++)
    pair.items[i] = program->statements[i];
  for (int a = 0; a < pair.count; a++)
    for (int b = a + 1; b < pair.count; b++)
      if (pair.items[a]->depth == affine_shared_loops(pair.items[a], pair.items[b]) &&
          pair.items[a]->depth == pair.items[b]->depth && saves_traffic(&f, &pair, a, b, 0))
        return true;
  return false;
}

bool affine_program_fuse(AffineProgram *program, const AffineFuseOptions *options,
                         AffineFusions *out_fusions) {
  Fuser f = {.program = program, .options = *options, .fusions = out_fusions};
  int64_t trip, tile = options->tile;
  if (tile && !tile_all(program, tile, &trip))
    return false;
  fuse_range(&f, 0, program->statement_count, 0);
  program->is_fused = f.count > 0;
  return f.count > 0 && (!tile || split_rest(program, tile, trip));
}
