// What a learned model needs XGBoost for: being put together after training, and being explained.
#include "costmodel/learned_model_file.h"

#include "costmodel/features.h"
#include <stdlib.h>
#include <string.h>

Status learned_model_pack(const XgboostModel *ranker, const XgboostModel *regressor,
                          const Support *support, const char *note, void **out_bytes,
                          size_t *out_size) {
  Status status = STATUS_OK;
  unsigned char *bytes = NULL, *support_bytes = NULL;
  const XgboostModel *models[MODEL_KIND_COUNT] = {ranker, regressor};
  const void *parts[MODEL_KIND_COUNT];
  size_t sizes[MODEL_KIND_COUNT], support_size;
  size_t note_bytes = strlen(note) + 1, size = LEARNED_HEADER_BYTES + note_bytes;
  if (note_bytes > LEARNED_MODEL_NOTE_BYTES || strcspn(note, "\n\r\t") + 1 != note_bytes)
    return status_fail(STATUS_USAGE, "the note of a model is one line of at most %d bytes",
                       LEARNED_MODEL_NOTE_BYTES - 1);
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++) {
    if (xgboost_model_kind(models[kind]) != (ModelKind)kind)
      return status_fail(STATUS_USAGE, "a learned model is a ranker and a regressor");
    parts[kind] = xgboost_model_bytes(models[kind], &sizes[kind]);
    size += sizes[kind];
  }
  TRY(support_write(support, &support_bytes, &support_size));
  size += support_size;
  bytes = malloc(size);
  if (!bytes)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a model of %zu bytes", size));
  memcpy(bytes, LEARNED_MODEL_MAGIC, strlen(LEARNED_MODEL_MAGIC));
  model_put_number(bytes + LEARNED_AT_VERSION, LEARNED_VERSION, 4);
  model_put_number(bytes + LEARNED_AT_NOTE, note_bytes, 4);
  memcpy(bytes + LEARNED_HEADER_BYTES, note, note_bytes);
  model_put_number(bytes + LEARNED_AT_SUPPORT, support_size, 8);
  memcpy(bytes + LEARNED_HEADER_BYTES + note_bytes, support_bytes, support_size);
  unsigned char *at = bytes + LEARNED_HEADER_BYTES + note_bytes + support_size;
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++) {
    model_put_number(bytes + LEARNED_AT_SIZES + 8 * kind, sizes[kind], 8);
    memcpy(at, parts[kind], sizes[kind]);
    at += sizes[kind];
  }
  model_put_number(bytes + LEARNED_AT_CHECKSUM,
                   learned_model_checksum(bytes, note_bytes + support_size), 8);
  *out_bytes = bytes;
  *out_size = size;
cleanup:
  free(support_bytes);
  return status;
}

Status learned_model_explain(const LearnedModel *model, ModelKind kind, const float *row,
                             float *out_contributions, float *out_bias) {
  size_t size;
  const void *bytes = learned_model_part(model, kind, &size);
  XgboostModel *trees = NULL;
  const ModelSchema schema = {feature_names(), FEATURE_COUNT};
  Status status = xgboost_model_load(bytes, size, schema, &trees);
  if (status == STATUS_OK)
    status = xgboost_model_explain(trees, row, out_contributions, out_bias);
  xgboost_model_destroy(trees);
  return status;
}
