// SlurmShards: where every shard of a run stands, which is what its files say.
#include "tools/tune/slurm/slurm_shards.h"

#include "tools/tune/slurm/slurm_merge.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A folder on a network is seen by others a little later than it is written to.
enum { LOOKS_TO_BE_LOST = 3 };

static const double ROUNDING = 0.01; // of seconds in a plan

// --- from the files of earlier runs

static Status count_submissions(SlurmShards *shards) {
  DIR *list = opendir(shards->folder);
  if (!list)
    return status_fail(STATUS_SYSTEM, "%s: %s", shards->folder, strerror(errno));
  for (struct dirent *entry; (entry = readdir(list));) {
    int64_t number;
    int end = 0;
    if (sscanf(entry->d_name, "%" SCNd64 ".plan%n", &number, &end) == 1 && end &&
        !entry->d_name[end] && number > shards->submissions)
      shards->submissions = number;
  }
  closedir(list);
  return STATUS_OK;
}

static void restore(SlurmShards *shards, int n) {
  SlurmShard *shard = &shards->shards[n];
  char path[PATH_MAX];
  for (int64_t s = shards->submissions; s > 0 && !shard->submission; s--) {
    slurm_plan_path(shards->folder, s, path);
    if (slurm_plan_read(path, n, &shard->plan)) {
      shard->submission = s;
      shard->state = SLURM_IN_JOB;
    }
  }
}

Status slurm_shards_create(const char *folder, int count, SlurmShards *out_shards) {
  SlurmShards shards = {folder, calloc((size_t)count, sizeof *shards.shards), count, 0};
  if (!shards.shards)
    return status_fail(STATUS_SYSTEM, "no memory for %d shards", count);
  Status status = count_submissions(&shards);
  for (int n = 0; n < count && status == STATUS_OK; n++)
    restore(&shards, n);
  *out_shards = shards;
  return status;
}

void slurm_shards_destroy(SlurmShards *shards) {
  for (int n = 0; n < shards->count; n++)
    slurm_end_destroy(&shards->shards[n].end);
  free(shards->shards);
}

// --- now

// What a lost store has is what its rounds have charged to it. One that cannot be read, as its job
// was writing it when its node died, counts as empty.
static Status read_lost(const SlurmShards *shards, int n, StoreSpent *out_spent) {
  const SlurmShard *shard = &shards->shards[n];
  char path[PATH_MAX];
  Store *store = NULL;
  *out_spent = (StoreSpent){0};
  slurm_store_path(shards->folder, n, shard->plan.store, path);
  if (access(path, F_OK))
    return STATUS_OK;
  Status status = store_open_existing(path, &store);
  if (status == STATUS_OK)
    status = store_read_spent(store, "", out_spent);
  store_close(store);
  if (status != STATUS_STORE)
    return status;
  *out_spent = (StoreSpent){0};
  slurm_merge_warn(path);
  return STATUS_OK;
}

int64_t slurm_shard_trials(const SlurmShard *shard) {
  return shard->plan.before.trials + shard->end.result.spent.trials;
}

static int64_t count_winners(const SlurmEnd *end) {
  int64_t winners = 0;
  for (int t = 0; t < end->result.count; t++)
    winners += end->result.tasks[t].has_winner;
  return winners;
}

// Trials are what a submission brings; one that also tests, winners.
static void take_end(SlurmShard *shard, const SlurmEnd *end) {
  bool has_brought = end->result.spent.trials > shard->begun.trials ||
                     (shard->plan.has_tests && count_winners(end) > shard->begun_winners);
  bool is_vain = (end->status != STATUS_OK || end->result.end == TUNE_STOPPED) && !has_brought;
  shard->vain = is_vain ? shard->vain + 1 : 0;
  if (shard->is_ours)
    timing_noise_join(&shard->noise, &end->result.noise);
  slurm_end_destroy(&shard->end);
  shard->end = *end;
  shard->state = SLURM_ENDED;
}

// Nobody knows its winners, but that rounds ended.
static Status take_loss(SlurmShards *shards, int n) {
  SlurmShard *shard = &shards->shards[n];
  StoreSpent spent;
  Status status = read_lost(shards, n, &spent);
  if (status != STATUS_OK)
    return status;
  bool has_brought = spent.trials > shard->begun.trials ||
                     (shard->plan.has_tests && spent.seconds > shard->begun.seconds);
  shard->vain = has_brought ? 0 : shard->vain + 1;
  shard->state = SLURM_LOST;
  return STATUS_OK;
}

// The folder may be on a network, which remembers for a while that a file was not there; listing
// the folder asks anew.
static bool find_end(const SlurmShards *shards, int n, SlurmEnd *out_end) {
  DIR *list;
  if (slurm_end_read(shards->folder, n, shards->shards[n].submission, out_end))
    return true;
  if (!(list = opendir(shards->folder)))
    return false;
  while (readdir(list))
    ;
  closedir(list);
  return slurm_end_read(shards->folder, n, shards->shards[n].submission, out_end);
}

Status slurm_shard_look(SlurmShards *shards, int n, bool is_queued) {
  SlurmShard *shard = &shards->shards[n];
  SlurmEnd end;
  if (shard->state != SLURM_IN_JOB)
    return STATUS_OK;
  if (is_queued ? slurm_end_read(shards->folder, n, shard->submission, &end)
                : find_end(shards, n, &end)) {
    take_end(shard, &end);
    return STATUS_OK;
  }
  shard->unseen = is_queued ? 0 : shard->unseen + 1;
  return shard->unseen < LOOKS_TO_BE_LOST ? STATUS_OK : take_loss(shards, n);
}

// A wrong result ends a shard as well as none: the run tells of it at its end.
static bool has_ended_well(const SlurmEnd *end) {
  int64_t wrong = 0;
  for (int t = 0; t < end->result.count; t++)
    wrong += end->result.tasks[t].wrong;
  return end->result.end == TUNE_DONE && end->result.is_complete &&
         (end->status == STATUS_OK || wrong > 0);
}

// Whether what was asked for in all is as much as `goal`; 0 is no limit.
static bool is_enough(double asked, double before, double goal) {
  return goal > 0 ? asked > 0 && asked + before > goal - ROUNDING : asked == 0;
}

bool slurm_shard_is_met(const SlurmShard *shard, const SlurmGoal *goal) {
  const SlurmPlan *plan = &shard->plan;
  return shard->state == SLURM_ENDED && has_ended_well(&shard->end) &&
         plan->has_tests >= goal->has_tests &&
         is_enough((double)plan->trials, (double)plan->before.trials, (double)goal->trials) &&
         is_enough(plan->seconds, plan->before.seconds, goal->seconds);
}

// --- the next submission

static Status begin_store(const SlurmShards *shards, int n, const char *store, SlurmPlan *plan) {
  const SlurmShard *shard = &shards->shards[n];
  RecordCounts counts;
  StoreSpent spent;
  char from[PATH_MAX], path[PATH_MAX];
  plan->store = shards->submissions + 1;
  slurm_store_path(shards->folder, n, plan->store, path);
  if (shard->state == SLURM_NEW)
    return slurm_merge_one(store, path, &counts);
  Status status = read_lost(shards, n, &spent);
  if (status != STATUS_OK)
    return status;
  plan->before.trials += spent.trials;
  plan->before.seconds += spent.seconds;
  slurm_store_path(shards->folder, n, shard->plan.store, from);
  status = slurm_merge_one(from, path, &counts);
  return status == STATUS_OK && counts.tasks == 0 ? slurm_merge_one(store, path, &counts) : status;
}

Status slurm_shard_plan(const SlurmShards *shards, int n, const SlurmGoal *goal, const char *store,
                        SlurmPlan *out_plan) {
  const SlurmShard *shard = &shards->shards[n];
  SlurmPlan plan = {.shard = n, .store = shard->plan.store, .before = shard->plan.before};
  Status status = shard->state == SLURM_ENDED ? STATUS_OK : begin_store(shards, n, store, &plan);
  if (goal->trials > 0) // at least one: none would be no limit
    plan.trials = goal->trials > plan.before.trials ? goal->trials - plan.before.trials : 1;
  if (goal->seconds > 0)
    plan.seconds = fmax(1, goal->seconds - plan.before.seconds);
  plan.has_tests = goal->has_tests;
  *out_plan = plan;
  return status;
}

void slurm_shard_submit(SlurmShards *shards, int n, const SlurmPlan *plan) {
  SlurmShard *shard = &shards->shards[n];
  if (plan->store == shards->submissions) // a new store, of which nothing is known
    slurm_end_destroy(&shard->end);
  shard->begun = shard->end.result.spent;
  shard->begun_winners = count_winners(&shard->end);
  shard->is_ours = true;
  shard->submission = shards->submissions;
  shard->plan = *plan;
  shard->state = SLURM_IN_JOB;
  shard->unseen = 0;
}
