// Vectors: the statements of a fused innermost loop, one vector operation of each after the other.
//
//   for i:                      for g:                            (groups of 16 iterations)
//     b[i] = a[i] + c[i]          b[16g..16g+15] = a[16g..16g+15] + c[16g..16g+15]
//     d[i] = b[i] * e[i]          d[16g..16g+15] = b[16g..16g+15] * e[16g..16g+15]
//
// LLVM would have to check at run time which of so many arrays overlap, and gives up when they are
// too many.
#include "affine/affine_costs.h"
#include "affine/loop_rules/lane_groups.h"

// Whether all statements read other elements of the array that they store to: whether these are
// among the stored ones, LLVM cannot ask at run time.
static bool all_read_stored(const LoopRuleNest *nest) {
  bool all = true;
  for (int i = 0; i < nest->count; i++)
    all &= affine_statement_reads_stored(nest->statements[i]);
  return all;
}

// A trip that only the run knows may depend on loops outside, too.
static bool is_open(const LoopRuleNest *nest) {
  int64_t known;
  return (nest->is_random || nest->program->parameter_count > 0) &&
         !affine_loop_constant_trip(&nest->statements[0]->loops[nest->level], &known);
}

static bool apply(LoopRuleNest *nest) {
  int level = nest->level;
  AffineForm trip;
  bool is_of_run = is_open(nest);
  if (!nest->is_random && !nest->program->is_fused && !(is_of_run && all_read_stored(nest)))
    return false;
  if (!(is_of_run ? affine_loop_trip(&nest->statements[0]->loops[level], &trip)
                  : loop_rule_trip(nest, level, &trip)))
    return false;
  for (int i = 0; i < nest->count; i++)
    if (nest->statements[i]->depth != level + 1 || level + 1 >= AFFINE_MAX_DEPTH - 1 ||
        !lane_groups_are_dense(nest->program, nest->statements[i], level))
      return false;
  int64_t expected = loop_rule_trip_estimate(nest, level);
  int wide = (int)VECTORS_WIDE * nest->lanes, width = expected >= 2 * wide ? wide : nest->lanes;
  if (expected < width || !loop_rule_is_parallel(nest))
    return false;
  if (is_of_run)
    lane_groups_append_open(nest, width, &trip);
  else
    lane_groups_append(nest, width, &trip);
  return true;
}

const LoopRule loop_rule_vectors = {
    .done = "vectors along the innermost loop",
    .settles = true,
    .apply = apply,
};
