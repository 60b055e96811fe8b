// One trial: a schedule is built, measured in the worker and kept in the store.
#include "tools/collect_trial.h"

#include "core/array.h"
#include "runtime/timing.h"
#include "transforms/lowering.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool collect_is_time_up(const CollectRun *run) {
  return run->deadline > 0 && timing_now() > run->deadline;
}

bool collect_is_seen(const CollectRun *run, uint64_t key) {
  for (int64_t i = 0; i < run->seen_count; i++)
    if (run->seen[i] == key)
      return true;
  return false;
}

Status collect_see(CollectRun *run, const Schedule *schedule) {
  if (!array_grow(&run->seen, run->seen_count, sizeof *run->seen))
    return status_fail(STATUS_SYSTEM, "no memory for the schedules of a task");
  run->seen[run->seen_count++] = schedule_key(schedule);
  return STATUS_OK;
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
    run->kinds[ORIGIN_EXPLORE]->observe(run->strategies[ORIGIN_EXPLORE], schedule, &seconds, 1);
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

static Status keep(CollectRun *run, DatasetOrigin origin, char *text, double build_seconds,
                   const Measurement *measurement) {
  StoreRow row = {.origin = origin, .verdict = measurement->verdict, .schedule = text};
  if (measurement->cpu_seconds > 0)
    row.cost_seconds = build_seconds + measurement->cpu_seconds;
  for (int i = 0; i < measurement->timing.repeats && i < DATASET_MAX_REPEATS; i++)
    row.seconds[row.repeats++] = measurement->timing.seconds[i];
  if (row.verdict == VERDICT_OK)
    run->progress->rows++;
  else
    run->progress->failed++;
  run->measured++;
  return store_add_row(run->store, run->number, &row);
}

Status collect_measure(CollectRun *run, DatasetOrigin origin, const Schedule *schedule) {
  char text[OPTION_SCHEDULE_BYTES], *module = NULL;
  Measurement measurement = {0};
  Status status = collect_see(run, schedule);
  if (status != STATUS_OK)
    return status;
  print_schedule(run, schedule, text, sizeof text);
  double start = timing_cpu();
  status = measure_site_build(run->site, text, &module);
  double build_seconds = timing_cpu() - start;
  if (status == STATUS_REJECTED) {
    collect_observe(run, schedule, INFINITY);
    return STATUS_OK;
  }
  if (status != STATUS_OK)
    return status;
  WorkerCandidate candidate = {
      .module = module,
      .pipeline = lowering_pipeline_text(),
      .effort = JIT_SCHEDULED,
      .timing = {.repeats = 5, .minimum_seconds = 0.0015, .budget_seconds = 0.1}};
  TRY(worker_measure(run->worker, &candidate, &measurement));
  collect_observe(run, schedule,
                  measurement.verdict == VERDICT_OK ? timing_median(&measurement.timing)
                                                    : INFINITY);
  TRY(keep(run, origin, text, build_seconds, &measurement));
cleanup:
  free(module);
  return status;
}
