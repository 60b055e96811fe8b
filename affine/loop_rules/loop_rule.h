// LoopRule: one way to make other loops of a nest, and what all of them may use.
//
// A rule is one file, loop_rule_NAME.c, that defines `const LoopRule loop_rule_NAME`, and one row
// of the table in loop_rules.c.
#ifndef AUTOTUNE_AFFINE_LOOP_RULES_LOOP_RULE_H
#define AUTOTUNE_AFFINE_LOOP_RULES_LOOP_RULE_H

#include "affine/analysis/affine_dependence.h"

enum { LOOP_RULE_REFUSAL_BYTES = 192 };

// One nest of loops at `level`, shared by all `count` statements, and where its replacement goes.
typedef struct LoopRuleNest {
  AffineProgram *program;
  AffineStatement *const *statements;
  int count, level;
  bool is_random;  // any legal use with few lanes, paying or not
  uint64_t random; // state of loop_rule_draw
  int lanes;       // per vector register, for the widest element of the program
  AffineList out;  // the statements of the program as they become, in its pool
  bool has_refusal;
  char *refusal; // LOOP_RULE_REFUSAL_BYTES: what would pay but is not legal; empty: nothing so far
} LoopRuleNest;

typedef struct LoopRule {
  const char *done; // the sentence of the remark where it was applied
  bool settles;     // the rules below it in the table leave its result alone
  bool of_raised;   // it is tried on statements that were raised, each alone, and on no others
  // Looks at one nest and either appends its replacement and is true, or leaves everything.
  // Positions at nest->level may be raised by up to 3, those inside are free. Of a raised statement
  // the level is that of its outermost raised loop.
  bool (*apply)(LoopRuleNest *nest);
} LoopRule;

// Appends a copy of a statement to the replacement.
AffineStatement *loop_rule_append(LoopRuleNest *nest, const AffineStatement *statement);
// The trip of a loop that all statements share: a number, or what parameters say. It may be
// negative then. False where it depends on other loops or has several bounds.
bool loop_rule_trip(const LoopRuleNest *nest, int level, AffineForm *out_trip);
// Its trip; as expected where parameters say it.
int64_t loop_rule_trip_estimate(const LoopRuleNest *nest, int level);
// How many whole groups of `width` iterations there are, times `scale`, rounded down; below zero
// where the trip is.
AffineBound loop_rule_groups(const AffineForm *trip, int width, int scale);
// Appends what is left of the loop of the nest after the whole groups, as loops after theirs.
void loop_rule_append_rest(LoopRuleNest *nest, int width);
// Ops of the statement that compute something.
int loop_rule_operations(const AffineStatement *statement);
// Whether all statements are in the same loops.
bool loop_rule_is_perfect(const LoopRuleNest *nest);
// Whether the loop of the nest carries no dependence; the other form says which it carries.
bool loop_rule_is_parallel(const LoopRuleNest *nest);
bool loop_rule_carries(const LoopRuleNest *nest, AffineDependence *out_dependence);
// A number below `count`, for is_random.
int loop_rule_draw(LoopRuleNest *nest, int count);
// Says that the rule would pay but for a dependence; `what` tells which rule on which loops.
void loop_rule_refuse(LoopRuleNest *nest, const AffineDependence *dependence, const char *what, ...)
    __attribute__((format(printf, 3, 4)));
// Says that a limit kept the rule from being tried; a refusal comes first.
void loop_rule_note_limit(LoopRuleNest *nest, const char *what, int maximum);

#endif
