// PartitionTask: one function of a module, and partitions that are proposed for it: which of its
// ops share kernels, with the seconds that the model predicts.
#include "lab/partitions/partition_task.h"

#include "base/array.h"
#include "passes/target/module_target.h"
#include "transforms/annotation.h"
#include "transforms/cold/cold_operands.h"
#include "transforms/decompose_shim.h"
#include "transforms/ir.h"
#include "transforms/partition/partition_greedy.h"
#include "transforms/rewrite/rewrites.h"

#include "mlir-c/BuiltinAttributes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PRICE_CANDIDATES = 160, DRAW_MOVES = 60, NEAR_MAX = 400 };

// --- the function

static MlirOperation find_function(MlirModule module, const char *name) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (mlirBlockIsNull(ir_function_body(op)))
      continue;
    if (!name || mlirStringRefEqual(ir_symbol(op), ir_string(name)))
      break;
  }
  return op;
}

static void set_target(PartitionTask *task, MlirOperation function) {
  ModuleTarget named;
  task->target = task->tune.target;
  if (task->tune.has_target)
    return;
  module_target_read(function, (MlirOperation){NULL}, &named);
  task->target = named.target;
}

// Partitions name the ops that there are after the rewrites of the pass.
static Status rewrite(PartitionTask *task, MlirOperation function) {
  TuneStatistics statistics = {0};
  PassReport report = {.statistics = &statistics};
  RewriteOptions options = {.target = &task->target,
                            .affine = task->tune.affine,
                            .parallel = task->tune.parallel,
                            .threads = task->tune.threads};
  return rewrites_run(function, &options, &report);
}

static Status prepare(PartitionTask *task) {
  task->module = payload_clone(task->payload.module);
  aggregates_decompose(mlirModuleGetOperation(task->module));
  MlirOperation function = find_function(task->module, task->function);
  if (mlirOperationIsNull(function))
    return status_fail(STATUS_USAGE, "%s has no function%s%s with a body", task->payload.path,
                       task->function ? " @" : "", task->function ? task->function : "");
  set_target(task, function);
  double weight_bytes = function_weight_bytes(function, task->tune.data_arguments);
  Status status = rewrite(task, function);
  if (status == STATUS_OK)
    status = payload_graph_create(function, &task->graph);
  if (status != STATUS_OK)
    return status;
  if (task->graph.graph.op_count == 0)
    return status_fail(STATUS_USAGE, "%s: no op of the function can be tuned", task->payload.path);
  task->prices = (PricerOptions){.target = &task->target,
                                 .fusion = task->tune.fusion,
                                 .weight_bytes = weight_bytes,
                                 .data_arguments = task->tune.data_arguments,
                                 .choose = {.max_candidates = PRICE_CANDIDATES,
                                            .seed = task->tune.seed,
                                            .strategy = task->tune.strategy,
                                            .model = task->tune.model.learned}};
  return group_pricer_create(&task->graph, &task->prices, &task->pricer);
}

Status partition_task_create(const char *path, const char *function, const TuneOptions *tune,
                             PartitionTask *out_task) {
  *out_task = (PartitionTask){.function = function, .tune = *tune};
  Status status = payload_read(path, &out_task->tune, &out_task->payload);
  return status == STATUS_OK ? prepare(out_task) : status;
}

void partition_task_clear(PartitionTask *task) {
  for (int n = 0; n < task->count; n++)
    free(task->proposals[n].text);
  free(task->proposals);
  task->proposals = NULL;
  task->count = 0;
}

void partition_task_destroy(PartitionTask *task) {
  partition_task_clear(task);
  group_pricer_destroy(task->pricer);
  payload_graph_destroy(&task->graph);
  if (!mlirModuleIsNull(task->module))
    mlirModuleDestroy(task->module);
  if (!mlirContextIsNull(task->payload.context))
    payload_destroy(&task->payload);
  *task = (PartitionTask){0};
}

// --- proposals

static int count_groups(const Partition *partition) {
  int count = 0;
  for (int i = 0; i < partition->op_count; i++)
    count += partition->anchor_of[i] == i;
  return count;
}

// Those that were proposed before keep their origin.
static void propose(void *user, const Partition *partition, double seconds) {
  PartitionTask *task = user;
  size_t size = partition_print(partition, NULL, 0) + 1;
  char *text = malloc(size);
  if (!text || !array_grow(&task->proposals, task->count, sizeof *task->proposals)) {
    free(text);
    task->status = status_fail(STATUS_SYSTEM, "no memory for partitions");
    return;
  }
  partition_print(partition, text, size);
  for (int i = 0; i < task->count; i++)
    if (!strcmp(task->proposals[i].text, text)) {
      free(text);
      return;
    }
  task->proposals[task->count++] = (PartitionProposal){.text = text,
                                                       .origin = task->origin,
                                                       .groups = count_groups(partition),
                                                       .predicted_seconds = seconds};
}

// What a search sees besides what is better than all before.
static double price_and_propose(void *user, const Partition *partition) {
  PartitionTask *task = user;
  double seconds = partition_price(task->pricer, partition);
  if (seconds <= task->near_seconds && task->count < NEAR_MAX)
    propose(task, partition, seconds);
  return seconds;
}

static Status search(PartitionTask *task, const Partition *start, const char *origin,
                     PartitionStrategy strategy, uint64_t seed) {
  Partition partition;
  double seconds;
  PartitionSearch search = {.strategy = strategy,
                            .seed = seed,
                            .price = price_and_propose,
                            .context = task,
                            .improved = propose,
                            .user = task};
  task->origin = origin;
  Status status = partition_copy(start, &partition);
  if (status != STATUS_OK)
    return status;
  status = partition_search(&task->graph.graph, &search, &partition, &seconds);
  partition_destroy(&partition);
  return status == STATUS_OK ? task->status : status;
}

// Keeps a move that leaves every group with a kernel.
static void keep_or_undo(PartitionTask *task, Partition *partition, Partition *before) {
  if (isfinite(partition_price(task->pricer, partition)))
    partition_assign(before, partition);
  else
    partition_assign(partition, before);
}

// No fusion at all: paddings are kernels of their own, too.
static Status propose_apart(PartitionTask *task) {
  Status status = STATUS_OK;
  Partition partition = {0}, before = {0};
  const OpGraph *graph = &task->graph.graph;
  TRY(partition_create(graph, &partition));
  TRY(partition_copy(&partition, &before));
  for (int op = 0; op < graph->op_count; op++)
    if (graph->ops[op].is_movement && partition_turn(graph, &partition, op))
      keep_or_undo(task, &partition, &before);
  task->origin = "apart";
  propose(task, &partition, partition_price(task->pricer, &partition));
cleanup:
  partition_destroy(&partition);
  partition_destroy(&before);
  return status;
}

// Whatever may share a kernel does, one edge after the other.
static Status propose_fused(PartitionTask *task) {
  Status status = STATUS_OK;
  Partition partition = {0}, before = {0};
  const OpGraph *graph = &task->graph.graph;
  TRY(partition_create(graph, &partition));
  TRY(partition_copy(&partition, &before));
  for (int e = 0; e < graph->edge_count; e++)
    if (partition_merge(graph, &partition, graph->edges[e].from, graph->edges[e].to))
      keep_or_undo(task, &partition, &before);
  task->origin = "fused";
  propose(task, &partition, partition_price(task->pricer, &partition));
cleanup:
  partition_destroy(&partition);
  partition_destroy(&before);
  return status;
}

Status partition_task_greedy(PartitionTask *task, Partition *out_partition) {
  Status status = partition_create(&task->graph.graph, out_partition);
  return status == STATUS_OK
             ? partition_greedy(&task->graph, task->pricer, task->tune.fusion, out_partition)
             : status;
}

// Moves from where every op is alone; those after which a group has no kernel are undone.
Status partition_task_draw(PartitionTask *task, Rng *rng, Partition *out_partition) {
  Status status = STATUS_OK;
  Partition partition = {0}, before = {0};
  const OpGraph *graph = &task->graph.graph;
  TRY(partition_create(graph, &partition));
  TRY(partition_copy(&partition, &before));
  for (int move = 0; move < DRAW_MOVES; move++)
    if (partition_random_move(graph, rng, &partition))
      keep_or_undo(task, &partition, &before);
  *out_partition = partition;
  partition = (Partition){0};
cleanup:
  partition_destroy(&partition);
  partition_destroy(&before);
  return status;
}

static Status propose_drawn(PartitionTask *task, Rng *rng) {
  Partition partition = {0};
  Status status = partition_task_draw(task, rng, &partition);
  if (status == STATUS_OK)
    propose(task, &partition, partition_price(task->pricer, &partition));
  partition_destroy(&partition);
  return status;
}

static Status propose_searched(PartitionTask *task, const Partition *start,
                               const PartitionWishes *wishes) {
  Status status = search(task, start, "beam", PARTITION_BEAM, wishes->seed);
  return status == STATUS_OK ? search(task, start, "anneal", PARTITION_ANNEAL, wishes->seed)
                             : status;
}

static void propose_start(PartitionTask *task, const char *origin, const Partition *start,
                          double near) {
  double seconds = partition_price(task->pricer, start);
  task->near_seconds = near > 0 ? (1 + near) * seconds : 0;
  task->origin = origin;
  propose(task, start, seconds);
}

Status partition_task_propose(PartitionTask *task, const PartitionWishes *wishes) {
  Status status = STATUS_OK;
  Partition greedy = {0};
  Rng rng = {wishes->seed};
  if (wishes->start) {
    propose_start(task, "start", wishes->start, wishes->near);
    return propose_searched(task, wishes->start, wishes);
  }
  TRY(partition_task_greedy(task, &greedy));
  propose_start(task, "greedy", &greedy, wishes->near);
  TRY(propose_apart(task));
  TRY(propose_fused(task));
  TRY(propose_searched(task, &greedy, wishes));
  task->origin = "drawn";
  for (int64_t n = 0; n < wishes->draws && status == STATUS_OK; n++)
    TRY(propose_drawn(task, &rng));
  status = task->status;
cleanup:
  partition_destroy(&greedy);
  return status;
}

static int compare_predicted(const void *left, const void *right) {
  const PartitionProposal *a = left, *b = right;
  if (a->predicted_seconds != b->predicted_seconds)
    return a->predicted_seconds < b->predicted_seconds ? -1 : 1;
  return strcmp(a->text, b->text);
}

void partition_task_sort(PartitionTask *task) {
  if (task->count > 1)
    qsort(task->proposals, (size_t)task->count, sizeof *task->proposals, compare_predicted);
}

void partition_task_lead(PartitionTask *task, const char *origin) {
  int place = 0;
  while (place < task->count && strcmp(task->proposals[place].origin, origin) != 0)
    place++;
  if (place == task->count)
    return;
  PartitionProposal first = task->proposals[place];
  memmove(&task->proposals[1], &task->proposals[0], (size_t)place * sizeof first);
  task->proposals[0] = first;
}

const PartitionProposal *partition_proposals_best(const PartitionProposal *proposals, int count) {
  const PartitionProposal *best = NULL, *predicted = NULL;
  for (int n = 0; n < count; n++) {
    const PartitionProposal *proposal = &proposals[n];
    double seconds = proposal->measured_seconds;
    if (seconds <= 0 && (!predicted || proposal->predicted_seconds < predicted->predicted_seconds))
      predicted = proposal;
    if (seconds > 0 && isfinite(seconds) && (!best || seconds < best->measured_seconds))
      best = proposal;
  }
  return best ? best : predicted;
}

// --- built

void partition_task_write(const PartitionTask *task, MlirModule module, const char *partition) {
  mlirOperationSetDiscardableAttributeByName(
      find_function(module, task->function), ir_string(PARTITION_ATTRIBUTE),
      mlirStringAttrGet(mlirModuleGetContext(module), ir_string(partition)));
}

Status partition_task_build(const void *context, const char *partition, char **out_text) {
  const PartitionTask *task = context;
  TuneReport report = {0};
  MlirModule module = payload_clone(task->module);
  partition_task_write(task, module, partition);
  Status status = payload_tune(module, &task->tune, "", &report);
  if (status == STATUS_OK)
    status = ir_print(mlirModuleGetOperation(module), out_text);
  mlirModuleDestroy(module);
  return status;
}
