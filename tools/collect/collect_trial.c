// One trial: a schedule is built, measured in the worker and kept in the store.
#include "tools/collect/collect_trial.h"

#include "runtime/timing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool collect_is_time_up(const CollectRun *run) {
  return run->deadline > 0 && timing_now() > run->deadline;
}

bool collect_read_schedule(const CollectRun *run, const char *text, Schedule *out) {
  if (schedule_parse(&run->workload, text, out) != STATUS_OK)
    return false;
  out->fuse_init = out->fuse_producers = 1;
  space_normalize(run->space, out);
  return true;
}

void collect_observe(CollectRun *run, const Schedule *schedule, double seconds) {
  if (run->strategies[ORIGIN_EXPLORE])
    strategy_observe(run->strategies[ORIGIN_EXPLORE], schedule, &seconds, 1);
}

double collect_row_median(const StoreRow *row) {
  Timing timing = {.repeats = row->repeats};
  memcpy(timing.seconds, row->seconds, sizeof row->seconds);
  return row->verdict == VERDICT_OK ? timing_median(&timing) : INFINITY;
}

static void print_schedule(const CollectRun *run, const Schedule *schedule, char *text,
                           size_t size) {
  Schedule named = *schedule;
  variants_name(run->site->variants, run->variant, &named);
  schedule_print(&run->workload, &named, text, size);
}

static Status keep(CollectRun *run, DatasetOrigin origin, char *text, const Outcome *outcome) {
  StoreRow row = {.origin = origin, .verdict = (Verdict)outcome->verdict, .schedule = text};
  if (outcome->cpu_seconds > 0)
    row.cost_seconds = outcome->build_seconds + outcome->cpu_seconds;
  for (int i = 0; i < outcome->timing.repeats && i < DATASET_MAX_REPEATS; i++)
    row.seconds[row.repeats++] = outcome->timing.seconds[i];
  if (row.verdict == VERDICT_OK)
    run->progress->rows++;
  else
    run->progress->failed++;
  run->measured++;
  return store_add_row(run->store, run->number, &row);
}

Status collect_measure(CollectRun *run, DatasetOrigin origin, const Schedule *schedule) {
  const Measurer measurer = {
      .worker = run->worker,
      .subject = {run->site, measure_site_build},
      .timing = {.repeats = 5, .minimum_seconds = 0.0015, .budget_seconds = 0.1},
      .effort = JIT_SCHEDULED};
  char text[SCHEDULE_TEXT_BYTES];
  Outcome outcome;
  seen_add(&run->seen, schedule);
  print_schedule(run, schedule, text, sizeof text);
  Status status = measurer_run(&measurer, text, &outcome);
  if (status != STATUS_OK)
    return status;
  collect_observe(run, schedule, outcome_seconds(&outcome));
  return outcome.verdict == TRIAL_REJECTED ? STATUS_OK : keep(run, origin, text, &outcome);
}
