// One trial: a schedule is built, measured in the worker and kept in the store.
#include "tools/collect/collect_trial.h"

#include "runtime/timing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool collect_is_time_up(const CollectRun *run) {
  return run->deadline > 0 && timing_now() > run->deadline;
}

void collect_observe(CollectRun *run, const Schedule *schedule, double seconds) {
  if (run->strategies[ORIGIN_EXPLORE])
    strategy_observe(run->strategies[ORIGIN_EXPLORE], schedule, &seconds, 1);
}

double collect_row_median(const StoreRow *row) {
  Timing timing = {.repeats = row->repeats};
  memcpy(timing.seconds, row->seconds, sizeof row->seconds);
  return row->verdict == VERDICT_OK && row->repeats > 0 ? timing_median(&timing) : INFINITY;
}

static void print_schedule(const CollectRun *run, const Schedule *schedule, char *text,
                           size_t size) {
  Schedule named = *schedule;
  variants_name(run->site->variants, run->variant, &named);
  schedule_print(&run->workload, &named, text, size);
}

static Status keep(CollectRun *run, DatasetOrigin origin, const Schedule *schedule, char *text,
                   const Outcome *outcome) {
  StoreRow row = {.origin = origin,
                  .verdict = (Verdict)outcome->verdict,
                  .schedule = text,
                  .reason = (char *)outcome->reason,
                  .seed = MEASURER_OP_SEED,
                  .baseline_seconds = run->baseline_seconds};
  MeasuredRow measured = {.schedule = *schedule};
  if (outcome->cpu_seconds > 0)
    row.cost_seconds = outcome->build_seconds + outcome->cpu_seconds;
  for (int i = 0; i < outcome->timing.repeats && i < DATASET_MAX_REPEATS; i++)
    row.seconds[row.repeats++] = outcome->timing.seconds[i];
  if (row.verdict == VERDICT_OK)
    run->progress->rows++;
  else
    run->progress->failed++;
  run->measured++;
  if (origin == ORIGIN_CHOICE || origin == ORIGIN_BASELINE)
    run->baseline_seconds = row.baseline_seconds =
        isfinite(outcome_seconds(outcome)) ? outcome_seconds(outcome) : 0;
  Status status = store_add_row(run->store, run->number, &row, &measured.row);
  if (status != STATUS_OK || row.verdict != VERDICT_OK)
    return status;
  measured.repeats = row.repeats;
  memcpy(measured.seconds, row.seconds, sizeof row.seconds);
  return collect_repeats_add(&run->repeats, &measured);
}

static Status measure_schedule(const CollectRun *run, const char *text, Outcome *outcome) {
  const Measurer measurer = {
      .worker = run->worker,
      .subject = {run->site, measure_site_build},
      .timing = {.repeats = 5, .minimum_seconds = 0.0015, .budget_seconds = 0.1},
      .effort = CODE_SCHEDULED};
  return measurer_run(&measurer, text, outcome);
}

// Looks at the machine when that was not done for a while, or when `is_last`.
static void look_at_machine(CollectRun *run, bool is_last) {
  static const double SECONDS_BETWEEN = 1;
  double now = timing_now();
  if (!run->watch || run->repeats.checked == run->repeats.count ||
      (!is_last && now - run->looked < SECONDS_BETWEEN))
    return;
  bool is_drifting = drift_watch_look(run->watch) > DRIFT_LIMIT;
  collect_repeats_check(&run->repeats, is_drifting);
  run->looked = now;
}

Status collect_measure(CollectRun *run, DatasetOrigin origin, const Schedule *schedule) {
  double seconds;
  return collect_measure_seconds(run, origin, schedule, &seconds);
}

Status collect_measure_seconds(CollectRun *run, DatasetOrigin origin, const Schedule *schedule,
                               double *out_seconds) {
  char text[SCHEDULE_TEXT_BYTES];
  Outcome outcome;
  seen_add(&run->seen, schedule);
  print_schedule(run, schedule, text, sizeof text);
  if (run->building)
    strcpy(run->building, text);
  Status status = measure_schedule(run, text, &outcome);
  if (run->building)
    run->building[0] = '\0';
  if (status != STATUS_OK)
    return status;
  *out_seconds = outcome_seconds(&outcome);
  if (outcome.verdict == VERDICT_OK)
    timing_noise_add(&run->noise, &outcome.timing);
  collect_observe(run, schedule, *out_seconds);
  if (outcome.verdict != TRIAL_REJECTED)
    status = keep(run, origin, schedule, text, &outcome);
  if (status == STATUS_OK)
    look_at_machine(run, false);
  return status;
}

// --- once more

static Status measure_again(CollectRun *run, int64_t place) {
  const MeasuredRow *row = &run->repeats.rows[place];
  char text[SCHEDULE_TEXT_BYTES];
  double seconds[DATASET_MAX_REPEATS];
  Outcome outcome;
  print_schedule(run, &row->schedule, text, sizeof text);
  Status status = measure_schedule(run, text, &outcome);
  if (status != STATUS_OK || outcome.verdict != VERDICT_OK)
    return status;
  int count = collect_repeats_join(row, run->repeats.is_drifting[place], outcome.timing.seconds,
                                   outcome.timing.repeats, seconds);
  run->progress->again++;
  return store_replace_seconds(run->store, row->row, seconds, count);
}

Status collect_measure_repeats(CollectRun *run) {
  enum { FASTEST = 2 };
  CollectRepeats *repeats = &run->repeats;
  bool *given = calloc((size_t)repeats->count + 1, sizeof *given);
  Status status = given ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for a task");
  look_at_machine(run, true);
  for (int64_t n = 0; status == STATUS_OK && n < repeats->count && !collect_is_time_up(run); n++)
    if (repeats->is_drifting[n])
      status = measure_again(run, n);
  for (int n = 0; status == STATUS_OK && n < FASTEST && !collect_is_time_up(run); n++) {
    int64_t place = collect_repeats_fastest(repeats, given);
    if (place < 0)
      break;
    given[place] = true;
    status = measure_again(run, place);
  }
  free(given);
  return status;
}
