// PartitionTask: one function of a module, and partitions that are proposed for it: which of its
// ops share kernels, with the seconds that the model predicts.
#ifndef AUTOTUNE_LAB_PARTITIONS_PARTITION_TASK_H
#define AUTOTUNE_LAB_PARTITIONS_PARTITION_TASK_H

#include "base/rng.h"
#include "search/partition/partition_search.h"
#include "tools/ops/payload.h"
#include "transforms/partition/group_price.h"

typedef struct PartitionProposal {
  char *text; // owned: partition_print
  const char *origin;
  int groups;
  double predicted_seconds, measured_seconds; // measured: 0 not yet, infinite in vain
} PartitionProposal;

typedef struct PartitionTask {
  Payload payload;
  const char *function; // lent; NULL: the first one
  TuneOptions tune;
  Target target;
  MlirModule module; // after the rewrites of the pass: partitions name its ops
  PayloadGraph graph;
  PricerOptions prices;
  GroupPricer *pricer;
  const char *origin; // of what is proposed now
  PartitionProposal *proposals;
  int count;
  double near_seconds; // what a search sees is proposed up to this; 0: improvements alone
  Status status;       // of what failed while proposing
} PartitionTask;

// Reads a module. The task stays where it is and is destroyed whatever the result. STATUS_USAGE: no
// such function, or none of its ops can be tuned.
Status partition_task_create(const char *path, const char *function, const TuneOptions *tune,
                             PartitionTask *out_task);
void partition_task_destroy(PartitionTask *task);

typedef struct PartitionWishes {
  int64_t draws; // random partitions
  double near;   // 0.05: also all that a search saw within 5 % of the greedy one; 0: none of them
  uint64_t seed;
  const Partition *start; // lent; NULL, or the searches start there, and nothing else is proposed
} PartitionWishes;

// Proposes the greedy partition, every op apart, all fused that can be, those of the searches that
// were better than all before them, and random ones; each once, the start of the searches first.
Status partition_task_propose(PartitionTask *task, const PartitionWishes *wishes);
// By predicted seconds.
void partition_task_sort(PartitionTask *task);
// Puts the first proposal of an origin before all others.
void partition_task_lead(PartitionTask *task, const char *origin);
// The fastest of those that were measured well, else the first by prediction of those that were not
// measured. NULL: all were measured in vain.
const PartitionProposal *partition_proposals_best(const PartitionProposal *proposals, int count);
// Forgets what was proposed.
void partition_task_clear(PartitionTask *task);
// Where a search on measurements may start: what the pass does without one, or a random partition.
// The caller owns it.
Status partition_task_greedy(PartitionTask *task, Partition *out_partition);
Status partition_task_draw(PartitionTask *task, Rng *rng, Partition *out_partition);

// Writes the partition as the attribute of the function, which is that of the task's module or of a
// clone.
void partition_task_write(const PartitionTask *task, MlirModule module, const char *partition);
// The tuned module as text, for a Measurer: `task` is a PartitionTask. The caller frees it.
Status partition_task_build(const void *task, const char *partition, char **out_text);

#endif
