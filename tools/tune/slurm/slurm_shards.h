// SlurmShards: where every shard of a run stands, which is what its files say.
#ifndef AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_SHARDS_H
#define AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_SHARDS_H

#include "tools/tune/slurm/slurm_files.h"
#include "tools/tune/slurm/slurm_queue.h"

typedef enum SlurmState {
  SLURM_NEW,    // was never submitted
  SLURM_IN_JOB, // a job of it waits or runs, as far as is known
  SLURM_LOST,   // its job is gone, and nobody knows how it ended
  SLURM_ENDED,  // its job has said how
} SlurmState;

typedef struct SlurmShard {
  SlurmState state;
  int64_t submission;    // the last; 0: none
  SlurmPlan plan;        // of that
  SlurmEnd end;          // owned; of the last that ended
  TimingNoise noise;     // of the jobs that this process has submitted
  StoreSpent begun;      // by the store when it was submitted
  int64_t begun_winners; // that it had then, as far as is known
  bool is_ours;          // this process has submitted it
  int unseen;            // looks at the queue without it, one after the other
  int vain;              // submissions that brought nothing, one after the other
} SlurmShard;

typedef struct SlurmShards {
  const char *folder; // lent
  SlurmShard *shards; // owned
  int count;
  int64_t submissions; // so far
} SlurmShards;

// What is asked of a shard, in all.
typedef struct SlurmGoal {
  int64_t trials; // 0: no limit
  double seconds; // 0: no limit
  bool has_tests;
} SlurmGoal;

Status slurm_shards_create(const char *folder, int count, SlurmShards *out_shards);
void slurm_shards_destroy(SlurmShards *shards);

// Reads the ends of those that are in jobs; of those that are not in the queue, whether they are
// lost.
Status slurm_shard_look(SlurmShards *shards, int shard, bool is_queued);
bool slurm_shard_is_met(const SlurmShard *shard, const SlurmGoal *goal);
// What the next submission of the shard is to do. Where that needs a store of its own, it begins
// with what the lost one has, else with what `store` has.
Status slurm_shard_plan(const SlurmShards *shards, int shard, const SlurmGoal *goal,
                        const char *store, SlurmPlan *out_plan);
// It was submitted, as number shards->submissions.
void slurm_shard_submit(SlurmShards *shards, int shard, const SlurmPlan *plan);
// Trials of the shard in all its stores, as far as is known.
int64_t slurm_shard_trials(const SlurmShard *shard);

#endif
