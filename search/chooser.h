// Chooser: the best schedule by prediction, over the ways in which an op can be fused.
//
// The analytical model gives seconds, and the least of them wins. With a learned model its
// score orders the schedules of each variant, the regressor's seconds decide between variants:
// scores of different workloads cannot be compared. On a machine that the model was not trained on
// the analytical choice has a head start in both. docs/reference/cost-model.md has the whole of it.
#ifndef AUTOTUNE_SEARCH_CHOOSER_H
#define AUTOTUNE_SEARCH_CHOOSER_H

#include "search/strategy.h"

enum { CHOOSE_MAX_TOP = 64, CHOICE_LOOK_BYTES = 320 };

typedef struct ChooseOptions {
  int max_candidates; // scored, over all variants, and by the analytical model alone as many again
                      // where it has a head start; <= 0: what the strategy has by default
  int64_t share;      // a share-th of these candidates is enough, but for a least number; <= 1: all
  double code_price; // what e times as much code counts for, as a logarithm of seconds; where there
                     // is little of it less, but beside a kernel of little work more; 0: nothing
  bool takes_fullest; // the first variant that has a legal schedule, with fewer candidates
  uint64_t seed;
  const StrategyKind *strategy; // lent; NULL: evolution
  const LearnedModel *model;    // lent; NULL: the analytical model
  bool is_diverse;              // the top is for measuring: few schedules of one kind
} ChooseOptions;

typedef struct Ranked {
  Schedule schedule;
  double seconds; // predicted, with what the variant leaves unfused
  double cost; // what the order is by, least first, in the unit of the logarithm of seconds; equal
               // to that of the best where the first stays by its head start
} Ranked;

typedef struct Choice {
  int variant; // index into the variants
  Schedule schedule;
  double predicted_seconds; // with what the variant leaves unfused
  double program_seconds;   // the same inside a program (costmodel/program)
  double measured_seconds;  // of the kernel alone, by the caller who measured the top; 0: nobody
                            // did, -1: it failed
  Schedule runner_up;       // of the same variant; the schedule itself when there is no other
  double runner_up_seconds;
  bool is_ahead; // least analytical seconds: it stayed by its head start, others have better scores
  int64_t candidates; // legal ones, scored, by either model
  int64_t rejected[REJECT_COUNT];
  int top_count; // best of the variant, the schedule first
  Ranked top[CHOOSE_MAX_TOP];
  bool looked_away;             // a second look put another schedule first
  char look[CHOICE_LOOK_BYTES]; // what a second look at them saw and changed; "" = there was none
} Choice;

// Chooses for one op. `variants` are the workloads that its possible fusions give, the fullest
// first; `extra_seconds` (may be NULL) the cost of what each leaves to other ops.
// STATUS_UNSUPPORTED when no candidate is legal. Deterministic by the seed.
Status schedule_choose(const Workload *variants, const double *extra_seconds, int variant_count,
                       const Target *target, const ChooseOptions *options, Choice *out_choice);

// Chooses number `winner` of the top instead. Keeps the order of the others.
void choice_put_first(int winner, Choice *choice);

// Why the runner-up was not chosen although it is predicted to be faster; a sentence.
const char *choose_reason(bool is_measured, bool is_ahead);

#endif
