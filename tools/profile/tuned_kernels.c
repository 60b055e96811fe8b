// The pass runs twice, on a clone for the observer, who sees the groups, and for the remarks; both
// runs decide the same.
#include "tools/profile/tuned_kernels.h"

#include "base/array.h"
#include "base/text.h"
#include "passes/tune.h"
#include "plan/workload_instruction.h"
#include "tools/profile/op_numbers.h"
#include "tools/profile/roof.h"
#include "tools/report/describe.h"
#include "transforms/extract/extract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Listener {
  TunedKernels *kernels;
  int op_count;
  int next; // kernel that no remark was about yet
} Listener;

// --- groups

static void add_op(ProfileKernel *kernel, int number) {
  for (int i = 0; i < kernel->op_count; i++)
    if (kernel->ops[i] == number)
      return;
  if (number >= 0)
    kernel->ops[kernel->op_count++] = number;
}

static void fill_work(ProfileKernel *kernel, const Group *group, const Workload *workload,
                      const Target *target, int threads) {
  int64_t needed_points[WORKLOAD_MAX_STATEMENTS];
  const char *limit;
  Roof roof = roof_of(target, threads);
  group_needed_points(group, needed_points);
  workload_describe(workload, kernel->work, sizeof kernel->work);
  kernel->flops = workload_useful_flops(workload, needed_points);
  kernel->bytes = workload_bytes(workload);
  kernel->peak_flops = workload_peak_flops(workload, target) * threads;
  kernel->roof_seconds =
      roof_seconds(&roof, target, kernel->peak_flops, kernel->flops, kernel->bytes, &limit);
  snprintf(kernel->limit, sizeof kernel->limit, "%s", limit);
}

static void fill_schedule(ProfileKernel *kernel, const Workload *workload, const char *text) {
  Schedule schedule;
  snprintf(kernel->schedule, sizeof kernel->schedule, "%s", text);
  if (schedule_parse(workload, text, &schedule) == STATUS_OK)
    schedule_describe(workload, &schedule, kernel->words, sizeof kernel->words);
}

typedef struct Observer {
  TunedKernels *kernels;
  int threads;
} Observer;

static Status observe(const Variants *variants, int chosen, const char *schedule,
                      const Target *target, void *user) {
  const Observer *observer = user;
  TunedKernels *kernels = observer->kernels;
  const Group *group = &variants->groups[chosen];
  if (!array_grow(&kernels->items, kernels->count, sizeof *kernels->items))
    return status_fail(STATUS_SYSTEM, "no memory for %d kernels", kernels->count);
  if (kernels->count == 0)
    kernels->target = *target;
  ProfileKernel *kernel = &kernels->items[kernels->count++];
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(group->anchor));
  *kernel = (ProfileKernel){.is_tuned = true, .untuned_seconds = -1};
  snprintf(kernel->name, sizeof kernel->name, "%.*s", (int)name.length, name.data);
  add_op(kernel, op_number_read(mlirOperationGetLocation(group->anchor)));
  for (int i = 0; i < group->op_count; i++)
    add_op(kernel, op_number_read(mlirOperationGetLocation(group->ops[i])));
  const Workload *workload = &variants->workloads[chosen];
  fill_schedule(kernel, workload, schedule);
  fill_work(kernel, group, workload, target, observer->threads ? observer->threads : target->cores);
  return STATUS_OK;
}

// --- remarks

static void hear_passed(Listener *listener, const TuneRemark *remark, int number) {
  TunedKernels *kernels = listener->kernels;
  // Those that were observed and then not built have none.
  int at = listener->next;
  while (at < kernels->count && (kernels->items[at].ops[0] != number ||
                                 strcmp(kernels->items[at].schedule, remark->schedule) != 0))
    at++;
  if (at == kernels->count)
    return;
  ProfileKernel *kernel = &kernels->items[at];
  listener->next = at + 1;
  kernel->predicted_seconds = remark->seconds;
  kernel->candidates = remark->candidates;
  kernel->runner_up_seconds = remark->runner_up_seconds;
  snprintf(kernel->source, sizeof kernel->source, "%s", remark->source);
  snprintf(kernel->threads, sizeof kernel->threads, "%s", remark->threads);
  if (remark->runner_up)
    snprintf(kernel->runner_up, sizeof kernel->runner_up, "%s", remark->runner_up);
}

static void tell_reason(char *text, size_t size, const TuneRemark *remark) {
  snprintf(text, size, "%s", remark->reason);
  text_clean_line(text);
}

static void hear(const TuneRemark *remark, void *user) {
  Listener *listener = user;
  int number = op_number_read(remark->location);
  if (remark->kind == REMARK_PASSED)
    hear_passed(listener, remark, number);
  else if (number >= 0 && number < listener->op_count && remark->reason)
    tell_reason(listener->kernels->reasons[number], sizeof *listener->kernels->reasons, remark);
}

Status tuned_kernels_make(MlirModule module, const TuneOptions *options, int op_count,
                          TunedKernels *out_kernels) {
  Status status = STATUS_OK;
  TunedKernels kernels = {.reasons = calloc((size_t)op_count + 1, sizeof *kernels.reasons)};
  Listener listener = {&kernels, op_count, 0};
  Observer observer = {&kernels, options->threads};
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed;
  if (!kernels.reasons)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d ops", op_count));
  TRY(tune_observe(mlirModuleGetOperation(module), options, observe, &observer));
  TRY(tune_payload(mlirModuleGetOperation(module), options, &statistics, hear, &listener, &changed,
                   &location));
  *out_kernels = kernels;
  return STATUS_OK;
cleanup:
  tuned_kernels_destroy(&kernels);
  return status;
}

void tuned_kernels_destroy(TunedKernels *kernels) {
  free(kernels->items);
  free(kernels->reasons);
  *kernels = (TunedKernels){0};
}
