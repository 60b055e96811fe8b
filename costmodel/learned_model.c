// Reading and asking a learned model.
#include "costmodel/learned_model_file.h"

#include "base/file/path_kind.h"
#include "base/text.h"
#include "costmodel/features.h"
#include "costmodel/forest.h"
#include "costmodel/shipped_model.h"
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE_BYTES = 1 << 30 };

struct LearnedModel {
  unsigned char *bytes;           // owned: the whole file, for explanations
  size_t sizes[MODEL_KIND_COUNT]; // of the two models, which end the file
  size_t size;
  uint64_t hash;
  Support *support;                  // owned
  Forest *forests[MODEL_KIND_COUNT]; // owned
};

static const char *const kind_names[MODEL_KIND_COUNT] = {"ranker", "regressor"};

static ModelSchema features_as_schema(void) {
  return (ModelSchema){feature_names(), FEATURE_COUNT};
}

uint64_t learned_model_checksum(const unsigned char *bytes, size_t size) {
  uint64_t hash = text_hash(TEXT_HASH_START, bytes, LEARNED_AT_CHECKSUM);
  return text_hash(hash, bytes + LEARNED_HEADER_BYTES, size);
}

// --- reading

// One line of printable text, terminated where its size says.
static bool note_is_sound(const unsigned char *note, size_t bytes) {
  for (size_t n = 0; n + 1 < bytes; n++)
    if (note[n] < ' ' || note[n] == 0x7f)
      return false;
  return bytes >= 1 && note[bytes - 1] == '\0';
}

// Takes `part` bytes of the `rest` that the file still has.
static Status take_part(size_t size, uint64_t part, uint64_t most, uint64_t *rest) {
  if (part > *rest || part > most)
    return status_fail(STATUS_MODEL, "model file has %zu bytes, not what its header says", size);
  *rest -= part;
  return STATUS_OK;
}

static Status check_sizes(const unsigned char *bytes, size_t size) {
  Status status = STATUS_OK;
  uint64_t rest = size - LEARNED_HEADER_BYTES;
  TRY(take_part(size, model_get_number(bytes + LEARNED_AT_NOTE, 4), LEARNED_MODEL_NOTE_BYTES,
                &rest));
  TRY(take_part(size, model_get_number(bytes + LEARNED_AT_SUPPORT, 8), rest, &rest));
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++)
    TRY(take_part(size, model_get_number(bytes + LEARNED_AT_SIZES + 8 * kind, 8), rest, &rest));
  if (rest != 0)
    status = status_fail(STATUS_MODEL, "model file has %zu bytes, not what its header says", size);
cleanup:
  return status;
}

static Status check_header(const unsigned char *bytes, size_t size) {
  size_t magic_bytes = strlen(LEARNED_MODEL_MAGIC);
  if (size < magic_bytes || memcmp(bytes, LEARNED_MODEL_MAGIC, magic_bytes) != 0)
    return status_fail(STATUS_MODEL, "not a file of learned models that autotune train wrote");
  if (size < LEARNED_HEADER_BYTES)
    return status_fail(STATUS_MODEL, "model file ends in its header");
  uint64_t version = model_get_number(bytes + LEARNED_AT_VERSION, 4);
  if (version != LEARNED_VERSION && version != LEARNED_FIRST_VERSION)
    return status_fail(STATUS_MODEL, "model file has format %u, this program reads format %d",
                       (unsigned)version, LEARNED_VERSION);
  Status status = check_sizes(bytes, size);
  if (status != STATUS_OK)
    return status;
  size_t note_bytes = model_get_number(bytes + LEARNED_AT_NOTE, 4);
  size_t support_bytes = model_get_number(bytes + LEARNED_AT_SUPPORT, 8);
  if (model_get_number(bytes + LEARNED_AT_CHECKSUM, 8) !=
      learned_model_checksum(bytes, note_bytes + support_bytes))
    return status_fail(STATUS_MODEL, "model file is damaged: its checksum differs");
  if (!note_is_sound(bytes + LEARNED_HEADER_BYTES, note_bytes))
    return status_fail(STATUS_MODEL, "model file has a note that is not one line of text");
  return STATUS_OK;
}

const void *learned_model_part(const LearnedModel *model, ModelKind kind, size_t *out_size) {
  size_t from_end = 0;
  for (int n = MODEL_KIND_COUNT - 1; n >= (int)kind; n--)
    from_end += model->sizes[n];
  *out_size = model->sizes[kind];
  return model->bytes + model->size - from_end;
}

static Status load_part(LearnedModel *model, ModelKind kind) {
  Status status = STATUS_OK;
  ModelFile file;
  size_t size;
  const void *bytes = learned_model_part(model, kind, &size);
  TRY(model_file_read(bytes, size, &file));
  if (file.kind != kind)
    TRY(status_fail(STATUS_MODEL, "model file has no %s where one should be", kind_names[kind]));
  TRY(forest_create(&file, features_as_schema(), &model->forests[kind]));
  model->hash = text_hash(model->hash, bytes, size);
cleanup:
  return status;
}

static Status load_support(LearnedModel *model) {
  size_t size = model_get_number(model->bytes + LEARNED_AT_SUPPORT, 8);
  const unsigned char *bytes =
      model->bytes + LEARNED_HEADER_BYTES + model_get_number(model->bytes + LEARNED_AT_NOTE, 4);
  model->hash = text_hash(model->hash, bytes, size);
  bool knows_narrow = model_get_number(model->bytes + LEARNED_AT_VERSION, 4) == LEARNED_VERSION;
  return support_read(bytes, size, knows_narrow, &model->support);
}

// Takes `bytes`, also on failure.
static Status model_open(unsigned char *bytes, size_t size, LearnedModel **out_model) {
  Status status = STATUS_OK;
  LearnedModel *model = calloc(1, sizeof(*model));
  if (!model) {
    free(bytes);
    return status_fail(STATUS_SYSTEM, "no memory for a model");
  }
  model->bytes = bytes;
  model->size = size;
  model->hash = TEXT_HASH_START;
  TRY(check_header(bytes, size));
  TRY(load_support(model));
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++)
    model->sizes[kind] = model_get_number(bytes + LEARNED_AT_SIZES + 8 * kind, 8);
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++)
    TRY(load_part(model, (ModelKind)kind));
  *out_model = model;
  model = NULL;
cleanup:
  learned_model_destroy(model);
  return status;
}

Status learned_model_load(const void *bytes, size_t size, LearnedModel **out_model) {
  unsigned char *copy = malloc(size > 0 ? size : 1);
  if (!copy)
    return status_fail(STATUS_SYSTEM, "no memory for a model of %zu bytes", size);
  if (size > 0)
    memcpy(copy, bytes, size);
  return model_open(copy, size, out_model);
}

// The whole of a file; the caller frees the bytes.
static Status read_file(const char *path, unsigned char **out_bytes, size_t *out_size) {
  Status status = STATUS_OK;
  unsigned char *bytes = NULL;
  const char *refusal = path_refusal(path, PATH_READ);
  FILE *file = refusal ? NULL : fopen(path, "rb");
  if (!file)
    return refusal ? status_fail(STATUS_MODEL, "%s; name one of autotune train", refusal)
                   : status_fail(STATUS_MODEL, "%s", strerror(errno));
  long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  if (size < 0 || size > MAX_FILE_BYTES || fseek(file, 0, SEEK_SET) != 0)
    TRY(status_fail(STATUS_MODEL, "not a file of learned models that autotune train wrote"));
  bytes = malloc(size > 0 ? (size_t)size : 1);
  if (!bytes)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a model of %ld bytes", size));
  if (fread(bytes, 1, (size_t)size, file) != (size_t)size)
    TRY(status_fail(STATUS_MODEL, "%s", ferror(file) ? strerror(errno) : "ends early"));
  *out_bytes = bytes;
  *out_size = (size_t)size;
  bytes = NULL;
cleanup:
  free(bytes);
  fclose(file);
  return status;
}

Status learned_model_load_file(const char *path, LearnedModel **out_model) {
  unsigned char *bytes = NULL;
  size_t size = 0;
  Status status = read_file(path, &bytes, &size);
  if (status == STATUS_OK)
    status = model_open(bytes, size, out_model);
  return status == STATUS_OK ? status : status_fail(status, "model '%s': %s", path, status_text());
}

const void *learned_model_bytes(const LearnedModel *model, size_t *out_size) {
  *out_size = model->size;
  return model->bytes;
}

// --- the shipped model

static pthread_mutex_t shipped_lock = PTHREAD_MUTEX_INITIALIZER;
static LearnedModel *shipped; // guarded by shipped_lock until it is there

bool learned_model_is_shipped(void) {
  size_t size;
  shipped_model_bytes(&size);
  return size > 0;
}

Status learned_model_shipped(LearnedModel **out_model) {
  size_t size;
  const void *bytes = shipped_model_bytes(&size);
  if (size == 0)
    return status_fail(STATUS_MODEL,
                       "no learned model is inside this build; name a file that autotune train "
                       "wrote");
  pthread_mutex_lock(&shipped_lock);
  Status status = shipped ? STATUS_OK : learned_model_load(bytes, size, &shipped);
  if (status == STATUS_OK)
    *out_model = shipped;
  pthread_mutex_unlock(&shipped_lock);
  return status;
}

Status learned_model_open(const char *path, LearnedModel **out_model) {
  return path ? learned_model_load_file(path, out_model) : learned_model_shipped(out_model);
}

void learned_model_destroy(LearnedModel *model) {
  if (!model || model == shipped)
    return;
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++)
    forest_destroy(model->forests[kind]);
  support_destroy(model->support);
  free(model->bytes);
  free(model);
}

// --- asking

const char *learned_model_note(const LearnedModel *model) {
  return (const char *)model->bytes + LEARNED_HEADER_BYTES;
}

const Support *learned_model_support(const LearnedModel *model) { return model->support; }

Trust learned_model_trust(const LearnedModel *model, const float *row) {
  return support_trust(model->support, row);
}

void trust_describe(const Trust *trust, char *text, size_t size) {
  static const double HIGH = 0.9; // as on the machine and the workloads of the training
  const char *why = trust->total >= HIGH ? ""
                    : !isfinite(trust->machine_distance)
                        ? ": the model has no say on elements of this type on this machine"
                    : trust->machine < trust->workload
                        ? ": this machine is unlike those the model was trained on"
                        : ": this workload is unlike those the model was trained on";
  const char *then = trust->total < 0.005 ? ", so the analytical model chooses alone" : "";
  snprintf(text, size, "trust %.2f%s%s", trust->total, why, then);
}

uint64_t learned_model_hash(const LearnedModel *model) { return model->hash; }

float learned_model_label(double seconds, double analytical_seconds) {
  return (float)log(seconds / analytical_seconds);
}

double learned_model_mixed(double ranker_share, double rank_score, double seconds) {
  return ranker_share * rank_score - log(seconds);
}

// 0 on a processor of the training, 1 on another one. It is the distance that tells them apart: one
// that is near enough to be trusted like home is not it.
static double away_from_home(const Trust *trust) {
  static const double AWAY = 0.15;
  return fmin(1, fmax(0, (trust->machine_distance - SUPPORT_HOME) / (AWAY - SUPPORT_HOME)));
}

double learned_model_score(const Trust *trust, double rank_score, double seconds) {
  // At home the least slowdown of the first choice on the development set (lab/results/metrics.md);
  // anywhere between 0.05 and 0.5 it is nearly as small. On another processor orders are worth more
  // than times (docs/reference/cost-model.md).
  static const double RANKER_SHARE = 0.1, AWAY_RANKER_SHARE = 0.65;
  double share = RANKER_SHARE + away_from_home(trust) * (AWAY_RANKER_SHARE - RANKER_SHARE);
  return learned_model_mixed(share, trusted_rank(trust->total, rank_score), seconds);
}

double learned_model_head_start(const Trust *trust) {
  // Among thousands of candidates the best score is mostly one that errs in its favour. Chosen by
  // what was chosen live (lab/results/model-constants.md). The less the model is trusted, the less
  // it can err.
  static const double HEAD_START = 0.47;
  return trust->total * away_from_home(trust) * HEAD_START;
}

double trusted_rank(double trust, double rank_score) {
  // An order of schedules carries over to the next generation better than a time, and to another
  // vendor less well (docs/reference/cost-model.md).
  return trust * trust * trust * rank_score;
}

double trusted_seconds(const SecondsBasis *basis, double logarithm) {
  static const double ORDER = 1e-6; // what is promised beyond the possible keeps its order
  double promised = basis->analytical * exp(basis->trust * logarithm);
  return fmax(promised, basis->least) + ORDER * fmin(promised, basis->least);
}

Status learned_model_rank(const LearnedModel *model, const float *rows, size_t count,
                          float *out_scores) {
  return forest_predict(model->forests[MODEL_RANKER], rows, count, out_scores);
}

Status learned_model_seconds(const LearnedModel *model, const float *rows,
                             const SecondsBasis *bases, size_t count, double *out_seconds) {
  enum { BLOCK = 256 };
  float logarithms[BLOCK];
  for (size_t start = 0; start < count; start += BLOCK) {
    size_t block = count - start < BLOCK ? count - start : BLOCK;
    Status status = forest_predict(model->forests[MODEL_REGRESSOR], rows + start * FEATURE_COUNT,
                                   block, logarithms);
    if (status != STATUS_OK)
      return status;
    for (size_t n = 0; n < block; n++)
      out_seconds[start + n] = trusted_seconds(&bases[start + n], (double)logarithms[n]);
  }
  return STATUS_OK;
}
