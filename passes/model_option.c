// Models that were read stay: pass pipelines are made and copied freely, and none of them owns one.
#include "passes/model_option.h"

#include "machine/calibration/file_stamp.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct OpenModel {
  struct OpenModel *next;
  FileStamp stamp;
  LearnedModel *model;
} OpenModel;

static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;
static OpenModel *open_models; // guarded by open_lock; entries never go

// Under the lock. `stamp` is NULL when nothing is known of it: then reading it gives the reason.
static Status open_file(const char *path, const FileStamp *stamp, const LearnedModel **out_model) {
  for (const OpenModel *entry = open_models; stamp && entry; entry = entry->next)
    if (file_stamp_equal(&entry->stamp, stamp)) {
      *out_model = entry->model;
      return STATUS_OK;
    }
  LearnedModel *model = NULL;
  Status status = learned_model_load_file(path, &model);
  if (status != STATUS_OK)
    return status;
  OpenModel *entry = calloc(1, sizeof(*entry));
  if (!entry || !stamp) {
    free(entry);
    learned_model_destroy(model);
    return status_fail(STATUS_SYSTEM, "no memory for the model '%s'", path);
  }
  *entry = (OpenModel){open_models, *stamp, model};
  open_models = entry;
  *out_model = model;
  return STATUS_OK;
}

static Status model_from_path(const char *path, const LearnedModel **out_model) {
  FileStamp stamp;
  pthread_mutex_lock(&open_lock);
  Status status = open_file(path, file_stamp_read(path, &stamp) ? &stamp : NULL, out_model);
  pthread_mutex_unlock(&open_lock);
  if (status == STATUS_OK || status == STATUS_SYSTEM)
    return status;
  return status_fail(STATUS_USAGE,
                     "option 'model': %.400s; use auto, shipped, analytical, none, or a file that "
                     "autotune train wrote",
                     status_text());
}

static Status shipped_model(const LearnedModel **out_model) {
  LearnedModel *model = NULL;
  Status status = learned_model_shipped(&model);
  if (status != STATUS_OK)
    return status_fail(STATUS_USAGE, "option 'model': %s, or use analytical", status_text());
  *out_model = model;
  return STATUS_OK;
}

ModelOption model_option_of(const LearnedModel *model) {
  ModelOption option = {.is_used = true, .learned = model};
  snprintf(option.title, sizeof(option.title), "learned model %016" PRIx64,
           learned_model_hash(model));
  return option;
}

Status model_option_parse(const char *text, const LearnedModel *adapted, ModelOption *out_option) {
  Status status = STATUS_OK;
  ModelOption option = {.is_used = strcmp(text, "none") != 0, .title = "analytical model"};
  bool is_auto = strcmp(text, "auto") == 0;
  if (is_auto && adapted)
    option.learned = adapted;
  else if (strcmp(text, "shipped") == 0 || (is_auto && learned_model_is_shipped()))
    TRY(shipped_model(&option.learned));
  else if (!is_auto && option.is_used && strcmp(text, "analytical") != 0)
    TRY(model_from_path(text, &option.learned));
  *out_option = option.learned ? model_option_of(option.learned) : option;
cleanup:
  return status;
}
