// Edges in both orders, and kin by refining: ops are as different as their neighbours are.
#include "plan/partition/op_graph.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// Neighbours that far count. What decides about a kernel lies in it or borders on it.
enum { KIN_ROUNDS = 3 };

static int compare_edges(const void *left, const void *right) {
  const GraphEdge *a = left, *b = right;
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  return (int)b->is_direct - (int)a->is_direct;
}

static int compare_inward(const void *left, const void *right) {
  const GraphEdge *a = left, *b = right;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  return (a->from > b->from) - (a->from < b->from);
}

// Of several edges between two ops one stays, a direct one if there is any.
static void sort_edges(OpGraph *graph) {
  int kept = 0;
  qsort(graph->edges, (size_t)graph->edge_count, sizeof *graph->edges, compare_edges);
  for (int e = 0; e < graph->edge_count; e++)
    if (kept == 0 || graph->edges[e].from != graph->edges[kept - 1].from ||
        graph->edges[e].to != graph->edges[kept - 1].to)
      graph->edges[kept++] = graph->edges[e];
  graph->edge_count = kept;
  memcpy(graph->inward, graph->edges, (size_t)kept * sizeof *graph->edges);
  qsort(graph->inward, (size_t)kept, sizeof *graph->inward, compare_inward);
}

static void index_edges(OpGraph *graph) {
  for (int e = 0; e < graph->edge_count; e++) {
    graph->first_out[graph->edges[e].from + 1]++;
    graph->first_in[graph->edges[e].to + 1]++;
  }
  for (int i = 0; i < graph->op_count; i++) {
    graph->first_out[i + 1] += graph->first_out[i];
    graph->first_in[i + 1] += graph->first_in[i];
  }
}

// --- kin

// Sums, so that the order of neighbours does not count.
static uint64_t neighbourhood(const OpGraph *graph, const uint64_t *marks, int op) {
  uint64_t parts[3] = {marks[op], 0, 0};
  for (int e = graph->first_in[op]; e < graph->first_in[op + 1]; e++)
    parts[1] += text_hash(TEXT_HASH_START, &marks[graph->inward[e].from], sizeof *marks);
  for (int e = graph->first_out[op]; e < graph->first_out[op + 1]; e++)
    parts[2] += text_hash(TEXT_HASH_START, &marks[graph->edges[e].to], sizeof *marks);
  return text_hash(TEXT_HASH_START, parts, sizeof parts);
}

static void number_kin(OpGraph *graph, const uint64_t *marks) {
  for (int i = 0; i < graph->op_count; i++) {
    graph->kin[i] = -1;
    for (int before = 0; before < i && graph->kin[i] < 0; before++)
      if (marks[before] == marks[i])
        graph->kin[i] = graph->kin[before];
    if (graph->kin[i] < 0)
      graph->kin[i] = graph->kin_count++;
  }
}

static Status find_kin(OpGraph *graph) {
  size_t bytes = ((size_t)graph->op_count + 1) * sizeof(uint64_t);
  uint64_t *marks = malloc(bytes), *refined = malloc(bytes);
  Status status = STATUS_OK;
  if (!marks || !refined)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a graph of %d ops", graph->op_count));
  for (int i = 0; i < graph->op_count; i++)
    marks[i] = graph->ops[i].task;
  for (int round = 0; round < KIN_ROUNDS; round++) {
    for (int i = 0; i < graph->op_count; i++)
      refined[i] = neighbourhood(graph, marks, i);
    memcpy(marks, refined, bytes - sizeof *marks);
  }
  number_kin(graph, marks);
cleanup:
  free(marks);
  free(refined);
  return status;
}

// --- the graph

static Status check_edges(const GraphEdge *edges, int count, int op_count) {
  for (int e = 0; e < count; e++)
    if (edges[e].from < 0 || edges[e].to >= op_count || edges[e].from >= edges[e].to)
      return status_fail(STATUS_USAGE, "edge %d to %d: an op reads only ops before it, of 0 to %d",
                         edges[e].from, edges[e].to, op_count - 1);
  return STATUS_OK;
}

Status op_graph_create(const GraphOp *ops, int op_count, const GraphEdge *edges, int edge_count,
                       OpGraph *out_graph) {
  Status status = STATUS_OK;
  size_t op_room = (size_t)op_count + 1, edge_room = (size_t)edge_count + 1;
  OpGraph graph = {.op_count = op_count,
                   .edge_count = edge_count,
                   .ops = calloc(op_room, sizeof *graph.ops),
                   .edges = calloc(edge_room, sizeof *graph.edges),
                   .inward = calloc(edge_room, sizeof *graph.inward),
                   .first_out = calloc(op_room, sizeof *graph.first_out),
                   .first_in = calloc(op_room, sizeof *graph.first_in),
                   .kin = calloc(op_room, sizeof *graph.kin)};
  TRY(check_edges(edges, edge_count, op_count));
  if (!graph.ops || !graph.edges || !graph.inward || !graph.first_out || !graph.first_in ||
      !graph.kin)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a graph of %d ops", op_count));
  if (op_count > 0)
    memcpy(graph.ops, ops, (size_t)op_count * sizeof *ops);
  if (edge_count > 0)
    memcpy(graph.edges, edges, (size_t)edge_count * sizeof *edges);
  sort_edges(&graph);
  index_edges(&graph);
  TRY(find_kin(&graph));
  *out_graph = graph;
  graph = (OpGraph){0};
cleanup:
  op_graph_destroy(&graph);
  return status;
}

void op_graph_destroy(OpGraph *graph) {
  free(graph->ops);
  free(graph->edges);
  free(graph->inward);
  free(graph->first_out);
  free(graph->first_in);
  free(graph->kin);
  *graph = (OpGraph){0};
}
