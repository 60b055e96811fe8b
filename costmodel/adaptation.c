// The trees of the base, scaled by the trust in them, and local trees on top.
#include "costmodel/adaptation.h"

#include "costmodel/learned_model_file.h"
#include "costmodel/training.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Small steps, few enough that some thousand rows are not learned by heart (docs/cost-model.md).
enum { LOCAL_ROUNDS = 150 };

typedef struct Adaptation {
  const LearnedModel *base;
  const TrainingSet *local;
  uint32_t seed;
  double trust;                     // of the machine
  float *labels, *weights;          // owned: one per row
  XgboostModel *ranker, *regressor; // owned
  Support *support;                 // owned
} Adaptation;

static void adaptation_destroy(Adaptation *adaptation) {
  free(adaptation->labels);
  free(adaptation->weights);
  xgboost_model_destroy(adaptation->ranker);
  xgboost_model_destroy(adaptation->regressor);
  support_destroy(adaptation->support);
}

static Status check_rows(const TrainingSet *local) {
  enum { FIRST = FEATURE_TARGET_VECTOR_BITS, LAST = FEATURE_TARGET_TLB };
  if (local->row_count == 0)
    return status_fail(STATUS_USAGE, "nothing was measured well on this machine");
  for (size_t row = 1; row < local->row_count; row++)
    if (memcmp(local->values + FIRST, local->values + row * FEATURE_COUNT + FIRST,
               (LAST + 1 - FIRST) * sizeof *local->values) != 0)
      return status_fail(STATUS_USAGE, "the rows to adapt to are of more than one target");
  return STATUS_OK;
}

// What the models of the base are worth on the machine, whatever the workload.
static Status learn_support(Adaptation *adaptation) {
  Status status = STATUS_OK;
  const Support *known = learned_model_support(adaptation->base);
  const TrainingSet *local = adaptation->local;
  adaptation->trust = support_trust(known, local->values).machine;
  TRY(support_create(&adaptation->support));
  TRY(support_add_all(adaptation->support, known, local->values));
  for (size_t row = 0; row < local->row_count; row++)
    TRY(support_add(adaptation->support, local->values + row * FEATURE_COUNT));
cleanup:
  return status;
}

// As the regressor of the base was trained: logarithms, and fast code counts for more.
static Status label_rows(Adaptation *adaptation) {
  const TrainingSet *local = adaptation->local;
  adaptation->labels = malloc(local->row_count * sizeof(float));
  adaptation->weights = malloc(local->row_count * sizeof(float));
  if (!adaptation->labels || !adaptation->weights)
    return status_fail(STATUS_SYSTEM, "no memory for %zu rows", local->row_count);
  for (size_t t = 0; t < local->task_count; t++) {
    const TrainingTask *task = &local->tasks[t];
    double best = INFINITY;
    for (size_t row = task->first; row < task->first + task->count; row++)
      best = fmin(best, local->seconds[row]);
    for (size_t row = task->first; row < task->first + task->count; row++) {
      adaptation->labels[row] =
          learned_model_label(local->seconds[row], training_set_analytical(local, row));
      adaptation->weights[row] = (float)sqrt(best / local->seconds[row]);
    }
  }
  return STATUS_OK;
}

// Few rows of few workloads make a worse ranker than many of another machine: it keeps its trees.
static Status scale_ranker(Adaptation *adaptation) {
  size_t size;
  unsigned char *scaled = NULL;
  const void *bytes = learned_model_part(adaptation->base, MODEL_RANKER, &size);
  Status status = model_file_scale(bytes, size, trusted_rank(adaptation->trust, 1), &scaled);
  if (status == STATUS_OK)
    status = xgboost_model_load(scaled, size, (ModelSchema){feature_names(), FEATURE_COUNT},
                                &adaptation->ranker);
  free(scaled);
  return status;
}

static Status extend_regressor(Adaptation *adaptation) {
  size_t size;
  const void *bytes = learned_model_part(adaptation->base, MODEL_REGRESSOR, &size);
  const ModelSchema schema = {feature_names(), FEATURE_COUNT};
  const ModelRows rows = {.values = adaptation->local->values,
                          .row_count = adaptation->local->row_count,
                          .labels = adaptation->labels,
                          .weights = adaptation->weights};
  ModelOptions options = training_options_default(adaptation->seed).regressor;
  options.max_rounds = LOCAL_ROUNDS;
  return xgboost_model_extend(bytes, size, adaptation->trust, &options, schema, &rows,
                              &adaptation->regressor);
}

Status adaptation_train(const LearnedModel *base, const TrainingSet *local, const char *note,
                        uint32_t seed, void **out_bytes, size_t *out_size) {
  Status status = STATUS_OK;
  Adaptation adaptation = {.base = base, .local = local, .seed = seed};
  TRY(check_rows(local));
  TRY(learn_support(&adaptation));
  TRY(label_rows(&adaptation));
  TRY(scale_ranker(&adaptation));
  TRY(extend_regressor(&adaptation));
  TRY(learned_model_pack(adaptation.ranker, adaptation.regressor, adaptation.support, note,
                         out_bytes, out_size));
cleanup:
  adaptation_destroy(&adaptation);
  return status;
}
