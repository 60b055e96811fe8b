// Adaptation: a learned model carried over to a machine on which a few workloads were measured.
//
// The base says what it learned elsewhere, as far as it is trusted on this machine; trees trained
// on the local rows are added, which learn what is left. The result is a model file like any other:
// it needs nothing of its base, and knows the local machine and workloads
// (docs/reference/cost-model.md).
#ifndef AUTOTUNE_COSTMODEL_ADAPTATION_H
#define AUTOTUNE_COSTMODEL_ADAPTATION_H

#include "costmodel/learned_model.h"
#include "costmodel/training.h"

// Adapts `base` to the machine that all rows of `local` in use were measured on; `uses` has a
// RowUse for every row, NULL: all are trained on. `note` says in one line where that was. The same
// base, rows and seed give the same bytes, which the caller frees. STATUS_USAGE: no row, or rows of
// different targets.
Status adaptation_train(const LearnedModel *base, const TrainingSet *local, const uint8_t *uses,
                        const char *note, uint32_t seed, void **out_bytes, size_t *out_size);

#endif
