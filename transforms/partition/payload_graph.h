// PayloadGraph: the ops of one function as an OpGraph, with the handles that they were read from.
//
// Its ops are the structured ops and tensor.pads on static tensors that the function itself holds
// and that can be tuned, in their order. What lies in loops or works on memrefs is no part of it.
#ifndef AUTOTUNE_TRANSFORMS_PARTITION_PAYLOAD_GRAPH_H
#define AUTOTUNE_TRANSFORMS_PARTITION_PAYLOAD_GRAPH_H

#include "plan/partition/partition.h"
#include "transforms/extract/extract.h"

typedef struct PayloadGraph {
  MlirOperation function; // func.func
  OpGraph graph;
  MlirOperation *ops; // owned
  int *by_address;    // owned; numbers of ops, by their handles
  bool *is_needed;    // owned; what is no op of the graph reads a result
  bool *is_gone;      // owned; erased: the handle may be that of another op by now
} PayloadGraph;

// Owned by the caller: payload_graph_destroy. The function must keep its ops until then, except
// those that payload_graph_forget names.
Status payload_graph_create(MlirOperation function, PayloadGraph *out_payload);
void payload_graph_destroy(PayloadGraph *payload);

// Number of the op, -1: it is none of the graph.
int payload_graph_find(const PayloadGraph *payload, MlirOperation op);
// The op was erased.
void payload_graph_forget(PayloadGraph *payload, MlirOperation op);

// What the group of an anchor may take: its members and movements that are repeated.
typedef struct GroupScope {
  const PayloadGraph *payload; // lent
  const Partition *partition;  // lent
  int anchor;
} GroupScope;

// Lends the scope. Ops that are none of the graph are allowed.
FusionFilter group_scope_filter(const GroupScope *scope);

#endif
