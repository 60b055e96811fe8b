// Measurer: builds candidates of one subject, measures them in a worker, and says why those failed
// that did. Everything that measures goes through it: `top-k`, measured search, collecting and the
// timing of single ops. A baseline, measured between the others, shows how far the machine drifts.
#ifndef AUTOTUNE_SEARCH_MEASURE_MEASURER_H
#define AUTOTUNE_SEARCH_MEASURE_MEASURER_H

#include "runtime/worker/worker.h"

// What is measured. Lent.
typedef struct MeasureSubject {
  const void *context;
  // The module as text, the subject by this schedule; "": untouched. STATUS_REJECTED with the
  // reason when there is no code for it. The caller frees the text.
  Status (*build)(const void *context, const char *schedule, char **out_module);
} MeasureSubject;

typedef struct Measurer {
  Worker *worker; // lent; its task is the untouched subject
  MeasureSubject subject;
  TimingOptions timing;
  CodeEffort effort;
} Measurer;

// How a candidate can end beside the verdicts of the worker: no code was made.
enum { TRIAL_REJECTED = VERDICT_COUNT, TRIAL_VERDICT_COUNT };
const char *trial_verdict_name(int verdict);

// How one ended.
typedef struct Outcome {
  int verdict;          // Verdict or TRIAL_REJECTED
  char reason[256];     // why it is not ok; "" otherwise
  double build_seconds; // of the processor, for the module
  double compile_seconds;
  double cpu_seconds; // of the processor, in the worker; 0: not known
  Timing timing;      // no repeats unless ok
} Outcome;

enum { MEASURER_OP_SEED = 1 }; // of the operands of such a module

// Makes a module with the one function @op the task of the worker. `run_seconds`: deadline of the
// run that gives the expected outputs; 0: the worker's.
Status measurer_set_op(Worker *worker, const char *module, double run_seconds);

// Measures one schedule, "" the untouched subject. A candidate that fails is an outcome; a failure
// means that no worker can be had or nothing can be built.
Status measurer_run(const Measurer *measurer, const char *schedule, Outcome *out_outcome);

// Median seconds; infinite unless the candidate was measured well.
double outcome_seconds(const Outcome *outcome);

// One schedule, measured before, between and after the others.
typedef struct Baseline {
  double first_seconds; // 0: not measured well yet
  int count;            // times that it was measured well
  double drift;         // the farthest from the first: 0.01 = 1 %
} Baseline;

// Not finite or 0 for one that failed, which does not count.
void baseline_add(Baseline *baseline, double seconds);
// Adds what another one found by its own first time.
void baseline_join(Baseline *baseline, const Baseline *other);

#endif
