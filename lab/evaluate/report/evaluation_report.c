// EvaluationReport: everything that `autotune-lab evaluate` found.
#include "lab/evaluate/report/evaluation_report.h"

#include <stdlib.h>

static const struct {
  const char *name, *against, *meaning;
} ablation_texts[ABLATION_COUNT] = {
#define X(name, text, against, meaning) {text, against, meaning},
    ABLATIONS(X)
#undef X
};

const char *ablation_name(Ablation ablation) { return ablation_texts[ablation].name; }

const char *ablation_against(Ablation ablation) { return ablation_texts[ablation].against; }

const char *objective_name(int objective) {
  return objective == 0 ? "rank:pairwise" : "squared error";
}

const char *ablation_meaning(Ablation ablation) { return ablation_texts[ablation].meaning; }

void report_destroy(EvaluationReport *report) {
  for (int n = 0; n < report->split_count; n++)
    evaluation_destroy(&report->splits[n]);
  for (int n = 0; n < ABLATION_COUNT; n++)
    evaluation_destroy(&report->ablations[n]);
  for (int o = 0; o < OBJECTIVE_COUNT; o++)
    for (int n = 0; n < DEVELOPMENT_SEEDS; n++)
      evaluation_destroy(&report->development[o][n]);
  machine_evaluation_destroy(&report->machines);
  free(report->replays);
  noise_floor_destroy(&report->floor);
}
