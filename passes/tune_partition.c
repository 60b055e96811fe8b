// Which ops of each function share kernels, before any of them is rewritten: what the attribute of
// the function says, or the best partition of the search that the options ask for. Functions
// without a plan are taken op by op.
#include "passes/tuner.h"

#include "search/partition/partition_search.h"
#include "transforms/annotation.h"
#include "transforms/function_target.h"
#include "transforms/ir.h"
#include "transforms/partition/partition_greedy.h"

#include "mlir-c/BuiltinAttributes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Candidates for one group while partitions are compared. Its kernel gets all of them later.
enum { PRICE_CANDIDATES = 160 };

static Status keep_text(const Partition *partition, char **out_text) {
  size_t size = partition_print(partition, NULL, 0) + 1;
  char *text = malloc(size);
  if (!text)
    return status_fail(STATUS_SYSTEM, "no memory for the text of a partition");
  partition_print(partition, text, size);
  *out_text = text;
  return STATUS_OK;
}

// --- what the function says itself

static Status read_attribute(Tuner *tuner, PartitionPlan *plan, MlirAttribute attribute) {
  MlirOperation function = plan->payload.function;
  tuner->payload.location = mlirOperationGetLocation(function);
  if (!mlirAttributeIsAString(attribute))
    return status_fail(STATUS_USAGE, PARTITION_ATTRIBUTE " is no text; remove it or write the "
                                                         "groups, such as \"2(3,4) 5\"");
  MlirStringRef value = mlirStringAttrGetValue(attribute);
  char *text = strndup(value.length ? value.data : "", value.length); // the data of "" is null
  Status status = text ? partition_parse(&plan->payload.graph, text, &plan->partition)
                       : status_fail(STATUS_SYSTEM, "no memory for the text of a partition");
  free(text);
  return status;
}

// --- what the model finds

static PricerOptions pricer_options(const Tuner *tuner, MlirOperation function) {
  const TuneOptions *options = tuner->options;
  return (PricerOptions){.target = tuner->machines.target,
                         .fusion = options->fusion,
                         .weight_bytes = tune_weight_bytes(tuner, function),
                         .data_arguments = options->data_arguments,
                         .choose = {.max_candidates = PRICE_CANDIDATES,
                                    .seed = options->seed,
                                    .strategy = options->strategy,
                                    .model = options->model.learned}};
}

static Status find_partition(const Tuner *tuner, PartitionPlan *plan) {
  Status status = STATUS_OK;
  GroupPricer *pricer = NULL;
  PricerOptions prices = pricer_options(tuner, plan->payload.function);
  const OpGraph *graph = &plan->payload.graph;
  double seconds;
  TRY(group_pricer_create(&plan->payload, &prices, &pricer));
  TRY(partition_create(graph, &plan->partition));
  TRY(partition_greedy(&plan->payload, pricer, tuner->options->fusion, &plan->partition));
  PartitionSearch search = {.strategy = tuner->options->partition,
                            .seed = tuner->options->seed,
                            .price = partition_price,
                            .context = pricer};
  TRY(partition_search(graph, &search, &plan->partition, &seconds));
  if (!isfinite(seconds)) { // some group has no kernel: from ops alone, which need none
    partition_destroy(&plan->partition);
    TRY(partition_create(graph, &plan->partition));
    TRY(partition_search(graph, &search, &plan->partition, &seconds));
  }
cleanup:
  group_pricer_destroy(pricer);
  return status;
}

static Status make_plan(Tuner *tuner, MlirOperation function) {
  Status status = STATUS_OK;
  PartitionPlan *plan = &tuner->plans.items[tuner->plans.count];
  MlirAttribute attribute =
      mlirOperationGetDiscardableAttributeByName(function, ir_string(PARTITION_ATTRIBUTE));
  bool is_written = !mlirAttributeIsNull(attribute);
  bool is_searched = tuner->options->partition != PARTITION_GREEDY &&
                     tuner->options->model.is_used && !tuner->payload.applies_annotations;
  *plan = (PartitionPlan){.payload = {.function = function}};
  tuner->plans.count++;
  if ((!is_written && !is_searched) || !tune_targets_enter(tuner, function))
    return STATUS_OK;
  TRY(payload_graph_create(function, &plan->payload));
  TRY(is_written ? read_attribute(tuner, plan, attribute) : find_partition(tuner, plan));
  TRY(keep_text(&plan->partition, &plan->text));
  tuner->plans.is_any = true;
cleanup:
  return status;
}

Status tune_partitions_make(Tuner *tuner) {
  Status status = STATUS_OK;
  IrOps functions = ir_collect(tuner->payload.root, ir_is_defined_function);
  tuner->plans = (PartitionPlans){0};
  tuner->plans.items = calloc((size_t)functions.count + 1, sizeof *tuner->plans.items);
  if (!tuner->plans.items)
    status = status_fail(STATUS_SYSTEM, "no memory for the partitions of a payload");
  for (int f = 0; f < functions.count && status == STATUS_OK; f++)
    status = make_plan(tuner, functions.ops[f]);
  free(functions.ops);
  return status;
}

void tune_partitions_destroy(Tuner *tuner) {
  for (int f = 0; f < tuner->plans.count; f++) {
    PartitionPlan *plan = &tuner->plans.items[f];
    payload_graph_destroy(&plan->payload);
    partition_destroy(&plan->partition);
    free(plan->text);
  }
  free(tuner->plans.items);
  tuner->plans = (PartitionPlans){0};
}

// --- asked for one op

static PartitionPlan *plan_of(const Tuner *tuner, MlirOperation op) {
  MlirOperation function = enclosing_function(op, tuner->payload.root);
  for (int f = 0; f < tuner->plans.count; f++)
    if (tuner->plans.items[f].text &&
        mlirOperationEqual(tuner->plans.items[f].payload.function, function))
      return &tuner->plans.items[f];
  return NULL;
}

bool tune_partitions_scope(const Tuner *tuner, MlirOperation op, GroupScope *out_scope) {
  const PartitionPlan *plan = tuner->plans.is_any ? plan_of(tuner, op) : NULL;
  int number = plan ? payload_graph_find(&plan->payload, op) : -1;
  if (number < 0)
    return false;
  *out_scope = (GroupScope){&plan->payload, &plan->partition, number};
  return true;
}

// Movements that are repeated come after all kernels, with what a kernel could not take after all.
bool tune_partitions_come_first(const Tuner *tuner, MlirOperation op) {
  GroupScope scope;
  return !tune_partitions_scope(tuner, op, &scope) ||
         scope.partition->anchor_of[scope.anchor] == scope.anchor;
}

void tune_partitions_forget(Tuner *tuner, MlirOperation function, MlirOperation op) {
  for (int f = 0; f < tuner->plans.count && tuner->plans.is_any; f++)
    if (tuner->plans.items[f].text &&
        mlirOperationEqual(tuner->plans.items[f].payload.function, function))
      payload_graph_forget(&tuner->plans.items[f].payload, op);
}

// --- written down

void tune_partitions_finish(Tuner *tuner) {
  for (int f = 0; f < tuner->plans.count; f++)
    if (tuner->plans.items[f].text) // else the function stays as it is
      tuner->report.changed |= mlirOperationRemoveDiscardableAttributeByName(
          tuner->plans.items[f].payload.function, ir_string(PARTITION_ATTRIBUTE));
}

void tune_partitions_write(const Tuner *tuner, MlirOperation payload, bool *out_changed) {
  IrOps functions = ir_collect(payload, ir_is_defined_function);
  for (int f = 0; f < functions.count && f < tuner->plans.count; f++) {
    const char *text = tuner->plans.items[f].text;
    if (!text)
      continue;
    MlirAttribute attribute = mlirStringAttrGet(mlirOperationGetContext(payload), ir_string(text));
    MlirStringRef name = ir_string(PARTITION_ATTRIBUTE);
    if (mlirAttributeEqual(mlirOperationGetDiscardableAttributeByName(functions.ops[f], name),
                           attribute))
      continue;
    mlirOperationSetDiscardableAttributeByName(functions.ops[f], name, attribute);
    *out_changed = true;
  }
  free(functions.ops);
}
