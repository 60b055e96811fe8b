// ThreadEvaluate: how well predictions of the ways of kernels agree with what was measured, and how
// good the choices are that they lead to.
#include "lab/threads/thread_evaluate.h"

#include "costmodel/metrics.h"

#include <math.h>
#include <stdlib.h>

static const double WORTH = 0.95; // of the seconds on one thread: a split that is missed

typedef struct Evaluation {
  const ThreadTable *table;
  const ThreadPredictions *predictions;
  double *predicted, *measured; // owned; of the splits that are judged
  int splits, choices, kernels, taus;
  double gain_errors, choice_errors, gain_logs, taus_of_ways, losses; // sums
  int slower, unused;
} Evaluation;

static double measured_of(const Evaluation *evaluation, int way) {
  return evaluation->predictions->are_runs ? table_way_half(evaluation->table, way, false)
                                           : evaluation->table->ways[way].seconds;
}

// --- splits

// The way after the one on one thread is the pass's choice for the schedule.
static void add_split(Evaluation *evaluation, int way) {
  const double *seconds = evaluation->predictions->seconds;
  int alone = evaluation->table->ways[way].alone;
  double measured = measured_of(evaluation, way);
  double gain = measured_of(evaluation, alone) / measured;
  double error = seconds[alone] / seconds[way] / gain;
  evaluation->gain_errors += fabs(error - 1);
  evaluation->gain_logs += log(error);
  if (way == alone + 1) {
    evaluation->choice_errors += fabs(error - 1);
    evaluation->choices++;
  }
  evaluation->predicted[evaluation->splits] = seconds[way];
  evaluation->measured[evaluation->splits++] = measured;
}

// --- kernels

// What ways are compared by.
static double value_of(const Evaluation *evaluation, int way) {
  bool pays_start =
      evaluation->predictions->is_cautious && !table_way_is_alone(evaluation->table, way);
  return evaluation->predictions->seconds[way] +
         (pays_start ? evaluation->table->ways[way].price.start_seconds : 0);
}

static void add_choice(Evaluation *evaluation, const TableKernel *kernel) {
  const ThreadTable *table = evaluation->table;
  int chosen = kernel->first, best = kernel->first;
  for (int w = kernel->first; w < kernel->first + kernel->count; w++) {
    chosen = value_of(evaluation, w) < value_of(evaluation, chosen) ? w : chosen;
    best = measured_of(evaluation, w) < measured_of(evaluation, best) ? w : best;
  }
  double seconds = measured_of(evaluation, chosen), least = measured_of(evaluation, best);
  bool is_alone = table_way_is_alone(table, chosen);
  evaluation->losses += seconds / least - 1;
  evaluation->slower += !is_alone && seconds > measured_of(evaluation, table->ways[chosen].alone);
  evaluation->unused += is_alone && !table_way_is_alone(table, best) && least < WORTH * seconds;
}

static Status add_order(Evaluation *evaluation, const TableKernel *kernel) {
  double seconds[THREAD_MAX_WAYS];
  PairCounts counts;
  if (kernel->count < 3)
    return STATUS_OK;
  for (int n = 0; n < kernel->count; n++)
    seconds[n] = measured_of(evaluation, kernel->first + n);
  Status status = metric_count_pairs(evaluation->predictions->seconds + kernel->first, seconds,
                                     (size_t)kernel->count, &counts);
  double tau = status == STATUS_OK ? metric_kendall_tau(&counts) : NAN;
  if (isfinite(tau)) {
    evaluation->taus_of_ways += tau;
    evaluation->taus++;
  }
  return status;
}

static Status add_kernel(Evaluation *evaluation, const TableKernel *kernel) {
  if (kernel->count == 0)
    return STATUS_OK;
  for (int w = kernel->first; w < kernel->first + kernel->count; w++)
    if (!table_way_is_alone(evaluation->table, w))
      add_split(evaluation, w);
  add_choice(evaluation, kernel);
  evaluation->kernels++;
  return add_order(evaluation, kernel);
}

// --- all of them

static double mean_of(double sum, int count) { return count > 0 ? sum / count : NAN; }

static Status tau_of_splits(const Evaluation *evaluation, double *out_tau) {
  PairCounts counts;
  *out_tau = NAN;
  if (evaluation->splits < 2)
    return STATUS_OK;
  Status status = metric_count_pairs(evaluation->predicted, evaluation->measured,
                                     (size_t)evaluation->splits, &counts);
  if (status == STATUS_OK)
    *out_tau = metric_kendall_tau(&counts);
  return status;
}

static ThreadFigures figures_of(const Evaluation *evaluation) {
  size_t splits = (size_t)evaluation->splits;
  return (ThreadFigures){
      .kernels = evaluation->kernels,
      .splits = evaluation->splits,
      .gain_error = 100 * mean_of(evaluation->gain_errors, evaluation->splits),
      .choice_error = 100 * mean_of(evaluation->choice_errors, evaluation->choices),
      .gain_bias = exp(mean_of(evaluation->gain_logs, evaluation->splits)),
      .seconds_error =
          splits > 0 ? metric_mape(evaluation->predicted, evaluation->measured, splits) : NAN,
      .tau_ways = mean_of(evaluation->taus_of_ways, evaluation->taus),
      .loss = 100 * mean_of(evaluation->losses, evaluation->kernels),
      .slower = evaluation->slower,
      .unused = evaluation->unused};
}

Status thread_evaluate(const ThreadTable *table, const uint8_t *is_judged,
                       const ThreadPredictions *predictions, ThreadFigures *out_figures) {
  Status status = STATUS_OK;
  size_t ways = (size_t)table->way_count + 1;
  Evaluation evaluation = {.table = table,
                           .predictions = predictions,
                           .predicted = malloc(ways * sizeof(double)),
                           .measured = malloc(ways * sizeof(double))};
  double tau = NAN;
  if (!evaluation.predicted || !evaluation.measured)
    TRY(status_fail(STATUS_SYSTEM, "no memory to judge %d ways", table->way_count));
  for (int k = 0; k < table->file.count; k++)
    if (!is_judged || is_judged[k])
      TRY(add_kernel(&evaluation, &table->kernels[k]));
  TRY(tau_of_splits(&evaluation, &tau));
  *out_figures = figures_of(&evaluation);
  out_figures->tau = tau;
cleanup:
  free(evaluation.predicted);
  free(evaluation.measured);
  return status;
}
