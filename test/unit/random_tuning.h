// Tunes every anchor of a payload with a schedule drawn at random, for tests.
#ifndef AUTOTUNE_TEST_UNIT_RANDOM_TUNING_H
#define AUTOTUNE_TEST_UNIT_RANDOM_TUNING_H

#include "core/target.h"
#include "mlir-c/IR.h"
#include <stdint.h>

// Draws fusions and schedules by the seed; appends what was chosen to `log`. Returns the
// number of anchors that were rewritten, -1 when a legal schedule was refused by the builder
// midway.
int random_tuning_apply(MlirOperation root, const Target *target, uint64_t seed, char *log,
                        size_t log_size);

#endif
