// Gives every function of a payload a random legal partition, for tests.
#ifndef AUTOTUNE_TEST_UNIT_PLAN_RANDOM_PARTITION_H
#define AUTOTUNE_TEST_UNIT_PLAN_RANDOM_PARTITION_H

#include "machine/target.h"
#include "mlir-c/IR.h"
#include <stdint.h>

typedef struct RandomPartitions {
  int64_t groups, members; // of more than one op; ops in those beside their anchors
  int64_t kernels_least;   // groups of all sizes
  int64_t kernels_most;    // and all movements
} RandomPartitions;

// Writes the attribute to every function whose ops have a partition other than the first one. Each
// group has a kernel under its default schedule. Adds to `counts`. False without memory.
bool random_partition_write(MlirOperation root, const Target *target, uint64_t seed,
                            RandomPartitions *counts);

#endif
