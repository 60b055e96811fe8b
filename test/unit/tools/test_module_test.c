// ModuleTest: which winners a test of the whole module keeps, on seconds that are given.
#include "tools/tune/module_test.h"

#include "test/unit/base/check.h"
#include <math.h>

enum { TASKS = 6 };

// A module whose seconds are those of the choices, and less what each winner gains.
typedef struct Model {
  double gains[TASKS];
  double noise;    // of every second measurement, added
  int failing;     // task whose winner fails; -1: none
  bool is_failing; // with the choices, too
  int measured, over_after, stop_after;
  int turn_after; // then every winner loses what it gained; 0: never
} Model;

static Model model_of(const double *gains) {
  Model model = {.failing = -1, .over_after = 10000, .stop_after = 10000};
  for (int t = 0; t < TASKS; t++)
    model.gains[t] = gains[t];
  return model;
}

static Status measure(void *user, const bool *takes, double *out_seconds) {
  Model *model = user;
  double seconds = 10 + (model->measured++ % 2 ? model->noise : 0);
  double sign = model->turn_after > 0 && model->measured > model->turn_after ? -1 : 1;
  for (int t = 0; t < TASKS; t++)
    seconds -= takes[t] ? sign * model->gains[t] : 0;
  bool fails = model->is_failing || (model->failing >= 0 && takes[model->failing]);
  *out_seconds = fails ? INFINITY : seconds;
  return STATUS_OK;
}

static bool is_over(void *user) {
  const Model *model = user;
  return model->measured >= model->over_after;
}

static bool is_stopped(void *user) {
  const Model *model = user;
  return model->measured >= model->stop_after;
}

static Status judge(Model *model, bool takes[TASKS], ModuleVerdict *verdict) {
  static const double SHARES[TASKS] = {0.4, 0.2, 0.15, 0.1, 0.1, 0.05};
  ModuleMeter meter = {measure, is_over, is_stopped, model};
  return module_test_run(&meter, SHARES, TASKS, takes, verdict);
}

// `expected` has a character a task: 1 kept, 0 taken back.
static ModuleVerdict check_kept(Model model, const char *expected) {
  bool takes[TASKS] = {0};
  char kept[TASKS + 1] = {0};
  ModuleVerdict verdict = {0};
  CHECK_EQUAL(judge(&model, takes, &verdict), STATUS_OK);
  double seconds = 10;
  int count = 0;
  for (int t = 0; t < TASKS; t++) {
    kept[t] = takes[t] ? '1' : '0';
    seconds -= takes[t] ? model.gains[t] : 0;
    count += takes[t];
  }
  CHECK_TEXT(kept, expected);
  CHECK_EQUAL(verdict.kept, count);
  CHECK(fabs(verdict.seconds - seconds) < 1e-9);
  CHECK(verdict.choice_seconds == 10);
  return verdict;
}

static void test_kept(void) {
  ModuleVerdict all = check_kept(model_of((double[TASKS]){1, 1, 1, 1, 1, 1}), "111111");
  CHECK(fabs(all.all_seconds - 4) < 1e-9);
  CHECK(all.duels > 1); // each half is tried without
  CHECK_EQUAL(check_kept(model_of((double[TASKS]){-1, -1, -1, -1, -1, -1}), "000000").kept, 0);
  check_kept(model_of((double[TASKS]){0, 0, 0, 0, 0, 0}), "000000"); // a tie is no gain
  // The others together lose more than they gain, and each gains.
  check_kept(model_of((double[TASKS]){1, 1, -5, 1, 0.5, 1}), "110111");
  check_kept(model_of((double[TASKS]){-5, 1, 1, 1, 0.5, 1}), "011111");
  // All are faster, and faster still without one.
  check_kept(model_of((double[TASKS]){1, 1, 1, 1, -2, 1}), "111101");
}

static void test_failing(void) {
  Model model = model_of((double[TASKS]){1, 1, 1, 1, 1, 1});
  model.failing = 2;
  CHECK(isinf(check_kept(model, "110111").all_seconds));
  model.is_failing = true;
  bool takes[TASKS];
  ModuleVerdict verdict;
  CHECK_EQUAL(judge(&model, takes, &verdict), STATUS_REJECTED);
}

// What is won in half of the rounds is won by nobody.
static void test_noise(void) {
  Model model = model_of((double[TASKS]){0.01, 0.01, 0.01, 0.01, 0.01, 0.01});
  bool takes[TASKS];
  ModuleVerdict verdict;
  model.noise = 1;
  CHECK_EQUAL(judge(&model, takes, &verdict), STATUS_OK);
  CHECK_EQUAL(verdict.kept, 0);
}

static void test_ends(void) {
  Model model = model_of((double[TASKS]){1, 1, 1, 1, -2, 1});
  bool takes[TASKS];
  ModuleVerdict verdict;
  model.over_after = 1; // what is over still compares all with nothing, in a few rounds
  CHECK_EQUAL(check_kept(model, "111111").duels, 1);
  model.noise = 20; // of which one is lost, with 12 to win
  CHECK_EQUAL(judge(&model, takes, &verdict), STATUS_OK);
  CHECK(verdict.kept == 0 && verdict.duels == 1 && model.measured == 10);
  model.noise = model.measured = 0;
  model.over_after = 26; // in the first group, which would be better without
  CHECK_EQUAL(judge(&model, takes, &verdict), STATUS_OK);
  CHECK(verdict.kept == TASKS && verdict.duels == 2 && model.measured == 26);
  model.measured = 0;
  model.stop_after = 5;
  CHECK_EQUAL(judge(&model, takes, &verdict), STATUS_OK);
  CHECK(verdict.is_stopped && verdict.kept == 0);
  model.over_after = 10000;
  model.stop_after = 60; // later, while groups are tried
  CHECK_EQUAL(judge(&model, takes, &verdict), STATUS_OK);
  CHECK(verdict.is_stopped);
}

// Winners that won at first, and lost one group after the other since: the choices stay.
static void test_none_left(void) {
  Model model = model_of((double[TASKS]){1, 1, 1, 1, 1, 1});
  model.turn_after = 24;
  bool takes[TASKS];
  ModuleVerdict verdict;
  CHECK_EQUAL(judge(&model, takes, &verdict), STATUS_OK);
  CHECK_EQUAL(verdict.kept, 0);
  CHECK(!takes[0] && verdict.seconds == verdict.choice_seconds);
}

int main(void) {
  test_kept();
  test_failing();
  test_noise();
  test_ends();
  test_none_left();
  return check_result();
}
