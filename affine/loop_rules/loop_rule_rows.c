// Rows: an op that was raised over a row whose length only the run knows, and computes each element
// by itself, becomes loops again, the innermost one in vectors.
//
//   linalg.generic of b[0..n)         for g = 0 to n / 4
//     b[i] = a[i] + c[i]                b[4g..4g+3] = a[4g..4g+3] + c[4g..4g+3]
//                                     if n % 4 > 0:  the lanes that are left, of one more group
//
// As an op it would be cut into pieces of known sizes, of which the last and smallest ones take as
// long as all others where rows are short.
#include "affine/affine_costs.h"
#include "affine/loop_rules/lane_groups.h"

static bool is_elementwise(const AffineStatement *statement) {
  for (int d = 0; d < statement->depth; d++)
    if ((statement->raised >> d & 1) && !affine_access_uses(&statement->accesses[0], d))
      return false;
  return true;
}

// Lanes of a vector of half a cache line: of those that begin anywhere every second one lies in one
// line, of longer ones none does.
static int width_of(const LoopRuleNest *nest) {
  const int most = (int)ROWS_VECTOR_BITS * nest->lanes / nest->program->target->vector_bits;
  return nest->is_random || most >= nest->lanes ? nest->lanes : most;
}

static bool apply(LoopRuleNest *nest) {
  const AffineStatement *statement = nest->statements[0];
  int row = statement->depth - 1;
  int64_t known;
  AffineForm trip;
  if (!affine_loop_trip(&statement->loops[row], &trip) ||
      (affine_loop_constant_trip(&statement->loops[row], &known) && !nest->is_random) ||
      statement->depth >= AFFINE_MAX_DEPTH - 1 || !is_elementwise(statement) ||
      !lane_groups_are_dense(nest->program, statement, row))
    return false;
  AffineStatement *loops = affine_statement_copy(nest->program->pool, statement);
  loops->raised = 0;
  nest->statements = &loops;
  nest->level = row;
  lane_groups_append_open(nest, width_of(nest), &trip);
  return true;
}

const LoopRule loop_rule_rows = {
    .done = "rows of unknown length in vectors",
    .settles = true,
    .of_raised = true,
    .apply = apply,
};
