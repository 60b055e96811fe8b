// A rehearsal tunes a clone of the payload to find out what is predicted, so that the run itself
// can do what is faster. Its choices stay in the memo: the run asks the model nothing again.
#include "passes/tuner.h"

#include "costmodel/analytical.h"

// A rehearsal asks for nothing that a user requires of the run, and never looks for records: what
// was measured is not to be compared with what is predicted.
static TuneOptions rehearsal_options(const TuneOptions *options) {
  TuneOptions rehearsal = *options;
  rehearsal.requires_model = rehearsal.requires_record = rehearsal.requires_tuned = false;
  rehearsal.records[0] = '\0';
  // Kernels that store in their body are priced by the analytical model alone: seconds of both
  // models in one sum would decide what is not about them.
  rehearsal.fusion &= ~(unsigned)FUSE_STORED;
  return rehearsal;
}

// It shares what was asked already, and owns the rest.
Tuner *tune_rehearsal_create(const Tuner *tuner, Rehearsal *out_rehearsal) {
  *out_rehearsal = (Rehearsal){.run = *tuner, .options = rehearsal_options(tuner->options)};
  Tuner *run = &out_rehearsal->run;
  run->options = &out_rehearsal->options;
  run->payload.root = mlirOperationClone(tuner->payload.root);
  if (mlirOperationIsNull(run->payload.outer))
    run->payload.outer = mlirOperationGetParentOperation(tuner->payload.root);
  run->report = (PassReport){.statistics = &out_rehearsal->statistics};
  run->machines.table = (TargetTable){0};
  run->machines.weights = (WeightTable){0};
  run->listeners.log = NULL;
  run->choices.ahead = (ChoiceMemo){0};
  run->choices.records = NULL;
  run->listeners.observe = NULL;
  return run;
}

Status tune_rehearse(Tuner *tuner, Rehearsal *rehearsal, Trial *trial) {
  Tuner *run = &rehearsal->run;
  run->listeners.trial = trial;
  Status status = tune_rewritten(run);
  tuner->payload.location = run->payload.location;
  tuner->choices.memo = run->choices.memo;
  tuner->choices.worker = run->choices.worker;
  tuner->report.statistics->candidates += rehearsal->statistics.candidates;
  for (int reason = 0; reason < REJECT_COUNT; reason++)
    tuner->report.statistics->rejected[reason] += rehearsal->statistics.rejected[reason];
  tuner->report.statistics->choose_seconds += rehearsal->statistics.choose_seconds;
  mlirOperationDestroy(run->payload.root);
  return status;
}

bool tune_trial_skips(const Tuner *tuner, MlirOperation op) {
  const Trial *trial = tuner->listeners.trial;
  return trial && trial->skips && trial->skips(tuner, op);
}

void tune_trial_count(const Tuner *tuner, MlirOperation op, double seconds, double shared_seconds) {
  Trial *trial = tuner->listeners.trial;
  int bin = trial ? trial->bin_of(tuner, op) : -1;
  if (bin < 0)
    return;
  double times = trial->times_of ? trial->times_of(op) : 1;
  const Target *target = tuner->machines.target;
  trial->seconds[bin] += seconds + (times - 1) * analytical_seconds_again(seconds, target);
  if (trial->shared_seconds)
    trial->shared_seconds[bin] +=
        shared_seconds + (times - 1) * analytical_seconds_again(shared_seconds, target);
  trial->unpriced[bin] += seconds == 0;
}
