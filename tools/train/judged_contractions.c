// The ops of modules and layers, with whatever may be fused with them.
#include "tools/train/judged_contractions.h"

#include "base/text.h"
#include "plan/contraction.h"
#include "runtime/codegen/compile.h"
#include "tools/corpus/corpus_parse.h"
#include "tools/ops/payload.h"
#include "tools/train/contractions.h"

#include <string.h>

// The contraction is no matter of the schedule, but what is an op of its own is: the rows of a
// chain that are computed together, a pad or a fill that is fused or not. So the choice among many
// counts beside the first candidate.
static const int candidate_counts[] = {1, 0};

static Status add_forms(const Variants *variants, int chosen, const char *schedule,
                        const Target *target, void *list) {
  (void)chosen, (void)schedule, (void)target;
  Status status = STATUS_OK;
  for (int v = 0; v < variants->count && status == STATUS_OK; v++) {
    uint64_t key = contraction_key(&variants->workloads[v]);
    if (!contraction_is_listed(list, key))
      status = contractions_append(list, key);
  }
  return status;
}

static Status add_near(const Workload *workload, ContractionList *list) {
  uint64_t keys[CONTRACTION_NEAR_KEYS];
  int count = contraction_near_keys(workload, keys);
  Status status = STATUS_OK;
  for (int n = 0; n < count && status == STATUS_OK; n++)
    if (!contraction_is_listed(list, keys[n]))
      status = contractions_append(list, keys[n]);
  return status;
}

static Status add_near_forms(const Variants *variants, int chosen, const char *schedule,
                             const Target *target, void *list) {
  (void)chosen, (void)schedule, (void)target;
  Status status = STATUS_OK;
  for (int v = 0; v < variants->count && status == STATUS_OK; v++)
    status = add_near(&variants->workloads[v], list);
  return status;
}

static Status add_file(const char *path, const TuneOptions *options, TuneObserver observe,
                       ContractionList *list) {
  Payload payload;
  Status status = payload_read(path, NULL, &payload);
  if (status != STATUS_OK)
    return status;
  status = tune_observe(mlirModuleGetOperation(payload.module), options, observe, list);
  payload_destroy(&payload);
  return status;
}

static Status add_table(const char *path, const TuneOptions *options, TuneObserver observe,
                        ContractionList *list) {
  Corpus corpus = {0};
  MlirContext context = compile_context_create();
  Status status = corpus_read(path, &corpus);
  for (int n = 0; n < corpus.count && status == STATUS_OK; n++) {
    status = corpus_observe(context, &corpus.rows[n], options, observe, list);
    if (status == STATUS_USAGE)
      status = status_fail(STATUS_USAGE, "%s: layer %d, %s of %s: %s", TEXT_LINE(path), n + 1,
                           corpus.rows[n].kind, TEXT_LINE(corpus.rows[n].source), status_text());
  }
  corpus_destroy(&corpus);
  mlirContextDestroy(context);
  return status;
}

static bool is_table(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && !strcmp(dot, ".tsv");
}

static Status observe_path(const char *path, const TuneOptions *options, TuneObserver observe,
                           ContractionList *list) {
  Status status = STATUS_OK;
  int count = sizeof candidate_counts / sizeof *candidate_counts;
  for (int n = 0; n < count && status == STATUS_OK; n++) {
    TuneOptions choice = *options;
    choice.max_candidates = candidate_counts[n];
    status = is_table(path) ? add_table(path, &choice, observe, list)
                            : add_file(path, &choice, observe, list);
  }
  return status;
}

static Status add_path(const char *path, const TuneOptions *options, ContractionList *list) {
  return observe_path(path, options, add_forms, list);
}

static Status add_near_path(const char *path, const TuneOptions *options, ContractionList *list) {
  return observe_path(path, options, add_near_forms, list);
}

Status judged_contractions_read(const char *flag, const char *paths, const char *target,
                                ContractionList *out_list) {
  return contractions_read(flag, paths, target, add_path, out_list);
}

Status judged_near_read(const char *flag, const char *paths, const char *target,
                        ContractionList *out_list) {
  return contractions_read(flag, paths, target, add_near_path, out_list);
}

Status judged_near_networks(const Dataset *dataset, const char *networks, ContractionList *list) {
  Status status = STATUS_OK;
  for (int32_t w = 0; w < dataset->workload_count && status == STATUS_OK; w++)
    if (workload_is_in_networks(&dataset->workloads[w], networks))
      status = add_near(&dataset->workloads[w].workload, list);
  return status;
}
