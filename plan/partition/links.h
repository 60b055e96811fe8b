// Links: who reads whom in a partition, which is given as the anchor of each op. Movements that are
// repeated are seen through, because each reader does them for itself.
#ifndef AUTOTUNE_PLAN_PARTITION_LINKS_H
#define AUTOTUNE_PLAN_PARTITION_LINKS_H

#include "plan/partition/op_graph.h"

enum { LINKS_REPEATED = -1, LINKS_NONE = -1 };

// Calls visit(op, user) for every op that is not repeated and whose results `op` reads; for those
// that read its results. An op may come several times. `only_direct` leaves out what lies beyond
// other ops. False from `visit` ends the walk, and so does a lack of memory.
bool links_each_source(const OpGraph *graph, const int *anchor_of, int op, bool only_direct,
                       bool (*visit)(int op, void *user), void *user);
bool links_each_reader(const OpGraph *graph, const int *anchor_of, int op, bool only_direct,
                       bool (*visit)(int op, void *user), void *user);

// Marks the members of the anchor's group that direct links lead to from there, the anchor
// included, without passing `barrier`, which may be LINKS_NONE; only some where memory ends.
void links_reach(const OpGraph *graph, const int *anchor_of, int anchor, int barrier,
                 bool *out_reached);

#endif
