// ModuleTest: which winners of single ops are faster in the network that they are for. The whole
// module is measured in turn with the choices of the model and with winners; where all winners
// together are not surely faster, groups of them are tried, the heaviest first. Nothing is kept
// that did not surely beat the choices. This file measures nothing itself: it decides.
#ifndef AUTOTUNE_TOOLS_TUNE_MODULE_TEST_H
#define AUTOTUNE_TOOLS_TUNE_MODULE_TEST_H

#include "base/status.h"

#include <stdbool.h>

typedef struct ModuleMeter {
  // Measures the module once more: with the winners of the tasks that are marked, with the model's
  // choices of the others. Infinite: it failed.
  Status (*measure)(void *user, const bool *takes, double *out_seconds);
  // Whether the time is up: duels end.
  bool (*is_over)(void *user);
  // Whether all has to stop: nothing is decided then.
  bool (*is_stopped)(void *user);
  void *user; // lent
} ModuleMeter;

typedef struct ModuleVerdict {
  bool is_stopped;                    // and nothing else is known
  int kept;                           // winners
  int duels;                          // pairs of modules that were compared
  double choice_seconds, all_seconds; // with the choices, and with all winners; all: infinite where
                                      // it failed
  double seconds;                     // with what is kept; as the choices where that is nothing
} ModuleVerdict;

// Of `count` tasks whose winner is not the choice, heaviest first; `shares` are their parts of the
// module's time. Marks in `out_takes` the winners that are kept. A duel of two modules has 16
// rounds at most, and ends when 12 are won, which is what chance gives in one case of 26, or 5 are
// lost. Once the time is up, the first ends after 5 rounds, the others at once, and is won where
// all of 5 rounds or more were, which chance gives in one case of 32. STATUS_REJECTED: the module
// fails with the choices alone.
Status module_test_run(const ModuleMeter *meter, const double *shares, int count, bool *out_takes,
                       ModuleVerdict *out_verdict);

#endif
