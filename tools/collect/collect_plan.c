// Takes the ops out of a module, with the fusion that the pass chose and sometimes with the others.
#include "tools/collect/collect.h"

#include "machine/cpu_identity.h"
#include "mlir-c/BuiltinAttributes.h"
#include "plan/cold_argument.h"
#include "plan/family.h"
#include "search/chooser.h"
#include "tools/corpus/corpus_parse.h"
#include "tools/ops/constant_weights.h"
#include "tools/ops/stored_module.h"
#include "transforms/annotation.h"
#include "transforms/extract/anchors.h"
#include "transforms/extract/variants.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- machines

const char *collect_cpu(void) {
  static char identity[CPU_IDENTITY_BYTES];
  if (!identity[0])
    cpu_identity_host(identity, sizeof identity);
  return identity;
}

// What stands for an FMA where there is none: a multiplication and an addition that waits for it.
typedef struct SplitFma {
  double pairs_per_fma;
  int32_t latency_cycles; // 0: that of the level
} SplitFma;

// AMD's cores add in units of their own, beside those that multiply; elsewhere both are done where
// an FMA is.
static SplitFma split_fma(const Target *target) {
  bool has_adders = strncmp(target->name, "zen", 3) == 0;
  return has_adders ? (SplitFma){1, 6} : (SplitFma){0.5, 0};
}

void collect_limit_target(const Target *level, Target *target) {
  SplitFma split = split_fma(target);
  target->vector_bits = level->vector_bits;
  target->vector_registers = level->vector_registers;
  target->has_fma = level->has_fma;
  target->has_masks = level->has_masks;
  memcpy(target->llvm_cpu, level->llvm_cpu, sizeof target->llvm_cpu);
  for (int w = 0; w < TARGET_MAX_WIDTHS; w++) {
    TargetWidth *width = &target->widths[w];
    if (width->bits > level->vector_bits)
      *width = (TargetWidth){.bits = width->bits};
    else if (!level->has_fma)
      width->fma_per_cycle *= split.pairs_per_fma;
  }
  if (!level->has_fma)
    target->fma_latency_cycles =
        split.latency_cycles ? split.latency_cycles : level->fma_latency_cycles;
}

bool collect_target(int index, char *text, size_t size, const char **out_limit) {
  static const char *const levels[] = {"", "x86-64-v3", "x86-64-v2"};
  Target target, level;
  if (index >= (int)(sizeof levels / sizeof *levels) || target_parse("host", &target) != STATUS_OK)
    return false;
  *out_limit = levels[index];
  if (index > 0) {
    if (target_parse(levels[index], &level) != STATUS_OK || level.vector_bits >= target.vector_bits)
      return false;
    collect_limit_target(&level, &target);
  }
  return target_print(&target, text, size) < (int)size;
}

// --- tasks

enum { LAYER_DATA_COUNT = 1 }; // the image or the left matrix

typedef struct Planner {
  CollectPlan *plan;
  const char *source;
  bool is_again;   // trials are those of the task
  bool is_layer;   // of the corpus
  uint64_t wanted; // key of the one workload to plan; 0: as the plan says
} Planner;

// Spaces without a contraction are small, and little is to be gained in them.
static int64_t trials_of(WorkloadFamily family, int64_t trials) {
  bool is_small = family == FAMILY_ELEMENTWISE || family == FAMILY_MOVEMENT;
  return is_small ? trials * 2 / 5 : family == FAMILY_REDUCTION ? trials * 3 / 5 : trials;
}

static Status add_task(const Planner *planner, const Group *group, const Workload *workload,
                       const char *schedule, int64_t trials) {
  CollectPlan *plan = planner->plan;
  WorkloadFamily family = workload_family(workload);
  char target[OPTION_TARGET_BYTES];
  MlirModule module;
  int64_t number;
  if (isolate_cold(group, schedule, plan->cold, &module) != STATUS_OK)
    return STATUS_OK;
  if (stored_module_check(module) != STATUS_OK) { // would be refused when it is to be measured
    mlirModuleDestroy(module);
    return STATUS_OK;
  }
  target_print(&plan->tune.target, target, sizeof target);
  StoreTask task = {.workload = workload_text(workload),
                    .family = (char *)workload_family_name(family),
                    .source = (char *)planner->source,
                    .cpu = (char *)collect_cpu(),
                    .target = target,
                    .limit = (char *)plan->limit,
                    .schedule = (char *)schedule,
                    .trials = plan->grid          ? plan->grid
                              : planner->is_again ? trials
                                                  : trials_of(family, trials),
                    .grid = plan->grid};
  Status status = task.workload
                      ? ir_print(mlirModuleGetOperation(module), &task.module)
                      : status_fail(STATUS_SYSTEM, "no memory for the text of a workload");
  if (status == STATUS_OK && strstr(task.module, COLD_ARGUMENT_ATTRIBUTE)) // else it has no weights
    task.grid = STORE_COLD;
  if (status == STATUS_OK && !*plan->store)
    status = store_open(plan->path, plan->store);
  if (status == STATUS_OK)
    status = store_add_task(*plan->store, &task, &number);
  plan->tasks += status == STATUS_OK;
  if (status == STATUS_OK && plan->found)
    plan->found(number, plan->user);
  free(task.workload);
  free(task.module);
  mlirModuleDestroy(module);
  return status;
}

// One fusion of the op, with what the model chooses for it.
static Status add_variant(const Planner *planner, const Variants *variants, int index,
                          int64_t trials) {
  const CollectPlan *plan = planner->plan;
  const Workload *workload = &variants->workloads[index];
  Choice choice;
  char text[OPTION_SCHEDULE_BYTES];
  ChooseOptions options = {
      .seed = plan->tune.seed, .strategy = plan->tune.strategy, .model = plan->tune.model.learned};
  if (schedule_choose(workload, NULL, 1, &plan->tune.target, &options, &choice) != STATUS_OK)
    return STATUS_OK;
  variants_name(variants, index, &choice.schedule);
  schedule_print(workload, &choice.schedule, text, sizeof text);
  return add_task(planner, &variants->groups[index], workload, text, trials);
}

// Whether there is something to learn from it that its module is planned for.
static bool is_wanted(const Planner *planner, const Workload *workload) {
  const CollectPlan *plan = planner->plan;
  bool has_weights = planner->is_layer && plan->has_constant_weights;
  if (workload_is_constant(workload) || (has_weights && !workload_has_constant(workload)))
    return false;
  return (!has_weights && !plan->only_large) || workload_family_is_large(workload_family(workload));
}

static Status plan_op(const Variants *variants, int chosen, const char *schedule,
                      const Target *target, void *user) {
  (void)target;
  const Planner *planner = user;
  CollectPlan *plan = planner->plan;
  const Workload *workload = &variants->workloads[chosen];
  for (int v = 0; planner->wanted && v < variants->count; v++)
    if (workload_key(&variants->workloads[v]) == planner->wanted)
      return add_variant(planner, variants, v, plan->trials);
  if (planner->wanted)
    return STATUS_OK;
  if (!is_wanted(planner, workload))
    return STATUS_OK;
  if (plan->is_fullest)
    return add_variant(planner, variants, 0, plan->trials);
  Status status = add_task(planner, &variants->groups[chosen], workload, schedule, plan->trials);
  if (status != STATUS_OK || !rng_chance(&plan->rng, plan->variant_percent))
    return status;
  for (int v = 0; v < variants->count && status == STATUS_OK; v++)
    if (v != chosen)
      status = add_variant(planner, variants, v, plan->trials / 2);
  return status;
}

// What is timed with warm weights is also chosen so.
static Status plan_layout(Planner *planner, MlirModule module, LayoutMode layout) {
  TuneOptions options = planner->plan->tune;
  options.layout = layout;
  options.has_warm_weights = !planner->plan->cold;
  return tune_observe(mlirModuleGetOperation(module), &options, plan_op, planner);
}

// With constant weights either layout may be faster, and a model that has seen one alone cannot
// tell.
static Status plan_payload(Planner *planner, MlirModule module) {
  const CollectPlan *plan = planner->plan;
  if (!plan->has_constant_weights)
    return plan_layout(planner, module, plan->tune.layout);
  Status status = plan_layout(planner, module, LAYOUT_AS_WRITTEN);
  return status == STATUS_OK ? plan_layout(planner, module, LAYOUT_CHANNELS_LAST) : status;
}

Status collect_plan_module(CollectPlan *plan, MlirModule module, const char *source) {
  Planner planner = {.plan = plan, .source = source};
  return plan_payload(&planner, module);
}

static void remove_annotations(MlirModule module) {
  AnchorList anchors;
  if (anchors_collect(mlirModuleGetOperation(module), &anchors) == STATUS_OK)
    for (int i = 0; i < anchors.count; i++)
      annotation_remove(anchors.items[i].op);
  anchors_destroy(&anchors);
}

Status collect_plan_again(CollectPlan *plan, MlirModule module, const StoreTask *task) {
  Workload workload;
  Planner planner = {.plan = plan, .source = task->source, .is_again = true};
  int64_t before = plan->tasks;
  remove_annotations(module);
  plan->trials = task->trials;
  plan->grid = task->grid;
  Status status = STATUS_OK;
  if (workload_parse(task->workload, &workload)) {
    MlirModule copy = mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
    planner.wanted = workload_key(&workload);
    status = plan_layout(&planner, copy, LAYOUT_AS_WRITTEN); // that of the task
    mlirModuleDestroy(copy);
  }
  planner.wanted = 0;
  return status == STATUS_OK && plan->tasks == before
             ? plan_layout(&planner, module, LAYOUT_AS_WRITTEN)
             : status;
}

Status collect_plan_layer(CollectPlan *plan, MlirContext context, const CorpusRow *row) {
  MlirModule module;
  Status status = corpus_parse(context, row, &module);
  if (status != STATUS_OK)
    return status;
  Planner planner = {.plan = plan, .source = row->source, .is_layer = true};
  if (plan->has_constant_weights)
    constant_weights_mark(module, LAYER_DATA_COUNT);
  status = plan_payload(&planner, module);
  mlirModuleDestroy(module);
  return status;
}
