// The table of targets. Bounds that depend on the data (the analytical model's figure, the noise
// floor) are put in when a report is there.
#include "tools/evaluate/report/evaluation_targets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What else bounds the figure.
typedef enum BoundKind {
  BOUND_FIXED,
  BOUND_ANALYTICAL, // also the analytical model's figure, if that is lower
  BOUND_NOISE,      // or twice the noise floor, if that is higher
} BoundKind;

// Who the pass chooses by, and who predicts its times.
#define CHOOSES PREDICTOR_BOTH
#define TELLS_TIME PREDICTOR_REGRESSOR

static const struct {
  const char *split;
  EvaluationFigure figure;
  Predictor predictor;
  bool is_at_least;
  double bound;
  BoundKind kind;
} rows[] = {
    {"network", FIGURE_TOP_1, CHOOSES, true, 0.906, BOUND_FIXED},
    {"network", FIGURE_TOP_5, CHOOSES, true, 0.949, BOUND_FIXED},
    {"network", FIGURE_PEAK_1, CHOOSES, true, 0.85, BOUND_FIXED},
    {"network", FIGURE_PAIRWISE, CHOOSES, true, 0.88, BOUND_FIXED},
    {"workload", FIGURE_APE, CHOOSES, false, 3.7, BOUND_FIXED},
    {"workload", FIGURE_TAU, CHOOSES, true, 0.80, BOUND_FIXED},
    {"family", FIGURE_APE, CHOOSES, false, 2.3, BOUND_ANALYTICAL},
    {"workload", FIGURE_MAPE_LONG, TELLS_TIME, false, 4.5, BOUND_NOISE},
    {"workload", FIGURE_TAU_LONG, TELLS_TIME, true, 0.92, BOUND_FIXED},
};

static const EvaluationResult *find_split(const EvaluationReport *report, const char *name) {
  for (int n = 0; n < report->split_count; n++)
    if (!strcmp(report->splits[n].name, name) && report->splits[n].program_count > 0)
      return &report->splits[n];
  return NULL;
}

// What a perfect model gets wrong because it was measured another time.
static double noise_of(const NoiseFloor *floor) {
  double halves = floor->halves.long_mean, again = floor->again.long_mean;
  return again > halves ? again : halves;
}

static void bound_write(const EvaluationReport *report, const EvaluationResult *split,
                        BoundKind kind, EvaluationTarget *target) {
  double analytical = split->means[PREDICTOR_ANALYTICAL].figures[target->figure];
  double noise = 2 * noise_of(&report->floor);
  if (kind == BOUND_ANALYTICAL && analytical < target->bound) {
    target->bound = analytical;
    snprintf(target->note, sizeof target->note, "the analytical model's");
  }
  if (kind == BOUND_NOISE && noise > target->bound) {
    target->bound = noise;
    snprintf(target->note, sizeof target->note, "twice the noise floor");
  }
}

// With the figure of the noise floor beside it where that forbids the bound.
static void floor_write(const EvaluationResult *split, EvaluationTarget *target) {
  double floor = split->means[PREDICTOR_AGAIN].figures[target->figure];
  if (isnan(floor))
    floor = split->means[PREDICTOR_REPEATS].figures[target->figure];
  bool forbids = target->is_at_least ? floor < target->bound : floor > target->bound;
  if (forbids)
    snprintf(target->note, sizeof target->note, "a perfect model would reach %.3f", floor);
}

int evaluation_targets(const EvaluationReport *report, EvaluationTarget *out_targets) {
  int count = 0;
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    const EvaluationResult *split = find_split(report, rows[n].split);
    if (!split)
      continue;
    EvaluationTarget *target = &out_targets[count++];
    *target = (EvaluationTarget){.split = split->name,
                                 .figure = rows[n].figure,
                                 .predictor = rows[n].predictor,
                                 .value = split->means[rows[n].predictor].figures[rows[n].figure],
                                 .bound = rows[n].bound,
                                 .is_at_least = rows[n].is_at_least};
    bound_write(report, split, rows[n].kind, target);
    floor_write(split, target);
    target->is_met =
        target->is_at_least ? target->value >= target->bound : target->value <= target->bound;
  }
  return count;
}
