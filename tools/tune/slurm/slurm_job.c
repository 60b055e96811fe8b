// The side of a job: tunes its shard as the plan says, and leaves how that ended.
#include "tools/tune/slurm/slurm_job.h"

#include "tools/tune/slurm/slurm_files.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Place {
  char folder[PATH_MAX];
  int64_t shard, submission;
} Place;

static Status find_place(const char *plan, Place *place) {
  const char *shard = getenv("SLURM_ARRAY_TASK_ID");
  const char *name = strrchr(plan, '/');
  if (!shard || !name || sscanf(name, "/%" SCNd64 ".plan", &place->submission) != 1)
    return status_fail(STATUS_USAGE, "--slurm-job %s: only the jobs of --slurm have this flag",
                       plan);
  snprintf(place->folder, sizeof place->folder, "%.*s", (int)(name - plan), plan);
  place->shard = strtoll(shard, NULL, 10);
  return STATUS_OK;
}

Status slurm_job_run(const TuneSettings *settings, const char *plan, TuneEnd *out_end) {
  TuneSettings own = *settings;
  char store[PATH_MAX];
  Place place;
  SlurmPlan wanted;
  SlurmEnd end = {0};
  Status status = find_place(plan, &place);
  if (status != STATUS_OK)
    return status;
  if (!slurm_plan_read(plan, place.shard, &wanted))
    return status_fail(STATUS_USAGE, "%s: it has no shard %" PRId64, plan, place.shard);
  slurm_store_path(place.folder, place.shard, wanted.store, store);
  own.collect.store = store;
  own.shard = place.shard;
  own.trials = wanted.trials;
  own.seconds = wanted.seconds;
  own.is_untested = !wanted.has_tests;
  // tune_run heeds them itself; after it, the end has still to be written.
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  end.status = status = tune_run(&own, &end.result);
  if (status != STATUS_OK)
    snprintf(end.failure, sizeof end.failure, "%.*s", (int)sizeof end.failure - 1, status_text());
  Status written = slurm_end_write(place.folder, place.shard, place.submission, &end);
  if (status == STATUS_OK)
    status = written;
  else
    status_fail(status, "%s", end.failure);
  *out_end = end.result.end;
  slurm_end_destroy(&end);
  return status;
}
