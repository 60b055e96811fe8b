// FusionRun: a program under several partitions, each compiled with marks between its kernels, run
// in turn, and timed as a whole and kernel by kernel. All versions share their operands and stay
// compiled until the last run.
#include "lab/fusion/fusion_run.h"

#include "base/array.h"
#include "base/file/timing_turn.h"
#include "runtime/stopwatch.h"
#include "tools/profile/marks.h"
#include "tools/profile/op_numbers.h"
#include "tools/run/version.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 12, SEARCHED = FUSION_RUN_OTHERS - 3 };
static const double RUN_SECONDS = 0.03; // of the calls of one partition in one run
static const uint64_t OPERAND_SEED = 1;

// What the pass makes of one group.
typedef struct TunedGroup {
  int number; // of its anchor
  char *workload, *schedule;
  bool is_taken;
} TunedGroup;

typedef struct TunedGroups {
  TunedGroup *items; // owned
  int count;
} TunedGroups;

// One partition, compiled.
typedef struct Build {
  int proposal;
  Marks marks;
  int *kernel_of; // owned; of each mark, -1: it ends no kernel
  Version version;
} Build;

typedef struct Run {
  const PartitionTask *task;
  const FusionRunOptions *options;
  FusionProgram *program;
  MlirModule numbered; // owned
  Signature signature;
  Operands operands;
  Build *builds; // owned; one for each partition of the program
  int build_count, failed;
} Run;

// --- building

static Status observe(const Variants *variants, int chosen, const char *schedule,
                      const Target *target, void *user) {
  TunedGroups *groups = user;
  const Workload *workload = &variants->workloads[chosen];
  (void)target;
  if (!array_grow(&groups->items, groups->count, sizeof *groups->items))
    return status_fail(STATUS_SYSTEM, "no memory for %d kernels", groups->count);
  TunedGroup group = {.number =
                          op_number_read(mlirOperationGetLocation(variants->groups[chosen].anchor)),
                      .workload = workload_text(workload),
                      .schedule = strdup(schedule)};
  groups->items[groups->count++] = group;
  if (!group.workload || !group.schedule)
    return status_fail(STATUS_SYSTEM, "no memory for %d kernels", groups->count);
  return STATUS_OK;
}

static void groups_destroy(TunedGroups *groups) {
  for (int g = 0; g < groups->count; g++) {
    free(groups->items[g].workload);
    free(groups->items[g].schedule);
  }
  free(groups->items);
}

static const TunedGroup *take_group(TunedGroups *groups, const Mark *mark) {
  for (int g = 0; g < groups->count && *mark->schedule; g++) {
    TunedGroup *group = &groups->items[g];
    if (!group->is_taken && group->number == mark->number &&
        !strcmp(group->schedule, mark->schedule)) {
      group->is_taken = true;
      return group;
    }
  }
  return NULL;
}

static Status list_kernels(TunedGroups *groups, Build *build, FusionPartition *partition) {
  build->kernel_of = calloc((size_t)build->marks.count + 1, sizeof *build->kernel_of);
  if (!build->kernel_of)
    return status_fail(STATUS_SYSTEM, "no memory for %d marks", build->marks.count);
  for (int m = 0; m < build->marks.count; m++) {
    const TunedGroup *group = take_group(groups, &build->marks.items[m]);
    build->kernel_of[m] = group ? partition->kernel_count : -1;
    if (group && !fusion_partition_add(partition, group->workload, group->schedule))
      return status_fail(STATUS_SYSTEM, "no memory for %d kernels", partition->kernel_count);
  }
  return STATUS_OK;
}

static Status tune_and_compile(Run *run, MlirModule module, Build *build,
                               FusionPartition *partition) {
  Status status = STATUS_OK;
  const PartitionTask *task = run->task;
  TunedGroups groups = {0};
  TuneReport report = {0};
  partition_task_write(task, module, partition->text);
  TRY(tune_observe(mlirModuleGetOperation(module), &task->tune, observe, &groups));
  TRY(payload_tune(module, &task->tune, "", &report));
  TRY(marks_insert(module, &build->marks));
  TRY(list_kernels(&groups, build, partition));
  TRY(version_compile(module, true, NULL, &run->signature, &run->operands, PLACE_ALIGNED,
                      &build->version));
  TRY(version_run(&build->version, &build->version.outputs));
cleanup:
  groups_destroy(&groups);
  return status;
}

static bool agrees(const Run *run, const Build *build) {
  return run->build_count == 0 ||
         outputs_compare(&run->builds[0].version.outputs, &build->version.outputs, 1).agrees;
}

static void build_destroy(Build *build) {
  version_destroy(&build->version);
  marks_destroy(&build->marks);
  free(build->kernel_of);
}

// What cannot be compiled, or is wrong, is no part of the program.
static Status add_build(Run *run, int proposal) {
  const PartitionProposal *proposed = &run->task->proposals[proposal];
  Build build = {.proposal = proposal};
  FusionProgram *program = run->program;
  FusionPartition *partition = fusion_program_add(program, proposed->origin, proposed->text);
  if (!partition || !array_grow(&run->builds, run->build_count, sizeof build))
    return status_fail(STATUS_SYSTEM, "no memory for %d partitions", run->build_count);
  MlirModule module = payload_clone(run->numbered);
  Status status = tune_and_compile(run, module, &build, partition);
  mlirModuleDestroy(module);
  if (status == STATUS_SYSTEM || (status == STATUS_OK && agrees(run, &build))) {
    run->builds[run->build_count++] = build;
    return status;
  }
  build_destroy(&build);
  fusion_partition_destroy(partition);
  program->partition_count--;
  run->failed++;
  return STATUS_OK;
}

static bool is_searched(const PartitionProposal *proposal) {
  return !strcmp(proposal->origin, "beam") || !strcmp(proposal->origin, "anneal");
}

// Proposals are in the order of prediction: those of searches count from their best.
static Status build_all(Run *run) {
  int searched = 0;
  for (int n = 0; n < run->task->count && run->build_count < run->options->partitions; n++) {
    const PartitionProposal *proposal = &run->task->proposals[n];
    if (!isfinite(proposal->predicted_seconds) || (is_searched(proposal) && searched++ >= SEARCHED))
      continue;
    Status status = add_build(run, n);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

// --- running

static void note_call(const Build *build, const Laps *laps, int run, FusionPartition *partition,
                      double *sums) {
  double before = 0;
  memset(sums, 0, (size_t)partition->kernel_count * sizeof *sums);
  for (int64_t i = 0; i < laps->count; i++) {
    int kernel = build->kernel_of[laps->items[i].mark];
    if (kernel >= 0)
      sums[kernel] += laps->items[i].seconds - before;
    before = laps->items[i].seconds;
  }
  partition->seconds[run] = fmin(partition->seconds[run], laps->seconds);
  for (int k = 0; k < partition->kernel_count; k++)
    partition->kernels[k].seconds[run] = fmin(partition->kernels[k].seconds[run], sums[k]);
}

// The first call finds cold caches and does not count.
static Status run_build(Run *run, int number, int round, double *sums) {
  Build *build = &run->builds[number];
  FusionPartition *partition = &run->program->partitions[number];
  double start = timing_now();
  Status status = version_update(&build->version);
  partition->seconds[round] = INFINITY;
  for (int k = 0; k < partition->kernel_count; k++)
    partition->kernels[k].seconds[round] = INFINITY;
  for (int call = 0; call <= CALLS && status == STATUS_OK; call++) {
    Laps laps = {0};
    status = stopwatch_call(build->version.executable.call, &laps);
    if (status == STATUS_OK && call > 0)
      note_call(build, &laps, round, partition, sums);
    laps_destroy(&laps);
    if (call > 0 && timing_now() - start > RUN_SECONDS)
      break;
  }
  return status;
}

// One turn for all partitions, which is some tenths of a second: who waits for others waits once.
static Status run_round(Run *run, int round, double *sums) {
  Status status = STATUS_OK;
  TimingTurn turn;
  timing_turn_begin(run->options->lock, run->options->core, &turn);
  for (int b = 0; b < run->build_count && status == STATUS_OK; b++)
    status = run_build(run, b, round, sums);
  timing_turn_end(&turn);
  return status;
}

static Status run_all(Run *run) {
  Status status = STATUS_OK;
  int most = 1;
  for (int b = 0; b < run->build_count; b++)
    if (run->program->partitions[b].kernel_count > most)
      most = run->program->partitions[b].kernel_count;
  double *sums = calloc((size_t)most, sizeof *sums);
  if (!sums)
    return status_fail(STATUS_SYSTEM, "no memory for %d kernels", most);
  for (int round = 0; round < run->options->runs && status == STATUS_OK; round++)
    status = run_round(run, round, sums);
  free(sums);
  return status;
}

// Code behind a condition may not run for these operands: it has no seconds, and is no kernel of
// the program.
static void drop_idle_kernels(FusionPartition *partition, int runs) {
  int kept = 0;
  for (int k = 0; k < partition->kernel_count; k++) {
    FusionKernel *kernel = &partition->kernels[k];
    if (fusion_minimum(kernel->seconds, runs) > 0)
      partition->kernels[kept++] = *kernel;
    else
      fusion_kernel_destroy(kernel);
  }
  partition->kernel_count = kept;
}

// --- the whole

Status fusion_run(const PartitionTask *task, const FusionRunOptions *options,
                  FusionProgram *program, int *out_failed) {
  Status status = STATUS_OK;
  OpNumbers numbers = {0};
  Run run = {.task = task, .options = options, .program = program};
  program->run_count = options->runs;
  run.numbered = payload_clone(task->module);
  TRY(op_numbers_assign(mlirModuleGetOperation(run.numbered), &numbers));
  TRY(signature_read(task->payload.module, task->function, &run.signature));
  TRY(operands_create(&run.signature, PLACE_ALIGNED, &run.operands));
  operands_fill(&run.operands, task->payload.data_count, OPERAND_SEED);
  TRY(build_all(&run));
  TRY(run_all(&run));
  for (int p = 0; p < program->partition_count; p++)
    drop_idle_kernels(&program->partitions[p], options->runs);
  *out_failed = run.failed;
cleanup:
  for (int b = 0; b < run.build_count; b++)
    build_destroy(&run.builds[b]);
  free(run.builds);
  operands_destroy(&run.operands);
  signature_destroy(&run.signature);
  op_numbers_destroy(&numbers);
  mlirModuleDestroy(run.numbered);
  return status;
}
