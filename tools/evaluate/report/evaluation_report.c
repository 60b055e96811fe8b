// See evaluation_report.h.
#include "tools/evaluate/report/evaluation_report.h"

#include <stdlib.h>

static const struct {
  const char *name, *meaning;
} ablation_texts[ABLATION_COUNT] = {
#define X(name, text, meaning) {text, meaning},
    ABLATIONS(X)
#undef X
};

const char *ablation_name(Ablation ablation) { return ablation_texts[ablation].name; }

const char *ablation_meaning(Ablation ablation) { return ablation_texts[ablation].meaning; }

void report_destroy(EvaluationReport *report) {
  for (int n = 0; n < report->split_count; n++)
    evaluation_destroy(&report->splits[n]);
  for (int n = 0; n < ABLATION_COUNT; n++)
    evaluation_destroy(&report->ablations[n]);
  free(report->replays);
  noise_floor_destroy(&report->floor);
}
