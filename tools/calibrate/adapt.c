// See adapt.h.
#include "tools/calibrate/adapt.h"

#include "costmodel/adaptation.h"
#include "records/store.h"
#include "tools/collect/collect.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Rows of a task lie together, and so do the tasks of a workload.
static Status fill_set(const Dataset *dataset, const Target *target, TrainingSet *set) {
  Status status = STATUS_OK;
  int32_t open = -1;
  for (int64_t r = 0; r < dataset->row_count && status == STATUS_OK; r++) {
    const DatasetRow *row = &dataset->rows[r];
    const Workload *workload = &dataset->workloads[row->workload].workload;
    bool is_kept;
    if (row->verdict != VERDICT_OK ||
        strcmp(dataset->machines[row->machine].cpu, collect_cpu()) != 0)
      continue;
    if (row->workload != open)
      status = training_set_begin(set, workload);
    open = row->workload;
    if (status == STATUS_OK)
      status = training_set_add(set, workload, &row->schedule, target, dataset_row_seconds(row),
                                &is_kept);
  }
  return status;
}

static Status read_rows(const char *path, const Target *target, TrainingSet *set) {
  Dataset dataset = {0};
  Store *store = NULL;
  int64_t dropped;
  Status status = STATUS_OK;
  TRY(store_open_existing(path, &store));
  TRY(store_export(store, &dataset, &dropped));
  TRY(dataset_group(&dataset));
  TRY(fill_set(&dataset, target, set));
cleanup:
  store_close(store);
  dataset_destroy(&dataset);
  return status;
}

static Status train(const LearnedModel *base, const TrainingSet *set, Adapted *adapted) {
  char note[LEARNED_MODEL_NOTE_BYTES];
  snprintf(note, sizeof note,
           "model %016" PRIx64 " adapted by %" PRId64 " schedules of %" PRId64
           " workloads, measured on %s",
           learned_model_hash(base), adapted->rows, adapted->workloads, collect_cpu());
  return adaptation_train(base, set, NULL, note, 1, &adapted->model, &adapted->model_bytes);
}

Status adapt_model(const char *store, const Target *target, const LearnedModel *base,
                   Adapted *out_adapted) {
  Status status = STATUS_OK;
  TrainingSet set = {0};
  Adapted adapted = {0};
  TRY(read_rows(store, target, &set));
  adapted.rows = (int64_t)set.row_count;
  adapted.workloads = (int64_t)set.task_count;
  if (adapted.rows < ADAPT_LEAST_ROWS || adapted.workloads < ADAPT_LEAST_WORKLOADS)
    snprintf(adapted.reason, sizeof adapted.reason,
             "too few rows: %d of %d workloads are needed; run the same command again",
             ADAPT_LEAST_ROWS, ADAPT_LEAST_WORKLOADS);
  else if (!base)
    snprintf(adapted.reason, sizeof adapted.reason, "this build has no model to adapt");
  else
    TRY(train(base, &set, &adapted));
  *out_adapted = adapted;
cleanup:
  training_set_destroy(&set);
  return status;
}
