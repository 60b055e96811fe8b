// Contractions of what files hold, read for one target.
#ifndef AUTOTUNE_TOOLS_TRAIN_CONTRACTIONS_H
#define AUTOTUNE_TOOLS_TRAIN_CONTRACTIONS_H

#include "passes/options.h"
#include "tools/train/training_data.h"

// Appends what one file holds.
typedef Status (*ContractionsAdd)(const char *path, const TuneOptions *options,
                                  ContractionList *list);

// Appends one, listed or not.
Status contractions_append(ContractionList *list, uint64_t key);

// Calls `add` for each of `paths`, files and folders joined by ',', with the options for which rows
// of a dataset are timed on `target`. STATUS_USAGE names `flag` where a path cannot be found or
// nothing was appended. The list starts as {0}; free its keys whatever the result.
Status contractions_read(const char *flag, const char *paths, const char *target,
                         ContractionsAdd add, ContractionList *out_list);

#endif
