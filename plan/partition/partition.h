// Partition: which ops of a function share a kernel. Plain data over an OpGraph.
//
// Every op that computes belongs to one group, which is named by its anchor. An op that only moves
// data either is a kernel of its own or is repeated by each of its readers.
//
// Text form: the groups in the order of their anchors, each as ANCHOR or ANCHOR(OTHER, OTHER);
// movements that are repeated are not written:
//
//   2(3,4) 5 8(6,7)
//
// A legal partition: every anchor is in its own group; a group hangs together by direct edges, at
// most through movements that are repeated; and no group waits for another one that waits for it.
// Whether there is a kernel for a group is for those to say who make kernels.
#ifndef AUTOTUNE_PLAN_PARTITION_PARTITION_H
#define AUTOTUNE_PLAN_PARTITION_PARTITION_H

#include "plan/partition/links.h"

#include <stddef.h>

enum { PARTITION_REPEATED = LINKS_REPEATED };

typedef struct Partition {
  int op_count;
  int *anchor_of; // owned; of each op, or PARTITION_REPEATED
} Partition;

// Every op that computes by itself, all movements repeated. STATUS_SYSTEM without memory. Owned by
// the caller: partition_destroy.
Status partition_create(const OpGraph *graph, Partition *out_partition);
Status partition_copy(const Partition *partition, Partition *out_partition);
void partition_destroy(Partition *partition);
// Of the same graph.
void partition_assign(Partition *partition, const Partition *from);
bool partition_equal(const Partition *a, const Partition *b);

// STATUS_REJECTED with the reason when the partition is not legal.
Status partition_check(const OpGraph *graph, const Partition *partition);

// Writes the members of a group in ascending order, op_count at most. Returns how many.
int partition_members(const Partition *partition, int anchor, int *out_members);

// --- moves. Each returns false, and changes nothing, where it does not apply or would not leave a
// --- legal partition.

// The groups of two ops become one, which has to hang together.
// The anchor is that of lower rank, the earlier one of equals.
bool partition_merge(const OpGraph *graph, Partition *partition, int from, int to);
// An op that is no anchor leaves its group, with the members that hang on the anchor only through
// it. They are a group of their own.
bool partition_split(const OpGraph *graph, Partition *partition, int op);
// Such an op leaves its group, as above, for the group of a neighbour.
bool partition_move(const OpGraph *graph, Partition *partition, int op, int neighbour);
// A movement becomes a kernel of its own, or is repeated again.
bool partition_turn(const OpGraph *graph, Partition *partition, int movement);

// --- text

// Returns the length of the text, which is cut to `size`, as snprintf does.
size_t partition_print(const Partition *partition, char *text, size_t size);
// STATUS_USAGE names what is wrong: a number that is no op, an op twice or nowhere, a group that is
// not legal. Owned by the caller.
Status partition_parse(const OpGraph *graph, const char *text, Partition *out_partition);

#endif
