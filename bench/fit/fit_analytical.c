// fit_analytical: the constants of the analytical model, fitted to measured schedules.
//
// This program has a build of costmodel/analytical of its own, in which every constant is a
// variable (analytical_internal.h). It changes one constant after the other by a factor and keeps
// what makes the loss smaller, by ever smaller factors. The loss of a task is how much slower than
// its best schedule the choice is: the mean of log slowdowns, each weighted by exp(-log prediction
// / SOFTNESS), so that it changes smoothly; a part of the error of the predictions themselves,
// without the factor that all of a CPU have in common, keeps the seconds meaningful. CPUs count
// alike.
#include "costmodel/analytical/analytical_internal.h"
#include "runtime/timing.h"
#include "tools/command_line.h"
#include "tools/train/judged_contractions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define C(name, value, unit, meaning) double name = value;
#include "costmodel/analytical/analytical_constants.def"
#undef C

static const struct {
  const char *name;
  double *value, start;
} constants[] = {
#define C(name, value, unit, meaning) {#name, &name, value},
#include "costmodel/analytical/analytical_constants.def"
#undef C
};

enum {
  CONSTANT_COUNT = sizeof constants / sizeof *constants,
  DATASETS_MAX = 64,
  CPUS_MAX = 16,
  TASK_LEAST = 8,   // rows of a task from which it says something about a choice
  TASK_SAMPLE = 40, // rows of a task that are looked at, evenly taken
};

static const double SOFTNESS = 0.05;   // of log seconds
static const double ERROR_PART = 0.15; // of the loss
static const double WORST = 1.5;       // log slowdown, and
static const double WORST_ERROR = 1;   // log error beyond which a row counts no more
static const double RANGE = 4;         // a constant stays within this factor of its start,
static const double TETHER = 0.0002;   // and this is the price of a factor of two
static const double LEAST_GAIN = 5e-5; // of the loss, for which a constant moves
static const double FACTORS[] = {1.6, 1.3, 1.15, 1.3, 1.1}; // of one round each

typedef struct FitRow {
  LoopNest nest;
  Schedule schedule;
  double log_seconds;
} FitRow;

typedef struct FitTask {
  const Workload *workload;
  const Target *target;
  const FitRow *rows;
  int count, cpu;
  bool judges; // it is not fitted to
} FitTask;

// Sums over tasks.
typedef struct Figures {
  double slowdown, error, bias, speed, tasks;
} Figures;

typedef struct Fit {
  const char *paths[DATASETS_MAX];
  int path_count;
  const char *judges; // modules
  const char *kept;   // constants, joined by ','; NULL: none
  double seconds;
  OutputFlags output;
  TrainingFilter filter;
  ContractionList judged; // of `judges`
  TrainingData data;
  FitTask *tasks;
  FitRow *rows;
  int64_t task_count, row_count;
  const char *cpus[CPUS_MAX];
  double bias[CPUS_MAX]; // mean log error of the CPU's rows, at the last look
  int cpu_count;
  bool is_kept[CONSTANT_COUNT];
  Figures figures[CPUS_MAX][2]; // of what is fitted to, and of what judges
} Fit;

// --- rows

static Status cpu_place(Fit *fit, const char *cpu, int *out_place) {
  int c = 0;
  while (c < fit->cpu_count && strcmp(fit->cpus[c], cpu) != 0)
    c++;
  *out_place = c;
  if (c == CPUS_MAX)
    return status_fail(STATUS_USAGE, "more than %d CPUs; leave some datasets out", CPUS_MAX);
  if (c == fit->cpu_count)
    fit->cpus[fit->cpu_count++] = cpu;
  return STATUS_OK;
}

static Status add_task(Fit *fit, size_t t) {
  const TrainingTask *task = &fit->data.set.tasks[t];
  const DatasetMachine *machine = &fit->data.dataset.machines[fit->data.machines[t]];
  FitTask *out = &fit->tasks[fit->task_count];
  Status status = STATUS_OK;
  if (task->count < TASK_LEAST)
    return status;
  *out = (FitTask){.workload = &training_data_workload(&fit->data, t)->workload,
                   .target = &machine->parsed,
                   .rows = &fit->rows[fit->row_count],
                   .judges = !training_filter_keeps(&fit->data, &fit->filter, t)};
  TRY(cpu_place(fit, machine->cpu, &out->cpu));
  size_t step = (task->count + TASK_SAMPLE - 1) / TASK_SAMPLE;
  for (size_t r = task->first; r < task->first + task->count; r += step) {
    FitRow *row = &fit->rows[fit->row_count];
    row->schedule = training_data_row(&fit->data, r)->schedule;
    row->log_seconds = log(fit->data.set.seconds[r]);
    if (loop_nest_build(out->workload, &row->schedule, &row->nest) == REJECT_NONE)
      fit->row_count++, out->count++;
  }
  fit->task_count++;
cleanup:
  return status;
}

static Status read_tasks(Fit *fit) {
  Status status = STATUS_OK;
  const TrainingSet *set = &fit->data.set;
  TRY(training_data_read(fit->paths, fit->path_count, &fit->data));
  TRY(training_filter_check(&fit->data, &fit->filter));
  if (fit->judges)
    TRY(judged_contractions_read("--exclude-modules", fit->judges,
                                 fit->data.dataset.machines[0].target, &fit->judged));
  fit->filter.contractions = &fit->judged;
  fit->tasks = malloc(set->task_count * sizeof *fit->tasks);
  fit->rows = malloc(set->row_count * sizeof *fit->rows);
  if (!fit->tasks || !fit->rows)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %zu rows", set->row_count));
  for (size_t t = 0; t < set->task_count; t++)
    TRY(add_task(fit, t));
  int64_t judges = 0;
  for (int64_t t = 0; t < fit->task_count; t++)
    judges += fit->tasks[t].judges;
  if (judges == fit->task_count)
    TRY(status_fail(STATUS_USAGE,
                    "nothing is left to fit to: the flags exclude every task of %d "
                    "rows or more",
                    TASK_LEAST));
cleanup:
  return status;
}

// --- loss

// Adds a task to the figures of its CPU and kind.
static void look_at_task(Fit *fit, const FitTask *task) {
  AnalyticalContext contexts[RULE_COUNT];
  bool is_prepared[RULE_COUNT] = {false};
  double predicted[TASK_SAMPLE], best = INFINITY, least = INFINITY, chosen = 0;
  for (int r = 0; r < task->count; r++) {
    const FitRow *row = &task->rows[r];
    ScheduleRule rule = row->schedule.rule;
    if (!is_prepared[rule])
      is_prepared[rule] = analytical_prepare(task->workload, rule, task->target, &contexts[rule]);
    predicted[r] = log(analytical_score(&contexts[rule], &row->schedule, &row->nest, NULL));
    best = fmin(best, row->log_seconds);
    if (predicted[r] < least) {
      least = predicted[r];
      chosen = row->log_seconds;
    }
  }
  double weights = 0, slowdown = 0, error = 0, bias = 0;
  for (int r = 0; r < task->count; r++) {
    double off = predicted[r] - task->rows[r].log_seconds;
    double weight = exp((least - predicted[r]) / SOFTNESS);
    weights += weight;
    slowdown += weight * fmin(task->rows[r].log_seconds - best, WORST);
    error += fmin(fabs(off - fit->bias[task->cpu]), WORST_ERROR);
    bias += off;
  }
  Figures *figures = &fit->figures[task->cpu][task->judges];
  figures->slowdown += slowdown / weights;
  figures->error += error / task->count;
  figures->bias += bias / task->count;
  figures->speed += exp(best - chosen);
  figures->tasks++;
}

static void look(Fit *fit, bool also_judges) {
  memset(fit->figures, 0, sizeof fit->figures);
  for (int64_t t = 0; t < fit->task_count; t++)
    if (also_judges || !fit->tasks[t].judges)
      look_at_task(fit, &fit->tasks[t]);
}

static double loss(Fit *fit) {
  double sum = 0;
  int count = 0;
  look(fit, false);
  for (int c = 0; c < fit->cpu_count; c++) {
    const Figures *figures = &fit->figures[c][false];
    if (figures->tasks == 0)
      continue;
    fit->bias[c] = figures->bias / figures->tasks;
    sum += (figures->slowdown + ERROR_PART * figures->error) / figures->tasks;
    count++;
  }
  sum /= count > 0 ? count : 1;
  for (int k = 0; k < CONSTANT_COUNT; k++)
    sum += TETHER * fabs(log2(*constants[k].value / constants[k].start));
  return sum;
}

static void print_figures(Fit *fit, const char *when) {
  look(fit, true);
  printf("\n%s\n\n| CPU | tasks | of them | slowdown of the choice | log error | bias | peak@1 |\n"
         "|---|---|---|---|---|---|---|\n",
         when);
  for (int c = 0; c < fit->cpu_count; c++)
    for (int judges = 0; judges < 2; judges++) {
      const Figures *figures = &fit->figures[c][judges];
      if (figures->tasks > 0)
        printf("| %s | %.0f | %s | %.4f | %.4f | %.3f | %.4f |\n", fit->cpus[c], figures->tasks,
               judges ? "judge" : "fitted to", figures->slowdown / figures->tasks,
               figures->error / figures->tasks, exp(figures->bias / figures->tasks),
               figures->speed / figures->tasks);
    }
  fflush(stdout);
}

// --- search

// Whether the loss is smaller with the value, which then stays.
static bool try_value(Fit *fit, int k, double value, double *loss_now) {
  double before = *constants[k].value, start = constants[k].start;
  if (value > start * RANGE || value < start / RANGE)
    return false;
  *constants[k].value = value;
  double then = loss(fit);
  if (then >= *loss_now - LEAST_GAIN) {
    *constants[k].value = before;
    return false;
  }
  *loss_now = then;
  return true;
}

// Moves one constant as long as the loss falls, up or else down.
static bool move_constant(Fit *fit, int k, double factor, double *loss_now) {
  double start = *constants[k].value;
  while (try_value(fit, k, *constants[k].value * factor, loss_now))
    continue;
  while (*constants[k].value <= start && try_value(fit, k, *constants[k].value / factor, loss_now))
    continue;
  return *constants[k].value != start;
}

static void search(Fit *fit) {
  double end = timing_now() + fit->seconds;
  double now = loss(fit);
  for (size_t round = 0; round < sizeof FACTORS / sizeof *FACTORS; round++) {
    int moved = 0;
    for (int k = 0; k < CONSTANT_COUNT && timing_now() < end; k++)
      if (!fit->is_kept[k])
        moved += move_constant(fit, k, FACTORS[round], &now);
    fprintf(stderr, "round %zu, factor %.2f: loss %.5f, %d constants moved\n", round + 1,
            FACTORS[round], now, moved);
  }
}

static Status read_kept(Fit *fit) {
  const char *at = fit->kept ? fit->kept : "";
  for (size_t length; *at; at += length + (at[length] == ',')) {
    length = strcspn(at, ",");
    int k = 0;
    while (k < CONSTANT_COUNT &&
           (strlen(constants[k].name) != length || strncmp(constants[k].name, at, length) != 0))
      k++;
    if (k == CONSTANT_COUNT)
      return status_fail(STATUS_USAGE,
                         "--keep: no constant '%.*s'; analytical_constants.def lists them",
                         (int)length, at);
    fit->is_kept[k] = true;
  }
  return STATUS_OK;
}

static Status fit_constants(void *values) {
  Fit *fit = values;
  Status status = STATUS_OK;
  TRY(read_kept(fit));
  TRY(read_tasks(fit));
  loss(fit); // sets the bias
  print_figures(fit, "Before:");
  search(fit);
  print_figures(fit, "After:");
  printf("\n| constant | before | after |\n|---|---|---|\n");
  for (int k = 0; k < CONSTANT_COUNT; k++)
    if (*constants[k].value != constants[k].start)
      printf("| `%s` | %.4g | %.4g |\n", constants[k].name, constants[k].start,
             *constants[k].value);
cleanup:
  free(fit->tasks);
  free(fit->rows);
  free(fit->judged.keys);
  training_data_destroy(&fit->data);
  return status;
}

static const Flag flags[] = {
    {"--exclude-networks", FLAG_TEXT, offsetof(Fit, filter.networks), "NAMES",
     "joined by ',': their contractions only judge, whatever is fused with them"},
    {"--exclude-modules", FLAG_TEXT, offsetof(Fit, judges), "PATHS",
     "modules, folders and tables of layers (*.tsv), joined by ',': their contractions only judge"},
    {"--exclude-machine", FLAG_TEXT, offsetof(Fit, filter.cpu), "NAME",
     "all rows of processors whose name contains NAME only judge"},
    {"--keep", FLAG_TEXT, offsetof(Fit, kept), "NAMES",
     "joined by ',': constants that stay as they are"},
    {"--seconds", FLAG_SECONDS(1), offsetof(Fit, seconds), "S", "end after so many (1800)"},
    {0},
};

int main(int argc, char **argv) {
  static Fit fit = {.seconds = 1800};
  CommandLine line = {.name = "",
                      .usage = "DATASET... [flags]",
                      .summary =
                          "Fits the constants of the analytical model to measured schedules and "
                          "prints what\nchanges. It writes no file: the constants are\n"
                          "costmodel/analytical/analytical_constants.def.",
                      .flags = flags,
                      .values = &fit,
                      .positional = fit.paths,
                      .positional_count = DATASETS_MAX,
                      .found = &fit.path_count,
                      .output = &fit.output};
  output_set_program("fit_analytical");
  return command_line_run(&line, argc, argv, fit_constants);
}
