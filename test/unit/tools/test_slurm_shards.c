// Where a shard stands by its files: what of an earlier run counts, what a job has brought, and
// when a shard has all that was asked of it.
#include "tools/tune/slurm/slurm_shards.h"

#include "test/unit/base/check.h"

#include <stdlib.h>
#include <string.h>

static char folder[] = "/tmp/test_slurm_shards.XXXXXX";
static const SlurmGoal GOAL = {.trials = 10, .has_tests = true};

static SlurmShards create(void) {
  SlurmShards shards;
  CHECK_EQUAL(slurm_shards_create(folder, 1, &shards), STATUS_OK);
  return shards;
}

static void submit(SlurmShards *shards) {
  SlurmPlan plan;
  CHECK_EQUAL(slurm_shard_plan(shards, 0, &GOAL, "/nowhere", &plan), STATUS_OK);
  CHECK_EQUAL(slurm_plan_write(folder, ++shards->submissions, &plan, 1), STATUS_OK);
  slurm_shard_submit(shards, 0, &plan);
}

// The job ends: `winners` of its two tasks were tested.
static void end(SlurmShards *shards, Status status, TuneEnd how, bool is_complete, int winners,
                int64_t wrong) {
  TuneTask tasks[2] = {{.name = "one", .wrong = wrong, .has_winner = winners > 0},
                       {.name = "two", .has_winner = winners > 1}};
  SlurmEnd ends = {.status = status,
                   .failure = "why",
                   .result = {how,
                              is_complete,
                              tasks,
                              2,
                              {.trials = 10, .seconds = 3},
                              {.count = 4, .spread = 2, .waited = 1.5}}};
  CHECK_EQUAL(slurm_end_write(folder, 0, shards->shards[0].submission, &ends), STATUS_OK);
  CHECK_EQUAL(slurm_shard_look(shards, 0, false), STATUS_OK);
  CHECK_EQUAL(shards->shards[0].state, SLURM_ENDED);
}

static void test_ends(void) {
  SlurmShards shards = create();
  const SlurmShard *shard = &shards.shards[0];
  CHECK_EQUAL(shard->state, SLURM_NEW);
  submit(&shards);
  CHECK(shard->is_ours);
  end(&shards, STATUS_OK, TUNE_STOPPED, false, 0, 0); // trials are news
  CHECK_EQUAL(shard->vain, 0);
  CHECK(!slurm_shard_is_met(shard, &GOAL));
  submit(&shards);
  end(&shards, STATUS_OK, TUNE_STOPPED, false, 1, 0); // so is a winner
  CHECK_EQUAL(shard->vain, 0);
  submit(&shards);
  end(&shards, STATUS_OK, TUNE_STOPPED, false, 1, 0);
  CHECK_EQUAL(shard->vain, 1);
  submit(&shards);
  end(&shards, STATUS_SYSTEM, TUNE_DONE, false, 1, 1); // a wrong result does not excuse the rest
  CHECK_EQUAL(shard->vain, 2);
  CHECK(!slurm_shard_is_met(shard, &GOAL));
  submit(&shards);
  end(&shards, STATUS_STORE, TUNE_DONE, true, 2, 1);
  CHECK(slurm_shard_is_met(shard, &GOAL));
  CHECK_EQUAL(shard->noise.count, 5 * 4); // of all jobs
  CHECK(shard->noise.spread == 5 * 2.0 && shard->noise.waited == 5 * 1.5);
  slurm_shards_destroy(&shards);
}

// Of the same folder: what failed then may be mended.
static void test_earlier(void) {
  SlurmShards shards = create();
  const SlurmShard *shard = &shards.shards[0];
  CHECK_EQUAL(shard->state, SLURM_IN_JOB);
  CHECK_EQUAL(shards.submissions, 5);
  CHECK(!shard->is_ours);
  CHECK_EQUAL(slurm_shard_look(&shards, 0, false), STATUS_OK);
  CHECK(slurm_shard_is_met(shard, &GOAL));
  CHECK_EQUAL(shard->end.result.noise.count, 4);
  CHECK_EQUAL(shard->noise.count, 0); // of this run there is none
  CHECK(!slurm_shard_is_met(shard, &(SlurmGoal){.trials = 11, .has_tests = true}));
  submit(&shards);
  for (int n = 0; n < 3; n++) {
    CHECK_EQUAL(shard->state, SLURM_IN_JOB);
    CHECK_EQUAL(slurm_shard_look(&shards, 0, true), STATUS_OK); // seen: not lost
    CHECK_EQUAL(shard->unseen, 0);
  }
  for (int n = 0; n < 3; n++)
    CHECK_EQUAL(slurm_shard_look(&shards, 0, false), STATUS_OK);
  CHECK_EQUAL(shard->state, SLURM_LOST);
  CHECK_EQUAL(shard->vain, 1);
  slurm_shards_destroy(&shards);
}

int main(void) {
  char command[64];
  if (!mkdtemp(folder))
    return 1;
  test_ends();
  test_earlier();
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK_EQUAL(system(command), 0);
  return check_result();
}
