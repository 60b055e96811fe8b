// Dependences between statements of an AffineProgram, asked one question at a time: is there a pair
// of instances in this order that touches one element. Domains are taken a little too large where a
// bound divides, never too small, so every answer errs on the side of a dependence.
#include "affine/analysis/affine_dependence.h"

#include "mlir-c/BuiltinTypes.h"
#include "transforms/presburger_shim.h"
#include <stdio.h>
#include <string.h>

enum { MAX_VARIABLES = 2 * AFFINE_MAX_DEPTH, MAX_EQUALITIES = 64, MAX_ROWS = 256 };

typedef struct System {
  int variable_count;
  int equality_count, inequality_count;
  int64_t equalities[MAX_EQUALITIES * (MAX_VARIABLES + 1)];
  int64_t inequalities[MAX_ROWS * (MAX_VARIABLES + 1)];
} System;

static void system_start(System *system, int variable_count) {
  system->variable_count = variable_count;
  system->equality_count = system->inequality_count = 0;
}

static int64_t *add_row(System *system, bool is_equality) {
  int *count = is_equality ? &system->equality_count : &system->inequality_count;
  int64_t *rows = is_equality ? system->equalities : system->inequalities;
  if (*count == (is_equality ? MAX_EQUALITIES
                             : MAX_ROWS)) // a constraint less is a system with more solutions
    --*count;
  int64_t *row = rows + (*count)++ * (system->variable_count + 1);
  memset(row, 0, (size_t)(system->variable_count + 1) * sizeof *row);
  return row;
}

static void row_add(const System *system, int64_t *row, const AffineForm *form, int first,
                    int depth, int64_t factor) {
  for (int d = 0; d < depth; d++)
    row[first + d] += factor * form->coefficients[d];
  row[system->variable_count] += factor * form->constant;
}

// The loops of `s` are the variables from `first` on.
static void add_domain(System *system, const AffineStatement *statement, int first) {
  for (int d = 0; d < statement->depth; d++) {
    const AffineLoop *loop = &statement->loops[d];
    for (int i = 0; i < loop->lower_count; i++) {
      const AffineBound *b = &loop->lower[i];
      int64_t scale = b->divisor ? b->divisor : 1;
      int64_t *row = add_row(system, false);
      row[first + d] = scale;
      row_add(system, row, &b->form, first, statement->depth, -scale);
      if (b->divisor)
        row_add(system, row, &b->dividend, first, statement->depth, -b->multiplier);
    }
    for (int i = 0; i < loop->upper_count; i++) {
      const AffineBound *b = &loop->upper[i];
      int64_t scale = b->divisor ? b->divisor : 1;
      int64_t *row = add_row(system, false);
      row[first + d] = -scale;
      row_add(system, row, &b->form, first, statement->depth, scale);
      row[system->variable_count] -= scale;
      if (b->divisor) {
        row_add(system, row, &b->dividend, first, statement->depth, b->multiplier);
        row[system->variable_count] += (int64_t)b->multiplier * (b->divisor - 1);
      }
    }
  }
  for (int g = 0; g < statement->guard_count; g++)
    row_add(system, add_row(system, false), &statement->guards[g].form, first, statement->depth, 1);
}

static bool is_empty(const System *system) {
  return presburger_is_empty(system->variable_count, system->equality_count, system->equalities,
                             system->inequality_count, system->inequalities);
}

static void add_same_element(System *system, const AffineAccess *a, int depth_a,
                             const AffineAccess *b, int depth_b) {
  for (int d = 0; d < a->rank; d++) {
    int64_t *row = add_row(system, true);
    row_add(system, row, &a->index[d], 0, depth_a, 1);
    row_add(system, row, &b->index[d], depth_a, depth_b, -1);
  }
}

// Subscripts that are different constants need no system.
static bool are_apart(const AffineAccess *a, const AffineAccess *b) {
  for (int d = 0; d < a->rank; d++)
    if (affine_form_is_constant(&a->index[d]) && affine_form_is_constant(&b->index[d]) &&
        a->index[d].constant != b->index[d].constant)
      return true;
  return a->array != b->array;
}

static void add_equal_loop(System *system, int depth_a, int loop) {
  int64_t *row = add_row(system, true);
  row[loop] = 1;
  row[depth_a + loop] = -1;
}

static void add_equal_loops(System *system, int depth_a, int count) {
  for (int d = 0; d < count; d++)
    add_equal_loop(system, depth_a, d);
}

// The first instance's loop is at least one iteration earlier.
static void add_earlier(System *system, int depth_a, int loop) {
  int64_t *row = add_row(system, false);
  row[loop] = -1;
  row[depth_a + loop] = 1;
  row[system->variable_count] = -1;
}

static bool comes_before(const AffineStatement *a, const AffineStatement *b) {
  int n = affine_statement_shared_loops(a, b);
  return a->position[n] < b->position[n];
}

// equal: outermost loops in the same iteration; earlier: the loop that orders, or -1 for none.
static bool accesses_meet(const AffineStatement *from, const AffineAccess *a,
                          const AffineStatement *to, const AffineAccess *b, int equal,
                          int earlier) {
  System system;
  if (are_apart(a, b))
    return false;
  system_start(&system, from->depth + to->depth);
  add_same_element(&system, a, from->depth, b, to->depth);
  add_equal_loops(&system, from->depth, equal);
  if (earlier >= 0)
    add_earlier(&system, from->depth, earlier);
  add_domain(&system, from, 0);
  add_domain(&system, to, from->depth);
  return !is_empty(&system);
}

bool affine_dependence_accesses_meet(const AffineStatement *from, int a, const AffineStatement *to,
                                     int b, int equal) {
  return accesses_meet(from, &from->accesses[a], to, &to->accesses[b], equal, -1);
}

static bool is_updated(const AffineStatement *statement, int a) {
  return !a || a == statement->update_access;
}

static bool statements_meet(const AffineStatement *from, const AffineStatement *to, int equal,
                            int earlier, bool commutes) {
  for (int a = 0; a < from->access_count; a++)
    for (int b = 0; b < to->access_count; b++) {
      if (a > 0 && b > 0)
        break;
      if (commutes && is_updated(from, a) && is_updated(to, b))
        continue;
      if (accesses_meet(from, &from->accesses[a], to, &to->accesses[b], equal, earlier))
        return true;
    }
  return false;
}

static bool depends(const AffineStatement *from, const AffineStatement *to, int shared, int level,
                    bool commutes) {
  int common = affine_statement_shared_loops(from, to);
  if (level != AFFINE_LEVEL_NONE)
    for (int m = shared; m < common; m++)
      if ((level == AFFINE_LEVEL_ALL || level == m) && statements_meet(from, to, m, m, commutes))
        return true;
  return level < 0 && from != to && comes_before(from, to) &&
         statements_meet(from, to, common, -1, commutes);
}

bool affine_dependence_exists(const AffineStatement *from, const AffineStatement *to, int shared,
                              int level) {
  return depends(from, to, shared, level, false);
}

// Integers that are combined by the same op into one array, or parts of one sum.
static bool updates_commute(const AffineStatement *a, const AffineStatement *b) {
  if (a->sum && a->sum == b->sum && a->update == AFFINE_UPDATE_ADD && a->update == b->update)
    return true;
  const AffineNode *last = &a->body->nodes[a->body->node_count - 1];
  const AffineNode *other = &b->body->nodes[b->body->node_count - 1];
  if (a->update == AFFINE_UPDATE_NONE || a->update != b->update ||
      a->accesses[0].array != b->accesses[0].array ||
      !mlirTypeIsAInteger(mlirValueGetType(mlirOperationGetResult(last->op, 0))))
    return false;
  char name[32];
  MlirStringRef text = mlirIdentifierStr(mlirOperationGetName(last->op));
  snprintf(name, sizeof name, "%.*s", (int)text.length, text.data);
  return a->update == AFFINE_UPDATE_ADD || affine_node_is(other, last->name ? last->name : name);
}

bool affine_dependence_orders(const AffineStatement *from, const AffineStatement *to, int shared) {
  return depends(from, to, shared, AFFINE_LEVEL_ALL, updates_commute(from, to));
}

static bool accesses_meet_within(const AffineStatement *from, const AffineAccess *a,
                                 const AffineStatement *to, const AffineAccess *b, int level,
                                 int earlier, int slope, int limit) {
  System system;
  if (are_apart(a, b))
    return false;
  system_start(&system, from->depth + to->depth);
  add_same_element(&system, a, from->depth, b, to->depth);
  add_equal_loops(&system, from->depth, earlier < 0 ? level + 1 : earlier);
  if (earlier >= 0)
    add_earlier(&system, from->depth, earlier);
  add_domain(&system, from, 0);
  add_domain(&system, to, from->depth);
  int64_t *row = add_row(&system, false); // limit - (i' - i) - slope * (t' - t) >= 0
  row[level + 1] = 1;
  row[from->depth + level + 1] = -1;
  row[level] += slope;
  row[from->depth + level] -= slope;
  row[system.variable_count] = limit;
  return !is_empty(&system);
}

bool affine_dependence_is_within(const AffineStatement *from, const AffineStatement *to, int level,
                                 int slope, int limit) {
  int common = affine_statement_shared_loops(from, to);
  for (int a = 0; a < from->access_count; a++)
    for (int b = 0; b < to->access_count && (!a || !b); b++) {
      for (int m = level; m < common; m++)
        if (accesses_meet_within(from, &from->accesses[a], to, &to->accesses[b], level, m, slope,
                                 limit))
          return true;
      // In the same iteration of all shared loops; of the time loop at least.
      if (from != to && comes_before(from, to) &&
          accesses_meet_within(from, &from->accesses[a], to, &to->accesses[b], level,
                               common > level + 1 ? common : -1, slope, limit))
        return true;
    }
  return false;
}

// Updates of one element by one statement.
static bool is_update(const AffineStatement *from, int a, const AffineStatement *to, int b) {
  return from == to && from->update != AFFINE_UPDATE_NONE && is_updated(from, a) &&
         is_updated(to, b);
}

// Those that may come in any order, so they are not in the way.
static bool is_free_update(const AffineStatement *from, int a, const AffineStatement *to, int b) {
  return is_update(from, a, to, b) && !from->is_ordered;
}

// Arrays in `ignored` do not count, and updates of one element do with `counts_updates` only.
static bool counts_between(const AffineStatement *from, int a, const AffineStatement *to, int b,
                           uint64_t ignored, bool counts_updates) {
  return (!a || !b) && !(ignored >> from->accesses[a].array & 1) &&
         (counts_updates || !is_free_update(from, a, to, b));
}

bool affine_dependence_is_carried(const AffineStatement *from, const AffineStatement *to, int loop,
                                  uint64_t ignored, bool counts_updates, AffineDependence *out) {
  if (affine_statement_shared_loops(from, to) <= loop)
    return false;
  for (int a = 0; a < from->access_count; a++)
    for (int b = 0; b < to->access_count; b++)
      if (counts_between(from, a, to, b, ignored, counts_updates) &&
          accesses_meet(from, &from->accesses[a], to, &to->accesses[b], loop, loop)) {
        *out = (AffineDependence){loop, from->accesses[a].array, !a, !b};
        return true;
      }
  return false;
}

bool affine_dependence_find(const AffineProgram *program, AffineDependence *out_dependence) {
  for (int loop = AFFINE_MAX_DEPTH; loop-- > program->parameter_count;)
    for (int i = 0; i < program->statement_count; i++)
      for (int j = 0; j < program->statement_count; j++)
        if (affine_dependence_is_carried(program->statements[i], program->statements[j], loop, 0,
                                         false, out_dependence))
          return true;
  return false;
}

bool affine_dependence_find_backward(const AffineStatement *first, const AffineStatement *second,
                                     int level, uint64_t ignored, AffineDependence *out) {
  for (int a = 0; a < first->access_count; a++)
    for (int b = 0; b < second->access_count; b++)
      if (counts_between(first, a, second, b, ignored, true) &&
          accesses_meet(second, &second->accesses[b], first, &first->accesses[a], level, level)) {
        *out = (AffineDependence){level, first->accesses[a].array, !a, !b};
        return true;
      }
  return false;
}

bool affine_dependence_may_hold(const AffineStatement *statement, const AffineForm *form) {
  System system;
  system_start(&system, statement->depth);
  add_domain(&system, statement, 0);
  row_add(&system, add_row(&system, false), form, 0, statement->depth, 1);
  return !is_empty(&system);
}

// Two instances that store one element differ in loops that the index has.
static bool is_stored_twice(const AffineStatement *statement, int shared) {
  System system;
  const AffineAccess *store = &statement->accesses[0];
  int used[AFFINE_MAX_DEPTH], used_count = 0;
  for (int d = shared; d < statement->depth; d++)
    for (int i = 0; i < store->rank; i++)
      if (store->index[i].coefficients[d]) {
        used[used_count++] = d;
        break;
      }
  for (int n = 0; n < used_count; n++) {
    system_start(&system, 2 * statement->depth);
    add_same_element(&system, store, statement->depth, store, statement->depth);
    add_equal_loops(&system, statement->depth, shared);
    for (int m = 0; m < n; m++)
      add_equal_loop(&system, statement->depth, used[m]);
    add_earlier(&system, statement->depth, used[n]);
    add_domain(&system, statement, 0);
    add_domain(&system, statement, statement->depth);
    if (!is_empty(&system))
      return true;
  }
  return false;
}

bool affine_dependence_conflicts(const AffineStatement *statement, int shared) {
  for (int a = 1; a < statement->access_count; a++)
    if (a != statement->update_access &&
        accesses_meet(statement, &statement->accesses[0], statement, &statement->accesses[a],
                      shared, -1))
      return true;
  if (is_stored_twice(statement, shared))
    return true;
  if (statement->update != AFFINE_UPDATE_NONE)
    return false;
  // Along a loop that the index does not have, every iteration would store the same element.
  for (int d = shared; d < statement->depth; d++) {
    bool is_used = false;
    int64_t trip;
    for (int i = 0; i < statement->accesses[0].rank; i++)
      is_used |= statement->accesses[0].index[i].coefficients[d] != 0;
    if (!is_used && !(affine_loop_constant_trip(&statement->loops[d], &trip) && trip <= 1))
      return true;
  }
  return false;
}

// --- other orders of the loops

// Pairs of instances: the loops in `equal` are in the same iteration, `earlier` is in an earlier
// one of the first instance, at most `reach` before (0: any number), `later`, if any, in a later.
typedef struct Turn {
  uint32_t equal;
  int earlier, reach, later;
  bool skips_updates; // of one element by one statement, those in order too
} Turn;

static bool accesses_turn(const AffineStatement *from, const AffineAccess *a,
                          const AffineStatement *to, const AffineAccess *b, const Turn *turn) {
  System system;
  if (are_apart(a, b))
    return false;
  system_start(&system, from->depth + to->depth);
  add_same_element(&system, a, from->depth, b, to->depth);
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if (turn->equal >> d & 1)
      add_equal_loop(&system, from->depth, d);
  add_earlier(&system, from->depth, turn->earlier);
  if (turn->reach) {
    int64_t *row = add_row(&system, false);
    row[turn->earlier] = 1;
    row[from->depth + turn->earlier] = -1;
    row[system.variable_count] = turn->reach;
  }
  if (turn->later >= 0) {
    int64_t *row = add_row(&system, false);
    row[turn->later] = 1;
    row[from->depth + turn->later] = -1;
    row[system.variable_count] = -1;
  }
  add_domain(&system, from, 0);
  add_domain(&system, to, from->depth);
  return !is_empty(&system);
}

static bool statements_turn(const AffineStatement *from, const AffineStatement *to,
                            const Turn *turn, AffineDependence *out) {
  for (int a = 0; a < from->access_count; a++)
    for (int b = 0; b < to->access_count; b++)
      if ((!a || !b) && !is_free_update(from, a, to, b) &&
          !(turn->skips_updates && is_update(from, a, to, b)) &&
          accesses_turn(from, &from->accesses[a], to, &to->accesses[b], turn)) {
        *out = (AffineDependence){turn->earlier, from->accesses[a].array, !a, !b};
        return true;
      }
  return false;
}

bool affine_dependence_breaks_order(const AffineStatement *from, const AffineStatement *to,
                                    const int *order, AffineDependence *out) {
  int common = affine_statement_shared_loops(from, to);
  for (int carrier = 0; carrier < common; carrier++)
    for (int loop = carrier + 1; loop < common; loop++) {
      if (order[loop] > order[carrier])
        continue;
      Turn turn = {.equal = (1u << carrier) - 1, .earlier = carrier, .later = loop};
      for (int d = carrier + 1; d < common; d++)
        if (order[d] < order[loop])
          turn.equal |= 1u << d;
      if (statements_turn(from, to, &turn, out))
        return true;
    }
  return false;
}

bool affine_dependence_waits(const AffineStatement *from, const AffineStatement *to, int loop,
                             bool skips_updates) {
  AffineDependence found;
  int common = affine_statement_shared_loops(from, to);
  Turn turn = {.equal = ((1u << common) - 1) & ~(1u << loop),
               .earlier = loop,
               .later = -1,
               .skips_updates = skips_updates};
  return loop < common && statements_turn(from, to, &turn, &found);
}

bool affine_dependence_breaks_jam(const AffineStatement *from, const AffineStatement *to, int level,
                                  int factor, bool keep_order, AffineDependence *out) {
  int common = affine_statement_shared_loops(from, to);
  Turn turn = {.equal = (1u << level) - 1, .earlier = level, .reach = factor - 1};
  if (common <= level)
    return false;
  for (turn.later = level + 1; turn.later < common; turn.later++) {
    if (statements_turn(from, to, &turn, out))
      return true;
    turn.equal |= 1u << turn.later;
  }
  turn.later = -1;
  return !keep_order && !comes_before(from, to) && statements_turn(from, to, &turn, out);
}

void affine_dependence_describe(const AffineProgram *program, const AffineDependence *dependence,
                                char *text, int size) {
  const AffineArray *array = &program->arrays[dependence->array];
  char name[32] = "a carried value";
  if (array->origin >= 0 && mlirValueIsNull(array->memref))
    array = &program->arrays[array->origin];
  if (!mlirValueIsNull(array->memref) && mlirValueIsABlockArgument(array->memref))
    snprintf(name, sizeof name, "argument %d", (int)mlirBlockArgumentGetArgNumber(array->memref));
  else if (!mlirValueIsNull(array->memref))
    snprintf(name, sizeof name, "a local memref");
  snprintf(text, (size_t)size, "loop %d carries a dependence from a %s to a %s of %s",
           dependence->loop + 1 - program->parameter_count,
           dependence->from_store ? "store" : "load", dependence->to_store ? "store" : "load",
           name);
}
