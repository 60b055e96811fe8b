// PartitionWorker: measures the partitions of a task, each as the whole module, in a worker that
// compares them with the untouched module.
#ifndef AUTOTUNE_LAB_PARTITIONS_PARTITION_WORKER_H
#define AUTOTUNE_LAB_PARTITIONS_PARTITION_WORKER_H

#include "lab/partitions/partition_task.h"
#include "search/measure/measurer.h"

typedef struct PartitionPlace {
  int64_t core;     // -1: where it falls
  const char *lock; // lent: file that is locked while the clock runs
  bool is_verbose;
} PartitionPlace;

typedef struct PartitionWorker {
  Worker *worker; // owned
  Measurer measurer;
  char failure[320]; // why the last partition was measured in vain; "" where it was not
} PartitionWorker;

// Lends the task. Destroy with partition_worker_destroy whatever the result.
Status partition_worker_create(const PartitionTask *task, const PartitionPlace *place,
                               PartitionWorker *out_worker);
void partition_worker_destroy(PartitionWorker *worker);

// The least of the repeats; infinite when it was in vain.
// `out_cost`: seconds of a processor to build, compile, check and time it.
Status partition_worker_measure(PartitionWorker *worker, const char *partition, double *out_seconds,
                                double *out_cost);

#endif
