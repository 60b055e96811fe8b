// Meet: a row that reads one of its own elements, the same in every iteration, is split there.
//
//   for j = 0 to n                         for j = 0 to k:      a[i][j] = a[i][j] + a[i][k] * b[j]
//     a[i][j] = a[i][j] + a[i][k] * b[j]   for j = k to k + 1:  ...
//                                          for j = k + 1 to n:  ...
//
// Before and after it the element does not change, and the iterations may run side by side.
#include "affine/loop_rules/lane_groups.h"

// The iteration of loop `level` that stores what the access reads; false where there is no single
// one.
static bool meeting_of(const AffineStatement *statement, const AffineAccess *read, int level,
                       AffineForm *out_at) {
  const AffineAccess *store = &statement->accesses[0];
  bool is_found = false;
  if (read->array != store->array || affine_access_uses(read, level))
    return false;
  for (int d = 0; d < store->rank; d++) {
    const AffineForm *index = &store->index[d];
    if (affine_form_equal(index, &read->index[d]))
      continue;
    AffineForm own = affine_form_loop(level), left = affine_form_add(index, &own, -1);
    if (is_found || index->coefficients[level] != 1)
      return false;
    *out_at = affine_form_add(&read->index[d], &left, -1);
    is_found = true;
  }
  return is_found;
}

// Whether the form is never negative: its least value over the innermost loop that it has, and
// those inside, is a number.
static bool is_natural(const AffineStatement *statement, const AffineForm *form) {
  int point = statement->depth - 1;
  while (point >= 0 && !form->coefficients[point])
    point--;
  if (point >= 0 && !affine_loop_is_plain(&statement->loops[point]))
    return false;
  AffineForm least = point < 0 ? *form : affine_statement_extreme(statement, *form, point, 1);
  return affine_form_is_constant(&least) && least.constant >= 0;
}

// Whether the iteration is always one of the loop, which has one bound on either side.
static bool is_inside(const AffineStatement *statement, int level, const AffineForm *at) {
  const AffineLoop *loop = &statement->loops[level];
  if (!affine_loop_is_plain(loop))
    return false;
  AffineForm before = affine_form_add(at, &loop->lower[0].form, -1);
  AffineForm behind = affine_form_add(&loop->upper[0].form, at, -1);
  behind.constant--;
  return is_natural(statement, &before) && is_natural(statement, &behind);
}

enum { PARTS = 3 }; // before the meeting, the meeting, behind it

static void append_part(LoopRuleNest *nest, int part, AffineForm low, AffineForm high) {
  AffineStatement *statement = loop_rule_append(nest, nest->statements[0]);
  statement->loops[nest->level].lower[0] = affine_bound(low);
  statement->loops[nest->level].upper[0] = affine_bound(high);
  statement->position[nest->level] += part;
}

// Whether the iterations before the meeting may run side by side, and those behind it.
static bool parts_are_parallel(const LoopRuleNest *nest) {
  LoopRuleNest part = *nest;
  bool are = true;
  for (int i = nest->out.count - PARTS; i < nest->out.count; i += PARTS - 1) {
    part.statements = nest->out.items + i;
    are &= loop_rule_is_parallel(&part);
  }
  return are;
}

static bool apply(LoopRuleNest *nest) {
  const AffineStatement *statement = nest->statements[0];
  const int level = nest->level;
  AffineForm at = {0};
  bool meets = false;
  if (nest->count != 1 || statement->depth != level + 1 ||
      !(nest->is_random || nest->program->parameter_count > 0) ||
      !lane_groups_are_dense(nest->program, statement, level) ||
      loop_rule_trip_estimate(nest, level) < 4 * nest->lanes)
    return false;
  for (int a = 1; a < statement->access_count && !meets; a++)
    meets = meeting_of(statement, &statement->accesses[a], level, &at);
  if (!meets || !is_inside(statement, level, &at))
    return false;
  AffineForm behind = at;
  behind.constant++;
  append_part(nest, 0, statement->loops[level].lower[0].form, at);
  append_part(nest, 1, at, behind);
  append_part(nest, 2, behind, statement->loops[level].upper[0].form);
  return nest->is_random || parts_are_parallel(nest);
}

const LoopRule loop_rule_meet = {
    .done = "rows split where they meet themselves",
    .apply = apply,
};
