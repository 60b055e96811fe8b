// The array of anchors, and what makes it legal.
#include "plan/partition/partition.h"

#include <stdlib.h>
#include <string.h>

Status partition_create(const OpGraph *graph, Partition *out_partition) {
  int *anchor_of = malloc(((size_t)graph->op_count + 1) * sizeof *anchor_of);
  if (!anchor_of)
    return status_fail(STATUS_SYSTEM, "no memory for a partition of %d ops", graph->op_count);
  for (int i = 0; i < graph->op_count; i++)
    anchor_of[i] = graph->ops[i].is_movement ? PARTITION_REPEATED : i;
  *out_partition = (Partition){graph->op_count, anchor_of};
  return STATUS_OK;
}

Status partition_copy(const Partition *partition, Partition *out_partition) {
  int *anchor_of = malloc(((size_t)partition->op_count + 1) * sizeof *anchor_of);
  if (!anchor_of)
    return status_fail(STATUS_SYSTEM, "no memory for a partition of %d ops", partition->op_count);
  *out_partition = (Partition){partition->op_count, anchor_of};
  partition_assign(out_partition, partition);
  return STATUS_OK;
}

void partition_destroy(Partition *partition) {
  free(partition->anchor_of);
  *partition = (Partition){0};
}

static size_t bytes_of(const Partition *partition) {
  return (size_t)partition->op_count * sizeof *partition->anchor_of;
}

void partition_assign(Partition *partition, const Partition *from) {
  memcpy(partition->anchor_of, from->anchor_of, bytes_of(from));
}

bool partition_equal(const Partition *a, const Partition *b) {
  return a->op_count == b->op_count && !memcmp(a->anchor_of, b->anchor_of, bytes_of(a));
}

int partition_members(const Partition *partition, int anchor, int *out_members) {
  int count = 0;
  for (int i = 0; i < partition->op_count; i++)
    if (partition->anchor_of[i] == anchor)
      out_members[count++] = i;
  return count;
}

// --- legality

static Status check_anchors(const OpGraph *graph, const Partition *partition) {
  if (partition->op_count != graph->op_count)
    return status_fail(STATUS_REJECTED, "a partition of %d ops for a graph of %d",
                       partition->op_count, graph->op_count);
  for (int i = 0; i < graph->op_count; i++) {
    int anchor = partition->anchor_of[i];
    if (graph->ops[i].is_movement) {
      if (anchor != PARTITION_REPEATED && anchor != i)
        return status_fail(STATUS_REJECTED, "op %d only moves data and is in the group of %d", i,
                           anchor);
    } else if (anchor < 0 || anchor >= graph->op_count || partition->anchor_of[anchor] != anchor ||
               graph->ops[anchor].is_movement) {
      return status_fail(STATUS_REJECTED, "op %d is in a group without an anchor", i);
    }
  }
  return STATUS_OK;
}

static Status check_connected(const OpGraph *graph, const Partition *partition, bool *reached) {
  for (int anchor = 0; anchor < graph->op_count; anchor++)
    if (partition->anchor_of[anchor] == anchor)
      links_reach(graph, partition->anchor_of, anchor, LINKS_NONE, reached);
  for (int i = 0; i < graph->op_count; i++)
    if (partition->anchor_of[i] != PARTITION_REPEATED && !reached[i])
      return status_fail(STATUS_REJECTED, "op %d has no link to the others in the group of %d", i,
                         partition->anchor_of[i]);
  return STATUS_OK;
}

typedef struct Levels {
  const Partition *partition;
  int *level; // of a group, by its anchor: more than that of every group it waits for
  int group;
  bool has_risen;
} Levels;

static bool rise(int op, void *user) {
  Levels *levels = user;
  int before = levels->partition->anchor_of[op];
  if (before != levels->group && levels->level[levels->group] <= levels->level[before]) {
    levels->level[levels->group] = levels->level[before] + 1;
    levels->has_risen = true;
  }
  return true;
}

// Levels settle unless groups wait for each other, and then they pass the number of groups.
static Status check_order(const OpGraph *graph, const Partition *partition, int *level) {
  Levels levels = {.partition = partition, .level = level, .has_risen = true};
  while (levels.has_risen) {
    levels.has_risen = false;
    for (int i = 0; i < graph->op_count; i++) {
      levels.group = partition->anchor_of[i];
      if (levels.group == PARTITION_REPEATED)
        continue;
      if (!links_each_source(graph, partition->anchor_of, i, false, rise, &levels))
        return status_fail(STATUS_SYSTEM, "no memory for a partition of %d ops", graph->op_count);
      if (level[levels.group] > graph->op_count)
        return status_fail(STATUS_REJECTED,
                           "the group of %d waits for another one that waits for it", levels.group);
    }
  }
  return STATUS_OK;
}

Status partition_check(const OpGraph *graph, const Partition *partition) {
  Status status = STATUS_OK;
  size_t room = (size_t)graph->op_count + 1;
  bool *reached = calloc(room, sizeof *reached);
  int *level = calloc(room, sizeof *level);
  if (!reached || !level)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a partition of %d ops", graph->op_count));
  TRY(check_anchors(graph, partition));
  TRY(check_connected(graph, partition, reached));
  TRY(check_order(graph, partition, level));
cleanup:
  free(reached);
  free(level);
  return status;
}
