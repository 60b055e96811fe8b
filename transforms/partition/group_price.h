// GroupPricer: what the groups of a partition cost, by the model that chooses schedules.
//
// Every group, also one of a single op, is extracted and gets the best schedule among a few
// hundred candidates; equal workloads are asked for once. Movements that remain, because they are
// kernels of their own, or a reader cannot repeat them, or something else reads them, are copies
// and cost what their kernels cost. What constants alone decide costs nothing in a run.
#ifndef AUTOTUNE_TRANSFORMS_PARTITION_GROUP_PRICE_H
#define AUTOTUNE_TRANSFORMS_PARTITION_GROUP_PRICE_H

#include "search/chooser.h"
#include "transforms/partition/payload_graph.h"

typedef struct PricerOptions {
  const Target *target; // lent
  unsigned fusion;      // FUSE_*
  double weight_bytes;  // of the function, see transforms/cold; 0: no operand is cold
  int data_arguments;   // of the function, leading ones that are no weights
  ChooseOptions choose; // for one group
} PricerOptions;

typedef struct GroupPricer GroupPricer;

// Lends payload and options. Owned by the caller: group_pricer_destroy.
Status group_pricer_create(const PayloadGraph *payload, const PricerOptions *options,
                           GroupPricer **out_pricer);
void group_pricer_destroy(GroupPricer *pricer); // NULL is a no-op

// Seconds of the group of an anchor; infinite when there is no kernel that makes all of its members
// needless.
double group_price(GroupPricer *pricer, const Partition *partition, int anchor);
// Seconds of all groups and of the movements that remain. `pricer` is a GroupPricer.
double partition_price(void *pricer, const Partition *partition);
// Times that the model was asked.
int group_pricer_asked(const GroupPricer *pricer);

// Extracts the group of an anchor. STATUS_REJECTED unless all of its members become needless.
Status partition_extract_group(const PayloadGraph *payload, const Partition *partition, int anchor,
                               unsigned fusion, Group *out_group);

#endif
