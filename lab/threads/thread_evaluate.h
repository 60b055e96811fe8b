// ThreadEvaluate: how well predictions of the ways of kernels agree with what was measured, and how
// good the choices are that they lead to.
#ifndef AUTOTUNE_LAB_THREADS_THREAD_EVALUATE_H
#define AUTOTUNE_LAB_THREADS_THREAD_EVALUATE_H

#include "lab/threads/thread_table.h"

// What is predicted, by whatever. Lent.
typedef struct ThreadPredictions {
  const double *seconds; // of each way of the table
  bool are_runs;         // they are the first half of the runs, which the other half judges
  bool is_cautious;      // a split has to save its start once more, as in the pass
} ThreadPredictions;

// Splits are ways on several threads. What is not defined is NAN.
typedef struct ThreadFigures {
  int kernels, splits;
  double gain_error;    // percent: mean of |predicted / measured - 1| of the gain over one thread
  double choice_error;  // the same of the splits that the pass chooses for their schedules
  double gain_bias;     // geometric mean of predicted over measured gains
  double seconds_error; // percent: mean of |predicted / measured - 1|, on several threads
  double tau;           // Kendall's, of all splits
  double tau_ways;      // the same of the ways of a kernel, mean over kernels
  double loss;          // percent: chosen way over the best one, mean over kernels
  int slower;           // kernels whose choice is a split that is slower than one thread
  int unused;           // kernels left on one thread that some split is 5 % faster for
} ThreadFigures;

// Judges the kernels for which `is_judged` has a 1; NULL: all.
Status thread_evaluate(const ThreadTable *table, const uint8_t *is_judged,
                       const ThreadPredictions *predictions, ThreadFigures *out_figures);

#endif
