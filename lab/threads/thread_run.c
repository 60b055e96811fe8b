// ThreadRun: a kernel compiled in several ways, checked and timed in turn. All ways share their
// operands and stay compiled until the last run.
#include "lab/threads/thread_run.h"

#include "base/file/timing_turn.h"
#include "plan/threads/split_text.h"
#include "runtime/codegen/compile.h"
#include "runtime/executable.h"
#include "runtime/timing.h"
#include "transforms/annotation.h"
#include "transforms/function_target.h"
#include "transforms/kernel/emit.h"
#include "transforms/lowering/lowering.h"

#include <stdlib.h>

static const double RUN_SECONDS = 0.002; // of the calls of one way in one run
enum { DATA_COUNT = 1, OPERAND_SEED = 1 };

typedef struct Run {
  const OpEntry *entry;
  MlirContext context;
  Variants *variants; // owned; of the way at hand
  Signature signature;
  Operands operands;
  Executable executables[PLANNED_WAYS_MAX];
  const PlannedWay *built[PLANNED_WAYS_MAX]; // the way of each; lent
  int count;
  Outputs expected;
} Run;

// --- building

static MlirWalkResult find_annotated(MlirOperation op, void *user) {
  MlirOperation *found = user;
  if (mlirAttributeIsNull(annotation_get(op)))
    return MlirWalkResultAdvance;
  *found = op;
  return MlirWalkResultInterrupt;
}

// Rewrites the anchor of the entry's module.
static Status emit_way(Run *run, MlirModule module, const PlannedWay *way) {
  const OpEntry *entry = run->entry;
  MlirOperation root = mlirModuleGetOperation(module), anchor = {NULL};
  Status status = STATUS_OK;
  mlirOperationWalk(root, find_annotated, &anchor, MlirWalkPreOrder);
  TRY(variants_extract_named(anchor, entry->schedule_text, NULL, run->variants));
  if (workload_key(&run->variants->workloads[0]) != workload_key(&entry->workload))
    return status_fail(STATUS_UNSUPPORTED, "by itself the op is another workload");
  MlirOperation function = enclosing_function(anchor, root);
  TRY(emit_group(&run->variants->groups[0], &way->schedule, &way->split, &entry->target));
  function_target_write(function, &entry->target);
cleanup:
  return status;
}

static Status compile_way(Run *run, const PlannedWay *way) {
  MlirModule module;
  Status status = compile_parse(run->context, run->entry->module, &module);
  if (status != STATUS_OK)
    return status;
  TRY(emit_way(run, module, way));
  compile_request_wrappers(module);
  TRY(lower_to_llvm(module, true));
  TRY(executable_create(module, CODE_SCHEDULED, NULL, &run->signature, &run->operands,
                        &run->executables[run->count]));
  run->built[run->count++] = way;
cleanup:
  mlirModuleDestroy(module);
  return status;
}

// A schedule that there is no code for is left out.
static Status compile_ways(Run *run, const PlannedWay *ways, int count) {
  Status status = STATUS_OK;
  for (int w = 0; w < count && (status == STATUS_OK || status == STATUS_REJECTED); w++)
    status = compile_way(run, &ways[w]);
  return run->count > 0 && status == STATUS_REJECTED ? STATUS_OK : status;
}

static Status prepare(Run *run) {
  MlirModule module;
  Status status = compile_parse(run->context, run->entry->module, &module);
  if (status != STATUS_OK)
    return status;
  status = signature_read(module, "op", &run->signature);
  mlirModuleDestroy(module);
  if (status == STATUS_OK)
    status = operands_create(&run->signature, PLACE_ALIGNED, &run->operands);
  if (status == STATUS_OK)
    operands_fill(&run->operands, DATA_COUNT, OPERAND_SEED);
  return status;
}

// --- running

// Neither the number of threads nor the split changes a bit, and the schedules are of the same
// bits.
static Status check_way(Run *run, int number) {
  Outputs outputs = {0};
  operands_refill(&run->operands, DATA_COUNT, OPERAND_SEED);
  Status status = executable_run(&run->executables[number], &outputs);
  if (status != STATUS_OK || number == 0) {
    run->expected = outputs;
    return status;
  }
  Comparison comparison = outputs_compare(&run->expected, &outputs, 0);
  outputs_destroy(&outputs);
  return comparison.agrees ? STATUS_OK
                           : status_fail(STATUS_WORKER, "way %d computes something else: %s",
                                         number, comparison.text);
}

static void time_ways(Run *run, int runs, ThreadKernel *kernel) {
  const TimingOptions options = {.repeats = 1, .minimum_seconds = RUN_SECONDS};
  for (int r = 0; r < runs; r++)
    for (int w = 0; w < run->count; w++) {
      Timing timing = timing_measure(run->executables[w].call, &options);
      kernel->ways[w].seconds[r] = timing.seconds[0];
    }
}

static Status name_ways(const Run *run, ThreadKernel *kernel) {
  for (int w = 0; w < run->count; w++) {
    char schedule[SCHEDULE_TEXT_BYTES], split[SPLIT_TEXT_BYTES];
    schedule_print(&run->entry->workload, &run->built[w]->schedule, schedule, sizeof schedule);
    split_print(&run->built[w]->split, split, sizeof split);
    if (!thread_kernel_add(kernel, schedule, split))
      return status_fail(STATUS_SYSTEM, "no memory for the ways of a kernel");
  }
  return STATUS_OK;
}

static void run_destroy(Run *run) {
  for (int w = 0; w < run->count; w++)
    executable_destroy(&run->executables[w]);
  outputs_destroy(&run->expected);
  operands_destroy(&run->operands);
  signature_destroy(&run->signature);
  free(run->variants);
}

Status thread_run(const OpEntry *entry, MlirContext context, const PlannedWay *ways, int count,
                  int runs, int lock, ThreadKernel *kernel) {
  Status status = STATUS_OK;
  TimingTurn turn;
  Run run = {.entry = entry, .context = context, .variants = calloc(1, sizeof *run.variants)};
  if (!run.variants)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a kernel"));
  TRY(prepare(&run));
  TRY(compile_ways(&run, ways, count));
  TRY(name_ways(&run, kernel));
  // Before the first call: the threads that it starts are to have the same priority.
  timing_turn_begin(lock, -1, &turn);
  for (int w = 0; w < run.count; w++)
    TRY(check_way(&run, w));
  kernel->run_count = runs;
  time_ways(&run, runs, kernel);
cleanup:
  run_destroy(&run);
  return status;
}
