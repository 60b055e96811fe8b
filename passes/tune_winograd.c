// Which convolutions become products of tiles (winograd.h): by the option, or those for which that
// is predicted to be faster. Rehearsals tune every convolution as it is and in each variant; the
// ops that it becomes carry its number, and their predicted seconds are added up.
#include "passes/tuner.h"

#include "transforms/winograd/winograd.h"

#include <stdio.h>
#include <stdlib.h>

// Choice 0 is the convolution as it is, choice v + 1 variant v.
enum { CHOICES = WINOGRAD_VARIANTS + 1 };

// The convolutions of a payload in their order, and what is predicted for each.
typedef struct Convolutions {
  IrOps ops;
  double *seconds[CHOICES]; // owned
  int *unpriced[CHOICES];   // the same
} Convolutions;

static void convolutions_create(MlirOperation root, Convolutions *out_convolutions) {
  *out_convolutions = (Convolutions){.ops = ir_collect(root, winograd_is_convolution)};
  size_t count = (size_t)out_convolutions->ops.count + 1;
  for (int choice = 0; choice < CHOICES; choice++) {
    out_convolutions->seconds[choice] = ir_zeroed(count, sizeof(double));
    out_convolutions->unpriced[choice] = ir_zeroed(count, sizeof(int));
  }
}

static void convolutions_destroy(Convolutions *convolutions) {
  free(convolutions->ops.ops);
  for (int choice = 0; choice < CHOICES; choice++) {
    free(convolutions->seconds[choice]);
    free(convolutions->unpriced[choice]);
  }
}

// --- what is predicted

static int mark_of(const Tuner *tuner, MlirOperation op) {
  (void)tuner;
  return winograd_mark_of(op);
}

static void replace(MlirOperation op, int choice, int mark, bool folds_weights) {
  WinogradConv conv;
  if (winograd_read(op, &conv))
    winograd_replace(&conv, &winograd_variants[choice - 1], mark, folds_weights);
}

static Status try_choice(Tuner *tuner, Convolutions *convolutions, int choice) {
  Rehearsal rehearsal;
  Tuner *run = tune_rehearsal_create(tuner, &rehearsal);
  IrOps clones = ir_collect(run->payload.root, winograd_is_convolution);
  for (int i = 0; i < clones.count; i++) {
    if (choice == 0)
      winograd_mark(clones.ops[i], i);
    else
      replace(clones.ops[i], choice, i, false);
  }
  free(clones.ops);
  Trial trial = {.bin_of = mark_of,
                 .seconds = convolutions->seconds[choice],
                 .unpriced = convolutions->unpriced[choice]};
  return tune_rehearse(tuner, &rehearsal, &trial);
}

// The choice with the fewest seconds; without a price for all that it takes it is none.
static int find_fastest(const Convolutions *convolutions, int index) {
  int fastest = 0;
  for (int choice = 1; choice < CHOICES; choice++)
    if (!convolutions->unpriced[choice][index] && !convolutions->unpriced[0][index] &&
        convolutions->seconds[choice][index] < convolutions->seconds[fastest][index])
      fastest = choice;
  return fastest;
}

// --- what is done

static void tell(const Tuner *tuner, const Convolutions *convolutions, int index, int choice) {
  char text[320];
  int used =
      choice
          ? snprintf(text, sizeof text, "convolution became products of tiles, F(%dx%d,3x3)",
                     winograd_variants[choice - 1].outputs, winograd_variants[choice - 1].outputs)
          : snprintf(text, sizeof text, "products of tiles are predicted to be slower");
  if (convolutions->seconds[0][index] > 0)
    snprintf(text + used, sizeof text - (size_t)used,
             "; predicted %.3e s as it is, %.3e s by F(2x2,3x3), %.3e s by F(4x4,3x3)",
             convolutions->seconds[0][index], convolutions->seconds[1][index],
             convolutions->seconds[2][index]);
  pass_report_say(&tuner->report, choice ? REMARK_REWRITTEN : REMARK_REFUSED,
                  convolutions->ops.ops[index], text);
}

static int choice_of(const Tuner *tuner, const Convolutions *convolutions, int index) {
  switch (tuner->options->winograd) {
  case WINOGRAD_F2:
    return 1;
  case WINOGRAD_F4:
    return 2;
  default:
    return find_fastest(convolutions, index);
  }
}

static void apply(Tuner *tuner, const Convolutions *convolutions) {
  for (int i = 0; i < convolutions->ops.count; i++) {
    MlirOperation op = convolutions->ops.ops[i];
    if (!tune_targets_enter(tuner, op))
      continue;
    int choice = choice_of(tuner, convolutions, i);
    tell(tuner, convolutions, i, choice);
    if (choice)
      replace(op, choice, -1, true);
    tuner->report.changed |= choice != 0;
  }
}

// The option names all such convolutions; those that it does not get are told why.
static void tell_barriers(const Tuner *tuner) {
  IrOps forms = ir_collect(tuner->payload.root, winograd_is_form);
  for (int i = 0; i < forms.count; i++) {
    const char *barrier = winograd_barrier(forms.ops[i]);
    char text[160];
    snprintf(text, sizeof text, "no products of tiles: %s", barrier ? barrier : "");
    if (barrier)
      pass_report_say(&tuner->report, REMARK_REFUSED, forms.ops[i], text);
  }
  free(forms.ops);
}

Status tune_winograd(Tuner *tuner) {
  Status status = STATUS_OK;
  const TuneOptions *options = tuner->options;
  bool by_model = options->winograd == WINOGRAD_BY_MODEL;
  if (tuner->payload.applies_annotations || options->emit != EMIT_IR || options->schedule[0] ||
      options->winograd == WINOGRAD_NONE || (by_model && !options->model.is_used))
    return STATUS_OK;
  Convolutions convolutions;
  convolutions_create(tuner->payload.root, &convolutions);
  for (int choice = 0; choice < CHOICES && by_model && convolutions.ops.count; choice++)
    TRY(try_choice(tuner, &convolutions, choice));
  if (!by_model)
    tell_barriers(tuner);
  apply(tuner, &convolutions);
cleanup:
  convolutions_destroy(&convolutions);
  return status;
}
