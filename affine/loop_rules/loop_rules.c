// Loop rules: what is done to nests that stay loops because too little of them is a linalg op.
#include "affine/loop_rules/loop_rules.h"

#include "affine/loop_rules/loop_rule.h"
#include <stdio.h>
#include <string.h>

enum { RANDOM_LANES = 2, POSITION_STEP = 8 };

// The rules in the order in which they are tried.
#define LOOP_RULES(ROW)                                                                            \
  ROW(rows)                                                                                        \
  ROW(interchange)                                                                                 \
  ROW(lanes)                                                                                       \
  ROW(wavefront)                                                                                   \
  ROW(meet)                                                                                        \
  ROW(vectors)                                                                                     \
  ROW(jam)                                                                                         \
  ROW(sums)

#define DECLARE(name) extern const LoopRule loop_rule_##name;
LOOP_RULES(DECLARE)
#define ADDRESS(name) &loop_rule_##name,
static const LoopRule *const rules[] = {LOOP_RULES(ADDRESS)};

static int widest_element(const AffineProgram *program) {
  int bits = 8;
  for (int a = 0; a < program->array_count; a++) {
    int own = affine_array_element_bits(&program->arrays[a]);
    bits = own > bits ? own : bits;
  }
  return bits;
}

// Positions count from 0 again, POSITION_STEP apart.
static void space_positions(AffineProgram *program) {
  int old[AFFINE_MAX_DEPTH + 1];
  AffineStatement *last = NULL;
  for (int i = 0; i < program->statement_count; i++) {
    AffineStatement *statement = program->statements[i];
    int next[AFFINE_MAX_DEPTH + 1] = {0}, shared = 0;
    while (last && shared < AFFINE_MAX_DEPTH && statement->position[shared] == old[shared]) {
      next[shared] = last->position[shared];
      shared++;
    }
    if (last)
      next[shared] = last->position[shared] + POSITION_STEP;
    memcpy(old, statement->position, sizeof old);
    memcpy(statement->position, next, sizeof next);
    last = statement;
  }
}

// Parallel loops and those around them stay, like what was raised or another rule has chosen.
static bool is_free(AffineStatement *const *in, int count, int level) {
  for (int i = 0; i < count; i++)
    if (in[i]->raised || in[i]->is_settled || in[i]->parallel >> level)
      return false;
  return true;
}

static bool suits(const LoopRule *rule, AffineStatement *const *in, int count, int level) {
  if (rule->of_raised)
    return count == 1 && in[0]->raised >> level & 1 && !(in[0]->parallel >> level);
  return is_free(in, count, level);
}

static bool apply_rule(LoopRuleNest *nest, const LoopRule *rule) {
  int before = nest->out.count;
  if (nest->is_random && loop_rule_draw(nest, 3) == 0)
    return false;
  if (rule->apply(nest)) {
    for (int i = before; i < nest->out.count; i++)
      nest->out.items[i]->is_settled = rule->settles;
    return true;
  }
  nest->out.count = before;
  return false;
}

// Statements that share the loops outside `level`.
// Recursion: at most AFFINE_MAX_DEPTH levels, one a loop.
static void visit(LoopRuleNest *nest, const LoopRule *rule, AffineStatement *const *in, int count,
                  int level, bool *is_used) {
  for (int from = 0, to; from < count; from = to) {
    to = affine_loop_end(in, from, count, level);
    bool is_leaf = to == from; // a statement without the loop, or a linalg op of it
    to += is_leaf;
    nest->statements = in + from;
    nest->count = to - from;
    nest->level = level;
    if (suits(rule, in + from, to - from, level) && !(is_leaf && !rule->of_raised) &&
        apply_rule(nest, rule))
      *is_used = true;
    else if (is_leaf)
      loop_rule_append(nest, in[from]);
    else
      visit(nest, rule, in + from, to - from, level + 1, is_used);
  }
}

// Applies one rule to the whole program.
static bool run_rule(LoopRuleNest *nest, const LoopRule *rule) {
  AffineProgram *program = nest->program;
  bool is_used = false;
  nest->out = (AffineList){0};
  space_positions(program);
  visit(nest, rule, program->statements, program->statement_count, program->parameter_count,
        &is_used);
  if (is_used) {
    program->statements = nest->out.items;
    program->statement_count = nest->out.count;
  }
  return is_used;
}

static void add_text(char *text, int size, const char *separator, const char *more) {
  size_t end = strlen(text);
  if (more[0])
    snprintf(text + end, (size_t)size - end, "%s%s", end ? separator : "", more);
}

bool loop_rules_apply(AffineProgram *program, uint64_t seed, LoopRulesText *out_text) {
  LoopRuleNest nest = {.program = program,
                       .is_random = seed != 0,
                       .random = seed,
                       .lanes = seed ? RANDOM_LANES + (int)(seed % 3)
                                     : program->target->vector_bits / widest_element(program)};
  *out_text = (LoopRulesText){.done = ""};
  if (nest.lanes < 2) // elements as wide as a register or wider
    return false;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    char refusal[LOOP_RULE_REFUSAL_BYTES] = "";
    nest.refusal = refusal;
    nest.has_refusal = false;
    if (run_rule(&nest, rules[i]))
      add_text(out_text->done, sizeof out_text->done, ", ", rules[i]->done);
    add_text(out_text->refused, sizeof out_text->refused, "; ", refusal);
  }
  return out_text->done[0] != 0;
}
