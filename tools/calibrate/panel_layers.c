// PanelLayers: the layers of the corpus in the order in which a panel measures them
// (tools/corpus/panel.h).
#include "tools/calibrate/panel_layers.h"

#include "passes/tune.h"
#include "runtime/codegen/compile.h"
#include "tools/corpus/corpus_parse.h"
#include "tools/corpus/panel.h"

#include <stdlib.h>

typedef struct Candidates {
  Workload *workloads;   // owned
  PanelCandidate *items; // owned
  int32_t *rows;         // owned
  int count;
} Candidates;

// The op of a layer that has most to be gained in: the one with the most arithmetic.
typedef struct Largest {
  Workload *workload;
  double flops;
  bool is_found;
} Largest;

static Status keep_largest(const Variants *variants, int chosen, const char *schedule,
                           const Target *target, void *user) {
  Largest *largest = user;
  const Workload *workload = &variants->workloads[chosen];
  (void)schedule;
  (void)target;
  if (!largest->is_found || workload_flops(workload) > largest->flops)
    *largest->workload = *workload;
  largest->flops = workload_flops(largest->workload);
  largest->is_found = true;
  return STATUS_OK;
}

static Status read_layers(const Corpus *corpus, Candidates *candidates) {
  OptionTexts texts;
  TuneOptions tune;
  MlirContext context = compile_context_create();
  option_texts_init(&texts);
  texts.model = "none"; // nothing is chosen here
  Status status = options_parse(&texts, &tune);
  for (int r = 0; status == STATUS_OK && r < corpus->count; r++) {
    int n = candidates->count;
    Largest largest = {.workload = &candidates->workloads[n]};
    status = corpus_observe(context, &corpus->rows[r], &tune, keep_largest, &largest);
    if (status != STATUS_OK || !largest.is_found)
      continue;
    candidates->items[n] = (PanelCandidate){&candidates->workloads[n], PANEL_LAYER_TRIALS};
    candidates->rows[n] = r;
    candidates->count++;
  }
  mlirContextDestroy(context);
  return status;
}

Status panel_layers_order(const Corpus *corpus, PanelLayer *out_layers, int *out_count) {
  size_t most = (size_t)corpus->count + 1, count = 0;
  Candidates candidates = {malloc(most * sizeof(Workload)), malloc(most * sizeof(PanelCandidate)),
                           malloc(most * sizeof(int32_t)), 0};
  PanelPick *picks = malloc(most * sizeof *picks);
  PanelOptions options = {
      .rows = most * PANEL_LAYER_TRIALS, .workload_rows = PANEL_LAYER_TRIALS, .seed = 1};
  Status status = STATUS_OK;
  if (!candidates.workloads || !candidates.items || !candidates.rows || !picks)
    TRY(status_fail(STATUS_SYSTEM, "no memory to choose from %d layers", corpus->count));
  TRY(read_layers(corpus, &candidates));
  TRY(panel_choose(candidates.items, (size_t)candidates.count, &options, picks, &count));
  for (size_t n = 0; n < count; n++)
    out_layers[n] = (PanelLayer){candidates.rows[picks[n].candidate], (int32_t)picks[n].rows};
  *out_count = (int)count;
cleanup:
  free(candidates.workloads);
  free(candidates.items);
  free(candidates.rows);
  free(picks);
  return status;
}
