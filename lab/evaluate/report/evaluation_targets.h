// The figures that the learned model has to reach, and whether it does.
#ifndef AUTOTUNE_LAB_EVALUATE_REPORT_EVALUATION_TARGETS_H
#define AUTOTUNE_LAB_EVALUATE_REPORT_EVALUATION_TARGETS_H

#include "lab/evaluate/report/evaluation_report.h"

enum { EVALUATION_MAX_TARGETS = 16 };

typedef struct EvaluationTarget {
  const char *split; // name
  EvaluationFigure figure;
  Predictor predictor; // whose figure counts
  double value, bound;
  bool is_at_least; // else at most
  bool is_met;
  char note[128]; // further figures, each after "; "; may be ""
} EvaluationTarget;

// Writes those whose split was evaluated and returns their number.
int evaluation_targets(const EvaluationReport *report, EvaluationTarget *out_targets);

#endif
