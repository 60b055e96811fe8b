// What the ops of modules compute, as the pass fuses them.
#ifndef AUTOTUNE_LAB_DATASET_MODULE_CONTRACTIONS_H
#define AUTOTUNE_LAB_DATASET_MODULE_CONTRACTIONS_H

#include "tools/train/training_data.h"

// Appends the contraction_key of every op that is tuned in the modules of `paths` (files and
// folders joined by ','). `target` is the text of the target they are read for: of a machine of
// the dataset. STATUS_USAGE names `flag` and the path. Starts as {0}; free the keys whatever the
// result.
Status module_contractions_read(const char *flag, const char *paths, const char *target,
                                ContractionList *out_list);

#endif
