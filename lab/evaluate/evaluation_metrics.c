// The figures of costmodel/metrics.h put together for a program.
#include "lab/evaluate/evaluation_metrics.h"

#include "costmodel/metrics.h"
#include <math.h>
#include <stdlib.h>

static const double LONG_SECONDS = 50e-6, NEAR_BEST = 0.95, CLEARLY_APART = 0.05;

static const struct {
  const char *name, *unit;
} figure_texts[FIGURE_COUNT] = {
#define X(name, text, unit, meaning) {text, unit},
    EVALUATION_FIGURES(X)
#undef X
};

const char *evaluation_figure_name(EvaluationFigure figure) { return figure_texts[figure].name; }
const char *evaluation_figure_unit(EvaluationFigure figure) { return figure_texts[figure].unit; }

// --- one task

typedef struct Ordered {
  double score, seconds;
  size_t place;
} Ordered;

static int compare_ordered(const void *a, const void *b) {
  const Ordered *left = a, *right = b;
  if (left->score != right->score)
    return left->score > right->score ? -1 : 1;
  return (left->place > right->place) - (left->place < right->place);
}

// Seconds in the order in which the candidates would be measured, then the best so far.
static Status order_task(const MetricTask *task, double *out_seconds, double *out_best) {
  Ordered *ordered = malloc(task->count * sizeof *ordered);
  if (!ordered)
    return status_fail(STATUS_SYSTEM, "no memory to order %zu candidates", task->count);
  for (size_t n = 0; n < task->count; n++)
    ordered[n] = (Ordered){task->scores[n], task->seconds[n], n};
  qsort(ordered, task->count, sizeof *ordered, compare_ordered);
  for (size_t n = 0; n < task->count; n++)
    out_seconds[n] = ordered[n].seconds;
  free(ordered);
  metric_best_so_far(out_seconds, task->count, out_best);
  return STATUS_OK;
}

// Adds what one task says about a search that measures in the order of the scores.
static Status add_search(const MetricTask *task, EvaluationMetrics *sums) {
  double *seconds = malloc(2 * task->count * sizeof *seconds);
  if (!seconds)
    return status_fail(STATUS_SYSTEM, "no memory to order %zu candidates", task->count);
  double *best = seconds + task->count;
  Status status = order_task(task, seconds, best);
  if (status == STATUS_OK) {
    double fastest = best[task->count - 1];
    sums->figures[FIGURE_TRIALS] +=
        (double)metric_trials_to(seconds, task->count, fastest / NEAR_BEST);
    for (int p = 0; p < CURVE_POINTS; p++) {
      size_t trials = (size_t)1 << p;
      sums->curve[p] += fastest / best[trials < task->count ? trials - 1 : task->count - 1];
    }
  }
  free(seconds);
  return status;
}

// How many tasks have pairs that can be ordered.
typedef struct OrderedTasks {
  double any, clear;
} OrderedTasks;

static Status add_task(const MetricTask *task, EvaluationMetrics *sums, OrderedTasks *ordered) {
  PairCounts counts;
  Status status = metric_task_pairs(task, &counts);
  if (status != STATUS_OK)
    return status;
  double pairwise = metric_pairwise_accuracy(&counts), tau = metric_kendall_tau(&counts);
  if (!isnan(pairwise)) {
    sums->figures[FIGURE_PAIRWISE] += pairwise;
    sums->figures[FIGURE_TAU] += isnan(tau) ? 0 : tau; // all scores equal: no order at all
    ordered->any++;
  }
  double clear = metric_clear_accuracy(task, CLEARLY_APART);
  if (!isnan(clear)) {
    sums->figures[FIGURE_CLEAR] += clear;
    ordered->clear++;
  }
  sums->figures[FIGURE_PEAK_1] += metric_peak(task, 1);
  sums->figures[FIGURE_PEAK_5] += metric_peak(task, 5);
  sums->figures[FIGURE_RECALL_10] += metric_recall(task, 10);
  return add_search(task, sums);
}

// --- a program

static Status measure_choices(const MetricTask *tasks, size_t count, EvaluationMetrics *out) {
  EvaluationMetrics sums = {0};
  OrderedTasks ordered = {0, 0};
  for (size_t t = 0; t < count; t++) {
    Status status = add_task(&tasks[t], &sums, &ordered);
    if (status != STATUS_OK)
      return status;
  }
  for (int p = 0; p < CURVE_POINTS; p++)
    out->curve[p] = sums.curve[p] / (double)count;
  double *figures = out->figures;
  static const EvaluationFigure means[] = {FIGURE_PEAK_1, FIGURE_PEAK_5, FIGURE_RECALL_10,
                                           FIGURE_TRIALS};
  for (size_t n = 0; n < sizeof means / sizeof *means; n++)
    figures[means[n]] = sums.figures[means[n]] / (double)count;
  figures[FIGURE_PAIRWISE] = sums.figures[FIGURE_PAIRWISE] / ordered.any;
  figures[FIGURE_CLEAR] = sums.figures[FIGURE_CLEAR] / ordered.clear;
  figures[FIGURE_TAU] = sums.figures[FIGURE_TAU] / ordered.any;
  figures[FIGURE_APE] = metric_tile_size_ape(tasks, count);
  figures[FIGURE_TOP_1] = metric_top_score(tasks, count, 1);
  figures[FIGURE_TOP_5] = metric_top_score(tasks, count, 5);
  figures[FIGURE_SLOWDOWN_1] = 100 * metric_slowdown(tasks, count, 1);
  figures[FIGURE_SLOWDOWN_5] = 100 * metric_slowdown(tasks, count, 5);
  figures[FIGURE_SLOWDOWN_10] = 100 * metric_slowdown(tasks, count, 10);
  return STATUS_OK;
}

// The figures of times: of all, and of the kernels above and up to LONG_SECONDS.
typedef struct TimeFigures {
  EvaluationFigure mape, log_mape, tau;
} TimeFigures;

static const TimeFigures of_all = {FIGURE_MAPE, FIGURE_LOG_MAPE, FIGURE_COUNT};
static const TimeFigures of_long = {FIGURE_MAPE_LONG, FIGURE_LOG_MAPE_LONG, FIGURE_TAU_LONG};
static const TimeFigures of_short = {FIGURE_MAPE_SHORT, FIGURE_LOG_MAPE_SHORT, FIGURE_TAU_SHORT};

static Status measure_times(const double *predicted, const double *measured, size_t count,
                            const TimeFigures *which, EvaluationMetrics *out) {
  double *figures = out->figures;
  PairCounts counts;
  figures[which->mape] = metric_mape(predicted, measured, count);
  figures[which->log_mape] = metric_log_mape(predicted, measured, count);
  if (which->tau == FIGURE_COUNT || count < 2)
    return STATUS_OK;
  Status status = metric_count_pairs(predicted, measured, count, &counts);
  if (status == STATUS_OK)
    figures[which->tau] = metric_kendall_tau(&counts);
  return status;
}

// Gathers the times of the program, those of long kernels first.
static Status gather_times(const TrainingSet *set, const ProgramTask *tasks, size_t task_count,
                           const Predictions *predictions, EvaluationMetrics *out) {
  double *predicted = malloc((2 * set->row_count + 1) * sizeof *predicted);
  if (!predicted)
    return status_fail(STATUS_SYSTEM, "no memory for %zu times", set->row_count);
  double *measured = predicted + set->row_count;
  size_t count = 0, long_count = 0;
  for (int is_short = 0; is_short < 2; is_short++) {
    for (size_t t = 0; t < task_count; t++) {
      const TrainingTask *task = &set->tasks[tasks[t].task];
      for (size_t row = task->first; row < task->first + task->count; row++) {
        if ((predictions->truth[row] <= LONG_SECONDS) != is_short)
          continue;
        predicted[count] = predictions->seconds[row];
        measured[count++] = predictions->truth[row];
      }
    }
    if (!is_short)
      long_count = count;
  }
  Status status = measure_times(predicted, measured, count, &of_all, out);
  if (status == STATUS_OK)
    status = measure_times(predicted, measured, long_count, &of_long, out);
  if (status == STATUS_OK)
    status = measure_times(predicted + long_count, measured + long_count, count - long_count,
                           &of_short, out);
  free(predicted);
  return status;
}

Status evaluation_measure(const TrainingSet *set, const ProgramTask *tasks, size_t task_count,
                          const Predictions *predictions, EvaluationMetrics *out_metrics) {
  size_t count = 0;
  for (int n = 0; n < FIGURE_COUNT; n++)
    out_metrics->figures[n] = NAN;
  for (int p = 0; p < CURVE_POINTS; p++)
    out_metrics->curve[p] = NAN;
  MetricTask *chosen_among = malloc((task_count + 1) * sizeof *chosen_among);
  if (!chosen_among)
    return status_fail(STATUS_SYSTEM, "no memory for %zu tasks", task_count);
  for (size_t t = 0; t < task_count; t++) {
    const TrainingTask *task = &set->tasks[tasks[t].task];
    if (task->count >= EVALUATION_MIN_ROWS)
      chosen_among[count++] =
          (MetricTask){predictions->truth + task->first, predictions->scores + task->first,
                       task->count, tasks[t].weight};
  }
  Status status = count > 0 ? measure_choices(chosen_among, count, out_metrics) : STATUS_OK;
  if (status == STATUS_OK && predictions->seconds)
    status = gather_times(set, tasks, task_count, predictions, out_metrics);
  free(chosen_among);
  return status;
}

static double mean_of(const double *first, size_t stride, size_t count) {
  double sum = 0, found = 0;
  for (size_t n = 0; n < count; n++, first += stride)
    if (!isnan(*first)) {
      sum += *first;
      found++;
    }
  return sum / found;
}

EvaluationMetrics evaluation_mean(const EvaluationMetrics *metrics, size_t count) {
  EvaluationMetrics mean;
  size_t stride = sizeof *metrics / sizeof(double);
  for (int n = 0; n < FIGURE_COUNT; n++)
    mean.figures[n] = mean_of(&metrics->figures[n], stride, count);
  for (int p = 0; p < CURVE_POINTS; p++)
    mean.curve[p] = mean_of(&metrics->curve[p], stride, count);
  return mean;
}
