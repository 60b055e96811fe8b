// Store: tasks are joined, rows come back in order, and a killed process loses no row it has added.
#include "plan/cold_argument.h"
#include "records/record.h"
#include "records/record_lines.h"
#include "records/sql.h"
#include "records/store_kept.h"

#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/test_store_XXXXXX";
static char path[64];

static StoreTask task_of(const char *workload, const char *source, int64_t trials) {
  return (StoreTask){.workload = (char *)workload,
                     .family = "matmul",
                     .source = (char *)source,
                     .cpu = "Some CPU",
                     .target = "x86-64-v3",
                     .limit = "",
                     .module = "module {}",
                     .schedule = "direct()",
                     .trials = trials};
}

static StoreRow row_of(char *schedule, double seconds) {
  return (StoreRow){.origin = ORIGIN_RANDOM,
                    .verdict = VERDICT_OK,
                    .schedule = schedule,
                    .repeats = 2,
                    .seconds = {seconds, 2 * seconds}};
}

static Store *open_store(void) {
  Store *store = NULL;
  CHECK_EQUAL(store_open(path, &store), STATUS_OK);
  return store;
}

static void test_tasks(void) {
  Store *store = open_store();
  int64_t *numbers, count;
  StoreTask first = task_of(WORKLOAD_MATMUL_8, "vgg16", 10);
  StoreTask again = task_of(WORKLOAD_MATMUL_8, "alexnet,vgg16", 20);
  StoreTask other = task_of(WORKLOAD_CONV, "", 5), read = {0};
  CHECK_EQUAL(store_add_task(store, &first, NULL), STATUS_OK);
  CHECK_EQUAL(store_add_task(store, &other, NULL), STATUS_OK);
  CHECK_EQUAL(store_finish_task(store, 1), STATUS_OK);
  CHECK_EQUAL(store_pending(store, "Some CPU (x86-64-v3)", &numbers, &count), STATUS_OK);
  CHECK_EQUAL(count, 1);
  free(numbers);
  CHECK_EQUAL(store_add_task(store, &again, NULL), STATUS_OK); // more trials: no longer done
  CHECK_EQUAL(store_pending(store, "Some CPU (x86-64-v3)", &numbers, &count), STATUS_OK);
  CHECK_EQUAL(count, 2);
  CHECK_EQUAL(store_read_task(store, numbers[0], &read), STATUS_OK);
  CHECK_TEXT(read.source, "vgg16,alexnet");
  CHECK_EQUAL(read.trials, 20);
  CHECK_TEXT(read.workload, WORKLOAD_MATMUL_8);
  free(numbers);
  store_task_destroy(&read);
  CHECK_EQUAL(store_read_task(store, 99, &read), STATUS_STORE);
  // The same text means other code in another space.
  int64_t here = 0, elsewhere = 0;
  again.space = SPACE_VERSION + 1;
  CHECK_EQUAL(store_add_task(store, &first, &here), STATUS_OK);
  CHECK_EQUAL(store_add_task(store, &again, &elsewhere), STATUS_OK);
  CHECK(here != elsewhere);
  CHECK_EQUAL(store_finish_task(store, elsewhere), STATUS_OK);
  store_close(store);
}

// A layer is known by its number, on its processor; what was begun and not committed is nothing.
static void test_layers(void) {
  Store *store = open_store();
  StoreTask task = task_of(WORKLOAD_CONV, "vgg16", 7), read = {0};
  bool has = true;
  int64_t *numbers, count, before;
  CHECK_EQUAL(store_has_layer(store, "Some CPU", UINT64_MAX, &has), STATUS_OK);
  CHECK(!has);
  CHECK_EQUAL(store_pending(store, "Some CPU (zen4)", &numbers, &before), STATUS_OK);
  free(numbers);
  task.target = "zen4";
  CHECK_EQUAL(store_begin(store), STATUS_OK);
  CHECK_EQUAL(store_add_task(store, &task, NULL), STATUS_OK);
  CHECK_EQUAL(store_add_layer(store, "Some CPU", UINT64_MAX), STATUS_OK);
  store_close(store); // as a kill does
  store = open_store();
  CHECK_EQUAL(store_has_layer(store, "Some CPU", UINT64_MAX, &has), STATUS_OK);
  CHECK(!has);
  CHECK_EQUAL(store_pending(store, "Some CPU (zen4)", &numbers, &count), STATUS_OK);
  CHECK_EQUAL(count, before);
  free(numbers);
  CHECK_EQUAL(store_begin(store), STATUS_OK);
  CHECK_EQUAL(store_add_task(store, &task, NULL), STATUS_OK);
  CHECK_EQUAL(store_add_layer(store, "Some CPU", UINT64_MAX), STATUS_OK);
  CHECK_EQUAL(store_add_layer(store, "Some CPU", UINT64_MAX), STATUS_OK);
  CHECK_EQUAL(store_commit(store), STATUS_OK);
  CHECK_EQUAL(store_has_layer(store, "Some CPU", UINT64_MAX, &has), STATUS_OK);
  CHECK(has);
  CHECK_EQUAL(store_has_layer(store, "Another CPU", UINT64_MAX, &has), STATUS_OK);
  CHECK(!has);
  CHECK_EQUAL(store_has_layer(store, "Some CPU", 7, &has), STATUS_OK);
  CHECK(!has);
  CHECK_EQUAL(store_pending(store, "Some CPU (zen4)", &numbers, &count), STATUS_OK);
  CHECK_EQUAL(count, before + 1);
  CHECK_EQUAL(store_read_task(store, numbers[count - 1], &read), STATUS_OK);
  CHECK_TEXT(read.target, "zen4");
  store_task_destroy(&read);
  free(numbers);
  store_close(store);
}

static void test_rows(void) {
  Store *store = open_store();
  Dataset dataset = {0};
  StoreRow *rows, good = row_of("direct(vector=i1x8)", 1e-5), bad = row_of("nonsense", 1);
  StoreRow late = {.origin = ORIGIN_EXPLORE, .verdict = VERDICT_TIMEOUT, .schedule = "direct()"};
  int64_t count = 0, dropped = 0, first = 0;
  good.cost_seconds = 0.25;
  CHECK_EQUAL(store_add_row(store, 1, &good, &first), STATUS_OK);
  CHECK_EQUAL(store_add_row(store, 1, &late, NULL), STATUS_OK);
  CHECK_EQUAL(store_add_row(store, 1, &bad, NULL), STATUS_OK);
  CHECK_EQUAL(store_read_rows(store, 1, &rows, &count), STATUS_OK);
  CHECK_EQUAL(count, 3);
  CHECK_TEXT(rows[0].schedule, "direct(vector=i1x8)");
  CHECK(rows[0].repeats == 2 && rows[0].seconds[1] == 2e-5);
  CHECK(rows[0].cost_seconds == 0.25 && rows[1].cost_seconds == 0);
  CHECK_EQUAL(rows[1].verdict, VERDICT_TIMEOUT);
  store_rows_destroy(rows, count);
  CHECK_EQUAL(store_replace_seconds(store, first, (double[]){3e-5, 4e-5, 5e-5}, 3), STATUS_OK);
  CHECK_EQUAL(store_read_rows(store, 1, &rows, &count), STATUS_OK);
  CHECK_EQUAL(count, 3);
  CHECK(rows[0].repeats == 3 && rows[0].seconds[2] == 5e-5 && rows[0].cost_seconds == 0.25);
  store_rows_destroy(rows, count);
  CHECK_EQUAL(store_export(store, &dataset, &dropped), STATUS_OK);
  CHECK_EQUAL(dropped, 1);
  CHECK_EQUAL(dataset.row_count, 2);
  CHECK_EQUAL(dataset.workload_count, 1); // the other task has no rows
  CHECK_TEXT(dataset.workloads[0].source, "vgg16,alexnet");
  dataset_destroy(&dataset);
  store_close(store);
}

// The points of scripts are no schedules, so collecting leaves their tasks alone.
static void test_scripts(void) {
  Store *store = open_store();
  int64_t number = 0, *numbers = NULL, count = -1;
  StoreTask task = task_of(WORKLOAD_GELU, "", 3);
  task.family = "script";
  task.cpu = "Name";
  CHECK_EQUAL(store_add_task(store, &task, &number), STATUS_OK);
  CHECK_EQUAL(store_pending(store, "Name", &numbers, &count), STATUS_OK);
  CHECK_EQUAL(count, 0);
  free(numbers);
  CHECK_EQUAL(store_finish_task(store, number), STATUS_OK);
  CHECK_EQUAL(store_lacking(store, "Name", ORIGIN_PROMISING, 1, &numbers, &count), STATUS_OK);
  CHECK_EQUAL(count, 0);
  free(numbers);
  store_close(store);
}

static int64_t count_tasks(Store *store,
                           Status (*list)(Store *store, const char *cpu, int64_t **out_numbers,
                                          int64_t *out_count)) {
  int64_t *numbers = NULL, count = -1;
  CHECK_EQUAL(list(store, "Name (family 26 model 2)", &numbers, &count), STATUS_OK);
  free(numbers);
  return count;
}

// Tasks of grids are listed apart, done or not: whoever searches leaves them alone.
static void test_grids(void) {
  Store *store = NULL;
  int64_t number = 0;
  StoreTask task = task_of(WORKLOAD_GELU, "", 8);
  task.cpu = "Name (family 26 model 2)";
  task.grid = 8;
  CHECK_EQUAL(store_open_temporary(&store), STATUS_OK);
  CHECK_EQUAL(store_add_task(store, &task, &number), STATUS_OK);
  CHECK_EQUAL(count_tasks(store, store_pending), 0);
  CHECK_EQUAL(count_tasks(store, store_pending_grids), 1);
  CHECK_EQUAL(count_tasks(store, store_grids), 0);
  task.grid = 0;
  CHECK_EQUAL(store_add_task(store, &task, NULL), STATUS_OK);
  CHECK_EQUAL(store_finish_task(store, number), STATUS_OK);
  CHECK_EQUAL(count_tasks(store, store_pending), 1);
  CHECK_EQUAL(count_tasks(store, store_pending_grids), 0);
  CHECK_EQUAL(count_tasks(store, store_grids), 1);
  store_close(store);
}

// Tasks that another processor of the store's folder planned are not this one's.
static void test_processors(void) {
  static const char *const cpus[] = {"Name (family 26 model 2)", "Name (family 25 model 17)",
                                     "Name", "Name (family 26 model 2)"};
  Store *store = open_store();
  StoreTask read = {0};
  for (int n = 0; n < 4; n++) {
    StoreTask task = task_of(WORKLOAD_GELU, "", 3);
    task.cpu = (char *)cpus[n];
    CHECK_EQUAL(store_add_task(store, &task, NULL), STATUS_OK);
  }
  for (int n = 0; n < 3; n++) {
    int64_t *numbers = NULL, count = 0;
    const char *cpu = n == 2 ? "Name (x86-64-v3)" : cpus[n];
    CHECK_EQUAL(store_pending(store, cpu, &numbers, &count), STATUS_OK);
    CHECK_EQUAL(count, 1);
    CHECK_EQUAL(store_read_task(store, numbers[0], &read), STATUS_OK);
    CHECK_TEXT(read.cpu, cpu);
    CHECK_EQUAL(store_finish_task(store, numbers[0]), STATUS_OK);
    store_task_destroy(&read);
    free(numbers);
    CHECK_EQUAL(store_lacking(store, cpu, ORIGIN_PROMISING, 1, &numbers, &count), STATUS_OK);
    CHECK_EQUAL(count, 1);
    free(numbers);
  }
  store_close(store);
}

// A module without the marks of an earlier program is replaced by one that has them, and by no
// other.
static void test_marks(void) {
  static char *const modules[] = {"module {}", "module {" CONSTANT_ARGUMENT_ATTRIBUTE "}",
                                  "module {other}", "module {" CONSTANT_ARGUMENT_ATTRIBUTE " too}"};
  static const int expected[] = {0, 1, 1, 1};
  Store *store = open_store();
  StoreTask task = task_of(WORKLOAD_CONV, "", 0), read = {0};
  int64_t number;
  task.target = "zen2";
  for (int n = 0; n < 4; n++) {
    task.module = modules[n];
    CHECK_EQUAL(store_add_task(store, &task, &number), STATUS_OK);
    CHECK_EQUAL(store_read_task(store, number, &read), STATUS_OK);
    CHECK_TEXT(read.module, modules[expected[n]]);
    store_task_destroy(&read);
  }
  store_close(store);
}

// Several models may have chosen: the planned choice counts, else the best that is ok.
static void test_choice(void) {
  Record records[] = {{.schedule = "kept", .seconds = 3, .is_choice = true, .is_kept = true},
                      {.schedule = "fast", .seconds = 1, .is_choice = true},
                      {.schedule = "no choice", .seconds = 0.5, .is_planned = true},
                      {.schedule = "planned", .seconds = 2, .is_choice = true}};
  CHECK_TEXT(records_choice(records, 4)->schedule, "fast");
  records[3].is_planned = true;
  CHECK_TEXT(records_choice(records, 4)->schedule, "planned");
  records[3].seconds = INFINITY;
  CHECK_TEXT(records_choice(records, 4)->schedule, "fast");
}

static Record *read_records(Store *store, int64_t task, int64_t *out_count) {
  Record *records = NULL;
  CHECK_EQUAL(records_read(store, task, &records, out_count), STATUS_OK);
  return records;
}

// Returns its task. The machine became slower by half after the first row: with the drift taken
// out, the second is the faster one. One wrong result or crash outweighs times, a timeout does not.
static int64_t test_records(void) {
  static const struct {
    char *schedule;
    double seconds, baseline;
    Verdict verdict;
  } rows[] = {{"slow", 1.1, 1, VERDICT_OK},
              {"fast", 1.2, 1.5, VERDICT_OK},
              {"base", 1, 1, VERDICT_OK},
              {"wrong", 0.1, 1, VERDICT_OK},
              {"wrong", 0, 0, VERDICT_WRONG_RESULT},
              {"broken", 0, 0, VERDICT_CRASH},
              {"broken", 0.1, 1, VERDICT_OK},
              {"late", 0, 0, VERDICT_TIMEOUT},
              {"late", 2, 1, VERDICT_OK}};
  Store *store = open_store();
  StoreTask task = task_of(WORKLOAD_GELU, "", 3);
  int64_t number, count;
  task.target = "zen3";
  CHECK_EQUAL(store_add_task(store, &task, &number), STATUS_OK);
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    StoreRow row = {.origin = ORIGIN_EXPLORE,
                    .verdict = rows[n].verdict,
                    .schedule = rows[n].schedule,
                    .repeats = rows[n].verdict == VERDICT_OK,
                    .seconds = {rows[n].seconds},
                    .baseline_seconds = rows[n].baseline};
    CHECK_EQUAL(store_add_row(store, number, &row, NULL), STATUS_OK);
  }
  Record *records = read_records(store, number, &count);
  CHECK_EQUAL(count, 6);
  CHECK_TEXT(records[0].schedule, "fast");
  CHECK(records[0].seconds > 0.79 && records[0].seconds < 0.81);
  CHECK_TEXT(records[3].schedule, "late");
  CHECK_EQUAL(records[3].measurements, 2);
  CHECK_TEXT(records[4].schedule, "broken");
  CHECK_EQUAL(records[4].verdict, VERDICT_CRASH);
  CHECK_TEXT(records[5].schedule, "wrong");
  CHECK_EQUAL(records[5].verdict, VERDICT_WRONG_RESULT);
  records_destroy(records, count);
  CHECK_EQUAL(store_set_winner(store, number, "slow"), STATUS_OK);
  records = read_records(store, number, &count);
  CHECK_TEXT(records[0].schedule, "slow");
  CHECK(records[0].is_winner);
  records_destroy(records, count);
  store_close(store);
  return number;
}

static const char *first_of(Store *store, int64_t task) {
  static char schedule[16];
  int64_t count;
  Record *records = read_records(store, task, &count);
  CHECK(count > 0);
  snprintf(schedule, sizeof schedule, "%s", count > 0 ? records[0].schedule : "");
  records_destroy(records, count);
  return schedule;
}

// What the test of a module kept goes before the winner, unless it was not measured well; the later
// test stays where two stores meet; and what is only tried is forgotten.
static void test_kept(int64_t task) {
  Store *store = open_store(), *trying = open_store();
  StoreKept kept = {"base", "slow", "a", 4, 3, 100}, read;
  int64_t count;
  CHECK_EQUAL(store_read_kept(store, task, &read), STATUS_OK);
  CHECK(!read.schedule);
  CHECK_TEXT(first_of(store, task), "slow");
  CHECK_EQUAL(store_set_kept(store, task, &kept), STATUS_OK);
  CHECK_TEXT(first_of(store, task), "base");
  Record *records = read_records(store, task, &count);
  CHECK(records[0].is_kept && !records[0].is_winner);
  CHECK_TEXT(records_best_alone(records, count)->schedule, "slow");
  CHECK(!records_choice(records, count)); // none of the rows is of that origin
  records_destroy(records, count);
  CHECK_EQUAL(store_read_kept(store, task, &read), STATUS_OK);
  CHECK_TEXT(read.tested, "slow");
  CHECK_TEXT(read.module, "a");
  CHECK(read.choice_seconds == 4 && read.seconds == 3 && read.tested_unix_seconds == 100);
  store_kept_destroy(&read);
  CHECK_EQUAL(store_try_kept(trying), STATUS_OK);
  kept.schedule = "fast";
  CHECK_EQUAL(store_set_kept(trying, task, &kept), STATUS_OK);
  CHECK_TEXT(first_of(trying, task), "fast");
  CHECK_TEXT(first_of(store, task), "base");
  store_close(trying);
  kept.tested_unix_seconds = 99;
  CHECK_EQUAL(store_merge_kept(store, task, &kept), STATUS_OK);
  CHECK_TEXT(first_of(store, task), "base");
  kept.tested_unix_seconds = 101;
  CHECK_EQUAL(store_merge_kept(store, task, &kept), STATUS_OK);
  CHECK_TEXT(first_of(store, task), "fast");
  kept.schedule = "wrong";
  CHECK_EQUAL(store_set_kept(store, task, &kept), STATUS_OK);
  CHECK_TEXT(first_of(store, task), "slow");
  CHECK_EQUAL(store_drop_kept(store, task), STATUS_OK);
  store_close(store);
}

// Two tasks of one workload are measured for the same code: the later test of a module is followed,
// whatever is faster or won alone in the other. A number that is used again has no old test.
static void test_kept_twice(int64_t task) {
  Store *store = open_store();
  StoreTask twin = task_of(WORKLOAD_GELU, "", 0);
  StoreRow row = row_of("twin", 9);
  StoreKept kept = {"slow", "slow", "a", 4, 3, 100};
  Workload gelu;
  Target zen3;
  int64_t number, count, dropped = 0;
  Record *records;
  twin.target = "zen3,cores=3";
  CHECK(workload_parse(WORKLOAD_GELU, &gelu) && target_parse("zen3", &zen3) == STATUS_OK);
  CHECK_EQUAL(store_add_task(store, &twin, &number), STATUS_OK);
  CHECK_EQUAL(store_add_row(store, number, &row, NULL), STATUS_OK);
  CHECK_EQUAL(store_set_kept(store, task, &kept), STATUS_OK);
  for (int n = 0; n < 2; n++) {
    StoreKept other = {"twin", "twin", "b", 4, 3, n == 0 ? 101 : 99};
    CHECK_EQUAL(store_set_kept(store, number, &other), STATUS_OK);
    CHECK_EQUAL(records_find(store, &(RecordQuery){&gelu, &zen3, NULL, false}, &records, &count),
                STATUS_OK);
    CHECK(count > 0 && records[0].is_kept);
    CHECK_TEXT(records[0].schedule, n == 0 ? "twin" : "slow");
    records_destroy(records, count);
  }
  CHECK_EQUAL(store_drop_kept(store, task), STATUS_OK);
  CHECK_EQUAL(store_drop_task(store, number, &dropped), STATUS_OK);
  CHECK_EQUAL(store_set_kept(store, number, &kept), STATUS_OK); // as an earlier program leaves it
  int64_t again = 0;
  CHECK_EQUAL(store_add_task(store, &twin, &again), STATUS_OK);
  CHECK_EQUAL(again, number);
  CHECK_EQUAL(store_read_kept(store, number, &kept), STATUS_OK);
  CHECK(!kept.schedule);
  store_kept_destroy(&kept);
  CHECK_EQUAL(store_drop_task(store, number, &dropped), STATUS_OK);
  store_close(store);
}

// Weights timed cold are another task of the same workload. An op gets the records of its own kind
// first, whatever the test of a module kept of the other; datasets have none of the cold ones.
static void test_cold(int64_t task) {
  Store *store = open_store();
  StoreTask cold = task_of(WORKLOAD_GELU, "", 0);
  StoreRow row = row_of("cold", 9); // more seconds than any warm one
  StoreRow *rows;
  Workload gelu;
  Target zen3;
  Dataset before = {0}, after = {0};
  Record *records;
  StoreKept kept = {"cold", "cold", "a", 4, 3, 100};
  int64_t number, count, dropped = 0;
  cold.target = "zen3,cores=3";
  cold.grid = STORE_COLD;
  CHECK_EQUAL(store_export(store, &before, &dropped), STATUS_OK);
  CHECK(workload_parse(WORKLOAD_GELU, &gelu) && target_parse("zen3", &zen3) == STATUS_OK);
  CHECK_EQUAL(store_add_task(store, &cold, &number), STATUS_OK);
  CHECK(number != task);
  CHECK_EQUAL(store_add_row(store, number, &row, NULL), STATUS_OK);
  for (int n = 0; n < 4; n++) {
    bool is_cold = n % 2, is_cold_kept = n < 2;
    kept.schedule = kept.tested = is_cold_kept ? "cold" : "slow";
    CHECK_EQUAL(store_set_kept(store, is_cold_kept ? number : task, &kept), STATUS_OK);
    CHECK_EQUAL(records_find(store, &(RecordQuery){&gelu, &zen3, NULL, is_cold}, &records, &count),
                STATUS_OK);
    CHECK_EQUAL(count, 5);
    for (int64_t r = 0; r < count; r++) {
      CHECK_EQUAL(records[r].is_cold, is_cold ? r == 0 : r == count - 1);
      CHECK_EQUAL(records[r].is_of_other_kind, records[r].is_cold != is_cold);
    }
    CHECK_TEXT(records[0].schedule, is_cold ? "cold" : "slow");
    records_destroy(records, count);
    CHECK_EQUAL(store_drop_kept(store, is_cold_kept ? number : task), STATUS_OK);
  }
  CHECK_EQUAL(store_read_workload_rows(store, task, &rows, &count), STATUS_OK);
  CHECK(count > 0);
  for (int64_t r = 0; r < count; r++)
    CHECK(strcmp(rows[r].schedule, "cold") != 0);
  store_rows_destroy(rows, count);
  CHECK_EQUAL(store_export(store, &after, &dropped), STATUS_OK);
  CHECK_EQUAL(after.workload_count, before.workload_count);
  CHECK_EQUAL(after.row_count, before.row_count);
  dataset_destroy(&before);
  dataset_destroy(&after);
  CHECK_EQUAL(store_drop_task(store, number, &dropped), STATUS_OK);
  store_close(store);
}

// What a run of tune left of a task whose copies take so many bytes: the choice, two trials, and
// the baseline beside them.
static Store *make_cold_store(const char *name, int64_t bytes, double baseline, double a_seconds,
                              double b_seconds, const char *winner, int64_t *out_number) {
  const struct {
    char *schedule;
    double seconds;
  } rows[] = {{"base", baseline}, {"a", a_seconds}, {"b", b_seconds}};
  char file[96], module[96];
  Store *store = NULL;
  StoreTask task = task_of(WORKLOAD_GELU, name, 0);
  snprintf(file, sizeof file, "%s/%s", folder, name);
  snprintf(module, sizeof module, "(%%w {" COLD_ARGUMENT_ATTRIBUTE " = %lld : i64})",
           (long long)bytes);
  task.module = module;
  task.grid = STORE_COLD;
  unlink(file);
  CHECK_EQUAL(store_open(file, &store), STATUS_OK);
  CHECK_EQUAL(store_add_task(store, &task, out_number), STATUS_OK);
  CHECK_EQUAL(store_set_winner(store, *out_number, winner), STATUS_OK);
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    StoreRow row = {.origin = n == 0 ? ORIGIN_CHOICE : ORIGIN_EXPLORE,
                    .verdict = VERDICT_OK,
                    .schedule = rows[n].schedule,
                    .repeats = 1,
                    .seconds = {rows[n].seconds},
                    .baseline_seconds = baseline,
                    .measured_unix_seconds = bytes};
    CHECK_EQUAL(store_add_row(store, *out_number, &row, NULL), STATUS_OK);
  }
  return store;
}

// Stores of two modules, of which the larger one has colder weights: one task with all rows, in
// either order, which goes on with the colder weights. Twice as many seconds there are no slower
// schedule: rows are compared by the baseline beside them.
static void test_cold_merge(void) {
  Workload gelu;
  Target target;
  CHECK(workload_parse(WORKLOAD_GELU, &gelu));
  CHECK_EQUAL(target_parse("x86-64-v3", &target), STATUS_OK);
  for (int n = 0; n < 2; n++) {
    int64_t numbers[2], count, *tasks = NULL, task_count = 0;
    // "b" is the faster one where weights are cold, and "a" has fewer seconds only where they are
    // less so.
    Store *small = make_cold_store("small", 4096, 2, 1.8, 1.6, "a", &numbers[0]);
    Store *large = make_cold_store("large", 65536, 4, 3.6, 2.4, "b", &numbers[1]);
    Store *store = n == 0 ? small : large, *from = n == 0 ? large : small;
    StoreTask read = {0}, again;
    Record *records;
    RecordCounts counts;
    CHECK_EQUAL(store_merge(store, from, (TaskCheck){.check = NULL}, &counts), STATUS_OK);
    CHECK_EQUAL(counts.rows, 3);
    CHECK_EQUAL(store_list_tasks(store, "", -1, &tasks, &task_count), STATUS_OK);
    CHECK_EQUAL(task_count, 1);
    CHECK_EQUAL(store_read_task(store, tasks[0], &read), STATUS_OK);
    CHECK_EQUAL(store_cold_bytes(read.module), 65536);
    CHECK_TEXT(read.winner, "b");
    CHECK_EQUAL(records_find(store, &(RecordQuery){&gelu, &target, NULL, true}, &records, &count),
                STATUS_OK);
    CHECK_EQUAL(count, 3);
    for (int64_t r = 0; r < count; r++)
      CHECK_EQUAL(records[r].measurements, 2);
    CHECK_TEXT(records[0].schedule, "b");
    CHECK_TEXT(records[1].schedule, "a");
    CHECK(fabs(records[1].seconds / records[2].seconds - 0.9) < 1e-6);
    records_destroy(records, count);
    // Tune goes on with the task as it is, whatever the module at hand has.
    again = read;
    again.module = "(%w {" COLD_ARGUMENT_ATTRIBUTE " = 1048576 : i64})";
    CHECK_EQUAL(store_add_task(store, &again, &numbers[0]), STATUS_OK);
    CHECK_EQUAL(numbers[0], tasks[0]);
    store_task_destroy(&read);
    CHECK_EQUAL(store_read_task(store, tasks[0], &read), STATUS_OK);
    CHECK_EQUAL(store_cold_bytes(read.module), 65536);
    store_task_destroy(&read);
    free(tasks);
    store_close(small);
    store_close(large);
  }
  CHECK_EQUAL(store_cold_bytes("module {}"), 0);
}

#define OLD_TASKS                                                                                  \
  "CREATE TABLE task(number INTEGER PRIMARY KEY, space INTEGER NOT NULL, workload TEXT NOT NULL, " \
  "family TEXT NOT NULL, source TEXT NOT NULL, cpu TEXT NOT NULL, target TEXT NOT NULL, "          \
  "code_limit TEXT NOT NULL, module TEXT NOT NULL, schedule TEXT NOT NULL, trials INTEGER NOT "    \
  "NULL, grid INTEGER NOT NULL, done INTEGER NOT NULL DEFAULT 0, "
#define OLD_LAYERS                                                                                 \
  "CREATE TABLE layer(number INTEGER NOT NULL, cpu TEXT NOT NULL, space INTEGER NOT NULL, "        \
  "PRIMARY KEY(number, cpu, space));"
#define OLD_UNIQUE "UNIQUE(workload, target, cpu, space, grid));"

// Stores of programs that knew no cold weights, of either version: what they have is warm, of a
// search and of a grid, and a cold task stands beside it.
static void test_earlier_schemas(void) {
  static const char *const schemas[] = {
      OLD_TASKS OLD_UNIQUE OLD_LAYERS
      "CREATE TABLE row(number INTEGER PRIMARY KEY, task INTEGER NOT NULL, origin TEXT NOT NULL, "
      "verdict TEXT NOT NULL, seconds TEXT NOT NULL, schedule TEXT NOT NULL, time INTEGER, cost "
      "REAL); PRAGMA user_version = 1",
      OLD_TASKS
      "winner TEXT NOT NULL DEFAULT '', " OLD_UNIQUE OLD_LAYERS
      "CREATE TABLE row(number INTEGER PRIMARY KEY, task INTEGER NOT NULL, origin TEXT NOT NULL, "
      "verdict TEXT NOT NULL, seconds TEXT NOT NULL, schedule TEXT NOT NULL, measured_unix_seconds "
      "INTEGER, cost_cpu_seconds REAL, baseline_seconds REAL, reason TEXT NOT NULL DEFAULT '', "
      "seed INTEGER, versions TEXT NOT NULL DEFAULT ''); CREATE INDEX row_of_task ON row(task, "
      "schedule); CREATE TABLE tuning(session TEXT PRIMARY KEY, trials INTEGER NOT NULL, "
      "spent_seconds REAL NOT NULL); PRAGMA user_version = 2"};
  Workload gelu;
  Target target;
  CHECK(workload_parse(WORKLOAD_GELU, &gelu));
  CHECK_EQUAL(target_parse("x86-64-v3", &target), STATUS_OK);
  for (size_t n = 0; n < sizeof schemas / sizeof *schemas; n++) {
    char file[96], insert[1024];
    Sql *sql = NULL;
    Store *store = NULL;
    StoreTask search = task_of(WORKLOAD_GELU, "", 0), cold = search;
    StoreRow row = row_of("cold", 9), *rows = NULL;
    Record *records;
    int64_t number = 0, cold_number = 0, count;
    snprintf(file, sizeof file, "%s/schema%zu", folder, n);
    CHECK_EQUAL(sql_open(file, SQL_CREATE, &sql), STATUS_OK);
    CHECK_EQUAL(sql_execute(sql, schemas[n]), STATUS_OK);
    for (int grid = 0; grid <= 64; grid += 64) {
      snprintf(
          insert, sizeof insert,
          "INSERT INTO task(space, workload, family, source, cpu, target, code_limit, module, "
          "schedule, trials, grid, done) VALUES(%d, '%s', 'matmul', '', 'Some CPU', "
          "'x86-64-v3', '', 'module {}', 'direct()', 64, %d, 1); INSERT INTO row(task, origin, "
          "verdict, seconds, schedule) VALUES(last_insert_rowid(), 'random', 'ok', '%d', "
          "'warm%d')",
          SPACE_VERSION, WORKLOAD_GELU, grid, 1 + grid, grid);
      CHECK_EQUAL(sql_execute(sql, insert), STATUS_OK);
    }
    sql_close(sql);
    CHECK_EQUAL(store_open_existing(file, &store), STATUS_OK);
    // The warm task is found again, and a cold one is another.
    cold.grid = STORE_COLD;
    CHECK_EQUAL(store_add_task(store, &search, &number), STATUS_OK);
    CHECK_EQUAL(number, 1);
    for (int is_cold = 0; is_cold < 2; is_cold++) {
      CHECK_EQUAL(
          records_find(store, &(RecordQuery){&gelu, &target, NULL, is_cold}, &records, &count),
          STATUS_OK);
      CHECK_EQUAL(count, 2);
      for (int64_t r = 0; r < count; r++)
        CHECK(!records[r].is_cold && records[r].is_of_other_kind == is_cold);
      records_destroy(records, count);
    }
    CHECK_EQUAL(store_add_task(store, &cold, &cold_number), STATUS_OK);
    CHECK_EQUAL(cold_number, 3);
    CHECK_EQUAL(store_add_row(store, cold_number, &row, NULL), STATUS_OK);
    for (int is_cold = 0; is_cold < 2; is_cold++) {
      CHECK_EQUAL(
          records_find(store, &(RecordQuery){&gelu, &target, NULL, is_cold}, &records, &count),
          STATUS_OK);
      CHECK_EQUAL(count, 3);
      CHECK_TEXT(records[0].schedule, is_cold ? "cold" : "warm0");
      CHECK_EQUAL(records[0].is_cold, is_cold);
      records_destroy(records, count);
    }
    CHECK_EQUAL(store_read_workload_rows(store, number, &rows, &count), STATUS_OK);
    CHECK_EQUAL(count, 2);
    store_rows_destroy(rows, count);
    store_close(store);
  }
}

// A record is found for its workload, code and processor, and nothing else.
static void test_find(void) {
  Workload gelu, conv;
  Target zen3, other;
  Store *store = NULL;
  Record *records;
  int64_t count;
  CHECK_EQUAL(store_open_to_read(path, &store), STATUS_OK);
  CHECK(workload_parse(WORKLOAD_GELU, &gelu) && workload_parse(WORKLOAD_CONV, &conv));
  CHECK_EQUAL(target_parse("zen3,cores=3,cache_bytes.0=65536", &zen3), STATUS_OK);
  CHECK_EQUAL(target_parse("zen3,vector_bits=128", &other), STATUS_OK);
  const struct {
    RecordQuery query;
    int64_t count;
  } cases[] = {{{&gelu, &zen3, NULL, false}, 4},
               {{&gelu, &zen3, NULL, true}, 4}, // of the other kind
               {{&gelu, &zen3, "Some CPU (zen3)", false}, 4},
               {{&gelu, &zen3, "Other CPU (zen3)", false}, 0},
               {{&gelu, &other, NULL, false}, 0},
               {{&conv, &zen3, NULL, false}, 0}};
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    CHECK_EQUAL(records_find(store, &cases[n].query, &records, &count), STATUS_OK);
    CHECK_EQUAL(count, cases[n].count);
    records_destroy(records, count);
  }
  StoreTask task = task_of(WORKLOAD_GELU, "other", 3);
  CHECK_EQUAL(store_add_task(store, &task, NULL), STATUS_STORE); // to read only
  store_close(store);
}

// Two processes add to one store at once.
static void test_two_writers(void) {
  enum { ROWS = 100 };
  Store *store = open_store();
  StoreTask task = task_of(WORKLOAD_CONV, "", 3);
  StoreRow *rows;
  int64_t number, count = 0;
  task.target = "zen2";
  CHECK_EQUAL(store_add_task(store, &task, &number), STATUS_OK);
  store_close(store);
  pid_t children[2];
  for (int c = 0; c < 2; c++) {
    children[c] = fork();
    if (children[c] == 0) {
      StoreRow row = row_of("direct()", 1e-5);
      int n = 0;
      if (store_open(path, &store) != STATUS_OK)
        _exit(1);
      while (n < ROWS && store_add_row(store, number, &row, NULL) == STATUS_OK)
        n++;
      store_close(store);
      _exit(n != ROWS);
    }
  }
  for (int c = 0; c < 2; c++) {
    int state = 1;
    waitpid(children[c], &state, 0);
    CHECK_EQUAL(state, 0);
  }
  store = open_store();
  CHECK_EQUAL(store_read_rows(store, number, &rows, &count), STATUS_OK);
  CHECK_EQUAL(count, 2 * ROWS);
  store_rows_destroy(rows, count);
  store_close(store);
}

// The child tells after every row; it is killed in the middle of its work.
static void test_kill(void) {
  enum { ROWS = 50 };
  int pipes[2];
  CHECK(pipe(pipes) == 0);
  pid_t child = fork();
  if (child == 0) {
    Store *store = NULL;
    StoreRow row = row_of("direct(vector=i1x8)", 1e-5);
    if (store_open(path, &store) != STATUS_OK)
      _exit(1);
    while (store_add_row(store, 2, &row, NULL) == STATUS_OK && write(pipes[1], "x", 1) == 1)
      continue;
    _exit(1);
  }
  char told;
  for (int n = 0; n < ROWS; n++)
    CHECK(read(pipes[0], &told, 1) == 1);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  close(pipes[0]);
  close(pipes[1]);
  Store *store = open_store();
  StoreRow *rows;
  int64_t count = 0;
  CHECK_EQUAL(store_read_rows(store, 2, &rows, &count), STATUS_OK);
  CHECK(count >= ROWS);
  store_rows_destroy(rows, count);
  store_close(store);
}

static void test_foreign_file(void) {
  Store *store = NULL;
  char name[80];
  snprintf(name, sizeof name, "%s/foreign", folder);
  FILE *file = fopen(name, "w");
  for (int n = 0; file && n < 1000; n++)
    fputs("this is no database\n", file);
  if (file)
    fclose(file);
  CHECK_EQUAL(store_open(name, &store), STATUS_STORE);
  CHECK(strstr(status_text(), "foreign") != NULL);
  CHECK_EQUAL(store_open("/no/such/folder/store", &store), STATUS_STORE);
}

int main(void) {
  char command[64];
  if (!mkdtemp(folder))
    return 1;
  snprintf(path, sizeof path, "%s/store", folder);
  test_tasks();
  test_rows();
  test_kill();
  test_layers();
  test_processors();
  test_scripts();
  test_grids();
  int64_t task = test_records();
  test_kept(task);
  test_kept_twice(task);
  test_cold(task);
  test_cold_merge();
  test_earlier_schemas();
  test_choice();
  test_find();
  test_marks();
  test_two_writers();
  test_foreign_file();
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
  return check_result();
}
