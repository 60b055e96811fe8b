// In which layout a function is tuned: as it is written, or with the channels of its convolutions
// last (layout.h). Both are tuned on clones, and the one with the fewer predicted seconds is taken.
// The choices of the clones stay in the memo, so that the run itself asks the model nothing again.
#include "passes/tuner.h"

#include "transforms/annotation.h"
#include "transforms/function_target.h"
#include "transforms/layout/layout.h"

#include <stdlib.h>

static int function_of(const Tuner *tuner, MlirOperation op) {
  const IrOps *functions = tuner->listeners.trial->user;
  MlirOperation function =
      enclosing_function(op, tuner->payload.root); // null when the op is in none
  for (int i = 0; i < functions->count; i++)
    if (mlirOperationEqual(functions->ops[i], function))
      return i;
  return -1;
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
  int *unpriced[2]; // as written and moved, see Trial
} Layouts;

static void layouts_create(Tuner *tuner, Layouts *out_layouts) {
  IrOps functions = ir_collect(tuner->payload.root, ir_is_defined_function);
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

// Tunes a clone of the payload, functions with convolutions in the one layout or the other, and
// notes what is predicted for each function.
static Status try_layout(Tuner *tuner, Layouts *layouts, bool moves_channels) {
  Rehearsal rehearsal;
  Tuner *run = tune_rehearsal_create(tuner, &rehearsal);
  IrOps functions = ir_collect(run->payload.root, ir_is_defined_function);
  Trial trial = {.bin_of = function_of,
                 .user = &functions,
                 .seconds = layouts->seconds[moves_channels],
                 .unpriced = layouts->unpriced[moves_channels]};
  for (int i = 0; i < functions.count && moves_channels; i++)
    if (layouts->may_move[i])
      layout_move_channels(functions.ops[i], &run->report);
  Status status = tune_rehearse(tuner, &rehearsal, &trial);
  free(functions.ops);
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
  if (tuner->payload.applies_annotations || options->emit != EMIT_IR || options->schedule[0] ||
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
