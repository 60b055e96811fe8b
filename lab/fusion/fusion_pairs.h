// The kernels of fusion configurations beside what ran before them: measured and predicted seconds,
// and features of a kernel and its predecessors, as a table for explorations.
#ifndef AUTOTUNE_LAB_FUSION_FUSION_PAIRS_H
#define AUTOTUNE_LAB_FUSION_FUSION_PAIRS_H

#include "costmodel/learned_model.h"
#include "lab/fusion/fusion_file.h"

// Writes a line of headings, then one for every kernel of every partition, in the order of the code
// (docs/reference/dataset.md has the columns). `model` predicts. STATUS_USAGE where a kernel of the
// file cannot be read; adds to `out_rows` how many lines were written.
Status fusion_pairs_write(const FusionFile *file, const LearnedModel *model, FILE *out,
                          int64_t *out_rows);

#endif
