// Training: what is learned from is chosen and labelled as said, the same data gives the same
// bytes, and models find the order in data that has one.
#include "costmodel/adaptation.h"
#include "costmodel/learned_model.h"
#include "costmodel/metrics.h"
#include "costmodel/training.h"
#include "plan/schedule/random_schedule.h"
#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS_PER_TASK = 40 };

static const char *const texts[] = {WORKLOAD_GELU, WORKLOAD_CONV, WORKLOAD_PADDED_CONV,
                                    WORKLOAD_NHWC_CONV};
enum { TASKS = sizeof texts / sizeof *texts };

// Seconds that the analytical model does not know of: scalar code and packing cost extra.
static double pretend_seconds(const Workload *workload, const Schedule *schedule,
                              const Target *target) {
  LoopNest nest;
  CHECK_EQUAL(loop_nest_build(workload, schedule, &nest), REJECT_NONE);
  double seconds = analytical_seconds(workload, schedule, &nest, target, NULL);
  return seconds * (schedule->lanes < 4 ? 3 : 1) * (1 + 0.5 * nest.pack_count);
}

static void make_set_on(const char *machine, TrainingSet *set) {
  Target target;
  *set = (TrainingSet){0};
  CHECK_EQUAL(target_parse(machine, &target), STATUS_OK);
  for (int t = 0; t < TASKS; t++) {
    Workload workload;
    Schedule schedule;
    uint64_t seed = 7 + (uint64_t)t;
    CHECK(workload_parse(texts[t], &workload));
    CHECK_EQUAL(training_set_begin(set, &workload), STATUS_OK);
    for (int n = 0; n < ROWS_PER_TASK; n++) {
      bool is_kept;
      CHECK(schedule_random(&workload, &target, &seed, &schedule));
      CHECK_EQUAL(training_set_add(set, &workload, &schedule, &target,
                                   pretend_seconds(&workload, &schedule, &target), &is_kept),
                  STATUS_OK);
      CHECK(is_kept);
    }
  }
}

static void make_set(TrainingSet *set) { make_set_on("zen4", set); }

static TrainingOptions small_options(void) {
  TrainingOptions options = training_options_default(5);
  options.ranker.max_rounds = options.regressor.max_rounds = 60;
  options.ranker.depth = options.regressor.depth = 4;
  return options;
}

// The last task is held out while the rounds are found; the one before it is not seen at all.
static void make_uses(const TrainingSet *set, uint8_t *uses) {
  for (size_t t = 0; t < set->task_count; t++)
    for (size_t n = 0; n < set->tasks[t].count; n++)
      uses[set->tasks[t].first + n] = t == TASKS - 1   ? ROW_STOP
                                      : t == TASKS - 2 ? ROW_UNUSED
                                                       : ROW_TRAIN;
}

static void test_set(void) {
  TrainingSet set;
  Workload workload;
  Schedule schedule;
  Target target;
  bool is_kept;
  make_set(&set);
  CHECK_EQUAL(set.task_count, TASKS);
  CHECK_EQUAL(set.row_count, TASKS * ROWS_PER_TASK);
  CHECK_EQUAL(set.tasks[1].first, ROWS_PER_TASK);
  CHECK(workload_parse(texts[0], &workload));
  CHECK_EQUAL(target_parse("zen4", &target), STATUS_OK);
  schedule_init(&workload, &schedule);
  LoopNest nest;
  CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
  double expected = analytical_seconds(&workload, &schedule, &nest, &target, NULL);
  CHECK_EQUAL(training_set_add(&set, &workload, &schedule, &target, 1, &is_kept), STATUS_OK);
  CHECK(is_kept);
  CHECK(fabs(training_set_analytical(&set, set.row_count - 1) / expected - 1) < 1e-5);
  const double no_times[] = {0, -1, NAN, INFINITY};
  for (int n = 0; n < 4; n++) {
    CHECK_EQUAL(training_set_add(&set, &workload, &schedule, &target, no_times[n], &is_kept),
                STATUS_OK);
    CHECK(!is_kept);
  }
  CHECK_EQUAL(set.row_count, TASKS * ROWS_PER_TASK + 1);
  training_set_destroy(&set);
}

// Folds depend on the key and the seed alone, and are of similar size.
static void test_folds(void) {
  int counts[5] = {0}, stopped = 0, moved = 0;
  for (uint64_t key = 0; key < 5000; key++) {
    int fold = contraction_fold(key, 1, 5);
    CHECK(fold >= 0 && fold < 5 && fold == contraction_fold(key, 1, 5));
    counts[fold]++;
    moved += fold != contraction_fold(key, 2, 5);
    stopped += training_use(key, 1) == ROW_STOP;
    CHECK_EQUAL(training_use(key, 1), training_use(key, 1)); // all rows of a contraction
  }
  for (int n = 0; n < 5; n++)
    CHECK(counts[n] > 850 && counts[n] < 1150);
  CHECK(moved > 3500);
  CHECK(stopped > 500 && stopped < 750);
}

static void pack(const TrainedModels *models, void **out_bytes, size_t *out_size) {
  CHECK_EQUAL(learned_model_pack(models->ranker, models->regressor, models->support, "a test",
                                 out_bytes, out_size),
              STATUS_OK);
}

static void test_same_data_same_bytes(void) {
  TrainingSet set;
  static uint8_t uses[TASKS * ROWS_PER_TASK];
  TrainingOptions options = small_options();
  TrainedModels first, second;
  void *bytes[2];
  size_t sizes[2];
  make_set(&set);
  make_uses(&set, uses);
  options.ranker.row_sample = options.regressor.row_sample = 0.8;
  CHECK_EQUAL(models_train(&set, uses, &options, &first), STATUS_OK);
  CHECK_EQUAL(models_train(&set, uses, &options, &second), STATUS_OK);
  pack(&first, &bytes[0], &sizes[0]);
  pack(&second, &bytes[1], &sizes[1]);
  CHECK_EQUAL(sizes[0], sizes[1]);
  CHECK(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0);
  CHECK_EQUAL(first.task_count, TASKS - 1);
  CHECK_EQUAL(first.row_count, (TASKS - 1) * ROWS_PER_TASK);
  trained_models_destroy(&second);
  options.ranker.seed = options.regressor.seed = 6;
  CHECK_EQUAL(models_train(&set, uses, &options, &second), STATUS_OK);
  free(bytes[1]);
  pack(&second, &bytes[1], &sizes[1]);
  CHECK(sizes[0] != sizes[1] || memcmp(bytes[0], bytes[1], sizes[0]) != 0);
  free(bytes[0]);
  free(bytes[1]);
  trained_models_destroy(&first);
  trained_models_destroy(&second);
  training_set_destroy(&set);
}

// A kernel with a single schedule says how long it takes, and nothing about an order.
static void test_few_rows_teach_times(void) {
  TrainingSet set;
  static uint8_t uses[TASKS * ROWS_PER_TASK + 1];
  TrainingOptions options = small_options();
  TrainedModels before, after;
  Workload workload;
  Schedule schedule;
  Target target;
  bool is_kept;
  size_t sizes[4];
  make_set(&set);
  make_uses(&set, uses);
  uses[TASKS * ROWS_PER_TASK] = ROW_TRAIN;
  CHECK_EQUAL(models_train(&set, uses, &options, &before), STATUS_OK);
  CHECK(workload_parse(texts[0], &workload));
  CHECK_EQUAL(target_parse("zen4", &target), STATUS_OK);
  schedule_init(&workload, &schedule);
  CHECK_EQUAL(training_set_begin(&set, &workload), STATUS_OK);
  CHECK_EQUAL(training_set_add(&set, &workload, &schedule, &target, 1, &is_kept), STATUS_OK);
  CHECK_EQUAL(models_train(&set, uses, &options, &after), STATUS_OK);
  const void *bytes[4] = {xgboost_model_bytes(before.ranker, &sizes[0]),
                          xgboost_model_bytes(after.ranker, &sizes[1]),
                          xgboost_model_bytes(before.regressor, &sizes[2]),
                          xgboost_model_bytes(after.regressor, &sizes[3])};
  CHECK(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0);
  CHECK(sizes[2] != sizes[3] || memcmp(bytes[2], bytes[3], sizes[2]) != 0);
  CHECK_EQUAL(after.row_count, before.row_count + 1);
  trained_models_destroy(&before);
  trained_models_destroy(&after);
  training_set_destroy(&set);
}

static double accuracy(const TrainingSet *set, const TrainingTask *task, const double *scores) {
  MetricTask metric = {set->seconds + task->first, scores, task->count, 1};
  PairCounts counts;
  CHECK_EQUAL(metric_task_pairs(&metric, &counts), STATUS_OK);
  return metric_pairwise_accuracy(&counts);
}

// What is learned from three workloads holds for one that was not seen.
static void test_learns_what_analysis_misses(void) {
  TrainingSet set;
  static uint8_t uses[TASKS * ROWS_PER_TASK];
  TrainingOptions options = small_options();
  TrainedModels models;
  LearnedModel *learned;
  void *bytes;
  size_t size;
  make_set(&set);
  make_uses(&set, uses);
  CHECK_EQUAL(models_train(&set, uses, &options, &models), STATUS_OK);
  CHECK(!isnan(models.ranker_training.held_out) && !isnan(models.regressor_training.held_out));
  pack(&models, &bytes, &size);
  CHECK_EQUAL(learned_model_load(bytes, size, &learned), STATUS_OK);
  const TrainingTask *task = &set.tasks[TASKS - 2];
  const float *rows = set.values + task->first * FEATURE_COUNT;
  double analytical[ROWS_PER_TASK], seconds[ROWS_PER_TASK];
  SecondsBasis bases[ROWS_PER_TASK];
  double scores[3][ROWS_PER_TASK];
  float ranks[ROWS_PER_TASK];
  double error = 0, analytical_error = 0;
  for (size_t n = 0; n < task->count; n++) {
    analytical[n] = training_set_analytical(&set, task->first + n);
    bases[n] =
        (SecondsBasis){.analytical = analytical[n],
                       .least = set.least[task->first + n],
                       .trust = learned_model_trust(learned, rows + n * FEATURE_COUNT).total};
    CHECK(bases[n].trust >
          0.9); // the machine is that of the training, the workload is like another
  }
  CHECK_EQUAL(learned_model_seconds(learned, rows, bases, task->count, seconds), STATUS_OK);
  CHECK_EQUAL(learned_model_rank(learned, rows, task->count, ranks), STATUS_OK);
  for (size_t n = 0; n < task->count; n++) {
    scores[0][n] = -analytical[n];
    scores[1][n] = -seconds[n];
    scores[2][n] = ranks[n];
    error += fabs(log(seconds[n] / set.seconds[task->first + n]));
    analytical_error += fabs(log(analytical[n] / set.seconds[task->first + n]));
  }
  printf("pairs: analytical %.3f, regressor %.3f, ranker %.3f; log error %.3f of %.3f\n",
         accuracy(&set, task, scores[0]), accuracy(&set, task, scores[1]),
         accuracy(&set, task, scores[2]), error, analytical_error);
  CHECK(error < 0.5 * analytical_error);
  CHECK(accuracy(&set, task, scores[1]) > accuracy(&set, task, scores[0]));
  CHECK(accuracy(&set, task, scores[2]) > 0.7);
  learned_model_destroy(learned);
  free(bytes);
  trained_models_destroy(&models);
  training_set_destroy(&set);
}

static double log_error(const LearnedModel *model, const TrainingSet *set) {
  double sum = 0;
  for (size_t row = 0; row < set->row_count; row++) {
    const float *values = set->values + row * FEATURE_COUNT;
    SecondsBasis basis = {.analytical = training_set_analytical(set, row),
                          .least = set->least[row],
                          .trust = learned_model_trust(model, values).total};
    double seconds;
    CHECK_EQUAL(learned_model_seconds(model, values, &basis, 1, &seconds), STATUS_OK);
    sum += fabs(log(seconds / set->seconds[row]));
  }
  return sum / (double)set->row_count;
}

static LearnedModel *train_base(const TrainingSet *set) {
  static uint8_t uses[TASKS * ROWS_PER_TASK];
  TrainingOptions options = small_options();
  TrainedModels models;
  LearnedModel *base = NULL;
  void *bytes;
  size_t size;
  make_uses(set, uses);
  CHECK_EQUAL(models_train(set, uses, &options, &models), STATUS_OK);
  pack(&models, &bytes, &size);
  CHECK_EQUAL(learned_model_load(bytes, size, &base), STATUS_OK);
  free(bytes);
  trained_models_destroy(&models);
  return base;
}

static LearnedModel *adapt(const LearnedModel *base, const TrainingSet *local) {
  void *bytes[2];
  size_t sizes[2];
  LearnedModel *model = NULL;
  for (int n = 0; n < 2; n++)
    CHECK_EQUAL(adaptation_train(base, local, NULL, "adapted", 3, &bytes[n], &sizes[n]), STATUS_OK);
  CHECK(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0);
  CHECK_EQUAL(learned_model_load(bytes[0], sizes[0], &model), STATUS_OK);
  free(bytes[0]);
  free(bytes[1]);
  return model;
}

// A machine that nothing is known of is not trusted; rows of it make the model better there, and
// let it say so.
static void test_adaptation(void) {
  TrainingSet set, local;
  void *bytes = NULL;
  size_t size;
  make_set(&set);
  make_set_on("sapphirerapids", &local);
  for (size_t row = 0; row < local.row_count; row++)
    local.seconds[row] *= row % 3 == 0 ? 2 : 3;
  LearnedModel *base = train_base(&set);
  CHECK(learned_model_trust(base, local.values).total < 0.7);
  LearnedModel *adapted = adapt(base, &local);
  CHECK(learned_model_trust(adapted, local.values).total == 1);
  printf("adapted: log error %.3f of %.3f\n", log_error(adapted, &local), log_error(base, &local));
  CHECK(log_error(adapted, &local) < 0.5 * log_error(base, &local));
  TrainingSet none = {0};
  CHECK_EQUAL(adaptation_train(base, &none, NULL, "none", 1, &bytes, &size), STATUS_USAGE);
  local.values[FEATURE_TARGET_L1_BYTES] += 1;
  CHECK_EQUAL(adaptation_train(base, &local, NULL, "two", 1, &bytes, &size), STATUS_USAGE);
  CHECK_TEXT(status_text(), "the rows to adapt to are of more than one target");
  CHECK(bytes == NULL);
  learned_model_destroy(adapted);
  learned_model_destroy(base);
  training_set_destroy(&set);
  training_set_destroy(&local);
}

// What is measured first on a machine that the base knows may be of a type that it does not know:
// that says nothing of the machine, and the base still counts.
static void test_adaptation_of_types(void) {
  TrainingSet set, local;
  make_set(&set);
  make_set(&local);
  LearnedModel *base = train_base(&set);
  for (size_t row = 0; row < local.tasks[0].count; row++)
    local.values[row * FEATURE_COUNT + FEATURE_WORK_FLOAT] = 0;
  CHECK(isinf(learned_model_trust(base, local.values).machine_distance));
  local.task_count = 2; // too few to learn much from
  local.row_count = local.tasks[local.task_count].first;
  LearnedModel *adapted = adapt(base, &local);
  printf("adapted at home: log error %.3f of %.3f\n", log_error(adapted, &set),
         log_error(base, &set));
  CHECK(log_error(adapted, &set) < 1.5 * log_error(base, &set));
  learned_model_destroy(adapted);
  learned_model_destroy(base);
  training_set_destroy(&set);
  training_set_destroy(&local);
}

// No tree of an ablated model looks at what was taken away: changing it changes nothing.
static void test_ablations(void) {
  TrainingSet set;
  static uint8_t uses[TASKS * ROWS_PER_TASK];
  TrainingOptions options = small_options();
  TrainedModels models;
  float before, after;
  make_set(&set);
  make_uses(&set, uses);
  options.without_analytical = true;
  options.without = "loop,target.";
  CHECK_EQUAL(models_train(&set, uses, &options, &models), STATUS_OK);
  CHECK(training_reference(&set, 0, &options) != training_set_analytical(&set, 0));
  for (size_t row = 0; row < set.row_count; row++) {
    float *values = set.values + row * FEATURE_COUNT;
    CHECK_EQUAL(xgboost_model_predict(models.ranker, values, 1, &before), STATUS_OK);
    for (int f = 0; f < FEATURE_COUNT; f++)
      if (!strncmp(feature_name((Feature)f), "analytical.", 11) ||
          !strncmp(feature_name((Feature)f), "target.", 7) ||
          !strncmp(feature_name((Feature)f), "loop3.", 6))
        values[f] = 1e6F;
    CHECK_EQUAL(xgboost_model_predict(models.ranker, values, 1, &after), STATUS_OK);
    CHECK(before == after);
  }
  trained_models_destroy(&models);
  training_set_destroy(&set);
  make_set(&set);
  options = small_options();
  options.is_squared = true;
  CHECK_EQUAL(models_train(&set, uses, &options, &models), STATUS_OK);
  CHECK_EQUAL(xgboost_model_kind(models.ranker), MODEL_REGRESSOR);
  trained_models_destroy(&models);
  memset(uses, ROW_UNUSED, sizeof uses);
  CHECK_EQUAL(models_train(&set, uses, &options, &models), STATUS_USAGE);
  CHECK_TEXT(status_text(), "no measured row is left to train on");
  training_set_destroy(&set);
}

int main(void) {
  test_set();
  test_folds();
  test_same_data_same_bytes();
  test_few_rows_teach_times();
  test_learns_what_analysis_misses();
  test_adaptation();
  test_adaptation_of_types();
  test_ablations();
  return check_result();
}
