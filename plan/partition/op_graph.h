// OpGraph: the ops of a function that may share kernels, and who reads whose results. Plain data.
//
// Ops have the numbers of their order in the function, so an edge always leads to a higher number.
#ifndef AUTOTUNE_PLAN_PARTITION_OP_GRAPH_H
#define AUTOTUNE_PLAN_PARTITION_OP_GRAPH_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct GraphOp {
  bool is_movement; // computes nothing: each reader may repeat it for itself, at no cost
  int rank;         // of two ops in one group, the one of lower rank is the anchor
  uint64_t task;    // equal for ops that compute the same by themselves
} GraphOp;

typedef struct GraphEdge {
  int from, to;   // op `to` reads a result of op `from`
  bool is_direct; // as it is or reshaped; else it depends on it through other ops
} GraphEdge;

typedef struct OpGraph {
  int op_count, edge_count;
  GraphOp *ops;
  GraphEdge *edges;  // by `from`, then by `to`
  GraphEdge *inward; // the same by `to`, then by `from`
  // Edges of op i: edges[first_out[i]] to edges[first_out[i + 1] - 1]; the same for inward.
  int *first_out, *first_in;
  // Ops with equal numbers compute the same among neighbours that compute the same: what is good
  // for one of them is good for the others.
  int *kin;
  int kin_count;
} OpGraph;

// Copies ops and edges, which may come in any order. STATUS_USAGE where an edge does not lead
// upwards or names no op, STATUS_SYSTEM without memory. Owned by the caller: op_graph_destroy.
Status op_graph_create(const GraphOp *ops, int op_count, const GraphEdge *edges, int edge_count,
                       OpGraph *out_graph);
void op_graph_destroy(OpGraph *graph);

#endif
