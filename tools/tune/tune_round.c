// TuneRound: a batch of trials of one task, in a process of its own: whatever it does to its
// memory, or dies of, ends with it.
#include "tools/tune/tune_round.h"

#include "records/record.h"
#include "runtime/codegen/compile.h"
#include "tools/collect/collect_trial.h"
#include "tools/tune/tune_paired.h"

#include <stdio.h>

enum {
  BASELINE_EVERY = 16, // trials from one baseline to the next
  RETRIES = 8,         // empty proposals before the space counts as exhausted
};

static bool is_stopped(const TuneRound *round, const CollectRun *run) {
  return round->share->stops || collect_is_time_up(run);
}

// --- the baseline

static Status measure_baseline(CollectRun *run) {
  Schedule choice;
  if (!space_read(run->space, run->task->schedule, &choice))
    return STATUS_OK;
  bool is_first = !seen_has(&run->seen, &choice);
  return collect_measure(run, is_first ? ORIGIN_CHOICE : ORIGIN_BASELINE, &choice);
}

// --- the batch

// What the store knows, as one observation per schedule.
static Status restore(CollectRun *run) {
  Record *records = NULL;
  int64_t count = 0;
  Status status = records_read(run->store, run->number, &records, &count);
  for (int64_t n = 0; status == STATUS_OK && n < count; n++) {
    Schedule schedule;
    if (!space_read(run->space, records[n].schedule, &schedule))
      continue;
    run->measured++;
    seen_add(&run->seen, &schedule);
    collect_observe(run, &schedule, records[n].seconds);
  }
  if (status == STATUS_OK)
    records_destroy(records, count);
  return status;
}

// The seed differs from round to round: the strategy begins anew in each.
static Status create_strategy(const TuneRound *round, CollectRun *run, int64_t known) {
  StrategySetting setting = {.space = run->space,
                             .model = run->tune.model.learned,
                             .fit = ranker_fit,
                             .learning = round->learning,
                             .seed = ((uint64_t)round->options->seed << 40) +
                                     ((uint64_t)round->number << 20) + (uint64_t)known,
                             .budget = known + round->batch};
  return strategy_create(round->strategy, &setting, &run->strategies[ORIGIN_EXPLORE]);
}

// What won before is only the fastest so far once there is something new: so that this is tested
// even when the run ends before that and a later one makes no trials.
static Status try_candidate(const TuneRound *round, CollectRun *run, const Schedule *schedule) {
  Status status = STATUS_OK;
  if (round->share->made == 0)
    TRY(store_set_winner(run->store, run->number, ""));
  TRY(collect_measure(run, ORIGIN_EXPLORE, schedule));
  round->share->made++;
cleanup:
  return status;
}

static Status measure_batch(const TuneRound *round, CollectRun *run) {
  Schedule schedules[BASELINE_EVERY];
  Strategy *strategy = run->strategies[ORIGIN_EXPLORE];
  int64_t made = 0;
  for (int empty = 0; made < round->batch && empty < RETRIES;) {
    int64_t left = round->batch - made;
    int wanted = left < BASELINE_EVERY ? (int)left : BASELINE_EVERY;
    int count = strategy_propose(strategy, wanted, schedules);
    empty = count > 0 ? 0 : empty + 1;
    for (int n = 0; n < count && !is_stopped(round, run); n++) {
      if (seen_has(&run->seen, &schedules[n]))
        continue;
      Status status = try_candidate(round, run, &schedules[n]);
      if (status != STATUS_OK)
        return status;
    }
    made += count;
    if (is_stopped(round, run))
      return STATUS_OK;
    Status status = measure_baseline(run);
    if (status != STATUS_OK)
      return status;
  }
  return made > 0 ? STATUS_OK : status_fail(STATUS_UNSUPPORTED, "the space has no more schedules");
}

static Status run_trials(const TuneRound *round, CollectRun *run) {
  Status status = STATUS_OK;
  int64_t count = 0;
  Record *known = NULL;
  TRY(records_read(run->store, run->number, &known, &count));
  TRY(create_strategy(round, run, count));
  TRY(restore(run));
  TRY(measure_baseline(run));
  TRY(measure_batch(round, run));
cleanup:
  records_destroy(known, count);
  return status;
}

static Status run_paired(CollectRun *run) {
  Status status = restore(run);
  if (status == STATUS_OK)
    status = measure_baseline(run);
  return status == STATUS_OK ? tune_paired_run(run) : status;
}

// --- all of it

static Status run_round(const TuneRound *round, CollectRun *run, CollectWorkers *workers,
                        MlirContext context) {
  Status status = STATUS_OK;
  TRY(collect_run_prepare(run, context));
  TRY(collect_workers_find(workers, run->task->limit, &run->worker));
  TRY(measurer_set_op(run->worker, run->task->module, 60));
  if (round->kind == ROUND_TRIALS)
    TRY(run_trials(round, run));
  else
    TRY(run_paired(run));
cleanup:
  return status;
}

void tune_round_run(const TuneRound *round) {
  Status status = STATUS_OK;
  StoreTask task = {0};
  CollectProgress progress = {0};
  CollectRun run = {.number = round->number,
                    .task = &task,
                    .options = round->options,
                    .progress = &progress,
                    .deadline = round->deadline,
                    .building = round->share->building};
  CollectWorkers *workers = collect_workers_create(round->options, &progress);
  MlirContext context = compile_context_create();
  TRY(store_open_existing(round->options->store, &run.store));
  TRY(store_read_task(run.store, round->number, &task));
  if (!task.module[0])
    TRY(status_fail(STATUS_UNSUPPORTED, "the store has no module for it"));
  TRY(run_round(round, &run, workers, context));
cleanup:
  round->share->status = status;
  round->share->noise = run.noise;
  if (status != STATUS_OK)
    snprintf(round->share->failure, sizeof round->share->failure, "%s", status_text());
  collect_run_destroy(&run);
  store_task_destroy(&task);
  store_close(run.store);
  collect_workers_destroy(workers);
  mlirContextDestroy(context);
}
