// Comparing ways to spend a budget of measuring on the partitions of one function: few of those
// that the model proposes, or annealing on measurements alone, from the greedy partition and from a
// random one.
#ifndef AUTOTUNE_LAB_PARTITIONS_PARTITION_COMPARE_H
#define AUTOTUNE_LAB_PARTITIONS_PARTITION_COMPARE_H

#include "lab/partitions/partition_worker.h"

typedef enum CompareWay { WAY_HYBRID, WAY_ANNEAL, WAY_ANNEAL_MORE, WAY_COUNT } CompareWay;
typedef enum CompareStart { START_GREEDY, START_RANDOM, START_COUNT } CompareStart;

typedef struct CompareOptions {
  double seconds; // the budget: of a processor, to build, compile, check and time
  double times;   // as much for WAY_ANNEAL_MORE
  int rounds;     // in which what was found is measured once more, in turn
  uint64_t seed;
} CompareOptions;

// Seconds of the whole function, measured apart from the searches. Infinite: nothing ran well.
typedef struct PartitionComparison {
  double start[START_COUNT];
  double found[START_COUNT][WAY_COUNT];
  int measured[START_COUNT][WAY_COUNT]; // measurements that the budget paid for
  int distinct;                         // partitions that were measured
} PartitionComparison;

// All ways see the same measurements: the n-th of a partition is the n-th for each of them, made
// when the first of them asks for it, and each pays for it.
Status partition_compare(PartitionTask *task, PartitionWorker *worker,
                         const CompareOptions *options, PartitionComparison *out_comparison);

#endif
