// Partitions chosen by measuring: few of those that a model proposes, or annealing that knows
// nothing but measurements. Both spend a budget; what the budget is of is for the meter to say.
#ifndef AUTOTUNE_SEARCH_PARTITION_PARTITION_MEASURED_H
#define AUTOTUNE_SEARCH_PARTITION_PARTITION_MEASURED_H

#include "plan/partition/partition.h"

typedef struct PartitionMeter {
  // Measures the partition of a text once more. `out_seconds` is infinite when that was in vain;
  // `out_cost` is what it takes of the budget.
  Status (*measure)(void *user, const char *text, double *out_seconds, double *out_cost);
  void *user; // lent
  double budget;
} PartitionMeter;

// One of those that a model proposes.
typedef struct MeasuredPartition {
  const char *text; // lent
  double seconds;   // the least; 0: not measured, infinite: in vain
} MeasuredPartition;

// What MeasuredPartition says of a partition after one measurement more: once in vain, always in
// vain, as one that crashes or is wrong now and then is never right.
double partition_seconds_after(double before, double seconds);

// Measures partitions in their order until six tenths of the budget are spent, the first one
// always; then it and the few fastest in turn, again and again, so that none wins by luck alone.
// Returns the place of the fastest, -1 when none was measured well. Costs the budget and what the
// last measurement goes beyond it.
Status partition_measure_proposed(const PartitionMeter *meter, MeasuredPartition *partitions,
                                  int count, int *out_best);

// What annealing on measurements alone needs.
typedef struct PartitionAnneal {
  const OpGraph *graph; // lent
  uint64_t seed;
  // Whether every group has a kernel: the others need no measurement.
  bool (*is_possible)(void *user, const Partition *partition);
  void *user; // lent
} PartitionAnneal;

// Starts from `partition` and leaves the fastest that was measured there. A worse one is accepted
// by exp(loss / temperature), which falls from 1 % of the seconds of the start to 0 as the budget
// is spent; what was measured before is not measured again. `out_seconds` is infinite when nothing
// was measured well.
Status partition_measure_annealed(const PartitionMeter *meter, const PartitionAnneal *anneal,
                                  Partition *partition, double *out_seconds);

#endif
