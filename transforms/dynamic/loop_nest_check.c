// Dependence where no extent is known: two accesses of one array meet in the same iteration of a
// loop only, when the same index of both moves with that loop alone and in the same way.
#include "transforms/dynamic/loop_nest_check.h"

#include "transforms/extract/aliasing.h"

static bool is_same_memref(MlirOperation a, MlirOperation b) {
  return mlirValueEqual(nest_memref(a), nest_memref(b));
}

bool loop_nest_is_parallel(const ScalarNest *nest, const NestStatement *statement, int loop) {
  bool is = false;
  for (int d = 0; d < nest_rank(statement->store); d++)
    is |= nest_loop_of(nest, statement->store, d) == loop;
  return is;
}

// --- one statement

static Status check_indices(const ScalarNest *nest, MlirOperation access) {
  NestIndex index;
  for (int d = 0; d < nest_rank(access); d++) {
    if (!nest_index_read(nest, access, d, &index))
      return status_fail(STATUS_UNSUPPORTED, "a subscript is not linear in the loops");
    for (int l = 0; l < nest->loop_count; l++)
      if (index.factors[l] < 0)
        return status_fail(STATUS_UNSUPPORTED, "a subscript runs backwards");
  }
  return STATUS_OK;
}

static Status check_store(const ScalarNest *nest, MlirOperation store) {
  NestIndex index;
  bool is_index[NEST_MAX_LOOPS] = {false};
  for (int d = 0; d < nest_rank(store); d++) {
    int loop = nest_loop_of(nest, store, d);
    (void)nest_index_read(nest, store, d, &index);
    for (int l = 0; l < nest->loop_count; l++)
      if (index.factors[l] != 0 && (l != loop || is_index[l]))
        return status_fail(STATUS_UNSUPPORTED, "a store at another place than its loops say");
    if (loop >= 0)
      is_index[loop] = true;
  }
  return STATUS_OK;
}

static bool has_alone(const ScalarNest *nest, const NestStatement *statement, int loop) {
  bool has = false;
  for (int i = 0; i < statement->load_count; i++)
    for (int d = 0; d < nest_rank(statement->loads[i]); d++)
      has |= nest_loop_of(nest, statement->loads[i], d) == loop;
  return has;
}

static Status check_statement(const ScalarNest *nest, const NestStatement *statement) {
  Status status = STATUS_OK;
  bool is_update = false;
  TRY(check_indices(nest, statement->store));
  TRY(check_store(nest, statement->store));
  for (int i = 0; i < statement->load_count; i++) {
    MlirOperation load = statement->loads[i];
    TRY(check_indices(nest, load));
    if (!is_same_memref(load, statement->store))
      continue;
    if (!nest_is_same_place(load, statement->store))
      return status_fail(STATUS_UNSUPPORTED, "other elements of a stored array are read");
    is_update = true;
  }
  for (int i = 0; i < statement->depth; i++) {
    int loop = statement->loops[i];
    if (loop_nest_is_parallel(nest, statement, loop))
      continue;
    if (!is_update)
      return status_fail(STATUS_UNSUPPORTED, "an element is stored again and again");
    if (!has_alone(nest, statement, loop))
      return status_fail(STATUS_UNSUPPORTED, "a loop is no subscript by itself");
  }
cleanup:
  return status;
}

// --- what is read when

static int place_of(const ScalarNest *nest, MlirOperation op) {
  int place = 0;
  while (!mlirOperationEqual(nest->ops[place], op))
    place++;
  return place;
}

// The load moves to the store: nothing may change the element in between.
static bool load_can_move(const ScalarNest *nest, const NestStatement *statement,
                          MlirOperation load) {
  int from = place_of(nest, load), to = place_of(nest, statement->store);
  bool is_beside =
      mlirBlockEqual(mlirOperationGetBlock(load), mlirOperationGetBlock(statement->store));
  bool can = true;
  for (int i = 0; i < nest->statement_count && can; i++) {
    MlirOperation store = nest->statements[i].store;
    int at = place_of(nest, store);
    if (is_same_memref(store, load))
      can = is_beside && !(at > from && at < to);
  }
  return can;
}

// --- two statements

// Whether the accesses meet in the same iteration of the loop only.
static bool meet_in_loop(const ScalarNest *nest, MlirOperation a, MlirOperation b, int loop) {
  NestIndex of_a, of_b;
  bool meet = false;
  for (int d = 0; d < nest_rank(a) && !meet; d++)
    meet = nest_loop_of(nest, a, d) == loop && nest_loop_of(nest, b, d) == loop &&
           nest_index_read(nest, a, d, &of_a) && nest_index_read(nest, b, d, &of_b) &&
           of_a.factors[loop] == of_b.factors[loop] && of_a.constant == of_b.constant &&
           !of_a.has_value && !of_b.has_value;
  return meet;
}

static bool accesses_meet(const ScalarNest *nest, MlirOperation store, const NestStatement *other,
                          int loop) {
  bool meet = !is_same_memref(store, other->store) || meet_in_loop(nest, store, other->store, loop);
  for (int i = 0; i < other->load_count; i++)
    meet &=
        !is_same_memref(store, other->loads[i]) || meet_in_loop(nest, store, other->loads[i], loop);
  return meet;
}

static bool can_part(const ScalarNest *nest, const NestStatement *a, const NestStatement *b) {
  bool can = true;
  for (int i = 0; i < a->depth && i < b->depth && a->loops[i] == b->loops[i]; i++)
    can &= accesses_meet(nest, a->store, b, a->loops[i]) &&
           accesses_meet(nest, b->store, a, a->loops[i]);
  return can;
}

static bool may_share(const NestStatement *a, MlirOperation access) {
  return !is_same_memref(a->store, access) &&
         memrefs_share_buffer(nest_memref(a->store), nest_memref(access));
}

static bool shares_buffer(const NestStatement *a, const NestStatement *b) {
  bool shares = may_share(a, b->store);
  for (int i = 0; i < b->load_count; i++)
    shares |= may_share(a, b->loads[i]);
  return shares;
}

// Merged loops take the iterations of a single statement in another order: of one element the terms
// keep theirs where one loop alone is over them.
static Status check_merged(const ScalarNest *nest) {
  const NestStatement *first = &nest->statements[0];
  bool is_any = false, is_of_terms = false;
  int terms = 0;
  for (int i = 0; i < first->depth; i++) {
    bool is_term = !loop_nest_is_parallel(nest, first, first->loops[i]);
    terms += is_term;
    is_of_terms |= is_term && nest->loops[first->loops[i]].is_merged;
  }
  for (int l = 0; l < nest->loop_count; l++)
    is_any |= nest->loops[l].is_merged;
  if ((is_any && nest->statement_count > 1) || (is_of_terms && terms > 1))
    return status_fail(STATUS_UNSUPPORTED, "loops over tiles of several statements or sums");
  return STATUS_OK;
}

Status loop_nest_check(const ScalarNest *nest) {
  Status status = STATUS_OK;
  TRY(check_merged(nest));
  for (int i = 0; i < nest->statement_count; i++) {
    const NestStatement *a = &nest->statements[i];
    TRY(check_statement(nest, a));
    for (int l = 0; l < a->load_count; l++)
      if (!load_can_move(nest, a, a->loads[l]))
        return status_fail(STATUS_UNSUPPORTED, "an element is read before another store to it");
    for (int j = 0; j < nest->statement_count; j++) {
      if (shares_buffer(a, &nest->statements[j]))
        return status_fail(STATUS_UNSUPPORTED, "two memrefs of the nest are views of one buffer");
      if (i != j && !can_part(nest, a, &nest->statements[j]))
        return status_fail(STATUS_UNSUPPORTED, "a loop carries a dependence between statements");
    }
  }
cleanup:
  return status;
}
