// Evaluating models on fusion configurations: the seconds of kernels, of whole programs, and which
// partition of a program is chosen. A kernel that several partitions of a program have counts once.
#include "lab/fusion/fusion_evaluate.h"

#include "base/array.h"
#include "costmodel/metrics.h"
#include "costmodel/program/program_seconds.h"
#include "search/scorer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LONG_SECONDS = 50e-6;
// Kernels whose times are nearer to each other are not clearly apart.
static const double CLEARLY_APART = 0.05;

// Predicted and measured seconds, of one size.
typedef struct Pairs {
  double *predicted, *measured; // owned
  int count;
} Pairs;

// One kernel of a program, as the first partition has it, and as the last one has it that runs the
// same kernel before it, or another one; NULL: none.
typedef struct Distinct {
  const FusionKernel *first, *before; // `before` NULL: it begins the program
  const FusionKernel *after_same, *after_other;
  double predicted, measured;
} Distinct;

typedef struct Evaluation {
  const FusionFile *file;
  const LearnedModel *model; // NULL: the analytical one
  bool is_in_program;        // what it says is carried over to programs (program_seconds)
  int noise;                 // instead of a model; FUSION_NOISES: a model
  const FusionProgram *program;
  Target target;
  Distinct *kernels; // owned; of the program
  int kernel_count, left_out;
  Pairs longs, shorts, wholes;                         // of all programs
  double tau_kernels, tau_apart, tau_partitions, loss; // sums over programs
  int tau_kernels_count, tau_apart_count, tau_partitions_count, loss_count;
} Evaluation;

bool fusion_is_judged(const char *judged, const char *name) {
  while (judged && *judged) {
    size_t length = strcspn(judged, ",");
    if (length > 0 && !strncmp(judged, name, length))
      return true;
    judged += length + (judged[length] == ',');
  }
  return !judged;
}

static bool begins_any(const FusionFile *file, const char *name, size_t length) {
  for (int p = 0; p < file->count; p++)
    if (!strncmp(name, file->programs[p].name, length))
      return true;
  return false;
}

Status fusion_check_judged(const FusionFile *file, const char *judged) {
  int count = 0;
  if (file->count == 0)
    return status_fail(STATUS_USAGE, "no programs; autotune-lab fusion collect adds some");
  for (const char *at = judged; at && *at;) {
    size_t length = strcspn(at, ",");
    count += length > 0;
    if (length > 0 && !begins_any(file, at, length))
      return status_fail(STATUS_USAGE,
                         "--judged: no program has a name that begins with %.*s; the first of the "
                         "file is %s",
                         length < 64 ? (int)length : 64, at, file->programs[0].name);
    at += length + (at[length] == ',');
  }
  return !judged || count > 0
             ? STATUS_OK
             : status_fail(STATUS_USAGE,
                           "--judged %.64s names no program; the first of the file "
                           "is %s",
                           judged, file->programs[0].name);
}

static Status fail_memory(void) {
  return status_fail(STATUS_SYSTEM, "no memory for the kernels of programs");
}

static Status add_pair(Pairs *pairs, double predicted, double measured) {
  if (!array_grow(&pairs->predicted, pairs->count, sizeof *pairs->predicted) ||
      !array_grow(&pairs->measured, pairs->count, sizeof *pairs->measured))
    return fail_memory();
  pairs->predicted[pairs->count] = predicted;
  pairs->measured[pairs->count++] = measured;
  return STATUS_OK;
}

static void pairs_destroy(Pairs *pairs) {
  free(pairs->predicted);
  free(pairs->measured);
}

// --- kernels

static bool is_same(const FusionKernel *a, const FusionKernel *b) {
  if (!a || !b)
    return a == b;
  return !strcmp(a->schedule, b->schedule) && !strcmp(a->workload, b->workload);
}

static Distinct *find_distinct(Evaluation *evaluation, const FusionKernel *kernel) {
  for (int k = 0; k < evaluation->kernel_count; k++)
    if (is_same(evaluation->kernels[k].first, kernel))
      return &evaluation->kernels[k];
  return NULL;
}

static Status list_kernel(Evaluation *evaluation, const FusionKernel *kernel,
                          const FusionKernel *before) {
  Distinct *distinct = find_distinct(evaluation, kernel);
  if (distinct) {
    *(is_same(distinct->before, before) ? &distinct->after_same : &distinct->after_other) = kernel;
    return STATUS_OK;
  }
  if (!array_grow(&evaluation->kernels, evaluation->kernel_count, sizeof *distinct))
    return fail_memory();
  evaluation->kernels[evaluation->kernel_count++] = (Distinct){.first = kernel, .before = before};
  return STATUS_OK;
}

static Status list_kernels(Evaluation *evaluation) {
  const FusionProgram *program = evaluation->program;
  Status status = STATUS_OK;
  evaluation->kernel_count = 0;
  for (int p = 0; p < program->partition_count; p++)
    for (int k = 0; k < program->partitions[p].kernel_count && status == STATUS_OK; k++) {
      const FusionKernel *kernel = &program->partitions[p].kernels[k];
      status = list_kernel(evaluation, kernel, k > 0 ? kernel - 1 : NULL);
    }
  return status;
}

static Status ask_model(const Evaluation *evaluation, Distinct *distinct) {
  Workload workload;
  Schedule schedule;
  double trust;
  Status status = fusion_kernel_parse(evaluation->program, distinct->first, &workload, &schedule);
  if (status == STATUS_OK)
    status = scorer_predict_trusted(&workload, &evaluation->target, evaluation->model, &schedule,
                                    &distinct->predicted, &trust);
  if (status == STATUS_OK && evaluation->is_in_program)
    distinct->predicted = program_seconds(&workload, &evaluation->target, distinct->predicted,
                                          trust, program_constants);
  return status;
}

static double seconds_of(const Evaluation *evaluation, const FusionKernel *kernel) {
  return kernel ? fusion_minimum(kernel->seconds, evaluation->program->run_count) : NAN;
}

static Status predict(const Evaluation *evaluation, Distinct *distinct) {
  int runs = evaluation->program->run_count;
  distinct->measured = seconds_of(evaluation, distinct->first);
  switch (evaluation->noise) {
  case FUSION_ONE_RUN:
    distinct->predicted = distinct->first->seconds[0];
    distinct->measured = fusion_minimum(distinct->first->seconds + 1, runs - 1);
    return STATUS_OK;
  case FUSION_AFTER_SAME:
    distinct->predicted = seconds_of(evaluation, distinct->after_same);
    return STATUS_OK;
  case FUSION_AFTER_OTHER:
    distinct->predicted = seconds_of(evaluation, distinct->after_other);
    return STATUS_OK;
  default:
    return ask_model(evaluation, distinct);
  }
}

static Status add_tau(const Pairs *pairs, double *sum, int *count) {
  PairCounts counts;
  if (pairs->count < 3)
    return STATUS_OK;
  Status status =
      metric_count_pairs(pairs->predicted, pairs->measured, (size_t)pairs->count, &counts);
  double tau = status == STATUS_OK ? metric_kendall_tau(&counts) : NAN;
  if (isfinite(tau)) {
    *sum += tau;
    ++*count;
  }
  return status;
}

// Over the pairs whose measured times are clearly apart: part in order minus part in the opposite.
static Status add_tau_apart(const Pairs *pairs, double *sum, int *count) {
  double *scores = malloc(((size_t)pairs->count + 1) * sizeof *scores);
  if (!scores)
    return fail_memory();
  for (int n = 0; n < pairs->count; n++)
    scores[n] = -pairs->predicted[n];
  MetricTask task = {pairs->measured, scores, (size_t)pairs->count, 1};
  double accuracy = metric_clear_accuracy(&task, CLEARLY_APART);
  if (isfinite(accuracy)) {
    *sum += 2 * accuracy - 1;
    ++*count;
  }
  free(scores);
  return STATUS_OK;
}

static Status add_kernels(Evaluation *evaluation) {
  Status status = STATUS_OK;
  Pairs own = {0};
  for (int k = 0; k < evaluation->kernel_count; k++) {
    Distinct *distinct = &evaluation->kernels[k];
    TRY(predict(evaluation, distinct));
    bool is_short = distinct->measured < FUSION_SHORTEST_SECONDS;
    evaluation->left_out += is_short;
    if (is_short || !isfinite(distinct->predicted) || !isfinite(distinct->measured))
      continue;
    TRY(add_pair(distinct->measured > LONG_SECONDS ? &evaluation->longs : &evaluation->shorts,
                 distinct->predicted, distinct->measured));
    TRY(add_pair(&own, distinct->predicted, distinct->measured));
  }
  TRY(add_tau(&own, &evaluation->tau_kernels, &evaluation->tau_kernels_count));
  TRY(add_tau_apart(&own, &evaluation->tau_apart, &evaluation->tau_apart_count));
cleanup:
  pairs_destroy(&own);
  return status;
}

// --- whole programs

static double predict_whole(Evaluation *evaluation, const FusionPartition *partition) {
  double sum = 0;
  if (evaluation->noise == FUSION_ONE_RUN)
    return partition->seconds[0];
  for (int k = 0; k < partition->kernel_count; k++)
    sum += find_distinct(evaluation, &partition->kernels[k])->predicted;
  return sum;
}

static void add_loss(Evaluation *evaluation, const Pairs *pairs) {
  int chosen = 0, best = 0;
  for (int p = 1; p < pairs->count; p++) {
    chosen = pairs->predicted[p] < pairs->predicted[chosen] ? p : chosen;
    best = pairs->measured[p] < pairs->measured[best] ? p : best;
  }
  if (pairs->count < 2)
    return;
  evaluation->loss += pairs->measured[chosen] / pairs->measured[best] - 1;
  evaluation->loss_count++;
}

static Status add_wholes(Evaluation *evaluation) {
  Status status = STATUS_OK;
  const FusionProgram *program = evaluation->program;
  int skipped = evaluation->noise == FUSION_ONE_RUN;
  Pairs own = {0};
  for (int p = 0; p < program->partition_count; p++) {
    const FusionPartition *partition = &program->partitions[p];
    double measured = fusion_minimum(partition->seconds + skipped, program->run_count - skipped);
    double predicted = predict_whole(evaluation, partition);
    TRY(add_pair(&own, predicted, measured));
    TRY(add_pair(&evaluation->wholes, predicted, measured));
  }
  TRY(add_tau(&own, &evaluation->tau_partitions, &evaluation->tau_partitions_count));
  add_loss(evaluation, &own);
cleanup:
  pairs_destroy(&own);
  return status;
}

// --- all programs

static double mape_of(const Pairs *pairs) {
  return pairs->count ? metric_mape(pairs->predicted, pairs->measured, (size_t)pairs->count) : NAN;
}

static double bias_of(const Pairs *pairs) {
  double logs = 0;
  for (int n = 0; n < pairs->count; n++)
    logs += log(pairs->predicted[n] / pairs->measured[n]);
  return pairs->count ? exp(logs / pairs->count) : NAN;
}

static Status evaluate_program(Evaluation *evaluation, const FusionProgram *program) {
  Status status = STATUS_OK;
  evaluation->program = program;
  TRY(target_parse(program->target, &evaluation->target));
  TRY(list_kernels(evaluation));
  TRY(add_kernels(evaluation));
  if (evaluation->noise == FUSION_NOISES || evaluation->noise == FUSION_ONE_RUN)
    TRY(add_wholes(evaluation));
cleanup:
  return status;
}

static double mean_of(double sum, int count) { return count ? sum / count : NAN; }

static void evaluation_destroy(Evaluation *evaluation) {
  free(evaluation->kernels);
  pairs_destroy(&evaluation->longs);
  pairs_destroy(&evaluation->shorts);
  pairs_destroy(&evaluation->wholes);
}

static Status evaluate_all(Evaluation *evaluation, const char *judged, FusionCounts *out_counts) {
  Status status = STATUS_OK;
  FusionCounts counts = {0};
  TRY(fusion_check_judged(evaluation->file, judged));
  for (int p = 0; p < evaluation->file->count; p++) {
    const FusionProgram *program = &evaluation->file->programs[p];
    if (!fusion_is_judged(judged, program->name))
      continue;
    TRY(evaluate_program(evaluation, program));
    counts.programs++;
    counts.partitions += program->partition_count;
  }
  counts.long_kernels = evaluation->longs.count;
  counts.kernels = evaluation->longs.count + evaluation->shorts.count;
  counts.left_out = evaluation->left_out;
  *out_counts = counts;
cleanup:
  return status;
}

static Status evaluate(Evaluation *evaluation, const char *judged, FusionFigures *out_figures) {
  FusionCounts counts;
  Status status = evaluate_all(evaluation, judged, &counts);
  if (status == STATUS_OK)
    *out_figures = (FusionFigures){
        .mape_long = mape_of(&evaluation->longs),
        .mape_short = mape_of(&evaluation->shorts),
        .bias = bias_of(&evaluation->longs),
        .tau_kernels = mean_of(evaluation->tau_kernels, evaluation->tau_kernels_count),
        .tau_apart = mean_of(evaluation->tau_apart, evaluation->tau_apart_count),
        .mape_programs = mape_of(&evaluation->wholes),
        .tau_partitions = mean_of(evaluation->tau_partitions, evaluation->tau_partitions_count),
        .loss = 100 * mean_of(evaluation->loss, evaluation->loss_count)};
  evaluation_destroy(evaluation);
  return status;
}

Status fusion_evaluate(const FusionFile *file, const char *judged, const LearnedModel *model,
                       bool is_in_program, FusionFigures *out_figures) {
  Evaluation evaluation = {
      .file = file, .model = model, .is_in_program = is_in_program, .noise = FUSION_NOISES};
  return evaluate(&evaluation, judged, out_figures);
}

Status fusion_evaluate_noise(const FusionFile *file, const char *judged, int noise,
                             FusionFigures *out_figures) {
  Evaluation evaluation = {.file = file, .noise = noise};
  return evaluate(&evaluation, judged, out_figures);
}

Status fusion_count(const FusionFile *file, const char *judged, FusionCounts *out_counts) {
  Evaluation evaluation = {.file = file, .noise = FUSION_ONE_RUN};
  Status status = evaluate_all(&evaluation, judged, out_counts);
  evaluation_destroy(&evaluation);
  return status;
}
