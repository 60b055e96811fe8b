// The table of targets. Bounds are numbers; what the noise of the data allows stands beside them.
#include "lab/evaluate/report/evaluation_targets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Who the pass chooses by, and who predicts its times.
#define CHOOSES PREDICTOR_BOTH
#define TELLS_TIME PREDICTOR_REGRESSOR

static const struct {
  const char *split;
  EvaluationFigure figure;
  Predictor predictor;
  bool is_at_least;
  double bound;
} rows[] = {
    {"network", FIGURE_TOP_1, CHOOSES, true, 0.906},
    {"network", FIGURE_TOP_5, CHOOSES, true, 0.949},
    {"network", FIGURE_PEAK_1, CHOOSES, true, 0.85},
    {"network", FIGURE_PAIRWISE, CHOOSES, true, 0.88},
    {"workload", FIGURE_APE, CHOOSES, false, 3.7},
    {"workload", FIGURE_TAU, CHOOSES, true, 0.80},
    {"family", FIGURE_APE, CHOOSES, false, 2.3},
    {"workload", FIGURE_MAPE_LONG, TELLS_TIME, false, 4.5},
    {"workload", FIGURE_TAU_LONG, TELLS_TIME, true, 0.92},
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

// Of the split by workload, whose folds are no programs, the APE of programs is that of networks.
static double value_of(const EvaluationResult *split, Predictor predictor,
                       EvaluationFigure figure) {
  bool is_of_networks = figure == FIGURE_APE && split->network_count > 0;
  return (is_of_networks ? split->networks : split->means)[predictor].figures[figure];
}

// What else there is to know: the same pooled, the noise, and whether that forbids the bound.
static void note_write(const EvaluationReport *report, const EvaluationResult *split,
                       EvaluationTarget *target) {
  double floor = value_of(split, PREDICTOR_AGAIN, target->figure);
  if (isnan(floor))
    floor = value_of(split, PREDICTOR_REPEATS, target->figure);
  bool forbids = target->is_at_least ? floor < target->bound : floor > target->bound;
  size_t room = sizeof target->note, length = 0;
  if (target->figure == FIGURE_APE)
    length += (size_t)snprintf(target->note, room, "; pooled %.1f %%",
                               split->pooled[target->predictor].figures[FIGURE_APE]);
  if (target->figure == FIGURE_MAPE_LONG)
    length += (size_t)snprintf(target->note + length, room - length,
                               "; twice the noise floor is %.1f %%", 2 * noise_of(&report->floor));
  if (forbids)
    snprintf(target->note + length, room - length, "; a perfect model would reach %.3f", floor);
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
                                 .value = value_of(split, rows[n].predictor, rows[n].figure),
                                 .bound = rows[n].bound,
                                 .is_at_least = rows[n].is_at_least};
    note_write(report, split, target);
    target->is_met =
        target->is_at_least ? target->value >= target->bound : target->value <= target->bound;
  }
  return count;
}
