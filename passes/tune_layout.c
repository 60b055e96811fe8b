// In which layout a function is tuned: as it is written, or with the channels of its convolutions
// last (layout.h). Both are tuned on clones, and the one with the fewer predicted seconds is taken.
// The choices of the clones stay in the memo, so that the run itself asks nothing again.
#include "passes/tuner.h"

#include "passes/layout/layout.h"
#include "transforms/annotation.h"
#include "transforms/function_target.h"

#include <stdlib.h>

// The function is null when the op is in none.
static int trial_index(const LayoutTrial *trial, MlirOperation function) {
  for (int i = 0; i < trial->functions.count; i++)
    if (mlirOperationEqual(trial->functions.ops[i], function))
      return i;
  return -1;
}

void tune_layout_count(const Tuner *tuner, MlirOperation op, const Decision *decision) {
  if (!tuner->trial)
    return;
  int index = trial_index(tuner->trial, enclosing_function(op, tuner->root));
  if (index >= 0)
    tuner->trial->seconds[index] += decision->kernel_seconds;
}

// A partition counts the ops as they are.
static bool may_move(MlirOperation function) {
  return layout_has_convolutions(function) && !annotation_keeps(function);
}

static bool is_function(MlirOperation op) { return ir_op_is(op, "func.func"); }

// Tunes a clone of the payload, functions with convolutions in the one layout or the other, and
// says how long each function is predicted to take.
static Status try_layout(Tuner *tuner, bool moves_channels, double *seconds) {
  TuneStatistics statistics = {0};
  Tuner rehearsal = *tuner;
  rehearsal.root = mlirOperationClone(tuner->root);
  if (mlirOperationIsNull(rehearsal.outer))
    rehearsal.outer = mlirOperationGetParentOperation(tuner->root);
  rehearsal.report = (PassReport){.statistics = &statistics};
  rehearsal.log = NULL;
  rehearsal.ahead = (ChoiceMemo){0};
  rehearsal.records = NULL;
  rehearsal.observe = NULL;
  LayoutTrial trial = {.functions = ir_collect(rehearsal.root, is_function), .seconds = seconds};
  for (int i = 0; i < trial.functions.count && moves_channels; i++)
    if (may_move(trial.functions.ops[i]))
      layout_move_channels(trial.functions.ops[i], &rehearsal.report);
  rehearsal.trial = &trial;
  Status status = tune_rewritten(&rehearsal);
  tuner->location = rehearsal.location;
  tuner->memo = rehearsal.memo;
  tuner->worker = rehearsal.worker;
  tuner->report.statistics->candidates += statistics.candidates;
  for (int reason = 0; reason < REJECT_COUNT; reason++)
    tuner->report.statistics->rejected[reason] += statistics.rejected[reason];
  mlirOperationDestroy(rehearsal.root);
  free(trial.functions.ops);
  return status;
}

// Moves the channels of the functions for which that is predicted to be faster.
static Status choose(Tuner *tuner, const IrOps *functions) {
  Status status = STATUS_OK;
  double *plain = ir_zeroed(2 * (size_t)functions->count, sizeof *plain);
  double *moved = plain + functions->count;
  TRY(try_layout(tuner, false, plain));
  TRY(try_layout(tuner, true, moved));
  for (int i = 0; i < functions->count; i++)
    if (moved[i] < plain[i] && may_move(functions->ops[i]))
      layout_move_channels(functions->ops[i], &tuner->report);
cleanup:
  free(plain);
  return status;
}

Status tune_layout(Tuner *tuner) {
  Status status = STATUS_OK;
  const TuneOptions *options = tuner->options;
  if (tuner->applies_annotations || options->emit != EMIT_IR || options->schedule[0] ||
      options->layout == LAYOUT_AS_WRITTEN)
    return STATUS_OK;
  IrOps functions = ir_collect(tuner->root, is_function);
  bool has_convolutions = false;
  for (int i = 0; i < functions.count; i++)
    has_convolutions |= may_move(functions.ops[i]);
  for (int i = 0; i < functions.count && options->layout == LAYOUT_CHANNELS_LAST; i++)
    if (may_move(functions.ops[i]))
      layout_move_channels(functions.ops[i], &tuner->report);
  if (has_convolutions && options->layout == LAYOUT_BY_MODEL && options->model.is_used)
    status = choose(tuner, &functions);
  free(functions.ops);
  return status;
}
