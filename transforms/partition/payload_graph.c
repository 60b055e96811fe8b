// Reads a function: its ops first, then what lies between them.
#include "transforms/partition/payload_graph.h"

#include "base/array.h"
#include "transforms/extract/extraction.h"
#include "transforms/ir.h"

#include <stdlib.h>

// Ops between two of the graph that are looked at, for one reader. An edge that is not found only
// makes a partition look legal for which there is no group.
enum { BETWEEN_MAX = 256 };

// --- ops

static bool is_readable(MlirOperation op) {
  StructuredOp structured;
  ScalarBody body;
  bool is_used[GROUP_MAX_RESULTS];
  if (!op_is_anchor_candidate(op) || structured_op_read(op, &structured) != STATUS_OK ||
      !structured.on_tensors)
    return false;
  for (int r = 0; r < GROUP_MAX_RESULTS; r++)
    is_used[r] = r < mlirOperationGetNumResults(op) &&
                 !mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, r)));
  return is_used[0] && scalar_body_read(&structured, is_used, &body) == STATUS_OK;
}

static bool allow_none(MlirOperation op, const void *context) {
  (void)op;
  (void)context;
  return false;
}

// By itself, as if everything around it were other kernels. Zero: it cannot be tuned.
static uint64_t task_of(MlirOperation op, Group *scratch) {
  const Fusion limits = {0};
  const FusionFilter filter = {allow_none, NULL};
  return group_extract_within(op, &limits, &filter, scratch) == STATUS_OK
             ? workload_key(&scratch->workload)
             : 0;
}

typedef struct Reading {
  PayloadGraph payload;
  Group *scratch; // owned
  GraphOp *ops;   // owned
  int op_count;
  GraphEdge *edges; // owned
  int edge_count;
  int between_count;
  MlirOperation between[BETWEEN_MAX];
  bool is_direct[BETWEEN_MAX]; // it was reached through reshapes alone
} Reading;

static Status add_op(Reading *reading, MlirOperation op) {
  uint64_t task = is_readable(op) ? task_of(op, reading->scratch) : 0;
  if (task == 0)
    return STATUS_OK;
  if (!array_grow(&reading->ops, reading->op_count, sizeof *reading->ops) ||
      !array_grow(&reading->payload.ops, reading->op_count, sizeof *reading->payload.ops))
    return status_fail(STATUS_SYSTEM, "no memory for the graph of a function");
  int rank = op_anchor_rank(op);
  reading->ops[reading->op_count] = (GraphOp){.is_movement = rank == 3, .rank = rank, .task = task};
  reading->payload.ops[reading->op_count++] = op;
  return STATUS_OK;
}

static Status read_ops(Reading *reading) {
  MlirOperation op = mlirBlockGetFirstOperation(ir_function_body(reading->payload.function));
  Status status = STATUS_OK;
  for (; !mlirOperationIsNull(op) && status == STATUS_OK; op = mlirOperationGetNextInBlock(op))
    status = add_op(reading, op);
  return status;
}

// --- lookup

// qsort has no context: pairs are sorted, then only numbers are kept.
typedef struct Addressed {
  const void *address;
  int number;
} Addressed;

static int compare_addresses(const void *left, const void *right) {
  const Addressed *a = left, *b = right;
  return (a->address > b->address) - (a->address < b->address);
}

static Status index_ops(Reading *reading) {
  int count = reading->op_count;
  Addressed *pairs = calloc((size_t)count + 1, sizeof *pairs);
  int *numbers = calloc((size_t)count + 1, sizeof *numbers);
  reading->payload.by_address = numbers;
  reading->payload.is_needed = calloc((size_t)count + 1, sizeof(bool));
  reading->payload.is_gone = calloc((size_t)count + 1, sizeof(bool));
  bool has_memory = pairs && numbers && reading->payload.is_needed && reading->payload.is_gone;
  for (int i = 0; has_memory && i < count; i++)
    pairs[i] = (Addressed){reading->payload.ops[i].ptr, i};
  if (has_memory && count > 0)
    qsort(pairs, (size_t)count, sizeof *pairs, compare_addresses);
  for (int i = 0; has_memory && i < count; i++)
    numbers[i] = pairs[i].number;
  free(pairs);
  reading->payload.graph.op_count = count;
  return has_memory ? STATUS_OK
                    : status_fail(STATUS_SYSTEM, "no memory for the graph of a function");
}

int payload_graph_find(const PayloadGraph *payload, MlirOperation op) {
  int low = 0, high = payload->graph.op_count;
  while (low < high) {
    int middle = (low + high) / 2, number = payload->by_address[middle];
    const void *address = payload->ops[number].ptr;
    if (address == op.ptr)
      return payload->is_gone[number] ? -1 : number;
    if (address < (const void *)op.ptr)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}

// --- edges

// Reached directly after it was reached otherwise, it is looked at once more: its edges are others.
static bool is_new_between(Reading *reading, MlirOperation op, bool is_direct) {
  for (int i = 0; i < reading->between_count; i++)
    if (mlirOperationEqual(reading->between[i], op)) {
      bool is_news = is_direct && !reading->is_direct[i];
      reading->is_direct[i] |= is_direct;
      return is_news;
    }
  if (reading->between_count == BETWEEN_MAX)
    return false;
  reading->is_direct[reading->between_count] = is_direct;
  reading->between[reading->between_count++] = op;
  return true;
}

static Status add_sources(Reading *reading, MlirOperation op, int reader, bool is_direct);

static Status add_source(Reading *reading, MlirValue value, int reader, bool is_direct) {
  if (!mlirValueIsAOpResult(value))
    return STATUS_OK;
  MlirOperation source = mlirOpResultGetOwner(value);
  int from = payload_graph_find(&reading->payload, source);
  if (from < 0) {
    is_direct = is_direct && op_is_reshape(source);
    return is_new_between(reading, source, is_direct)
               ? add_sources(reading, source, reader, is_direct)
               : STATUS_OK;
  }
  if (!array_grow(&reading->edges, reading->edge_count, sizeof *reading->edges))
    return status_fail(STATUS_SYSTEM, "no memory for the graph of a function");
  reading->edges[reading->edge_count++] = (GraphEdge){from, reader, is_direct};
  return STATUS_OK;
}

static Status add_sources(Reading *reading, MlirOperation op, int reader, bool is_direct) {
  Status status = STATUS_OK;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && status == STATUS_OK; i++)
    status = add_source(reading, mlirOperationGetOperand(op, i), reader, is_direct);
  return status;
}

// Whether anything but ops of the graph reads the value, seen through reshapes.
static bool is_read_elsewhere(const PayloadGraph *payload, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    bool is_reshape = op_is_reshape(reader);
    if (is_reshape ? is_read_elsewhere(payload, mlirOperationGetResult(reader, 0))
                   : payload_graph_find(payload, reader) < 0)
      return true;
  }
  return false;
}

static Status read_edges(Reading *reading) {
  Status status = STATUS_OK;
  PayloadGraph *payload = &reading->payload;
  for (int i = 0; i < reading->op_count && status == STATUS_OK; i++) {
    reading->between_count = 0;
    status = add_sources(reading, payload->ops[i], i, true);
    for (intptr_t r = 0; r < mlirOperationGetNumResults(payload->ops[i]); r++)
      payload->is_needed[i] |=
          is_read_elsewhere(payload, mlirOperationGetResult(payload->ops[i], r));
  }
  return status;
}

// --- the whole

Status payload_graph_create(MlirOperation function, PayloadGraph *out_payload) {
  Status status = STATUS_OK;
  Reading *reading = calloc(1, sizeof *reading);
  if (!reading || !(reading->scratch = malloc(sizeof *reading->scratch)))
    TRY(status_fail(STATUS_SYSTEM, "no memory for the graph of a function"));
  reading->payload.function = function;
  TRY(read_ops(reading));
  TRY(index_ops(reading));
  TRY(read_edges(reading));
  TRY(op_graph_create(reading->ops, reading->op_count, reading->edges, reading->edge_count,
                      &reading->payload.graph));
  *out_payload = reading->payload;
  reading->payload = (PayloadGraph){0};
cleanup:
  if (reading) {
    payload_graph_destroy(&reading->payload);
    free(reading->scratch);
    free(reading->ops);
    free(reading->edges);
  }
  free(reading);
  return status;
}

void payload_graph_destroy(PayloadGraph *payload) {
  op_graph_destroy(&payload->graph);
  free(payload->ops);
  free(payload->by_address);
  free(payload->is_needed);
  free(payload->is_gone);
  *payload = (PayloadGraph){0};
}

void payload_graph_forget(PayloadGraph *payload, MlirOperation op) {
  int number = payload_graph_find(payload, op);
  if (number >= 0)
    payload->is_gone[number] = true;
}

static bool scope_allows(MlirOperation op, const void *context) {
  const GroupScope *scope = context;
  int number = payload_graph_find(scope->payload, op);
  if (number < 0)
    return true;
  int anchor = scope->partition->anchor_of[number];
  return anchor == PARTITION_REPEATED || anchor == scope->anchor;
}

FusionFilter group_scope_filter(const GroupScope *scope) {
  return (FusionFilter){scope_allows, scope};
}
