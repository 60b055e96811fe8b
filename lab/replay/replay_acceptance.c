// Four loops to compare with: without and with transfer, each after an eighth of the table and
// after all trials.
#include "lab/replay/replay_acceptance.h"

#include <math.h>

enum { BATCH = 64, LOOP_COUNT = 4 };

typedef struct RivalLoop {
  const char *title;
  ReplaySearch search;
  bool is_whole; // all trials
} RivalLoop;

static const RivalLoop loops[LOOP_COUNT] = {
    {"loop, an eighth", REPLAY_MODEL, false},
    {"loop, 1,000 trials", REPLAY_MODEL, true},
    {"transfer, an eighth", REPLAY_TRANSFER, false},
    {"transfer, 1,000 trials", REPLAY_TRANSFER, true},
};

// Whoever searches builds what was found once more, which is taken to cost a trial.
double replay_loop_seconds(const ReplayResult *result, ReplaySearch search) {
  return (ACCEPTANCE_TRIALS + 1) * result->trial_seconds +
         result->searches[search].cpu_seconds * ACCEPTANCE_TRIALS / (double)result->run_trials;
}

double replay_one_shot_seconds(const ReplayResult *result, int measured) {
  return (measured + 1) * result->trial_seconds + result->choice_seconds;
}

// --- ratios over the tables

// Of one table; NAN: nothing to compare.
typedef double (*Ratio)(const ReplayResult *result, const RivalLoop *loop);

static double speed_of(const ReplayResult *result, const RivalLoop *loop, ReplayChoice choice) {
  const ReplayRuns *runs = &result->searches[loop->search];
  return result->choices[choice] / (loop->is_whole ? runs->last : runs->final);
}

static double time_of(const ReplayResult *result, const RivalLoop *loop, int measured) {
  return loop->is_whole
             ? replay_loop_seconds(result, loop->search) / replay_one_shot_seconds(result, measured)
             : NAN;
}

static double analytical_speed(const ReplayResult *result, const RivalLoop *loop) {
  return speed_of(result, loop, CHOICE_ANALYTICAL);
}
static double first_speed(const ReplayResult *result, const RivalLoop *loop) {
  return speed_of(result, loop, CHOICE_FIRST);
}
static double batch_speed(const ReplayResult *result, const RivalLoop *loop) {
  return speed_of(result, loop, CHOICE_BATCH);
}
static double all_speed(const ReplayResult *result, const RivalLoop *loop) {
  return speed_of(result, loop, CHOICE_ALL);
}
static double free_speed(const ReplayResult *result, const RivalLoop *loop) {
  return speed_of(result, loop, CHOICE_FREE);
}
static double first_time(const ReplayResult *result, const RivalLoop *loop) {
  return time_of(result, loop, 0);
}
static double batch_time(const ReplayResult *result, const RivalLoop *loop) {
  return time_of(result, loop, BATCH);
}

typedef struct Summary {
  double mean, least;
  int count;
} Summary;

static Summary summarize(const ReplayResult *results, int count, Ratio ratio,
                         const RivalLoop *loop) {
  Summary summary = {.least = INFINITY};
  double logs = 0;
  for (int n = 0; n < count; n++) {
    double value = ratio(&results[n], loop);
    if (isnan(value))
      continue;
    logs += log(value);
    summary.least = fmin(summary.least, value);
    summary.count++;
  }
  summary.mean = exp(logs / summary.count);
  return summary;
}

// --- the table

static const struct {
  const char *text;
  Ratio ratio;
  bool is_least;
  double bound;            // 0: none
  bool is_by_construction; // a choice of so few measurements cannot miss the bound
} rows[] = {
    {"K=0, speed: geometric mean", first_speed, false, 0.95, false},
    {"K=0, speed: least", first_speed, true, 0.8, false},
    {"K=64, speed: geometric mean", batch_speed, false, 1.01, false},
    {"K=64, speed: least", batch_speed, true, 0, false},
    {"K=0, times shorter: geometric mean", first_time, false, 67, true},
    {"K=0, times shorter: least", first_time, true, 0, false},
    {"K=64, times shorter: geometric mean", batch_time, false, 14.8, true},
    {"K=64, times shorter: least", batch_time, true, 0, false},
    {"analytical K=0, speed: geometric mean", analytical_speed, false, 0, false},
    {"all points measured, speed: geometric mean", all_speed, false, 0, false},
    {"free choice, speed: geometric mean", free_speed, false, 0, false},
    {"free choice, speed: least", free_speed, true, 0, false},
};

static const char *verdict_of(double value, size_t row) {
  if (rows[row].bound == 0)
    return " |";
  if (rows[row].is_by_construction)
    return " by construction |";
  return value >= rows[row].bound ? " met |" : " not met |";
}

static void put_cell(FILE *file, Summary summary, size_t row) {
  double value = rows[row].is_least ? summary.least : summary.mean;
  if (summary.count == 0) {
    fputs(" - |", file);
    return;
  }
  fprintf(file, value < 10 ? " %.3f" : " %.1f", value);
  fputs(verdict_of(value, row), file);
}

static void put_row(FILE *file, const ReplayResult *results, int count, size_t row) {
  fprintf(file, "| %s |", rows[row].text);
  for (int l = 0; l < LOOP_COUNT; l++)
    put_cell(file, summarize(results, count, rows[row].ratio, &loops[l]), row);
  if (rows[row].bound > 0)
    fprintf(file, " >= %.4g |\n", rows[row].bound);
  else
    fputs(" |\n", file);
}

void replay_acceptance_write(const ReplayResult *results, int count, FILE *file) {
  fputs("### One shot against AutoTVM's loop\n\n"
        "Speed of what is chosen over the speed of what the loop has found, and how many times "
        "shorter the compilation is. The loop runs 1,000 trials where a table has so many points: "
        "on one of 8,000 an eighth, on one of 2,000 half of all there is, whose end says little "
        "about searching. The columns *an eighth* stop earlier on small tables, after as large a "
        "part as 1,000 is of 8,000. K=0 and K=64 choose from the points of the table only; the "
        "free choice is what the pass chose from the whole space, where it was measured with the "
        "table, and may be faster than every point. *All points measured* is the limit of every "
        "search inside the tables. Speeds are judged by a second measurement of the "
        "best points. Times are seconds of a processor: a trial is "
        "the mean of what the points of the table took to build, compile, check and time; a loop "
        "is 1,000 of them and its own work; one shot is the choice by model, made in this process, "
        "and K trials; both build the result once more. That one trial takes a thousandth of the "
        "time of "
        "1,001, and 65 a fifteenth, holds by construction.\n\n| |",
        file);
  for (int l = 0; l < LOOP_COUNT; l++)
    fprintf(file, " %s |", loops[l].title);
  fputs(" target |\n|---|---|---|---|---|---|\n", file);
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
    put_row(file, results, count, row);
  fputc('\n', file);
}
