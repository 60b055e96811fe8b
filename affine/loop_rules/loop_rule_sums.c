// Sums: an innermost loop that adds to an element which stays the same.
//
//   for j:                      v = x[i]
//     x[i] = x[i] + a[j]        for j: v = v + a[j]      (terms in any order, or in order)
//                               x[i] = v
//
// With the sum in a register, and its terms in any order, LLVM adds up several vectors of terms; in
// order, nothing waits for memory. The statements stay as they are; emit/affine_emit_promoted.c
// does the rest.
#include "affine/affine_costs.h"
#include "affine/loop_rules/loop_rule.h"

#include "mlir-c/BuiltinTypes.h"

static bool is_sum(const LoopRuleNest *nest, const AffineStatement *statement) {
  MlirType element = nest->program->arrays[statement->accesses[0].array].element;
  return statement->update == AFFINE_UPDATE_ADD && mlirTypeIsAFloat(element) &&
         !affine_access_uses(&statement->accesses[0], nest->level);
}

static bool apply(LoopRuleNest *nest) {
  bool has_sum = false;
  const AffineStatement *first = nest->statements[0];
  if (!loop_rule_is_perfect(nest) || first->depth != nest->level + 1 ||
      (!nest->is_random && (double)affine_loop_trip_estimate(first, nest->level) < SUMS_MIN_TRIP))
    return false;
  for (int a = 0; a < nest->count; a++) {
    has_sum |= nest->is_random || is_sum(nest, nest->statements[a]);
    if (nest->statements[a]->guard_count)
      return false;
    for (int b = 0; !nest->is_random && b < nest->count; b++)
      if (affine_dependence_waits(nest->statements[a], nest->statements[b], nest->level, true))
        return false;
  }
  for (int i = 0; has_sum && i < nest->count; i++)
    loop_rule_append(nest, nest->statements[i]);
  return has_sum;
}

const LoopRule loop_rule_sums = {
    .done = "sums in registers",
    .settles = true,
    .apply = apply,
};
