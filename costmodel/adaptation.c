// The trees of the base, scaled by the trust in them, and local trees on top.
#include "costmodel/adaptation.h"

#include "costmodel/learned_model_file.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Small steps, few enough that some thousand rows are not learned by heart
// (docs/reference/cost-model.md): so many for ROWS, and for others in proportion to the square root
// of their number.
enum { ROWS = 3000, RANKER_ROUNDS = 100, REGRESSOR_ROUNDS = 250 };

typedef struct Adaptation {
  const LearnedModel *base;
  const TrainingSet *local;
  TrainingOptions options;
  TrainingRows rows;                      // owned: those in use
  double trust;                           // of the machine, below its rows
  XgboostModel *models[MODEL_KIND_COUNT]; // owned
  Support *support;                       // owned
} Adaptation;

static void adaptation_destroy(Adaptation *adaptation) {
  training_rows_destroy(&adaptation->rows);
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++)
    xgboost_model_destroy(adaptation->models[kind]);
  support_destroy(adaptation->support);
}

static Status check_rows(const TrainingRows *rows) {
  enum { FIRST = FEATURE_TARGET_VECTOR_BITS, LAST = FEATURE_TARGET_TLB };
  if (rows->row_count == 0)
    return status_fail(STATUS_USAGE, "nothing was measured well on this machine");
  for (size_t row = 1; row < rows->row_count; row++)
    if (memcmp(rows->values + FIRST, rows->values + row * FEATURE_COUNT + FIRST,
               (LAST + 1 - FIRST) * sizeof *rows->values) != 0)
      return status_fail(STATUS_USAGE, "the rows to adapt to are of more than one target");
  return STATUS_OK;
}

// How far the base counts below trees that learn from rows of the machine and correct it: where the
// trust is little, further than alone.
static double count_below_rows(double machine_distance) {
  return exp(-machine_distance * machine_distance);
}

// Of the nearest machine of the base, by the first row of a type that the base knows there: rows of
// others say nothing of the machine. Infinite where there is none.
static double distance_from_base(const Support *known, const TrainingRows *rows) {
  double distance = INFINITY;
  for (size_t row = 0; row < rows->row_count && !isfinite(distance); row++)
    distance = support_trust(known, rows->values + row * FEATURE_COUNT).machine_distance;
  return distance;
}

// What the models of the base are worth on the machine, whatever the workload.
static Status learn_support(Adaptation *adaptation) {
  Status status = STATUS_OK;
  const Support *known = learned_model_support(adaptation->base);
  const TrainingRows *rows = &adaptation->rows;
  adaptation->trust = count_below_rows(distance_from_base(known, rows));
  TRY(support_create(&adaptation->support));
  TRY(support_add_all(adaptation->support, known, rows->values));
  for (size_t row = 0; row < rows->row_count; row++)
    TRY(support_add(adaptation->support, rows->values + row * FEATURE_COUNT));
cleanup:
  return status;
}

// Adds trees to those of the base, which count as far as the machine is trusted.
static Status extend(Adaptation *adaptation, ModelKind kind) {
  size_t size;
  bool is_time = kind == MODEL_REGRESSOR;
  const void *bytes = learned_model_part(adaptation->base, kind, &size);
  const TrainingOptions *options = &adaptation->options;
  ModelRows rows = training_rows_for(adaptation->local, &adaptation->rows, is_time, options);
  return xgboost_model_extend(
      bytes, size, is_time ? adaptation->trust : trusted_rank(adaptation->trust, 1),
      is_time ? &options->regressor : &options->ranker,
      (ModelSchema){feature_names(), FEATURE_COUNT}, &rows, &adaptation->models[kind]);
}

static void choose_rounds(Adaptation *adaptation) {
  double factor = sqrt((double)adaptation->rows.row_count / ROWS);
  adaptation->options.ranker.max_rounds = (int)ceil(RANKER_ROUNDS * factor);
  adaptation->options.regressor.max_rounds = (int)ceil(REGRESSOR_ROUNDS * factor);
}

Status adaptation_train(const LearnedModel *base, const TrainingSet *local, const uint8_t *uses,
                        const char *note, uint32_t seed, void **out_bytes, size_t *out_size) {
  Status status = STATUS_OK;
  Adaptation adaptation = {.base = base, .local = local, .options = training_options_default(seed)};
  TRY(training_rows_create(local, uses, 1u << ROW_TRAIN | 1u << ROW_STOP, &adaptation.options,
                           &adaptation.rows));
  TRY(check_rows(&adaptation.rows));
  choose_rounds(&adaptation);
  TRY(learn_support(&adaptation));
  TRY(extend(&adaptation, MODEL_RANKER));
  TRY(extend(&adaptation, MODEL_REGRESSOR));
  TRY(learned_model_pack(adaptation.models[MODEL_RANKER], adaptation.models[MODEL_REGRESSOR],
                         adaptation.support, note, out_bytes, out_size));
cleanup:
  adaptation_destroy(&adaptation);
  return status;
}
