// EvaluationReport: everything that `autotune evaluate` found, as Markdown and as JSON.
#ifndef AUTOTUNE_TOOLS_EVALUATE_REPORT_EVALUATION_REPORT_H
#define AUTOTUNE_TOOLS_EVALUATE_REPORT_EVALUATION_REPORT_H

#include "tools/evaluate/evaluation.h"
#include "tools/evaluate/noise_floor.h"
#include "tools/replay/replay.h"
#include <stdio.h>

// Row: enumerator, name, what is left out.
#define ABLATIONS(X)                                                                               \
  X(NONE, "full", "nothing")                                                                       \
  X(SQUARED, "squared error", "the ranking objective: squared error on relative speed")            \
  X(ANALYTICAL, "without analytical", "the analytical estimate and its parts")                     \
  X(TARGET, "without target", "the features of the machine")                                       \
  X(PERTURBED, "without PGS", "workloads made by perturbing those of networks")                    \
  X(EXPLORED, "without EBS", "the history of searches: only uniform random schedules")

typedef enum Ablation {
#define X(name, text, meaning) ABLATION_##name,
  ABLATIONS(X)
#undef X
      ABLATION_COUNT
} Ablation;

enum { REPORT_MAX_SPLITS = 3 };

typedef struct EvaluationReport {
  const char *command; // how it was called
  const TrainingData *data;
  NoiseFloor floor;
  EvaluationResult splits[REPORT_MAX_SPLITS];
  int split_count;
  bool has_ablations;
  EvaluationResult ablations[ABLATION_COUNT]; // on the split by network; FULL is that split again
  ReplayResult *replays;                      // owned; one per table
  int replay_count, replay_seeds;
} EvaluationReport;

void report_write_markdown(const EvaluationReport *report, FILE *file);
bool report_write_json(const EvaluationReport *report, FILE *file);
void report_destroy(EvaluationReport *report); // the results; `data` stays

const char *ablation_name(Ablation ablation);
const char *ablation_meaning(Ablation ablation); // what is left out

#endif
