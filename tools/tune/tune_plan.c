// The workloads of a module as tasks of the store, each with its weight.
#include "tools/tune/tune_plan.h"

#include "runtime/codegen/compile.h"
#include "tools/collect/child.h"
#include "tools/ops/call_sizes.h"
#include "tools/ops/cold_weights.h"
#include "tools/ops/constant_weights.h"
#include "tools/ops/module_paths.h"
#include "tools/ops/payload.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// In memory that the child shares.
typedef struct Plan {
  const TuneSettings *settings;
  int count;
  bool is_full;
  struct {
    int64_t number, weight;
  } tasks[TUNE_MAX_TASKS];
} Plan;

static void count_op(int64_t number, void *user) {
  Plan *plan = user;
  int t = 0;
  while (t < plan->count && plan->tasks[t].number != number)
    t++;
  if (t == TUNE_MAX_TASKS) {
    plan->is_full = true;
    return;
  }
  plan->tasks[t].number = number;
  plan->tasks[t].weight++;
  plan->count += t == plan->count;
}

static Status plan_module(void *user) {
  Plan *plan = user;
  const TuneSettings *settings = plan->settings;
  char source[128];
  Store *store = NULL;
  MlirModule module;
  CollectPlan tasks = {.path = settings->collect.store,
                       .store = &store,
                       .tune = *settings->options,
                       .limit = "",
                       .found = count_op,
                       .user = plan};
  ColdWeights cold = {0};
  MlirContext context = compile_context_create();
  Status status = payload_parse(context, settings->module, &module);
  if (status == STATUS_OK) {
    module_source_name(settings->module, source, sizeof source);
    status = call_sizes_check(module, NULL, &settings->sizes);
    if (status == STATUS_OK && settings->has_constant_weights)
      status = constant_weights_mark_file(module, settings->module);
    if (status == STATUS_OK && !settings->has_warm_weights)
      status = cold_weights_read(module, settings->module, &settings->options->target, &cold);
    tasks.cold = cold.bytes > 0 ? &cold : NULL;
    if (status == STATUS_OK)
      status = collect_plan_module(&tasks, module, source);
    mlirModuleDestroy(module);
  }
  store_close(store);
  mlirContextDestroy(context);
  return status;
}

static int compare_tasks(const void *a, const void *b) {
  const TuneTask *x = a, *y = b;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static Status take_tasks(const Plan *plan, TuneTask **out_tasks, int *out_count) {
  const TuneSettings *settings = plan->settings;
  int count = 0;
  if (plan->is_full)
    return status_fail(STATUS_USAGE, "%s has more than %d workloads", settings->module,
                       TUNE_MAX_TASKS);
  if (plan->count == 0)
    return status_fail(STATUS_USAGE, "%s: no op in it is tuned", settings->module);
  TuneTask *tasks = calloc((size_t)plan->count, sizeof *tasks);
  if (!tasks)
    return status_fail(STATUS_SYSTEM, "no memory for %d tasks", plan->count);
  for (int t = 0; t < plan->count; t++)
    if (settings->shard_count <= 1 || t % settings->shard_count == settings->shard)
      tasks[count++] = (TuneTask){.number = plan->tasks[t].number, .weight = plan->tasks[t].weight};
  qsort(tasks, (size_t)count, sizeof *tasks, compare_tasks);
  *out_tasks = tasks;
  *out_count = count;
  return STATUS_OK;
}

Status tune_plan(const TuneSettings *settings, TuneTask **out_tasks, int *out_count) {
  Plan *plan = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (plan == MAP_FAILED)
    return status_fail(STATUS_SYSTEM, "no shared memory");
  plan->settings = settings;
  Status status = child_run(plan_module, plan,
                            "the process that reads the module was ended from outside or by a "
                            "crash; the same command begins again");
  if (status == STATUS_OK)
    status = take_tasks(plan, out_tasks, out_count);
  munmap(plan, sizeof *plan);
  return status;
}
