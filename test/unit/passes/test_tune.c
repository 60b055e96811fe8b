// Tuning: where the scheduler spends the next batch, when a difference is no chance, and what makes
// a batch diverse.
#include "search/learning/diverse_batch.h"
#include "search/learning/local_model.h"
#include "test/unit/base/check.h"
#include "tools/collect/child.h"
#include "tools/tune/tune_module.h"
#include "tools/tune/tune_paired.h"
#include "tools/tune/tune_show.h"

#include "costmodel/features.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// --- the scheduler

static TuneTask task_of(int64_t weight, int64_t trials, double earlier, double best) {
  return (TuneTask){.weight = weight,
                    .trials = trials,
                    .earlier_trials = trials > 32 ? trials - 32 : 0,
                    .earlier_seconds = earlier,
                    .choice_seconds = 1,
                    .best_seconds = best};
}

static void test_scheduler(void) {
  TuneTask tasks[3] = {task_of(1, 0, 0, 0), task_of(9, 64, 1, 0.5), task_of(5, 0, 0, 0)};
  CHECK_EQUAL(tune_task_next(tasks, 3, 32), 2); // unmeasured ones first, heaviest first
  tasks[2] = task_of(5, 64, 0.5, 0.5);
  CHECK_EQUAL(tune_task_next(tasks, 3, 32), 0);
  tasks[0] = task_of(1, 64, 0.5, 0.5);
  CHECK_EQUAL(tune_task_next(tasks, 3, 32), 1); // it still gains, and weighs most
  tasks[1].is_running = true;
  CHECK_EQUAL(tune_task_next(tasks, 3, 32), 2); // equal but for the weight
  tasks[2].is_exhausted = true;
  CHECK_EQUAL(tune_task_next(tasks, 3, 32), 0);
  tasks[0].is_running = true;
  CHECK_EQUAL(tune_task_next(tasks, 3, 32), -1);
  // What was tried more promises less.
  TuneTask early = task_of(1, 64, 0.5, 0.5), late = task_of(1, 640, 0.5, 0.5);
  CHECK(tune_task_expect(&early, 32) > tune_task_expect(&late, 32));
  CHECK(isinf(tune_task_expect(&(TuneTask){.weight = 1}, 32)));
}

static void test_total(void) {
  TuneTask tasks[2] = {task_of(2, 8, 1, 0.5), task_of(3, 8, 1, 1)};
  double choice, best;
  CHECK(tune_tasks_total(tasks, 2, &choice, &best));
  CHECK(choice == 5 && best == 4);
  tasks[1].best_seconds = 0;
  CHECK(!tune_tasks_total(tasks, 2, &choice, &best));
}

// --- the test of the module

static const char WORK[] = "p24 p40 r16 | f32[24,16](i0,i2)@0 f32[16,40](i2,i1)@0 "
                           "f32[24,40](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";

// What is due, and what counts as taken back, follows from the store alone.
static void test_due(void) {
  char folder[] = "/tmp/test_tune_XXXXXX", path[64];
  Store *store = NULL;
  TuneTask task = {.weight = 2};
  TuneModule module = {.session = "a", .tasks = &task, .count = 1};
  StoreTask stored = {.workload = (char *)WORK,
                      .family = "matmul",
                      .source = "",
                      .cpu = "Some CPU",
                      .target = "zen3",
                      .limit = "",
                      .module = "",
                      .schedule = "base"};
  StoreKept kept = {"base", "fast", "a", 2, 2, 9};
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/store", folder);
  CHECK_EQUAL(store_open(path, &store), STATUS_OK);
  CHECK_EQUAL(store_add_task(store, &stored, &task.number), STATUS_OK);
  CHECK_EQUAL(tune_task_read(store, &task), STATUS_OK);
  CHECK(!tune_module_is_due(&module)); // nothing was measured
  const StoreRow rows[] = {{.origin = ORIGIN_CHOICE, .schedule = "base", .seconds = {2}},
                           {.origin = ORIGIN_EXPLORE, .schedule = "fast", .seconds = {1}},
                           {.origin = ORIGIN_EXPLORE, .schedule = "faster", .seconds = {0.5}}};
  for (int n = 0; n < 2; n++) {
    StoreRow row = rows[n];
    row.repeats = 1;
    CHECK_EQUAL(store_add_row(store, task.number, &row, NULL), STATUS_OK);
  }
  CHECK_EQUAL(tune_task_read(store, &task), STATUS_OK);
  CHECK(tune_module_is_due(&module) && task.differs && !task.is_taken_back);
  CHECK_EQUAL(store_set_kept(store, task.number, &kept), STATUS_OK);
  CHECK_EQUAL(tune_task_read(store, &task), STATUS_OK);
  CHECK(!tune_module_is_due(&module) && task.is_taken_back && !task.is_unfollowed);
  CHECK(task.best_seconds == 1 && task.choice_seconds == 2 && task.module_seconds == 2);
  module.session = "b"; // another module's verdict is not this one's
  CHECK(tune_module_is_due(&module));
  module.session = "a";
  StoreRow better = rows[2];
  better.repeats = 1;
  CHECK_EQUAL(store_add_row(store, task.number, &better, NULL), STATUS_OK);
  CHECK_EQUAL(tune_task_read(store, &task), STATUS_OK);
  CHECK(tune_module_is_due(&module) && !task.is_taken_back && task.best_seconds == 0.5);
  CHECK(task.is_unfollowed);
  store_close(store);
  snprintf(path, sizeof path, "rm -r %s", folder);
  CHECK(system(path) == 0);
}

// --- what the process of the test dies of

typedef struct Death {
  GuardStep step;
  double seconds; // of the step
  bool stops, crashes;
  GuardEnd expected;
} Death;

typedef struct Watched {
  const Death *death;
  ModuleGuard *guard;
} Watched;

// Never ends by itself.
static Status work_on(void *user) {
  const Watched *watched = user;
  module_guard_start(watched->guard, 0);
  module_guard_begin(watched->guard, watched->death->step, watched->death->seconds);
  if (watched->death->crashes)
    abort();
  for (;;)
    pause();
}

static void test_guard(void) {
  static const Death deaths[] = {{GUARD_VERSION, 600, false, true, GUARD_CRASHED},
                                 {GUARD_REFERENCE, 0.1, false, false, GUARD_LATE},
                                 {GUARD_VERSION, 0, true, false, GUARD_STOPPED}};
  ModuleGuard *guard =
      mmap(NULL, sizeof *guard, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(guard != MAP_FAILED);
  for (size_t n = 0; n < sizeof deaths / sizeof *deaths; n++) {
    guard->stops = deaths[n].stops;
    CHECK_EQUAL(child_run(work_on, &(Watched){&deaths[n], guard}, "died"), STATUS_WORKER);
    CHECK_EQUAL(guard->end, deaths[n].expected);
    CHECK_EQUAL(guard->step, deaths[n].step);
  }
  munmap(guard, sizeof *guard);
}

// --- the paired test

static void test_paired(void) {
  CHECK(paired_chance(0, 8) == 1);
  CHECK(fabs(paired_chance(8, 8) - 1.0 / 256) < 1e-12);
  CHECK(fabs(paired_chance(7, 8) - 9.0 / 256) < 1e-12);
  CHECK(fabs(paired_chance(4, 7) - 0.5) < 1e-12);
  CHECK(paired_chance(0, 0) == 1);
  CHECK_EQUAL(paired_complexity("direct()"), 0);
  CHECK_EQUAL(paired_complexity("direct(vector=i1x8, block=[4,16,1])"), 2);
}

// The second of two that is faster by a tenth in the first `wins` rounds of eight, and a little
// slower in the others.
static int winner_of(int wins, bool first_is_choice) {
  static const Record complex = {.schedule = "direct(vector=i1x8, block=[4,16,1])"};
  static const Record simple = {.schedule = "direct(vector=i1x8)"},
                      choice = {.schedule = "direct(vector=i1x8, block=[4,16,1], tile0=[8,16,1])",
                                .is_choice = true};
  PairedContest contest = {.count = 2, .records = {first_is_choice ? &choice : &simple, &complex}};
  for (int r = 0; r < PAIRED_ROUNDS; r++) {
    contest.seconds[r][0] = 1;
    contest.seconds[r][1] = r < wins ? 0.9 : 1.001;
  }
  return paired_winner(&contest);
}

// Chance gives 7 of 8 in 3.5 % of all cases, 6 of 8 in 14.5 %.
static void test_paired_winner(void) {
  for (int choice = 0; choice < 2; choice++) {
    CHECK_EQUAL(winner_of(8, choice), 1);
    CHECK_EQUAL(winner_of(7, choice), 1);
    CHECK_EQUAL(winner_of(6, choice), 0);
    CHECK_EQUAL(winner_of(5, choice), 0);
    CHECK_EQUAL(winner_of(0, choice), 0);
  }
  const Record record = {.schedule = "direct()"};
  PairedContest failed = {.count = 2, .records = {&record, &record}};
  for (int r = 0; r < PAIRED_ROUNDS; r++)
    failed.seconds[r][0] = r == 3 ? INFINITY : 1, failed.seconds[r][1] = 2;
  CHECK_EQUAL(paired_winner(&failed), 1); // what failed once wins nothing
  failed.seconds[0][1] = INFINITY;
  CHECK_EQUAL(paired_winner(&failed), -1);
}

// --- batches

// Eight good schedules of one kind, then worse ones of others.
static void test_diverse_batch(void) {
  enum { COUNT = 16, BATCH = 8, ALIKE = 8 };
  PlannedSchedule planned[COUNT] = {0};
  for (int n = 0; n < COUNT; n++) {
    planned[n].score = 1 - (float)n / 100;
    planned[n].schedule.block[0] = n < ALIKE ? 4 : n;
    planned[n].schedule.tile[0][0] = n < ALIKE ? 32 : 8 * n;
    planned[n].schedule.tile[1][0] = n; // so that no two are equal
  }
  diverse_batch_pick(planned, BATCH, BATCH); // nothing to choose from
  CHECK(planned[0].score == 1 && planned[7].schedule.block[0] == 4);
  diverse_batch_pick(planned, COUNT, BATCH);
  CHECK(planned[0].score == 1);
  int others = 0;
  float sum = 0;
  for (int n = 0; n < COUNT; n++) {
    others += n < BATCH && planned[n].schedule.block[0] != 4;
    sum += planned[n].score;
  }
  CHECK(others >= 4);
  CHECK(fabsf(sum - 14.8F) < 1e-4F); // all are still there
}

// Schedules without features have no score, and those of the others still count.
static void test_batch_with_losers(void) {
  enum { COUNT = 4, BATCH = 2, WORST = 2 };
  PlannedSchedule planned[COUNT] = {0};
  for (int n = 0; n < COUNT; n++) {
    planned[n].score = n == 3 ? -INFINITY : n == WORST ? -1 : 1 - (float)n / 100;
    planned[n].schedule.block[0] = n;
    planned[n].schedule.block[1] = n == WORST ? 7 : 0; // one value more is not worth the range
  }
  diverse_batch_pick(planned, COUNT, BATCH);
  CHECK(planned[0].score == 1 && planned[1].score > 0.9F);
}

// --- the local model

// Speed falls with the first feature; the fit has to find out, in every way of learning.
static void test_local_model(void) {
  enum { ROWS = 64 };
  static const LearningOptions ways[] = {{1, 0, RISK_MEAN, false, 0, 0},
                                         {1, 0, RISK_MEAN, true, 0, 0},
                                         {1, 0, RISK_EXPECTED_IMPROVEMENT, true, 8, 0},
                                         {1, 0, RISK_UPPER_BOUND, false, 8, 0}};
  float *values = calloc((size_t)ROWS * FEATURE_COUNT, sizeof *values);
  double seconds[ROWS];
  float scores[LOCAL_MODEL_BATCH];
  for (int n = 0; n < ROWS; n++) {
    values[(size_t)n * FEATURE_COUNT] = (float)n;
    seconds[n] = n % 16 == 15 ? INFINITY : 1e-3 * (1 + n);
  }
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
    LocalModelSetting setting = {.fit = ranker_fit, .options = ways[w], .seed = 3};
    LocalModel *model = NULL;
    CHECK_EQUAL(local_model_fit(&setting, values, seconds, ROWS, &model), STATUS_OK);
    CHECK_EQUAL(local_model_score(model, values, ROWS, scores), STATUS_OK);
    CHECK(scores[0] >= scores[40]);
    CHECK(isfinite(scores[0]) && isfinite(scores[63]));
    local_model_destroy(model);
    CHECK_EQUAL(local_model_fit(&setting, NULL, NULL, 0, &model), STATUS_OK);
    CHECK_EQUAL(local_model_score(model, values, 2, scores), STATUS_OK);
    CHECK(scores[0] == 0 && scores[1] == 0); // nothing is known
    local_model_destroy(model);
  }
  free(values);
}

// The result ends with why its times are not reliable, and only where they are not.
static void show(const TuneView *view, char *text, size_t size) {
  FILE *file = tmpfile();
  int out = dup(STDOUT_FILENO);
  fflush(stdout);
  dup2(fileno(file), STDOUT_FILENO);
  tune_show_result(view);
  fflush(stdout);
  dup2(out, STDOUT_FILENO);
  close(out);
  rewind(file);
  text[fread(text, 1, size - 1, file)] = '\0';
  fclose(file);
}

static void test_noise(void) {
  char text[400];
  TuneView view = {.why_untried = ""};
  show(&view, text, sizeof text);
  CHECK(!strstr(text, "not reliable"));
  view.noise = (TimingNoise){.count = 2, .spread = 0.2, .waited = 0.5};
  show(&view, text, sizeof text);
  CHECK(strstr(text, "\nnot reliable: others had the core for 25 % of the time\n") != NULL);
}

int main(void) {
  test_scheduler();
  test_total();
  test_due();
  test_guard();
  test_paired();
  test_paired_winner();
  test_diverse_batch();
  test_batch_with_losers();
  test_local_model();
  test_noise();
  return check_result();
}
