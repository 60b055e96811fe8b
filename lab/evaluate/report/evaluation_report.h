// EvaluationReport: everything that `autotune-lab evaluate` found.
#ifndef AUTOTUNE_LAB_EVALUATE_REPORT_EVALUATION_REPORT_H
#define AUTOTUNE_LAB_EVALUATE_REPORT_EVALUATION_REPORT_H

#include "lab/evaluate/evaluation.h"
#include "lab/evaluate/machine_evaluation.h"
#include "lab/evaluate/noise_floor.h"
#include "lab/replay/replay.h"
#include <stdio.h>

// Row: enumerator, name, the row it is compared with, what it is. Both have as many rows.
#define ABLATIONS(X)                                                                               \
  X(NONE, "full", "-", "everything, the ranker by rank:pairwise")                                  \
  X(SQUARED, "squared error", "full", "the ranker by squared error on relative speed")             \
  X(TASK, "without task", "full", "no features of the workload")                                   \
  X(TARGET, "without target", "full", "no features of the machine")                                \
  X(ANALYTICAL, "without analytical", "full", "no analytical estimate, not even as base")          \
  X(LOOPS, "loops only", "without analytical", "of the schedule, only the features of loops")      \
  X(KNOBS, "knobs only", "without analytical", "of the schedule, only the features of knobs")      \
  X(CURVES, "curves only", "without analytical", "of the schedule, only the curves (relations)")   \
  X(PRIOR, "prior-guided tasks", "uniform tasks", "tasks of networks and perturbed, as drawn")     \
  X(UNIFORM, "uniform tasks", "prior-guided tasks", "every family and size as often")              \
  X(PERTURBED, "perturbed tasks", "tasks of networks", "tasks of networks and perturbed")          \
  X(NETWORKS, "tasks of networks", "perturbed tasks", "tasks of networks alone")                   \
  X(EXPLORED, "explored schedules", "random schedules", "the history of searches")                 \
  X(RANDOM, "random schedules", "explored schedules", "drawn uniformly from the spaces")

typedef enum Ablation {
#define X(name, text, against, meaning) ABLATION_##name,
  ABLATIONS(X)
#undef X
      ABLATION_COUNT
} Ablation;

enum {
  REPORT_MAX_SPLITS = 4,
  OBJECTIVE_COUNT = 2,   // of the ranker: rank:pairwise, squared error
  DEVELOPMENT_SEEDS = 2, // trainings of each
};

typedef struct EvaluationReport {
  const char *command; // how it was called
  const TrainingData *data;
  NoiseFloor floor;
  EvaluationResult splits[REPORT_MAX_SPLITS];
  int split_count;
  MachineEvaluation machines; // empty: not evaluated by machine
  bool has_ablations;
  EvaluationResult ablations[ABLATION_COUNT]; // on the split by network; NONE is that split again
  bool has_development;
  EvaluationResult development[OBJECTIVE_COUNT][DEVELOPMENT_SEEDS];
  ReplayResult *replays; // owned; one per table
  int replay_count, replay_seeds;
} EvaluationReport;

bool report_write_json(FILE *file, const void *report); // of output_file_write
void report_destroy(EvaluationReport *report);          // the results; `data` stays

const char *ablation_name(Ablation ablation);
const char *ablation_against(Ablation ablation); // name of the one it is compared with, or "-"
const char *ablation_meaning(Ablation ablation);
const char *objective_name(int objective); // "rank:pairwise", "squared error"

#endif
