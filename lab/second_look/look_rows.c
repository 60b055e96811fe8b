// LookRows: the tasks of a dataset are found in a store by workload and target, their rows are put
// in the order of the model inside the library, and the best become code that is read.
#include "lab/second_look/look_rows.h"

#include "costmodel/learned_model.h"
#include "lab/figures/prediction.h"
#include "passes/second_look.h"
#include "runtime/codegen/compile.h"
#include "runtime/codegen/machine_reader.h"
#include "runtime/timing.h"
#include "tools/ops/measure_site.h"
#include "tools/ops/stored_module.h"
#include "transforms/lowering/lowering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where code comes from while a task is at hand.
typedef struct Source {
  StoreTask task;
  TuneOptions tune;
  MeasureSite *site;
} Source;

static void source_destroy(Source *source) {
  measure_site_destroy(source->site);
  store_task_destroy(&source->task);
  *source = (Source){0};
}

static Status source_create(MlirContext context, Source *source) {
  OptionTexts texts;
  MlirModule module;
  option_texts_init(&texts);
  texts.target = source->task.target;
  Status status = options_parse(&texts, &source->tune);
  if (status == STATUS_OK)
    status = stored_module_parse(context, &source->task, &module);
  return status == STATUS_OK
             ? measure_site_create(module, MEASURE_LARGEST_ANCHOR, &source->tune, &source->site)
             : status;
}

// The task of the store with this workload and target; `found` stays false where there is none.
static Status find_task(Store *store, const TrainingData *data, size_t task, StoreTask *out_task,
                        bool *found) {
  int64_t *numbers, count;
  const char *target = data->dataset.machines[data->machines[task]].target;
  Status status =
      store_list_tasks(store, training_data_workload(data, task)->text, -1, &numbers, &count);
  *found = false;
  for (int64_t n = 0; status == STATUS_OK && n < count && !*found; n++) {
    status = store_read_task(store, numbers[n], out_task);
    *found = status == STATUS_OK && !strcmp(out_task->target, target);
    if (status == STATUS_OK && !*found)
      store_task_destroy(out_task);
  }
  if (status == STATUS_OK || numbers)
    free(numbers);
  return status;
}

static int by_score(const void *a, const void *b) {
  const LookRow *left = a, *right = b;
  if (left->score != right->score)
    return left->score > right->score ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

static void join(LookRow *row, double seconds) {
  row->measured++;
  row->seconds += (seconds - row->seconds) / row->measured;
  row->last_seconds = seconds;
}

// One row of each schedule, with the mean of what all of its rows say.
static size_t join_repeats(const TrainingData *data, LookRow *rows, size_t count) {
  size_t kept = 0;
  for (size_t n = 0; n < count; n++) {
    uint64_t key = schedule_key(&training_data_row(data, rows[n].row)->schedule);
    size_t at = 0;
    while (at < kept && schedule_key(&training_data_row(data, rows[at].row)->schedule) != key)
      at++;
    if (at == kept)
      rows[kept++] = rows[n];
    else
      join(&rows[at], rows[n].last_seconds);
  }
  return kept;
}

static double kernel_share(const TrainingSet *set, size_t row) {
  return (double)set->values[row * FEATURE_COUNT + FEATURE_ANALYTICAL_KERNEL];
}

// A row of each schedule of the task, best first.
static Status rank_rows(const TrainingData *data, const LearnedModel *model, size_t task,
                        LookRow **out_rows, size_t *out_count) {
  const TrainingOptions training = training_options_default(0);
  const RowModels models = {.learned = model, .options = &training};
  size_t first = data->set.tasks[task].first, count = data->set.tasks[task].count;
  RowPrediction *predictions = calloc(count + 1, sizeof *predictions);
  LookRow *rows = calloc(count + 1, sizeof *rows);
  Status status = predictions && rows ? predict_rows(&data->set, &models, first, count, predictions)
                                      : status_fail(STATUS_SYSTEM, "no memory for %zu rows", count);
  for (size_t n = 0; status == STATUS_OK && n < count; n++)
    rows[n] = (LookRow){.row = first + n,
                        .score = predictions[n].both,
                        .predicted = predictions[n].seconds,
                        .kernel_share = kernel_share(&data->set, first + n),
                        .seconds = data->set.seconds[first + n],
                        .first_seconds = data->set.seconds[first + n],
                        .last_seconds = data->set.seconds[first + n],
                        .measured = 1};
  free(predictions);
  if (status != STATUS_OK) {
    free(rows);
    return status;
  }
  qsort(rows, count, sizeof *rows, by_score);
  *out_count = join_repeats(data, rows, count);
  *out_rows = rows;
  return STATUS_OK;
}

// A schedule for which there is no code any more is a row without a reading.
static Status read_row(const TrainingData *data, const Source *source, size_t task, LookRow *row) {
  char schedule[SCHEDULE_TEXT_BYTES];
  char *module = NULL; // owned
  schedule_print(&training_data_workload(data, task)->workload,
                 &training_data_row(data, row->row)->schedule, schedule, sizeof schedule);
  Status status = measure_site_build(source->site, schedule, &module);
  if (status == STATUS_OK)
    status =
        machine_reader_read(module, lowering_pipeline_text(), &source->site->target, &row->reading);
  free(module);
  row->is_read = status == STATUS_OK;
  return status == STATUS_SYSTEM ? status : STATUS_OK;
}

static Status look_at(const LookOptions *options, const TrainingData *data,
                      const LearnedModel *model, const Source *source, size_t task) {
  LookRow *rows;
  size_t all;
  Status status = rank_rows(data, model, task, &rows, &all);
  if (status != STATUS_OK)
    return status;
  size_t count = all < (size_t)options->top ? all : (size_t)options->top;
  for (size_t n = 0; n < count && status == STATUS_OK; n++)
    status = read_row(data, source, task, &rows[n]);
  const LookTask seen = {.task = task, .count = (int)count, .rows = rows};
  if (status == STATUS_OK)
    status = options->visit(data, &seen, options->user);
  free(rows);
  return status;
}

// A task whose module is none any more is passed over.
static Status look_at_task(const LookOptions *options, const TrainingData *data, Store *store,
                           const LearnedModel *model, MlirContext context, size_t task) {
  Source source = {0};
  bool found;
  Status status = find_task(store, data, task, &source.task, &found);
  if (status != STATUS_OK || !found)
    return status;
  status = source_create(context, &source);
  if (status == STATUS_OK)
    status = look_at(options, data, model, &source, task);
  else if (status != STATUS_SYSTEM)
    status = STATUS_OK;
  source_destroy(&source);
  return status;
}

Status look_rows(const LookOptions *options) {
  Status status = STATUS_OK;
  TrainingData data = {0};
  Store *store = NULL;
  LearnedModel *model = NULL;
  MlirContext context = compile_context_create();
  double start = timing_now();
  lowering_register();
  TRY(store_open_to_read(options->store, &store));
  TRY(training_data_read(&options->dataset, 1, &data));
  TRY(learned_model_shipped(&model));
  for (size_t task = 0; task < data.set.task_count; task++) {
    if (options->seconds > 0 && timing_now() - start > options->seconds)
      break;
    TRY(look_at_task(options, &data, store, model, context, task));
  }
cleanup:
  learned_model_destroy(model);
  training_data_destroy(&data);
  store_close(store);
  mlirContextDestroy(context);
  return status;
}
