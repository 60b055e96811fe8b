// SecondLook: the best candidates of one op as machine code. Each is emitted alone, lowered and
// compiled for the target, and read; nothing is run, so the target may be any machine, and the same
// candidates always give the same choice.
#ifndef AUTOTUNE_PASSES_SECOND_LOOK_H
#define AUTOTUNE_PASSES_SECOND_LOOK_H

#include "passes/options.h"
#include "search/chooser.h"
#include "transforms/extract/variants.h"

// A module whose text is longer is not read: it is straight-line code that LLVM would take long
// for.
enum { SECOND_LOOK_MODULE_BYTES = 1 << 18 };

// Reads the first of the choice and, unless nothing is wrong with it, the others up to `count`, on
// the threads of `context`; puts the one first whose cost by the models and by what was read
// (costmodel/code/second_look_cost.h) is least.
// choice->look says what was seen. `options` have the target (candidate_options). The choice stays
// where its first cannot be read, and those that cannot be read are not chosen.
Status second_look(const Variants *variants, const TuneOptions *options, MlirContext context,
                   int count, Choice *choice);

#endif
