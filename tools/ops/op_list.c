// Every op is taken out at its turn, when those before it have been tuned: what is fused with it is
// what the pass fuses.
#include "tools/ops/op_list.h"

#include "base/array.h"
#include "mlir-c/BuiltinAttributes.h"
#include "plan/workload_instruction.h"
#include "runtime/codegen/compile.h"
#include "search/scorer.h"
#include "transforms/annotation.h"
#include "transforms/cut_mark.h"
#include "transforms/extract/isolate.h"
#include "transforms/ir.h"
#include "transforms/report/report.h"
#include "transforms/threads/homes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Seconds by the model that chose; 0 when there are none.
static double predict(const OpEntry *entry, const LearnedModel *model) {
  double seconds;
  Status status =
      scorer_predict(&entry->workload, &entry->target, model, &entry->schedule, &seconds);
  return status == STATUS_OK ? seconds : 0;
}

typedef struct Collector {
  OpList *list;
  const TuneOptions *options;
} Collector;

static bool is_same_target(const Target *one, const Target *other) {
  char text[TARGET_TEXT_BYTES], other_text[TARGET_TEXT_BYTES];
  target_print(one, text, sizeof text);
  target_print(other, other_text, sizeof other_text);
  return !strcmp(text, other_text);
}

static OpEntry *find_equal(OpList *list, const OpEntry *entry) {
  uint64_t key = workload_run_key(&entry->workload);
  for (int i = 0; i < list->count; i++)
    if (workload_run_key(&list->items[i].workload) == key &&
        !strcmp(list->items[i].name, entry->name) &&
        is_same_target(&list->items[i].target, &entry->target))
      return &list->items[i];
  return NULL;
}

static Status collect(const Variants *variants, int chosen, const char *schedule,
                      const Target *target, void *user) {
  const Collector *collector = user;
  OpList *list = collector->list;
  const Group *group = &variants->groups[chosen];
  OpEntry entry = {.uses = 1, .target = *target};
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(group->anchor));
  MlirModule module;
  entry.workload = variants->workloads[chosen];
  homes_read(group, &entry.homes);
  MlirStringRef function = remark_start(REMARK_PASSED, group->anchor).function;
  snprintf(entry.name, sizeof entry.name, "%.*s", (int)name.length, name.data);
  snprintf(entry.function, sizeof entry.function, "%.*s", (int)function.length, function.data);
  cut_mark_describe(group->anchor, entry.part, sizeof entry.part);
  OpEntry *equal = find_equal(list, &entry);
  if (equal) {
    equal->uses++;
    return STATUS_OK;
  }
  snprintf(entry.schedule_text, sizeof entry.schedule_text, "%s", schedule);
  Status status = schedule_parse(&entry.workload, schedule, &entry.schedule);
  if (status == STATUS_OK)
    status = isolate_scheduled(group, schedule, &module);
  if (status != STATUS_OK)
    return status;
  status = ir_print(mlirModuleGetOperation(module), &entry.module);
  mlirModuleDestroy(module);
  if (status != STATUS_OK)
    return status;
  entry.predicted_seconds = predict(&entry, collector->options->model.learned);
  if (!array_grow(&list->items, list->count, sizeof *list->items)) {
    free(entry.module);
    return status_fail(STATUS_SYSTEM, "no memory for %d ops", list->count);
  }
  list->items[list->count++] = entry;
  return STATUS_OK;
}

Status op_list_create(MlirModule module, const TuneOptions *options, OpList *out_list) {
  OpList list = {0};
  Collector collector = {&list, options};
  Status status = tune_observe(mlirModuleGetOperation(module), options, collect, &collector);
  if (status != STATUS_OK)
    op_list_destroy(&list);
  else
    *out_list = list;
  return status;
}

Status op_list_require(const Payload *payload, const TuneOptions *options, OpList *out_list) {
  Status status = op_list_create(payload->module, options, out_list);
  if (status != STATUS_OK || out_list->count > 0)
    return status;
  op_list_destroy(out_list);
  return payload_fail_untuned(payload, options);
}

void op_list_destroy(OpList *list) {
  for (int i = 0; i < list->count; i++)
    free(list->items[i].module);
  free(list->items);
  *list = (OpList){0};
}

static MlirWalkResult set_annotation(MlirOperation op, void *schedule) {
  if (!mlirAttributeIsNull(annotation_get(op)))
    annotation_write(op, schedule);
  return MlirWalkResultAdvance;
}

TuneOptions op_entry_options(const OpEntry *entry, const TuneOptions *options) {
  TuneOptions alone = *options;
  alone.script[0] = '\0'; // of the module that the op is from
  if (alone.has_target)
    return alone;
  alone.has_target = true;
  alone.target = entry->target;
  target_print(&alone.target, alone.target_text, sizeof alone.target_text);
  return alone;
}

Status op_entry_apply(const OpEntry *entry, MlirContext context, const TuneOptions *options,
                      const char *schedule, char **out_text) {
  MlirModule module;
  TuneStatistics statistics = {0};
  bool changed;
  MlirLocation location;
  char text[SCHEDULE_TEXT_BYTES];
  TuneOptions alone = op_entry_options(entry, options);
  Status status = compile_parse(context, entry->module, &module);
  if (status != STATUS_OK)
    return status;
  if (*schedule) {
    snprintf(text, sizeof text, "%s", schedule);
    mlirOperationWalk(mlirModuleGetOperation(module), set_annotation, text, MlirWalkPreOrder);
    status = tune_apply_annotations(mlirModuleGetOperation(module), &alone, &statistics, NULL, NULL,
                                    &changed, &location);
  }
  if (status == STATUS_OK)
    status = ir_print(mlirModuleGetOperation(module), out_text);
  mlirModuleDestroy(module);
  return status;
}

double op_entry_bytes(const OpEntry *entry) { return workload_bytes(&entry->workload); }

double op_entry_flops(const OpEntry *entry) { return workload_flops(&entry->workload); }

double op_entry_peak_share(const OpEntry *entry, double seconds) {
  double peak = workload_peak_flops(&entry->workload, &entry->target);
  return seconds > 0 && peak > 0 ? op_entry_flops(entry) / seconds / peak : 0;
}
