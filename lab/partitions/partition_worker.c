// PartitionWorker: measures the partitions of a task, each as the whole module, in a worker that
// compares them with the untouched module.
#include "lab/partitions/partition_worker.h"

#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { REPEATS = 5 };

Status partition_worker_create(const PartitionTask *task, const PartitionPlace *place,
                               PartitionWorker *out_worker) {
  Status status = STATUS_OK;
  char *text = NULL;
  WorkerOptions options = worker_default_options();
  *out_worker = (PartitionWorker){.measurer = {.subject = {task, partition_task_build},
                                               .timing = timing_default_options(),
                                               .effort = CODE_SCHEDULED}};
  options.core = (int)place->core;
  options.verbose = place->is_verbose;
  options.lock = place->lock;
  TRY(ir_print(mlirModuleGetOperation(task->payload.module), &text));
  TRY(worker_create(&options, &out_worker->worker));
  out_worker->measurer.worker = out_worker->worker;
  out_worker->measurer.timing.repeats = REPEATS;
  TRY(worker_set_task(out_worker->worker, &(WorkerTask){.module = text,
                                                        .pipeline = lowering_reference_text(),
                                                        .function = task->function,
                                                        .data_count = task->payload.data_count,
                                                        .seed = 1}));
cleanup:
  free(text);
  return status;
}

void partition_worker_destroy(PartitionWorker *worker) {
  worker_destroy(worker->worker);
  worker->worker = NULL;
}

Status partition_worker_measure(PartitionWorker *worker, const char *partition, double *out_seconds,
                                double *out_cost) {
  Outcome outcome;
  Status status = measurer_run(&worker->measurer, partition, &outcome);
  if (status != STATUS_OK)
    return status;
  bool is_good = outcome.verdict == VERDICT_OK;
  worker->failure[0] = '\0';
  if (!is_good)
    snprintf(worker->failure, sizeof worker->failure, "%s: %s", trial_verdict_name(outcome.verdict),
             outcome.reason);
  *out_seconds = is_good ? timing_minimum(&outcome.timing) : INFINITY;
  *out_cost = outcome.build_seconds +
              (outcome.cpu_seconds > 0 ? outcome.cpu_seconds : outcome.compile_seconds);
  return STATUS_OK;
}
