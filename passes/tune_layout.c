// In which layout a function is tuned: as it is written, or with the channels of its convolutions
// last (layout.h). Both are tuned on clones, and the one with the fewer predicted seconds is taken.
// The choices of the clones stay in the memo, so that the run itself asks the model nothing again.
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

void tune_layout_count(const Tuner *tuner, MlirOperation op, double seconds) {
  LayoutTrial *trial = tuner->trial;
  int index = trial ? trial_index(trial, enclosing_function(op, tuner->root)) : -1;
  if (index < 0)
    return;
  trial->seconds[index] += seconds;
  trial->unpriced[index] += seconds == 0;
}

// A partition counts the ops as they are, and what is for another machine is not touched.
static bool may_move(Tuner *tuner, MlirOperation function) {
  return layout_has_convolutions(function) && !annotation_keeps(function) &&
         tune_targets_enter(tuner, function);
}

// The functions of a payload, and what is known of each.
typedef struct Layouts {
  IrOps functions;
  bool *may_move; // owned, as all arrays are
  double *seconds[2];
  int *unpriced[2]; // as written and moved, see LayoutTrial
} Layouts;

static void layouts_create(Tuner *tuner, Layouts *out_layouts) {
  IrOps functions = ir_collect(tuner->root, ir_is_defined_function);
  size_t count = (size_t)functions.count + 1;
  *out_layouts = (Layouts){.functions = functions, .may_move = ir_zeroed(count, sizeof(bool))};
  for (int moves = 0; moves < 2; moves++) {
    out_layouts->seconds[moves] = ir_zeroed(count, sizeof(double));
    out_layouts->unpriced[moves] = ir_zeroed(count, sizeof(int));
  }
  for (int i = 0; i < functions.count; i++)
    out_layouts->may_move[i] = may_move(tuner, functions.ops[i]);
}

static void layouts_destroy(Layouts *layouts) {
  free(layouts->functions.ops);
  free(layouts->may_move);
  for (int moves = 0; moves < 2; moves++) {
    free(layouts->seconds[moves]);
    free(layouts->unpriced[moves]);
  }
}

// A trial asks for nothing that a user requires of the run, and never looks for records: what was
// measured is not to be compared with what is predicted.
static TuneOptions trial_options(const TuneOptions *options) {
  TuneOptions trial = *options;
  trial.requires_model = trial.requires_record = trial.requires_tuned = false;
  trial.records[0] = '\0';
  return trial;
}

// A run on a clone that shares what was asked already, and owns the rest.
static Tuner trial_tuner(const Tuner *tuner, const TuneOptions *options,
                         TuneStatistics *statistics) {
  Tuner rehearsal = *tuner;
  rehearsal.options = options;
  rehearsal.root = mlirOperationClone(tuner->root);
  if (mlirOperationIsNull(rehearsal.outer))
    rehearsal.outer = mlirOperationGetParentOperation(tuner->root);
  rehearsal.report = (PassReport){.statistics = statistics};
  rehearsal.targets = (TargetTable){0};
  rehearsal.log = NULL;
  rehearsal.ahead = (ChoiceMemo){0};
  rehearsal.records = NULL;
  rehearsal.observe = NULL;
  return rehearsal;
}

// Tunes a clone of the payload, functions with convolutions in the one layout or the other, and
// notes what is predicted for each function.
static Status try_layout(Tuner *tuner, Layouts *layouts, bool moves_channels) {
  TuneStatistics statistics = {0};
  TuneOptions options = trial_options(tuner->options);
  Tuner rehearsal = trial_tuner(tuner, &options, &statistics);
  LayoutTrial trial = {.functions = ir_collect(rehearsal.root, ir_is_defined_function),
                       .seconds = layouts->seconds[moves_channels],
                       .unpriced = layouts->unpriced[moves_channels]};
  for (int i = 0; i < trial.functions.count && moves_channels; i++)
    if (layouts->may_move[i])
      layout_move_channels(trial.functions.ops[i], &rehearsal.report);
  rehearsal.trial = &trial;
  Status status = tune_rewritten(&rehearsal);
  tuner->location = rehearsal.location;
  tuner->memo = rehearsal.memo;
  tuner->worker = rehearsal.worker;
  tuner->report.statistics->candidates += statistics.candidates;
  for (int reason = 0; reason < REJECT_COUNT; reason++)
    tuner->report.statistics->rejected[reason] += statistics.rejected[reason];
  tuner->report.statistics->choose_seconds += statistics.choose_seconds;
  mlirOperationDestroy(rehearsal.root);
  free(trial.functions.ops);
  return status;
}

// Ops without a price would make a layout look faster the more of them it has.
static bool is_faster_moved(const Layouts *layouts, int function) {
  return layouts->seconds[true][function] < layouts->seconds[false][function] &&
         layouts->unpriced[true][function] <= layouts->unpriced[false][function];
}

// Leaves may_move where that is predicted to be faster.
static Status choose(Tuner *tuner, Layouts *layouts) {
  Status status = STATUS_OK;
  TRY(try_layout(tuner, layouts, false));
  TRY(try_layout(tuner, layouts, true));
  for (int i = 0; i < layouts->functions.count; i++)
    layouts->may_move[i] &= is_faster_moved(layouts, i);
cleanup:
  return status;
}

Status tune_layout(Tuner *tuner) {
  Status status = STATUS_OK;
  const TuneOptions *options = tuner->options;
  bool by_model = options->layout == LAYOUT_BY_MODEL;
  if (tuner->applies_annotations || options->emit != EMIT_IR || options->schedule[0] ||
      options->layout == LAYOUT_AS_WRITTEN || (by_model && !options->model.is_used))
    return STATUS_OK;
  Layouts layouts;
  bool is_any = false;
  layouts_create(tuner, &layouts);
  for (int i = 0; i < layouts.functions.count; i++)
    is_any |= layouts.may_move[i];
  if (is_any && by_model)
    TRY(choose(tuner, &layouts));
  for (int i = 0; i < layouts.functions.count; i++)
    if (layouts.may_move[i])
      layout_move_channels(layouts.functions.ops[i], &tuner->report);
cleanup:
  layouts_destroy(&layouts);
  return status;
}
