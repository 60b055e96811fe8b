// LoopRule: one way to make other loops of a nest, and what all of them may use.
#include "affine/loop_rules/loop_rule.h"

#include <stdarg.h>
#include <stdio.h>

AffineStatement *loop_rule_append(LoopRuleNest *nest, const AffineStatement *statement) {
  AffineStatement *copy = affine_statement_copy(nest->program->pool, statement);
  affine_list_append(nest->program->pool, &nest->out, copy);
  return copy;
}

bool loop_rule_trip(const LoopRuleNest *nest, int level, AffineForm *out_trip) {
  return affine_loop_trip(&nest->statements[0]->loops[level], out_trip) &&
         !affine_form_uses_from(out_trip, nest->program->parameter_count);
}

int64_t loop_rule_trip_estimate(const LoopRuleNest *nest, int level) {
  int64_t trip;
  const AffineStatement *first = nest->statements[0];
  return affine_loop_constant_trip(&first->loops[level], &trip)
             ? trip
             : affine_loop_trip_estimate(first, level);
}

AffineBound loop_rule_groups(const AffineForm *trip, int width, int scale) {
  AffineBound count = {.dividend = *trip, .divisor = width, .multiplier = scale};
  count.dividend.constant -= width - 1;
  if (affine_form_is_constant(trip))
    count = affine_bound(affine_form_constant(trip->constant / width * scale));
  return count;
}

void loop_rule_append_rest(LoopRuleNest *nest, int width) {
  AffineForm trip;
  int level = nest->level;
  (void)affine_loop_trip(&nest->statements[0]->loops[level], &trip);
  if (affine_form_is_constant(&trip) && trip.constant % width == 0)
    return;
  for (int i = 0; i < nest->count; i++) {
    AffineStatement *rest = loop_rule_append(nest, nest->statements[i]);
    AffineLoop *loop = &rest->loops[level];
    AffineBound from = loop_rule_groups(&trip, width, width);
    from.form = affine_form_add(&from.form, &loop->lower[0].form, 1);
    if (from.divisor) // the trip may be negative
      loop->lower[loop->lower_count++] = from;
    else
      loop->lower[0] = from;
    rest->position[level]++;
  }
}

int loop_rule_operations(const AffineStatement *statement) {
  int count = 0;
  for (int n = 0; n < statement->body->node_count; n++) {
    const AffineNode *node = &statement->body->nodes[n];
    count += node->kind == AFFINE_NODE_OP && node->operand_count > 0;
  }
  return count;
}

bool loop_rule_is_perfect(const LoopRuleNest *nest) {
  const AffineStatement *first = nest->statements[0];
  for (int i = 0; i < nest->count; i++)
    if (nest->statements[i]->depth != first->depth ||
        (i && affine_statement_shared_loops(first, nest->statements[i]) != first->depth))
      return false;
  return true;
}

bool loop_rule_is_parallel(const LoopRuleNest *nest) {
  for (int from = 0; from < nest->count; from++)
    for (int to = 0; to < nest->count; to++)
      if (affine_dependence_exists(nest->statements[from], nest->statements[to], nest->level,
                                   nest->level))
        return false;
  return true;
}

bool loop_rule_carries(const LoopRuleNest *nest, AffineDependence *out_dependence) {
  for (int from = 0; from < nest->count; from++)
    for (int to = 0; to < nest->count; to++)
      if (affine_dependence_is_carried(nest->statements[from], nest->statements[to], nest->level, 0,
                                       true, out_dependence))
        return true;
  return false;
}

int loop_rule_draw(LoopRuleNest *nest, int count) {
  return (int)affine_draw(&nest->random, (uint64_t)count);
}

void loop_rule_refuse(LoopRuleNest *nest, const AffineDependence *dependence, const char *what,
                      ...) {
  char reason[112], name[64];
  va_list arguments;
  if (nest->is_random || nest->has_refusal)
    return;
  nest->has_refusal = true;
  va_start(arguments, what);
  vsnprintf(name, sizeof name, what, arguments);
  va_end(arguments);
  affine_dependence_describe(nest->program, dependence, reason, sizeof reason);
  snprintf(nest->refusal, LOOP_RULE_REFUSAL_BYTES, "%s refused: %s", name, reason);
}

void loop_rule_note_limit(LoopRuleNest *nest, const char *what, int maximum) {
  if (!nest->is_random && !nest->refusal[0])
    snprintf(nest->refusal, LOOP_RULE_REFUSAL_BYTES, "%s not tried, the maximum is %d", what,
             maximum);
}
