// Which ops get a second look: those whose kernels carry most of the predicted time of the payload.
// A rehearsal finds out what each is predicted to take; its choices stay in the memo, so that the
// run itself asks the model nothing again.
#include "passes/tuner.h"

#include "passes/candidate.h"
#include "passes/second_look.h"

#include <math.h>
#include <stdlib.h>

enum {
  OPS_MAX = 4096,  // that are told apart; those behind them get no second look
  AUTO_COUNT = 16, // candidates of each op
};
static const double CARRIED = 0.9; // part of the time that is looked at

static int place_of(const Tuner *tuner, MlirOperation op) {
  for (int i = 0; i < tuner->anchors.count && i < OPS_MAX; i++)
    if (mlirOperationEqual(tuner->anchors.items[i].op, op))
      return i;
  return -1;
}

static int by_seconds(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return left < right ? 1 : left > right ? -1 : 0;
}

// What an op takes at least that is one of the longest, which together take that part of all.
static double least_of_longest(double *seconds, int count, double part) {
  double all = 0, so_far = 0, least = INFINITY;
  for (int n = 0; n < count; n++)
    all += seconds[n];
  qsort(seconds, (size_t)count, sizeof *seconds, by_seconds);
  for (int n = 0; n < count && so_far < part * all; n++) {
    least = seconds[n];
    so_far += least;
  }
  return least;
}

Status tune_look_prepare(Tuner *tuner) {
  const TuneOptions *options = tuner->options;
  if (!options->second_look || !options->model.is_used || tuner->listeners.trial ||
      tuner->payload.applies_annotations)
    return STATUS_OK;
  Rehearsal rehearsal;
  double *seconds = ir_zeroed(OPS_MAX, sizeof *seconds);
  int *unpriced = ir_zeroed(OPS_MAX, sizeof *unpriced);
  Trial trial = {.bin_of = place_of, .seconds = seconds, .unpriced = unpriced};
  tune_rehearsal_create(tuner, &rehearsal);
  Status status = tune_rehearse(tuner, &rehearsal, &trial);
  tuner->choices.look_least_seconds = least_of_longest(seconds, OPS_MAX, CARRIED);
  free(seconds);
  free(unpriced);
  return status;
}

// Equal questions get equal answers here, too.
Status tune_look(Tuner *tuner, uint64_t key, double kernel_seconds, Choice *choice) {
  const TuneOptions *options = tuner->options;
  if (!options->second_look || tuner->listeners.trial || options->top_k > 0 ||
      kernel_seconds < tuner->choices.look_least_seconds)
    return STATUS_OK;
  const Choice *known = choice_memo_find(&tuner->choices.looked, key);
  if (known) {
    *choice = *known;
    return STATUS_OK;
  }
  TuneOptions alone = candidate_options(options, tuner->machines.target);
  int count = options->second_look > 0 ? options->second_look : AUTO_COUNT;
  Status status = second_look(tuner->choices.variants, &alone,
                              mlirOperationGetContext(tuner->payload.root), count, choice);
  if (status == STATUS_OK)
    choice_memo_add(&tuner->choices.looked, key, choice);
  return status;
}
