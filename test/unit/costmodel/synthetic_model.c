// Trains on a few hundred random schedules of each workload.
#include "test/unit/costmodel/synthetic_model.h"

#include "costmodel/features.h"
#include "search/space.h"
#include "test/unit/plan/workloads.h"

#include <math.h>
#include <stdlib.h>

enum { TASKS = 4, TASK_ROWS = 250, ROWS = TASKS * TASK_ROWS };

static const char *const task_texts[TASKS] = {WORKLOAD_MATMUL_8, WORKLOAD_CONV, WORKLOAD_NHWC_CONV,
                                              WORKLOAD_PADDED_CONV};

typedef struct Rows {
  float values[ROWS][FEATURE_COUNT], speeds[ROWS], ratios[ROWS];
  uint32_t group_sizes[TASKS];
} Rows;

double synthetic_seconds(const Workload *workload, const Schedule *schedule,
                         double analytical_seconds) {
  double factor = 1 + (double)(schedule_key(schedule) % 100) / 2000;
  for (int a = 0; a < workload->access_count; a++)
    if (schedule->pack[a] != PACK_NONE)
      factor *= 3;
  return analytical_seconds * factor;
}

static Status fill_task(const char *text, const Target *target, double time_factor, int first_row,
                        Rows *rows) {
  Workload workload;
  SearchSpace *space = NULL;
  Rng rng = {17};
  if (!workload_parse(text, &workload))
    return status_fail(STATUS_USAGE, "a workload of the tests cannot be read");
  Status status = space_create(&workload, target, &space);
  for (int n = 0; status == STATUS_OK && n < TASK_ROWS;) {
    Schedule schedule;
    LoopNest nest;
    double analytical;
    space_random(space, &rng, &schedule);
    if (space_score(space, &schedule, &analytical, NULL) != REJECT_NONE ||
        loop_nest_build(&workload, &schedule, &nest) != REJECT_NONE)
      continue;
    double seconds = time_factor * synthetic_seconds(&workload, &schedule, analytical);
    int row = first_row + n++;
    features_extract(&workload, &schedule, &nest, target, rows->values[row]);
    rows->speeds[row] = (float)-log(seconds);
    rows->ratios[row] = learned_model_label(seconds, analytical);
  }
  space_destroy(space);
  return status;
}

static Status train(ModelKind kind, const Rows *rows, XgboostModel **out_model) {
  const ModelRows data = {.values = rows->values[0],
                          .row_count = ROWS,
                          .labels = kind == MODEL_RANKER ? rows->speeds : rows->ratios,
                          .group_sizes = rows->group_sizes,
                          .group_count = TASKS};
  ModelOptions options = model_options_default(kind);
  options.max_rounds = 30;
  options.depth = 4;
  return xgboost_model_train(&options, (ModelSchema){feature_names(), FEATURE_COUNT}, &data, NULL,
                             out_model, NULL);
}

Status synthetic_model_pack(double factor, void **out_bytes, size_t *out_size) {
  Status status = STATUS_OK;
  XgboostModel *models[MODEL_KIND_COUNT] = {NULL, NULL};
  Support *support = NULL;
  Target target;
  Rows *rows = calloc(1, sizeof(*rows));
  if (!rows)
    return status_fail(STATUS_SYSTEM, "no memory for a synthetic model");
  TRY(target_parse("x86-64-v3", &target));
  for (int t = 0; t < TASKS; t++) {
    TRY(fill_task(task_texts[t], &target, factor, t * TASK_ROWS, rows));
    rows->group_sizes[t] = TASK_ROWS;
  }
  for (int kind = 0; kind < MODEL_KIND_COUNT; kind++)
    TRY(train((ModelKind)kind, rows, &models[kind]));
  TRY(support_create(&support));
  for (int row = 0; row < ROWS; row++)
    TRY(support_add(support, rows->values[row]));
  TRY(learned_model_pack(models[MODEL_RANKER], models[MODEL_REGRESSOR], support,
                         "synthetic times of a test", out_bytes, out_size));
cleanup:
  support_destroy(support);
  xgboost_model_destroy(models[MODEL_RANKER]);
  xgboost_model_destroy(models[MODEL_REGRESSOR]);
  free(rows);
  return status;
}
