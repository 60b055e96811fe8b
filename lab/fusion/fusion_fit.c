// One constant after the other is moved as long as the error of the logarithm gets smaller, by ever
// smaller steps. Kernels far off count little more than others: half of them have causes that no
// constant mends.
#include "lab/fusion/fusion_fit.h"

#include "base/array.h"
#include "lab/fusion/fusion_evaluate.h"
#include "search/scorer.h"

#include <math.h>
#include <stdlib.h>

enum { HALVINGS = 12 };
static const double ROUNDING = 0.02; // of the absolute value about 0, in log seconds
static const double LEAST_GAIN = 1e-9;

// A kernel's seconds are linear in the constants.
typedef struct FitKernel {
  double fixed, slopes[PROGRAM_CONSTANT_COUNT];
  double alone, measured; // predicted without constants
} FitKernel;

typedef struct FitKernels {
  FitKernel *items; // owned
  int count;
} FitKernels;

static Status add_kernel(const FusionProgram *program, const Target *target,
                         const FusionKernel *kernel, const LearnedModel *model,
                         FitKernels *kernels) {
  Status status = STATUS_OK;
  Workload workload;
  Schedule schedule;
  FitKernel row = {.measured = fusion_minimum(kernel->seconds, program->run_count)};
  double trust, constants[PROGRAM_CONSTANT_COUNT] = {0};
  if (row.measured < FUSION_SHORTEST_SECONDS)
    return STATUS_OK;
  TRY(fusion_kernel_parse(program, kernel, &workload, &schedule));
  TRY(scorer_predict_trusted(&workload, target, model, &schedule, &row.alone, &trust));
  row.fixed = program_seconds(&workload, target, row.alone, trust, constants);
  for (int c = 0; c < PROGRAM_CONSTANT_COUNT; c++) {
    constants[c] = 1;
    row.slopes[c] = program_seconds(&workload, target, row.alone, trust, constants) - row.fixed;
    constants[c] = 0;
  }
  if (!array_grow(&kernels->items, kernels->count, sizeof row))
    return status_fail(STATUS_SYSTEM, "no memory for the kernels of programs");
  kernels->items[kernels->count++] = row;
cleanup:
  return status;
}

static Status add_program(const FusionProgram *program, const LearnedModel *model,
                          FitKernels *kernels) {
  Target target;
  Status status = target_parse(program->target, &target);
  for (int p = 0; p < program->partition_count; p++)
    for (int k = 0; k < program->partitions[p].kernel_count && status == STATUS_OK; k++)
      if (!fusion_kernel_is_repeated(program, p, k))
        status = add_kernel(program, &target, &program->partitions[p].kernels[k], model, kernels);
  return status;
}

static double predict(const FitKernel *kernel, const double *constants) {
  double seconds = kernel->fixed;
  for (int c = 0; c < PROGRAM_CONSTANT_COUNT; c++)
    seconds += constants[c] * kernel->slopes[c];
  return seconds;
}

// Mean over the kernels; of the models alone where `constants` is NULL.
static double mean_error(const FitKernels *kernels, const double *constants, double rounding) {
  double sum = 0;
  for (int k = 0; k < kernels->count; k++) {
    const FitKernel *kernel = &kernels->items[k];
    double seconds = constants ? predict(kernel, constants) : kernel->alone;
    sum += hypot(log(seconds / kernel->measured), rounding);
  }
  return sum / kernels->count;
}

// Moves one constant by `step` while that helps; whether it moved.
static bool move(const FitKernels *kernels, double *constants, int c, double step, double *error) {
  bool moved = false;
  while (constants[c] + step >= 0) {
    constants[c] += step;
    double now = mean_error(kernels, constants, ROUNDING);
    if (!(now < *error - LEAST_GAIN)) {
      constants[c] -= step;
      break;
    }
    *error = now;
    moved = true;
  }
  return moved;
}

// How far a constant moves for a change of the predictions by their own size, on average.
static double scale_of(const FitKernels *kernels, int c) {
  double sum = 0;
  for (int k = 0; k < kernels->count; k++)
    sum += kernels->items[k].slopes[c] / kernels->items[k].measured;
  return sum > 0 ? kernels->count / sum : 0;
}

// Starts from the model alone.
static void fit(const FitKernels *kernels, double *constants) {
  constants[PROGRAM_RATIO] = 1;
  double error = mean_error(kernels, constants, ROUNDING), part = 0.1;
  for (int n = 0; n < HALVINGS; n++, part /= 2)
    for (bool moved = true; moved;) {
      moved = false;
      for (int c = 0; c < PROGRAM_CONSTANT_COUNT; c++) {
        double step = part * scale_of(kernels, c);
        moved |= move(kernels, constants, c, step, &error);
        moved |= move(kernels, constants, c, -step, &error);
      }
    }
}

Status fusion_fit(const FusionFile *file, const char *judged, const LearnedModel *model,
                  FusionFit *out_fit) {
  Status status = STATUS_OK;
  FitKernels kernels = {0};
  FusionFit found = {.kernels = 0};
  TRY(fusion_check_judged(file, judged));
  for (int p = 0; p < file->count; p++)
    if (!judged || !fusion_is_judged(judged, file->programs[p].name))
      TRY(add_program(&file->programs[p], model, &kernels));
  if (kernels.count == 0)
    TRY(status_fail(STATUS_USAGE, "no kernel is left to fit to"));
  if (scale_of(&kernels, PROGRAM_RATIO) == 0)
    TRY(status_fail(STATUS_USAGE, "the model knows none of the machines: there is nothing to fit"));
  fit(&kernels, found.constants);
  found.before = mean_error(&kernels, NULL, 0);
  found.after = mean_error(&kernels, found.constants, 0);
  found.kernels = kernels.count;
  *out_fit = found;
cleanup:
  free(kernels.items);
  return status;
}
