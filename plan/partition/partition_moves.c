// Moves: each is made on the array, checked as a whole, and taken back where it is not legal.
#include "plan/partition/partition.h"

#include <stdlib.h>
#include <string.h>

// The part of a group that hangs on the anchor only through `op`, which is no anchor: marked.
static bool find_part(const OpGraph *graph, const Partition *partition, int op, bool *out_part) {
  int group = partition->anchor_of[op];
  bool *rest = calloc((size_t)graph->op_count + 1, sizeof *rest);
  if (!rest)
    return false;
  links_reach(graph, partition->anchor_of, group, op, rest);
  for (int i = 0; i < graph->op_count; i++)
    out_part[i] = partition->anchor_of[i] == group && !rest[i];
  free(rest);
  return true;
}

static bool is_member(const OpGraph *graph, const Partition *partition, int op) {
  return op >= 0 && op < graph->op_count && !graph->ops[op].is_movement &&
         partition->anchor_of[op] != op;
}

static int better_anchor(const OpGraph *graph, int a, int b) {
  if (a < 0 || b < 0)
    return a < 0 ? b : a;
  if (graph->ops[a].rank != graph->ops[b].rank)
    return graph->ops[a].rank < graph->ops[b].rank ? a : b;
  return a < b ? a : b;
}

// All ops of which `is_in` is set become one group; then the whole is checked.
static bool regroup(const OpGraph *graph, Partition *partition, const bool *is_in) {
  Partition before;
  int anchor = -1;
  if (partition_copy(partition, &before) != STATUS_OK)
    return false;
  for (int i = 0; i < graph->op_count; i++)
    if (is_in[i])
      anchor = better_anchor(graph, anchor, i);
  for (int i = 0; i < graph->op_count; i++)
    if (is_in[i])
      partition->anchor_of[i] = anchor;
  bool is_legal = partition_check(graph, partition) == STATUS_OK;
  if (!is_legal)
    partition_assign(partition, &before);
  partition_destroy(&before);
  return is_legal;
}

static bool computes(const OpGraph *graph, int op) {
  return op >= 0 && op < graph->op_count && !graph->ops[op].is_movement;
}

bool partition_merge(const OpGraph *graph, Partition *partition, int from, int to) {
  if (!computes(graph, from) || !computes(graph, to) ||
      partition->anchor_of[from] == partition->anchor_of[to])
    return false;
  bool *is_in = calloc((size_t)graph->op_count, sizeof *is_in);
  for (int i = 0; is_in && i < graph->op_count; i++)
    is_in[i] = partition->anchor_of[i] == partition->anchor_of[from] ||
               partition->anchor_of[i] == partition->anchor_of[to];
  bool is_done = is_in && regroup(graph, partition, is_in);
  free(is_in);
  return is_done;
}

bool partition_split(const OpGraph *graph, Partition *partition, int op) {
  if (!is_member(graph, partition, op))
    return false;
  bool *part = calloc((size_t)graph->op_count, sizeof *part);
  bool is_done = part && find_part(graph, partition, op, part) && regroup(graph, partition, part);
  free(part);
  return is_done;
}

bool partition_move(const OpGraph *graph, Partition *partition, int op, int neighbour) {
  if (!is_member(graph, partition, op) || !computes(graph, neighbour) ||
      partition->anchor_of[op] == partition->anchor_of[neighbour])
    return false;
  int group = partition->anchor_of[neighbour];
  bool *is_in = calloc((size_t)graph->op_count, sizeof *is_in);
  bool is_done = is_in && find_part(graph, partition, op, is_in);
  for (int i = 0; is_done && i < graph->op_count; i++)
    is_in[i] |= partition->anchor_of[i] == group;
  is_done = is_done && regroup(graph, partition, is_in);
  free(is_in);
  return is_done;
}

bool partition_turn(const OpGraph *graph, Partition *partition, int movement) {
  if (movement < 0 || movement >= graph->op_count || !graph->ops[movement].is_movement)
    return false;
  int before = partition->anchor_of[movement];
  partition->anchor_of[movement] = before == movement ? PARTITION_REPEATED : movement;
  if (partition_check(graph, partition) == STATUS_OK)
    return true;
  partition->anchor_of[movement] = before;
  return false;
}
