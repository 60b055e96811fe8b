// Unroll-and-jam: several iterations of an outer loop are done together, inside of the loops that
// they share.
//
//   for i:                          for g:                             (groups of 2 iterations)
//     for j:                          for j:
//       y[i] += a[i,j] * x[j]           y[2g] += a[2g,j] * x[j]
//                                       y[2g+1] += a[2g+1,j] * x[j]
//
// It pays where the iterations use the same elements, or are chains of their own. What is loaded
// and stored less is decided when the statements are emitted, see emit/affine_emit_promoted.c.
#include "affine/affine_costs.h"
#include "affine/loop_rules/loop_rule.h"

#include <float.h>

// The statements from `from` to `to` that are neighbours in the same loops.
static int run_end(const LoopRuleNest *nest, int from) {
  const AffineStatement *statement = nest->statements[from];
  int to = from + 1;
  while (to < nest->count && nest->statements[to]->depth == statement->depth &&
         affine_statement_shared_loops(nest->statements[to], statement) == statement->depth)
    to++;
  return to;
}

static bool can_jam(const LoopRuleNest *nest) {
  bool has_inner = false;
  AffineForm trip;
  for (int i = 0; i < nest->count; i++) {
    const AffineStatement *statement = nest->statements[i];
    has_inner |= statement->depth > nest->level + 1;
    for (int d = nest->level + 1; d < statement->depth; d++)
      if (affine_loop_uses(&statement->loops[d], nest->level))
        return false;
  }
  return has_inner && affine_loop_trip(&nest->statements[0]->loops[nest->level], &trip);
}

// The elements that one iteration of an innermost loop touches.
typedef struct Touched {
  Pool *pool;
  int count, moved; // elements, those of them that every iteration loads or stores
  AffineAccess *items;
} Touched;

static bool is_touched(const Touched *touched, const AffineAccess *access) {
  for (int i = 0; i < touched->count; i++)
    if (affine_access_equal(&touched->items[i], access))
      return true;
  return false;
}

static void touch(Touched *touched, const AffineAccess *access, bool stays) {
  if (is_touched(touched, access))
    return;
  touched->items = pool_grow(touched->pool, touched->items, touched->count, sizeof *touched->items);
  touched->items[touched->count++] = *access;
  touched->moved += !stays;
}

// Whether the element can stay in a register all through the innermost loop.
static bool can_stay(const LoopRuleNest *nest, int from, int to, const AffineStatement *statement,
                     int access) {
  const AffineAccess *element = &statement->accesses[access];
  if (affine_access_uses(element, statement->depth - 1))
    return false;
  for (int i = from; i < to; i++)
    if (!affine_access_equal(&nest->statements[i]->accesses[0], element) &&
        affine_dependence_accesses_meet(statement, access, nest->statements[i], 0, nest->level))
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
static void touch_all(const LoopRuleNest *nest, int from, int to, int copy, Touched *loaded,
                      Touched *stored) {
  for (int i = from; i < to; i++)
    for (int a = nest->statements[i]->access_count; a-- > 0;) {
      const AffineStatement *statement = nest->statements[i];
      AffineAccess access = access_of_copy(&statement->accesses[a], nest->level, copy);
      if (!a || !is_touched(stored, &access))
        touch(a ? loaded : stored, &access, can_stay(nest, from, to, statement, a));
    }
}

// Loads and stores per point of the statements from..to when `factor` iterations are done together;
// DBL_MAX when they need too many registers or go through too many rows at a time.
static double run_cost(const LoopRuleNest *nest, int from, int to, int factor) {
  Pool *pool = pool_create(nest->program->pool);
  Touched loaded = {.pool = pool}, stored = {.pool = pool};
  for (int copy = 0; copy < factor; copy++)
    touch_all(nest, from, to, copy, &loaded, &stored);
  pool_destroy(pool);
  int moved = loaded.moved + stored.moved;
  if (factor > 1 &&
      (loaded.count > nest->program->target->vector_registers - (int)JAM_SPARE_REGISTERS ||
       moved > JAM_MAX_STREAMS))
    return DBL_MAX;
  return (double)moved / factor;
}

// The sum over all innermost loops.
static double cost(const LoopRuleNest *nest, int factor) {
  double sum = 0;
  for (int from = 0, to; from < nest->count; from = to) {
    to = run_end(nest, from);
    if (nest->statements[from]->depth - 1 == nest->level)
      continue;
    double own = run_cost(nest, from, to, factor);
    if (own == DBL_MAX)
      return DBL_MAX;
    sum += own;
  }
  return sum;
}

// Whether an innermost loop is one chain of operations, of which several could run at a time.
static bool has_chain(const LoopRuleNest *nest) {
  for (int a = 0; a < nest->count; a++) {
    const AffineStatement *statement = nest->statements[a];
    if (statement->depth == nest->level + 1)
      continue;
    if (statement->update != AFFINE_UPDATE_NONE &&
        !affine_access_uses(&statement->accesses[0], statement->depth - 1))
      return true;
    for (int b = 0; b < nest->count; b++)
      if (affine_statement_shared_loops(statement, nest->statements[b]) == statement->depth &&
          affine_dependence_waits(nest->statements[b], statement, statement->depth - 1, false))
        return true;
  }
  return false;
}

static bool is_long(const LoopRuleNest *nest, int factor) {
  for (int i = 0; i < nest->count; i++) {
    const AffineStatement *statement = nest->statements[i];
    if (affine_loop_trip_estimate(statement, nest->level) < 2 * factor ||
        (statement->depth > nest->level + 1 &&
         (double)affine_loop_trip_estimate(statement, statement->depth - 1) < JAM_MIN_TRIP))
      return false;
  }
  return true;
}

// 0: it does not pay.
static int pick_factor(LoopRuleNest *nest) {
  const int chains = (int)JAM_CHAINS;
  int best = 0;
  if (nest->is_random)
    return 2 + loop_rule_draw(nest, 3);
  double alone = cost(nest, 1), maximum = JAM_MAX_COST * alone;
  for (int factor = 2; factor <= JAM_MAX_FACTOR && is_long(nest, factor); factor *= 2) {
    double together = cost(nest, factor);
    if (together < maximum) {
      maximum = JAM_DOUBLE_COST * together;
      best = factor;
    }
  }
  if (!best && is_long(nest, chains) && cost(nest, chains) <= alone && has_chain(nest) &&
      loop_rule_is_parallel(nest))
    best = chains;
  return best;
}

static bool is_legal(const LoopRuleNest *nest, int factor, AffineDependence *out) {
  int *run = pool_allocate(nest->program->pool, (size_t)nest->count * sizeof *run);
  for (int from = 0, to; from < nest->count; from = to)
    for (to = run_end(nest, from); from < to; from++)
      run[from] = to;
  for (int a = 0; a < nest->count; a++)
    for (int b = 0; b < nest->count; b++)
      if (affine_dependence_breaks_jam(nest->statements[a], nest->statements[b], nest->level,
                                       factor, run[a] == run[b], out))
        return false;
  return true;
}

// Loop `level` counts groups, and the statement is iteration `copy` of each.
static void enter_group(AffineStatement *statement, int level, int factor, int copy) {
  AffineLoop *loop = &statement->loops[level];
  AffineForm trip, group = affine_form_loop(level);
  (void)affine_loop_trip(loop, &trip);
  AffineForm point = affine_form_add(&loop->lower[0].form, &group, factor);
  point.constant += copy;
  for (int a = 0; a < statement->access_count; a++)
    for (int d = 0; d < statement->accesses[a].rank; d++)
      statement->accesses[a].index[d] =
          affine_form_substitute(&statement->accesses[a].index[d], level, &point);
  for (int g = 0; g < statement->guard_count; g++)
    statement->guards[g].form = affine_form_substitute(&statement->guards[g].form, level, &point);
  for (int i = 0; i < statement->index_count; i++)
    statement->indices[i] = affine_form_substitute(&statement->indices[i], level, &point);
  *loop = (AffineLoop){.lower_count = 1, .upper_count = 1};
  loop->lower[0] = affine_bound(affine_form_constant(0));
  loop->upper[0] = loop_rule_groups(&trip, factor, 1);
}

static void append_run(LoopRuleNest *nest, int from, int to, int factor) {
  for (int copy = 0; copy < factor; copy++)
    for (int i = from; i < to; i++) {
      AffineStatement *statement = loop_rule_append(nest, nest->statements[i]);
      statement->position[statement->depth] =
          nest->statements[from]->position[statement->depth] + copy * (to - from) + i - from;
      enter_group(statement, nest->level, factor, copy);
    }
}

static bool apply(LoopRuleNest *nest) {
  AffineDependence found;
  int factor = can_jam(nest) ? pick_factor(nest) : 0;
  if (!factor)
    return false;
  if (!is_legal(nest, factor, &found)) {
    loop_rule_refuse(nest, &found, "unroll-and-jam of loop %d", nest->level + 1);
    return false;
  }
  for (int from = 0, to; from < nest->count; from = to) {
    to = run_end(nest, from);
    append_run(nest, from, to, factor);
  }
  loop_rule_append_rest(nest, factor);
  return true;
}

const LoopRule loop_rule_jam = {
    .done = "outer loops unrolled and jammed",
    .settles = false,
    .apply = apply,
};
