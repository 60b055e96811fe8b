// The greedy partition: anchors by rank, each with the best of its variants among the ops that no
// earlier one has taken. What the pass does when it takes op after op.
#ifndef AUTOTUNE_TRANSFORMS_PARTITION_PARTITION_GREEDY_H
#define AUTOTUNE_TRANSFORMS_PARTITION_PARTITION_GREEDY_H

#include "transforms/partition/group_price.h"

// `partition` is as partition_create leaves it. STATUS_SYSTEM without memory.
Status partition_greedy(const PayloadGraph *payload, GroupPricer *pricer, unsigned fusion,
                        Partition *partition);

#endif
