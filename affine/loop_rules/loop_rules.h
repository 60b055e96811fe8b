// Loop rules: what is done to nests that stay loops because too little of them is a linalg op.
#ifndef AUTOTUNE_AFFINE_LOOP_RULES_LOOP_RULES_H
#define AUTOTUNE_AFFINE_LOOP_RULES_LOOP_RULES_H

#include "affine/affine_program.h"
#include "affine/analysis/affine_dependence.h"

enum { LOOP_RULES_DONE_BYTES = 256, LOOP_RULES_REFUSED_BYTES = 384 };

// Sentences for the remark: what the rules have done, and what would pay but is refused.
typedef struct LoopRulesText {
  char done[LOOP_RULES_DONE_BYTES], refused[LOOP_RULES_REFUSED_BYTES];
} LoopRulesText;

// Applies the rules of the table one after the other, each to every nest that it fits from the
// outermost loop on, raised statements and parallel loops aside. False when none fits: the program
// is then as it was. With a seed other than 0 rules apply wherever they are legal, with few lanes.
bool loop_rules_apply(AffineProgram *program, uint64_t seed, LoopRulesText *out_text);

#endif
