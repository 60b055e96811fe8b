// Unroll-and-jam: several iterations of an outer loop are done together, inside of the loops that
// they share, where they use the same elements or are chains of their own. What is loaded and
// stored less is decided when the statements are emitted, see affine_emit_kept.c.
#include "passes/affine_rest.h"

enum {
  MIN_TRIP = 8,
  MAX_JAMMED = 12,
  MAX_CHAINS = 4,
  MAX_TOUCHED = 512,
  MAX_STREAMS = 10,
  SPARE_REGISTERS = 4
};

#define TOO_MUCH 1e9
#define MAX_COST 0.75 // of that of one iteration by itself

// The statements from `from` to `to` that are neighbours in the same loops.
static int run_end(const RestNest *nest, int from) {
  const AffineStatement *s = nest->statements[from];
  int to = from + 1;
  while (to < nest->count && nest->statements[to]->depth == s->depth &&
         affine_shared_loops(nest->statements[to], s) == s->depth)
    to++;
  return to;
}

static bool can_jam(const RestNest *nest) {
  bool has_inner = false;
  AffineForm trip;
  for (int i = 0; i < nest->count; i++) {
    const AffineStatement *s = nest->statements[i];
    has_inner |= s->depth > nest->level + 1;
    for (int d = nest->level + 1; d < s->depth; d++)
      if (affine_loop_uses(&s->loops[d], nest->level))
        return false;
  }
  return has_inner && nest->count <= MAX_JAMMED &&
         affine_loop_trip(&nest->statements[0]->loops[nest->level], &trip);
}

// The elements that one iteration of an innermost loop touches.
typedef struct Touched {
  int count, moved; // elements, those of them that every iteration loads or stores
  AffineAccess items[MAX_TOUCHED];
} Touched;

static bool is_touched(const Touched *touched, const AffineAccess *access) {
  for (int i = 0; i < touched->count; i++)
    if (affine_access_equal(&touched->items[i], access))
      return true;
  return false;
}

static void touch(Touched *touched, const AffineAccess *access, bool is_kept) {
  if (is_touched(touched, access) || touched->count == MAX_TOUCHED)
    return;
  touched->items[touched->count++] = *access;
  touched->moved += !is_kept;
}

// Whether the element can stay in a register all through the innermost loop.
static bool is_kept(const RestNest *nest, int from, int to, const AffineStatement *s, int access) {
  if (affine_access_uses(&s->accesses[access], s->depth - 1))
    return false;
  for (int i = from; i < to; i++)
    if (!affine_access_equal(&nest->statements[i]->accesses[0], &s->accesses[access]) &&
        affine_accesses_meet(s, access, nest->statements[i], 0, nest->level))
      return false;
  return true;
}

static AffineAccess access_of_copy(const AffineAccess *access, int level, int copy) {
  AffineAccess moved = *access;
  for (int d = 0; d < moved.rank; d++)
    moved.index[d].constant += (int64_t)moved.index[d].coefficients[level] * copy;
  return moved;
}

// What has just been stored need not be loaded.
static void touch_all(const RestNest *nest, int from, int to, int copy, Touched *loaded,
                      Touched *stored) {
  for (int i = from; i < to; i++)
    for (int a = nest->statements[i]->access_count; a-- > 0;) {
      const AffineStatement *s = nest->statements[i];
      AffineAccess access = access_of_copy(&s->accesses[a], nest->level, copy);
      if (!a || !is_touched(stored, &access))
        touch(a ? loaded : stored, &access, is_kept(nest, from, to, s, a));
    }
}

// Loads and stores per point of the statements in the innermost loops when `factor` iterations are
// done together; TOO_MUCH when they need too many registers or
// go through too many rows at a time.
static double cost(const RestNest *nest, int factor) {
  static _Thread_local Touched loaded, stored;
  double sum = 0;
  for (int from = 0, to; from < nest->count; from = to) {
    int inner = nest->statements[from]->depth - 1;
    to = run_end(nest, from);
    if (inner == nest->level)
      continue;
    loaded.count = loaded.moved = stored.count = stored.moved = 0;
    for (int copy = 0; copy < factor; copy++)
      touch_all(nest, from, to, copy, &loaded, &stored);
    if (factor > 1 && (loaded.count > nest->registers - SPARE_REGISTERS ||
                       loaded.moved + stored.moved > MAX_STREAMS))
      return TOO_MUCH;
    sum += (double)(loaded.moved + stored.moved) / factor;
  }
  return sum;
}

// Whether an innermost loop is one chain of operations, of which several could run at a time.
static bool has_chain(const RestNest *nest) {
  for (int a = 0; a < nest->count; a++) {
    const AffineStatement *s = nest->statements[a];
    if (s->depth == nest->level + 1)
      continue;
    if (s->update != AFFINE_UPDATE_NONE && !affine_access_uses(&s->accesses[0], s->depth - 1))
      return true;
    for (int b = 0; b < nest->count; b++)
      if (affine_shared_loops(s, nest->statements[b]) == s->depth &&
          affine_waits(nest->statements[b], s, s->depth - 1))
        return true;
  }
  return false;
}

static bool is_long(const RestNest *nest, int factor) {
  for (int i = 0; i < nest->count; i++) {
    const AffineStatement *s = nest->statements[i];
    if (affine_loop_trip_estimate(s, nest->level) < 2 * factor ||
        (s->depth > nest->level + 1 && affine_loop_trip_estimate(s, s->depth - 1) < MIN_TRIP))
      return false;
  }
  return true;
}

// 0: it does not pay.
static int pick_factor(RestNest *nest) {
  int best = 0;
  if (nest->is_random)
    return 2 + affine_rest_draw(nest, 3);
  double alone = cost(nest, 1), least = MAX_COST * alone;
  for (int factor = 2; factor <= 8 && is_long(nest, factor); factor *= 2)
    if (cost(nest, factor) < least) {
      least = 0.9 * cost(nest, factor); // twice the code has to be worth it
      best = factor;
    }
  if (!best && is_long(nest, MAX_CHAINS) && cost(nest, MAX_CHAINS) <= alone && has_chain(nest) &&
      affine_rest_is_parallel(nest))
    best = MAX_CHAINS;
  return best;
}

static bool is_legal(const RestNest *nest, int factor, AffineDependence *out) {
  int run[MAX_JAMMED];
  for (int from = 0, to; from < nest->count; from = to)
    for (to = run_end(nest, from); from < to; from++)
      run[from] = to;
  for (int a = 0; a < nest->count; a++)
    for (int b = 0; b < nest->count; b++)
      if (affine_breaks_jam(nest->statements[a], nest->statements[b], nest->level, factor,
                            run[a] == run[b], out))
        return false;
  return true;
}

// floor(trip / factor)
static AffineBound group_count(const AffineForm *trip, int factor, int scale) {
  AffineBound count = {.dividend = *trip, .divisor = factor, .multiplier = scale};
  count.dividend.constant -= factor - 1;
  if (affine_form_is_constant(trip))
    count = affine_bound(affine_form_constant(trip->constant / factor * scale));
  return count;
}

// Loop `level` counts groups, and the statement is iteration `copy` of each.
static void enter_group(AffineStatement *s, int level, int factor, int copy) {
  AffineLoop *loop = &s->loops[level];
  AffineForm trip, group = affine_form_loop(level);
  (void)affine_loop_trip(loop, &trip);
  AffineForm point = affine_form_add(&loop->lower[0].form, &group, factor);
  point.constant += copy;
  for (int a = 0; a < s->access_count; a++)
    for (int d = 0; d < s->accesses[a].rank; d++)
      s->accesses[a].index[d] = affine_form_substitute(&s->accesses[a].index[d], level, &point);
  for (int g = 0; g < s->guard_count; g++)
    s->guards[g].form = affine_form_substitute(&s->guards[g].form, level, &point);
  for (int i = 0; i < AFFINE_MAX_INDICES; i++)
    s->indices[i] = affine_form_substitute(&s->indices[i], level, &point);
  *loop = (AffineLoop){.lower_count = 1, .upper_count = 1};
  loop->lower[0] = affine_bound(affine_form_constant(0));
  loop->upper[0] = group_count(&trip, factor, 1);
}

static void enter_tail(AffineStatement *s, int level, int factor) {
  AffineLoop *loop = &s->loops[level];
  AffineForm trip;
  (void)affine_loop_trip(loop, &trip);
  AffineBound from = group_count(&trip, factor, factor);
  from.form = affine_form_add(&from.form, &loop->lower[0].form, 1);
  if (from.divisor) // the trip may be negative
    loop->lower[loop->lower_count++] = from;
  else
    loop->lower[0] = from;
  s->position[level]++;
}

static bool append_run(RestNest *nest, int from, int to, int factor) {
  for (int copy = 0; copy < factor; copy++)
    for (int i = from; i < to; i++) {
      AffineStatement *s = affine_rest_append(nest, nest->statements[i]);
      if (!s)
        return false;
      s->position[s->depth] =
          nest->statements[from]->position[s->depth] + copy * (to - from) + i - from;
      enter_group(s, nest->level, factor, copy);
    }
  return true;
}

bool affine_rest_jam(RestNest *nest) {
  AffineDependence found;
  AffineForm trip;
  int factor = can_jam(nest) ? pick_factor(nest) : 0;
  if (!factor)
    return false;
  if (!is_legal(nest, factor, &found)) {
    affine_rest_refuse(nest, &found, "unroll-and-jam of loop %d", nest->level + 1);
    return false;
  }
  for (int from = 0, to; from < nest->count; from = to) {
    to = run_end(nest, from);
    if (!append_run(nest, from, to, factor))
      return false;
  }
  (void)affine_loop_trip(&nest->statements[0]->loops[nest->level], &trip);
  bool has_tail = !affine_form_is_constant(&trip) || trip.constant % factor;
  for (int i = 0; has_tail && i < nest->count; i++) {
    AffineStatement *s = affine_rest_append(nest, nest->statements[i]);
    if (!s)
      return false;
    enter_tail(s, nest->level, factor);
  }
  return true;
}
