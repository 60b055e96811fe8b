// EvaluationMetrics: every figure about the predictions for one program, a list of weighted tasks.
//
// lab/results/metrics.md has the formulas. A figure that is not defined (times of a predictor that
// only orders) is NAN.
#ifndef AUTOTUNE_LAB_EVALUATE_EVALUATION_METRICS_H
#define AUTOTUNE_LAB_EVALUATE_EVALUATION_METRICS_H

#include "costmodel/training_set.h"

// Row: enumerator, name, unit ("%" or ""), meaning.
#define EVALUATION_FIGURES(X)                                                                      \
  X(PAIRWISE, "pairwise", "", "part of the pairs of a task in the right order")                    \
  X(CLEAR, "pairwise >5%", "", "the same over pairs that are more than 5 % apart")                 \
  X(TAU, "tau", "", "Kendall's tau-b within a task")                                               \
  X(PEAK_1, "peak@1", "", "best seconds over those of the first chosen, mean over tasks")          \
  X(PEAK_5, "peak@5", "", "the same averaged over the first 1 .. 5 chosen")                        \
  X(APE, "APE", "%", "Tile-Size APE: excess of the first chosen over the best, in sums")           \
  X(TOP_1, "top-1", "", "sum of best over sum of first chosen, weighted")                          \
  X(TOP_5, "top-5", "", "the same with the fastest of five")                                       \
  X(SLOWDOWN_1, "slowdown@1", "%", "first chosen over the best minus 1, mean over tasks")          \
  X(SLOWDOWN_5, "slowdown@5", "%", "the same with the fastest of five")                            \
  X(SLOWDOWN_10, "slowdown@10", "%", "the same with the fastest of ten")                           \
  X(RECALL_10, "recall@10", "", "part of the ten fastest among the ten chosen")                    \
  X(TRIALS, "trials to 95 %", "", "measured in the order of the scores until 0.95 of the best")    \
  X(MAPE, "MAPE", "%", "error of the predicted seconds")                                           \
  X(LOG_MAPE, "log-MAPE", "%", "the same on a logarithmic scale")                                  \
  X(MAPE_LONG, "MAPE >50us", "%", "error over kernels of more than 50 microseconds")               \
  X(LOG_MAPE_LONG, "log-MAPE >50us", "%", "the same on a logarithmic scale")                       \
  X(TAU_LONG, "tau of times >50us", "", "Kendall's tau-b over all these kernels, as times")        \
  X(MAPE_SHORT, "MAPE <=50us", "%", "error over kernels of at most 50 microseconds")               \
  X(LOG_MAPE_SHORT, "log-MAPE <=50us", "%", "the same on a logarithmic scale")                     \
  X(TAU_SHORT, "tau of times <=50us", "", "Kendall's tau-b over all these kernels, as times")

typedef enum EvaluationFigure {
#define X(name, text, unit, meaning) FIGURE_##name,
  EVALUATION_FIGURES(X)
#undef X
      FIGURE_COUNT
} EvaluationFigure;

enum {
  CURVE_POINTS = 8,        // best so far after 1, 2, 4, ... 128 trials
  EVALUATION_MIN_ROWS = 8, // a task with fewer candidates says nothing about a choice
};

typedef struct EvaluationMetrics {
  double figures[FIGURE_COUNT];
  double curve[CURVE_POINTS]; // mean over tasks of best seconds over the best so far
} EvaluationMetrics;

typedef struct ProgramTask {
  size_t task;   // of the set
  double weight; // how often the workload occurs
} ProgramTask;

// What was predicted and what is true, per row of the set.
typedef struct Predictions {
  const double *scores;  // higher is faster
  const double *seconds; // NULL: only an order
  const double *truth;   // measured seconds
} Predictions;

Status evaluation_measure(const TrainingSet *set, const ProgramTask *tasks, size_t task_count,
                          const Predictions *predictions, EvaluationMetrics *out_metrics);

// Mean of every figure over those of `count` that have it.
EvaluationMetrics evaluation_mean(const EvaluationMetrics *metrics, size_t count);

const char *evaluation_figure_name(EvaluationFigure figure); // static
const char *evaluation_figure_unit(EvaluationFigure figure);

#endif
