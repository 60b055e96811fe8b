// From rows to models: choosing rows, labels and weights, finding the rounds, training.
#include "costmodel/training.h"

#include "costmodel/learned_model.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STOP_PART = 8 }; // one workload in so many is held out

TrainingOptions training_options_default(uint32_t seed) {
  TrainingOptions options = {.ranker = model_options_default(MODEL_RANKER),
                             .regressor = model_options_default(MODEL_REGRESSOR),
                             .task_rows = 512,
                             .ranker_least_rows = 8};
  options.ranker.seed = options.regressor.seed = seed;
  options.ranker.max_rounds = 600;
  options.regressor.max_rounds = 1200; // more still gain, and take longer to ask
  options.ranker.patience = options.regressor.patience = 40;
  options.ranker.learning_rate = 0.1;
  options.regressor.learning_rate = 0.05;
  options.ranker.column_sample = options.regressor.column_sample = 0.3;
  return options;
}

RowUse training_use(uint64_t contraction_key, uint32_t seed) {
  return contraction_fold(contraction_key, seed, STOP_PART) == 0 ? ROW_STOP : ROW_TRAIN;
}

double training_reference(const TrainingSet *set, size_t row, const TrainingOptions *options) {
  if (!options->without_analytical)
    return training_set_analytical(set, row);
  return 1e-9 * exp2(set->values[row * FEATURE_COUNT + FEATURE_WORK_POINTS]);
}

// --- rows

void training_rows_destroy(TrainingRows *selection) {
  free(selection->values);
  free(selection->labels);
  free(selection->weights);
  free(selection->rows);
  free(selection->group_sizes);
}

static bool begins_with_one_of(const char *name, const char *prefixes) {
  for (size_t length; *prefixes; prefixes += length + (prefixes[length] == ',')) {
    length = strcspn(prefixes, ",");
    if (strncmp(name, prefixes, length) == 0)
      return true;
  }
  return false;
}

// Columns that an ablation takes away become constant: no tree can split on them.
static void blank_columns(TrainingRows *selection, const char *prefixes) {
  for (int f = 0; f < FEATURE_COUNT; f++)
    if (begins_with_one_of(feature_name((Feature)f), prefixes))
      for (size_t n = 0; n < selection->row_count; n++)
        selection->values[n * FEATURE_COUNT + (size_t)f] = 0;
}

static bool is_selected(const uint8_t *uses, size_t row, unsigned wanted) {
  return wanted >> (uses ? uses[row] : ROW_TRAIN) & 1;
}

// Keeps `most` of the rows from `first` on, at even distances.
static void thin_out(TrainingRows *selection, size_t first, size_t most) {
  size_t count = selection->row_count - first;
  if (count <= most)
    return;
  for (size_t n = 0; n < most; n++)
    selection->rows[first + n] = selection->rows[first + n * count / most];
  selection->row_count = first + most;
}

static void select_rows(const TrainingSet *set, const uint8_t *uses, unsigned wanted, size_t most,
                        TrainingRows *selection) {
  for (size_t t = 0; t < set->task_count; t++) {
    const TrainingTask *task = &set->tasks[t];
    size_t before = selection->row_count;
    for (size_t row = task->first; row < task->first + task->count; row++)
      if (is_selected(uses, row, wanted))
        selection->rows[selection->row_count++] = row;
    thin_out(selection, before, most);
    if (selection->row_count > before)
      selection->group_sizes[selection->group_count++] = (uint32_t)(selection->row_count - before);
  }
}

Status training_rows_create(const TrainingSet *set, const uint8_t *uses, unsigned wanted,
                            const TrainingOptions *options, TrainingRows *out) {
  size_t count = 0;
  for (size_t row = 0; row < set->row_count; row++)
    count += is_selected(uses, row, wanted);
  *out = (TrainingRows){.values = malloc((count + 1) * FEATURE_COUNT * sizeof(float)),
                        .labels = malloc((count + 1) * sizeof(float)),
                        .weights = malloc((count + 1) * sizeof(float)),
                        .rows = malloc((count + 1) * sizeof(size_t)),
                        .group_sizes = malloc((set->task_count + 1) * sizeof(uint32_t))};
  if (!out->values || !out->labels || !out->weights || !out->rows || !out->group_sizes)
    return status_fail(STATUS_SYSTEM, "no memory to train on %zu rows", count);
  select_rows(set, uses, wanted, options->task_rows, out);
  for (size_t n = 0; n < out->row_count; n++)
    memcpy(out->values + n * FEATURE_COUNT, set->values + out->rows[n] * FEATURE_COUNT,
           FEATURE_COUNT * sizeof(float));
  if (options->without_analytical)
    blank_columns(out, "analytical.");
  if (options->without)
    blank_columns(out, options->without);
  return STATUS_OK;
}

// --- labels

// The part of the group's best speed that each row reaches: comparable inside a group.
static void label_speeds(const TrainingSet *set, const TrainingRows *selection, float *out) {
  size_t first = 0;
  for (size_t g = 0; g < selection->group_count; first += selection->group_sizes[g++]) {
    double best = INFINITY;
    for (size_t n = first; n < first + selection->group_sizes[g]; n++)
      best = fmin(best, set->seconds[selection->rows[n]]);
    for (size_t n = first; n < first + selection->group_sizes[g]; n++)
      out[n] = (float)(best / set->seconds[selection->rows[n]]);
  }
}

static void label_seconds(const TrainingSet *set, const TrainingRows *selection,
                          const TrainingOptions *options, float *out) {
  for (size_t n = 0; n < selection->row_count; n++) {
    size_t row = selection->rows[n];
    out[n] = learned_model_label(set->seconds[row], training_reference(set, row, options));
  }
}

// Fast code is what is chosen among, so its errors count for more.
static void weigh_fast_code(const TrainingSet *set, TrainingRows *selection) {
  label_speeds(set, selection, selection->weights);
  for (size_t n = 0; n < selection->row_count; n++)
    selection->weights[n] = sqrtf(selection->weights[n]);
}

ModelRows training_rows_for(const TrainingSet *set, TrainingRows *selection, bool is_time,
                            const TrainingOptions *options) {
  ModelRows rows = {.values = selection->values,
                    .row_count = selection->row_count,
                    .labels = selection->labels,
                    .group_sizes = selection->group_sizes,
                    .group_count = selection->group_count};
  if (is_time)
    label_seconds(set, selection, options, selection->labels);
  else
    label_speeds(set, selection, selection->labels);
  if (is_time || options->is_squared) {
    weigh_fast_code(set, selection);
    rows.weights = selection->weights;
  }
  return rows;
}

// --- training

typedef struct Trainer {
  const TrainingSet *set;
  const TrainingOptions *options;
  TrainingRows train, stop, all;
} Trainer;

static Status select_all(Trainer *trainer, const uint8_t *uses) {
  const TrainingOptions *options = trainer->options;
  Status status = STATUS_OK;
  TRY(training_rows_create(trainer->set, uses, 1u << ROW_TRAIN, options, &trainer->train));
  TRY(training_rows_create(trainer->set, uses, 1u << ROW_STOP, options, &trainer->stop));
  TRY(training_rows_create(trainer->set, uses, 1u << ROW_TRAIN | 1u << ROW_STOP, options,
                           &trainer->all));
  if (trainer->all.row_count == 0)
    TRY(status_fail(STATUS_USAGE, "no measured row is left to train on"));
cleanup:
  return status;
}

static void trainer_destroy(Trainer *trainer) {
  training_rows_destroy(&trainer->train);
  training_rows_destroy(&trainer->stop);
  training_rows_destroy(&trainer->all);
}

static Status train_one(Trainer *trainer, bool is_time, ModelOptions model_options,
                        XgboostModel **out_model, ModelTraining *out_training) {
  ModelSchema schema = {feature_names(), FEATURE_COUNT};
  if (trainer->stop.row_count > 0 && trainer->train.row_count > 0) {
    ModelRows train = training_rows_for(trainer->set, &trainer->train, is_time, trainer->options);
    ModelRows stop = training_rows_for(trainer->set, &trainer->stop, is_time, trainer->options);
    XgboostModel *found = NULL;
    Status status =
        xgboost_model_train(&model_options, schema, &train, &stop, &found, out_training);
    if (status != STATUS_OK)
      return status;
    xgboost_model_destroy(found);
    model_options.max_rounds = out_training->best_rounds;
  }
  ModelRows all = training_rows_for(trainer->set, &trainer->all, is_time, trainer->options);
  ModelTraining last;
  Status status = xgboost_model_train(&model_options, schema, &all, NULL, out_model, &last);
  if (status == STATUS_OK && trainer->stop.row_count == 0)
    *out_training = last;
  return status;
}

// The uses of rows for the ranker: tasks of few schedules, as kernels of whole programs are, have
// next to no order to learn, but as workloads that are held out would say when to stop.
static uint8_t *ranker_uses(const TrainingSet *set, const uint8_t *uses, size_t least) {
  uint8_t *own = malloc(set->row_count + 1);
  size_t kept = 0;
  for (size_t t = 0; own && t < set->task_count; t++) {
    const TrainingTask *task = &set->tasks[t];
    for (size_t row = task->first; row < task->first + task->count; row++) {
      own[row] = task->count < least ? ROW_UNUSED : uses[row];
      kept += own[row] != ROW_UNUSED;
    }
  }
  if (own && kept == 0)
    memcpy(own, uses, set->row_count);
  return own;
}

static Status train_ranker(const TrainingSet *set, const uint8_t *uses,
                           const TrainingOptions *options, TrainedModels *models) {
  Status status = STATUS_OK;
  Trainer trainer = {.set = set, .options = options};
  ModelOptions ranker = options->ranker;
  uint8_t *own = ranker_uses(set, uses, options->ranker_least_rows);
  if (!own)
    TRY(status_fail(STATUS_SYSTEM, "no memory to train on %zu rows", set->row_count));
  if (options->is_squared) {
    ranker = options->regressor;
    ranker.kind = MODEL_REGRESSOR;
  }
  TRY(select_all(&trainer, own));
  TRY(train_one(&trainer, false, ranker, &models->ranker, &models->ranker_training));
cleanup:
  free(own);
  trainer_destroy(&trainer);
  return status;
}

static Status train_regressor(const TrainingSet *set, const uint8_t *uses,
                              const TrainingOptions *options, TrainedModels *models) {
  Status status = STATUS_OK;
  Trainer trainer = {.set = set, .options = options};
  TRY(select_all(&trainer, uses));
  TRY(train_one(&trainer, true, options->regressor, &models->regressor,
                &models->regressor_training));
  TRY(support_create(&models->support));
  for (size_t n = 0; n < trainer.all.row_count; n++)
    TRY(support_add(models->support, set->values + trainer.all.rows[n] * FEATURE_COUNT));
  models->row_count = trainer.all.row_count;
  models->task_count = trainer.all.group_count;
cleanup:
  trainer_destroy(&trainer);
  return status;
}

Status models_train(const TrainingSet *set, const uint8_t *uses, const TrainingOptions *options,
                    TrainedModels *out_models) {
  TrainedModels models = {0};
  Status status = train_ranker(set, uses, options, &models);
  if (status == STATUS_OK)
    status = train_regressor(set, uses, options, &models);
  if (status == STATUS_OK)
    *out_models = models;
  else
    trained_models_destroy(&models);
  return status;
}

void trained_models_destroy(TrainedModels *models) {
  xgboost_model_destroy(models->ranker);
  xgboost_model_destroy(models->regressor);
  support_destroy(models->support);
  *models = (TrainedModels){0};
}
