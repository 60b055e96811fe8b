// Splits never leak, filters leave out what they say, figures of tiny programs are those computed
// by hand, and searches stay inside their table.
#include "lab/evaluate/calibration.h"
#include "lab/evaluate/development.h"
#include "lab/evaluate/evaluation_split.h"
#include "lab/evaluate/noise_floor.h"
#include "lab/evaluate/row_sampling.h"
#include "lab/replay/replay_table.h"
#include "test/unit/base/check.h"

#include <math.h>
#include <stdlib.h>

static const char *const path = "test/lit/tools/Inputs/small.dataset.gz";
static TrainingData data;
static uint8_t *uses;

// Every workload that is predicted has no row in use, on any machine.
static void check_split(EvaluationSplit *split, int holdouts) {
  CHECK_EQUAL(split->holdout_count, holdouts);
  CHECK(split->program_count > 0);
  CHECK(!split_leaks(split, &data));
  for (int p = 0; p < split->program_count; p++) {
    const EvaluationProgram *program = &split->programs[p];
    split_uses(split, program->holdout, &data, &(TrainingFilter){0}, 1, uses);
    size_t used = 0;
    for (size_t t = 0; t < data.set.task_count; t++) {
      const TrainingTask *task = &data.set.tasks[t];
      bool is_tested = false;
      for (size_t n = 0; n < program->task_count; n++)
        is_tested |=
            data.set.tasks[program->tasks[n].task].contraction_key == task->contraction_key;
      for (size_t row = task->first; row < task->first + task->count; row++) {
        used += uses[row] != ROW_UNUSED;
        CHECK(!is_tested || uses[row] == ROW_UNUSED);
      }
    }
    CHECK(used > 0);
  }
  // The same with one task not held out.
  const EvaluationProgram *program = &split->programs[0];
  split->held_out[(size_t)program->holdout * data.set.task_count + program->tasks[0].task] = 0;
  CHECK(split_leaks(split, &data));
  split_destroy(split);
}

static void test_splits(void) {
  EvaluationSplit split;
  CHECK_EQUAL(split_by_workload(&data, 1, EVALUATION_FOLDS, NULL, &split), STATUS_OK);
  size_t tested = 0;
  for (int p = 0; p < split.program_count; p++)
    tested += split.programs[p].task_count;
  CHECK_EQUAL(tested, data.set.task_count);
  check_split(&split, EVALUATION_FOLDS);
  CHECK_EQUAL(split_by_network(&data, &split), STATUS_OK);
  CHECK_TEXT(split.programs[0].name, "ResNet-18");
  check_split(&split, 1);
  CHECK_EQUAL(split_by_family(&data, &split), STATUS_OK);
  check_split(&split, 3);
}

static size_t judged_tasks(const EvaluationSplit *split) {
  size_t count = 0;
  for (int p = 0; p < split->program_count; p++)
    count += split->programs[p].task_count;
  return count;
}

// What constants are chosen by judges nothing, and what judges is not among it.
static void test_development(void) {
  uint8_t marks[64], fewer[64];
  EvaluationSplit split;
  size_t marked = 0, first = 0;
  development_mark(&data, NULL, marks);
  for (size_t t = data.set.task_count; t-- > 0;) {
    const DatasetWorkload *workload = training_data_workload(&data, t);
    bool is_judge =
        contraction_is_in_networks(&data.dataset, workload->contraction, development_judges) ||
        family_is_held_out(workload->family);
    CHECK(!(marks[t] && is_judge));
    marked += marks[t];
    first = marks[t] ? t : first;
  }
  CHECK(marked > 1 && marked < data.set.task_count);
  ContractionList judges = {&data.set.tasks[first].contraction_key, 1};
  development_mark(&data, &judges, fewer);
  for (size_t t = 0; t < data.set.task_count; t++)
    CHECK_EQUAL(fewer[t], marks[t] && data.set.tasks[t].contraction_key != judges.keys[0]);
  CHECK_EQUAL(split_by_workload(&data, 1, EVALUATION_FOLDS, marks, &split), STATUS_OK);
  CHECK_EQUAL(judged_tasks(&split), data.set.task_count - marked);
  check_split(&split, EVALUATION_FOLDS);
  CHECK_EQUAL(split_by_development(&data, marks, &split), STATUS_OK);
  CHECK_EQUAL(judged_tasks(&split), marked);
  check_split(&split, 1);
}

// A network with enough tasks is judged as a program, less what is of the development set.
static void test_networks(void) {
  char large[] = "large,small", small[] = "small,affine_large", *sources[64];
  uint8_t marks[64] = {0};
  EvaluationSplit split;
  int32_t count = data.dataset.workload_count;
  for (int32_t w = 0; w < count; w++) {
    sources[w] = data.dataset.workloads[w].source;
    data.dataset.workloads[w].source = w < EVALUATION_MIN_TASKS ? large : small;
  }
  CHECK_EQUAL(split_by_workload(&data, 1, EVALUATION_FOLDS, NULL, &split), STATUS_OK);
  CHECK_EQUAL(split.network_count, 2);
  CHECK_TEXT(split.networks[0].networks, "large");
  CHECK_EQUAL(split.networks[0].task_count, EVALUATION_MIN_TASKS);
  CHECK_EQUAL(split.networks[1].task_count, data.set.task_count);
  split_destroy(&split);
  marks[0] = 1;
  CHECK_EQUAL(split_by_workload(&data, 1, EVALUATION_FOLDS, marks, &split), STATUS_OK);
  CHECK_EQUAL(split.network_count, 1);
  CHECK_EQUAL(split.networks[0].task_count, data.set.task_count - 1);
  split_destroy(&split);
  for (int32_t w = 0; w < count; w++)
    data.dataset.workloads[w].source = sources[w];
}

// --- by machine

// Two levels of one CPU and another CPU; returns the machine of that.
static int32_t spread_over_machines(void) {
  int32_t level, other;
  CHECK_EQUAL(dataset_add_machine(&data.dataset, "Example CPU", "zen4,llvm_cpu=x86-64-v3", &level),
              STATUS_OK);
  CHECK_EQUAL(dataset_add_machine(&data.dataset, "Example CPU", "x86-64-v4", &other), STATUS_OK);
  for (size_t t = 0; t < data.set.task_count; t++)
    data.machines[t] = t % 5 == 0 ? 0 : t % 5 == 1 ? level : other;
  return other;
}

static bool is_judged(const EvaluationSplit *split, size_t task) {
  for (int p = 0; p < split->program_count; p++)
    for (size_t n = 0; n < split->programs[p].task_count; n++)
      if (data.set.tasks[split->programs[p].tasks[n].task].contraction_key ==
          data.set.tasks[task].contraction_key)
        return true;
  return false;
}

// Nothing judged is trained on anywhere, and of the CPU no more than what is seen.
static void check_machine_split(int32_t machine, MachineSeen seen) {
  EvaluationSplit split;
  size_t of_machine = 0, used = 0, free_task = 0;
  CHECK_EQUAL(split_by_machine(&data, machine, seen, &split), STATUS_OK);
  CHECK(!split_leaks(&split, &data));
  for (int p = 0; p < split.program_count; p++)
    for (size_t n = 0; n < split.programs[p].task_count; n++)
      CHECK_EQUAL(data.machines[split.programs[p].tasks[n].task], machine);
  split_uses(&split, 0, &data, &(TrainingFilter){0}, 1, uses);
  for (size_t t = 0; t < data.set.task_count; t++) {
    bool is_used = uses[data.set.tasks[t].first] != ROW_UNUSED;
    bool is_of_cpu = training_data_is_of_cpu(&data, t, machine);
    CHECK(!(is_used && is_judged(&split, t)));
    CHECK(!(is_used && is_of_cpu && seen == MACHINE_UNSEEN));
    CHECK(!(is_used && data.machines[t] == machine && seen != MACHINE_SEEN));
    CHECK(is_used || is_judged(&split, t) || is_of_cpu);
    of_machine += is_used && is_of_cpu;
    used += is_used;
    free_task = is_judged(&split, t) ? free_task : t;
  }
  CHECK(used > of_machine);
  CHECK(of_machine > 0 || seen != MACHINE_SEEN);
  CHECK(!uses_leak(&split, &data, uses));
  uses[data.set.tasks[free_task].first] = ROW_TRAIN;
  CHECK(!uses_leak(&split, &data, uses));
  uses[data.set.tasks[split.programs[0].tasks[0].task].first] = ROW_STOP;
  CHECK(uses_leak(&split, &data, uses));
  split_destroy(&split);
}

static void check_machines(int32_t machine) {
  check_machine_split(machine, MACHINE_UNSEEN);
  check_machine_split(machine, MACHINE_LEVELS_SEEN);
  check_machine_split(machine, MACHINE_SEEN);
}

// Machines are judged by the held-out networks; the other splits judge the first CPU alone, with
// the contractions held out on both.
static void test_machines(void) {
  char judged[] = "vgg16,squeezenet", other_source[] = "vgg16", *sources[64];
  int32_t count = data.dataset.workload_count, machines[64];
  EvaluationSplit split;
  memcpy(machines, data.machines, data.set.task_count * sizeof *machines);
  for (int32_t w = 0; w < count; w++) {
    sources[w] = data.dataset.workloads[w].source;
    data.dataset.workloads[w].source = other_source;
  }
  int32_t other = spread_over_machines();
  for (size_t t = 0, judges = 0; t < data.set.task_count && judges < EVALUATION_MIN_TASKS; t++)
    if (data.machines[t] == other) {
      data.dataset.workloads[data.workloads[t]].source = judged;
      judges++;
    }
  check_machines(other);
  CHECK_EQUAL(split_by_machine(&data, other, MACHINE_UNSEEN, &split), STATUS_OK);
  CHECK_EQUAL(split.program_count, 1);
  CHECK_TEXT(split.programs[0].name, "SqueezeNet");
  split_destroy(&split);
  CHECK_EQUAL(split_by_machine(&data, 1, MACHINE_UNSEEN, &split), STATUS_OK);
  CHECK_TEXT(split.programs[0].name, "all tasks");
  CHECK_EQUAL(split.programs[0].task_count, 5);
  split_destroy(&split);
  CHECK_EQUAL(split_by_workload(&data, 1, EVALUATION_FOLDS, NULL, &split), STATUS_OK);
  CHECK_EQUAL(judged_tasks(&split), 10);
  check_split(&split, EVALUATION_FOLDS);
  for (int32_t w = 0; w < count; w++)
    data.dataset.workloads[w].source = sources[w];
  memcpy(data.machines, machines, data.set.task_count * sizeof *machines);
}

// Whatever the training, rows of a calibration are of the machine, allowed, and each schedule once.
static void check_calibration(const uint8_t *allowed, size_t rows, size_t most, uint8_t *chosen) {
  CalibrationOptions options = {rows, 4, 1};
  size_t count = 0;
  CHECK_EQUAL(calibration_choose(&data, 0, allowed, &options, chosen), STATUS_OK);
  for (size_t t = 0; t < data.set.task_count; t++) {
    const TrainingTask *task = &data.set.tasks[t];
    for (size_t row = task->first; row < task->first + task->count; row++)
      if (chosen[row] != ROW_UNUSED) {
        count++;
        CHECK_EQUAL(chosen[row], allowed[row]);
        CHECK_EQUAL(data.machines[t], 0);
        for (size_t other = task->first; other < row; other++)
          CHECK(chosen[other] == ROW_UNUSED ||
                schedule_key(&training_data_row(&data, other)->schedule) !=
                    schedule_key(&training_data_row(&data, row)->schedule));
      }
  }
  CHECK_EQUAL(count, rows < most ? rows : most);
}

static void test_calibration(void) {
  uint8_t *chosen = malloc(data.set.row_count), *again = malloc(data.set.row_count);
  int32_t first = data.machines[0];
  data.machines[0] = data.dataset.machine_count - 1; // another one
  training_data_uses(&data, &(TrainingFilter){.networks = "bert_base"}, 1, uses);
  for (size_t rows = 0; rows <= 90; rows += 15)
    check_calibration(uses, rows, 90, chosen);
  CHECK_EQUAL(calibration_choose(&data, 0, uses, &(CalibrationOptions){90, 4, 1}, again),
              STATUS_OK);
  CHECK(!memcmp(chosen, again, data.set.row_count));
  memset(uses, ROW_UNUSED, data.set.row_count);
  check_calibration(uses, 90, 0, chosen);
  data.machines[0] = first;
  free(chosen);
  free(again);
}

static size_t count_marked(void) {
  size_t count = 0;
  for (size_t row = 0; row < data.set.row_count; row++)
    count += uses[row] != ROW_UNUSED;
  return count;
}

static size_t sample(RowSampling sampling) {
  training_data_uses(&data, &(TrainingFilter){0}, 1, uses);
  CHECK_EQUAL(row_sampling_apply(&data, sampling, 1, uses), STATUS_OK);
  return count_marked();
}

// Both sides of a comparison have as many rows, and rows of the kind they say.
static void test_sampling(void) {
  CHECK_EQUAL(sample(SAMPLING_ALL), data.set.row_count);
  size_t quarter = data.set.row_count / 4;
  CHECK_EQUAL(sample(SAMPLING_PRIOR_TASKS), quarter);
  CHECK_EQUAL(sample(SAMPLING_UNIFORM_TASKS), quarter);
  size_t networks = sample(SAMPLING_NETWORK_TASKS);
  CHECK(networks > 0 && networks < data.set.row_count);
  for (size_t row = 0; row < data.set.row_count; row++)
    CHECK(uses[row] == ROW_UNUSED ||
          data.dataset.workloads[training_data_row(&data, row)->workload].source[0]);
  CHECK_EQUAL(sample(SAMPLING_PERTURBED_TASKS), networks);
  size_t explored = sample(SAMPLING_EXPLORED_SCHEDULES);
  for (size_t row = 0; row < data.set.row_count; row++)
    CHECK(uses[row] == ROW_UNUSED || training_data_row(&data, row)->origin == ORIGIN_EXPLORE);
  CHECK(explored > 0);
  CHECK_EQUAL(sample(SAMPLING_RANDOM_SCHEDULES), explored);
  for (size_t row = 0; row < data.set.row_count; row++)
    CHECK(uses[row] == ROW_UNUSED || training_data_row(&data, row)->origin == ORIGIN_RANDOM);
}

static size_t count_used(const TrainingFilter *filter) {
  size_t count = 0;
  CHECK_EQUAL(training_filter_check(&data, filter), STATUS_OK);
  training_data_uses(&data, filter, 1, uses);
  for (size_t row = 0; row < data.set.row_count; row++)
    count += uses[row] != ROW_UNUSED;
  return count;
}

static void test_filters(void) {
  CHECK_EQUAL(count_used(&(TrainingFilter){0}), data.set.row_count);
  size_t of_network = 0, of_family = 0;
  for (size_t row = 0; row < data.set.row_count; row++) {
    const DatasetRow *measured = training_data_row(&data, row);
    const DatasetWorkload *workload = &data.dataset.workloads[measured->workload];
    of_network +=
        !strcmp(workload->source, "bert_base") || !strcmp(workload->source, "mobilenet_v2");
    of_family += !strcmp(workload->family, "depthwise");
  }
  CHECK(of_network > 0 && of_family > 0);
  size_t all = data.set.row_count;
  CHECK_EQUAL(count_used(&(TrainingFilter){.networks = "bert_base,mobilenet_v2"}),
              all - of_network);
  CHECK_EQUAL(count_used(&(TrainingFilter){.family = "depthwise"}), all - of_family);
  ContractionList first = {&data.set.tasks[0].contraction_key, 1};
  CHECK(count_used(&(TrainingFilter){.contractions = &first}) <= all - data.set.tasks[0].count);
  DatasetWorkload workload = {.source = "resnet50,vgg16"};
  CHECK(workload_is_in_networks(&workload, "vgg16"));
  CHECK(!workload_is_in_networks(&workload, "resnet5") &&
        !workload_is_in_networks(&workload, "vgg"));
  workload.source = "";
  CHECK(!workload_is_in_networks(&workload, "vgg16") && !workload_is_in_networks(&workload, ""));
}

// Two tasks of 8; the scores choose the second best of the first and the best of the second.
// A processor is left out by a part of its name, with the rows of all its machines.
static void test_left_out_machine(void) {
  int32_t machines[64], other;
  size_t of_other = 0, all = data.set.row_count;
  memcpy(machines, data.machines, data.set.task_count * sizeof *machines);
  CHECK_EQUAL(dataset_add_machine(&data.dataset, "Left-out CPU", "x86-64-v4", &other), STATUS_OK);
  for (size_t t = 0; t < data.set.task_count; t += 3) {
    data.machines[t] = other;
    of_other += data.set.tasks[t].count;
  }
  CHECK(of_other > 0 && of_other < all);
  CHECK_EQUAL(count_used(&(TrainingFilter){.cpu = "Left-out"}), all - of_other);
  for (size_t t = 0; t < data.set.task_count; t++)
    for (size_t n = 0; n < data.set.tasks[t].count; n++)
      CHECK((uses[data.set.tasks[t].first + n] == ROW_UNUSED) == (data.machines[t] == other));
  CHECK_EQUAL(count_used(&(TrainingFilter){.cpu = "Example"}), of_other);
  CHECK_EQUAL(count_used(&(TrainingFilter){.cpu = "CPU"}), 0);
  CHECK_EQUAL(training_filter_check(&data, &(TrainingFilter){.cpu = "Left-out"}), STATUS_OK);
  CHECK_EQUAL(training_filter_check(&data, &(TrainingFilter){.cpu = "left"}), STATUS_USAGE);
  CHECK_TEXT(
      status_text(),
      "no machine of the dataset is of a processor 'left'; autotune dataset show lists them");
  memcpy(data.machines, machines, data.set.task_count * sizeof *machines);
}

static void test_figures(void) {
  double seconds[16], scores[16], predicted[16];
  TrainingTask tasks[] = {{1, 1, 0, 8}, {2, 2, 8, 8}};
  TrainingSet set = {.seconds = seconds, .tasks = tasks, .row_count = 16, .task_count = 2};
  for (int n = 0; n < 16; n++) {
    seconds[n] = n < 8 ? 1 + n : 10 * (n - 7);
    scores[n] = -seconds[n];
    predicted[n] = 2 * seconds[n];
  }
  scores[1] = 0;
  ProgramTask program[] = {{0, 3}, {1, 1}};
  EvaluationMetrics metrics;
  CHECK_EQUAL(
      evaluation_measure(&set, program, 2, &(Predictions){scores, predicted, seconds}, &metrics),
      STATUS_OK);
  const double *figures = metrics.figures;
  CHECK(fabs(figures[FIGURE_PEAK_1] - 0.75) < 1e-12);
  CHECK(fabs(figures[FIGURE_PAIRWISE] - (27.0 / 28 + 1) / 2) < 1e-12);
  CHECK(fabs(figures[FIGURE_CLEAR] - figures[FIGURE_PAIRWISE]) < 1e-12);
  CHECK(fabs(figures[FIGURE_APE] - 100 * 3.0 / 13) < 1e-9); // 3 * (2 - 1) over 3 * 1 + 10
  CHECK(fabs(figures[FIGURE_TOP_1] - 13.0 / 16) < 1e-12);
  CHECK(fabs(figures[FIGURE_TOP_5] - 1) < 1e-12);
  CHECK(fabs(figures[FIGURE_SLOWDOWN_1] - 50) < 1e-9);
  CHECK(fabs(figures[FIGURE_TRIALS] - 1.5) < 1e-12);
  CHECK(fabs(figures[FIGURE_MAPE] - 100) < 1e-9);
  CHECK(fabs(figures[FIGURE_LOG_MAPE_LONG] - 100) < 1e-9);
  CHECK(fabs(figures[FIGURE_TAU_LONG] - 1) < 1e-12);
  CHECK(isnan(figures[FIGURE_MAPE_SHORT]) && isnan(figures[FIGURE_TAU_SHORT]));
  CHECK(fabs(metrics.curve[0] - 0.75) < 1e-12 && fabs(metrics.curve[1] - 1) < 1e-12);
  tasks[0].count = tasks[1].count = EVALUATION_MIN_ROWS - 1;
  CHECK_EQUAL(evaluation_measure(&set, program, 2, &(Predictions){scores, NULL, seconds}, &metrics),
              STATUS_OK);
  CHECK(isnan(metrics.figures[FIGURE_PEAK_1]) && isnan(metrics.figures[FIGURE_MAPE]));
}

static void test_noise(void) {
  DatasetRow row = {.repeats = 5, .seconds = {1, 20, 3, 10, 2}};
  CHECK(row_half_seconds(&row, 0) == 2 && row_half_seconds(&row, 1) == 15);
  row.repeats = 1;
  CHECK(row_half_seconds(&row, 0) == 1 && row_half_seconds(&row, 1) == 1);
  NoiseFloor floor;
  CHECK_EQUAL(noise_floor(&data, 0, &floor), STATUS_OK);
  CHECK(floor.halves.count > 1000 && floor.halves.median > 0 && floor.halves.median < 5);
  CHECK(floor.halves.p90 >= floor.halves.median);
  noise_floor_destroy(&floor);
}

static double seconds_of(const ReplayTable *table, const Schedule *schedule) {
  return replay_table_seconds(table, replay_table_find(table, schedule));
}

static void test_table(void) {
  int found = 0;
  for (size_t t = 0; t < data.set.task_count; t++) {
    ReplayTable *table;
    CHECK_EQUAL(replay_table_create(&data, t, &table), STATUS_OK);
    if (!table)
      continue;
    found++;
    SearchMoves moves = replay_table_moves(table);
    Rng rng = {3}, again = {3};
    Schedule at, other, child;
    int moved = 0;
    for (int n = 0; n < 500; n++) {
      CHECK(moves.random(moves.context, &rng, &at) && moves.random(moves.context, &again, &other));
      CHECK_EQUAL(schedule_key(&at), schedule_key(&other));
      CHECK(seconds_of(table, &at) >= replay_table_best(table));
      child = other;
      CHECK(moves.mutate(moves.context, &rng, &at) && moves.mutate(moves.context, &again, &child));
      CHECK(isfinite(seconds_of(table, &at)));
      moved += schedule_key(&at) != schedule_key(&other);
      CHECK(moves.cross(moves.context, &rng, &at, &other, &child));
      CHECK(isfinite(seconds_of(table, &child)));
      CHECK(moves.cross(moves.context, &again, &other, &other, &child));
      CHECK_EQUAL(schedule_key(&child), schedule_key(&other));
      again = rng;
    }
    CHECK_EQUAL(moved, 500);
    at.tile[0][0] = 12345;
    CHECK(isinf(seconds_of(table, &at)) && isinf(replay_table_judged(table, SIZE_MAX)));
    CHECK_EQUAL(replay_table_count(table), 1152);
    replay_table_destroy(table);
  }
  CHECK_EQUAL(found, 1);
}

static int compare_rows(const void *a, const void *b) {
  double left = data.set.seconds[*(const size_t *)a], right = data.set.seconds[*(const size_t *)b];
  return (left > right) - (left < right);
}

enum { POINTS = 1152, REPEATED = 6 };

// Makes the slowest rows second measurements of others, each `factor` times slower.
static void repeat_point(const size_t *sorted, int nth, size_t place, double factor) {
  size_t from = sorted[place], to = sorted[POINTS - 1 - nth];
  DatasetRow *rows = data.dataset.rows;
  rows[data.dataset_rows[to]].schedule = rows[data.dataset_rows[from]].schedule;
  rows[data.dataset_rows[to]].origin = ORIGIN_AGAIN;
  data.set.seconds[to] = factor * data.set.seconds[from];
}

static double judged(const ReplayTable *table, size_t row) {
  const Schedule *schedule = &training_data_row(&data, row)->schedule;
  return replay_table_judged(table, replay_table_find(table, schedule)) / data.set.seconds[row];
}

// The machine is 1.2 times slower the second time, and the best points were lucky the first time.
static void test_judged(void) {
  static const size_t places[REPEATED] = {0, 1, 2, 600, 700, 800};
  size_t sorted[POINTS], count = 0, task = 0;
  for (size_t row = 0; row < data.set.row_count; row++)
    if (training_data_row(&data, row)->origin == ORIGIN_GRID)
      sorted[count++] = row;
  CHECK_EQUAL(count, POINTS);
  qsort(sorted, count, sizeof *sorted, compare_rows);
  while (data.set.tasks[task].first + data.set.tasks[task].count <= sorted[0])
    task++;
  for (int n = 0; n < REPEATED; n++)
    repeat_point(sorted, n, places[n], n < 3 ? 1.5 : 1.2);
  ReplayTable *table;
  CHECK_EQUAL(replay_table_create(&data, task, &table), STATUS_OK);
  CHECK_EQUAL(replay_table_count(table), POINTS - REPEATED);
  for (int n = 0; n < REPEATED; n++)
    CHECK(fabs(judged(table, sorted[places[n]]) - (n < 3 ? 1.25 : 1)) < 1e-9);
  CHECK(fabs(judged(table, sorted[3]) - 1) < 1e-9);
  replay_table_destroy(table);
}

int main(void) {
  CHECK_EQUAL(training_data_read(&path, 1, &data), STATUS_OK);
  CHECK_EQUAL(data.set.task_count, 25);
  uses = malloc(data.set.row_count);
  test_splits();
  test_development();
  test_networks();
  test_machines();
  test_calibration();
  test_sampling();
  test_filters();
  test_left_out_machine();
  test_figures();
  test_noise();
  test_table();
  test_judged(); // last: it changes rows
  free(uses);
  training_data_destroy(&data);
  return check_result();
}
