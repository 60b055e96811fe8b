// What judges, as contractions that training leaves out.
#ifndef AUTOTUNE_TOOLS_TRAIN_JUDGED_CONTRACTIONS_H
#define AUTOTUNE_TOOLS_TRAIN_JUDGED_CONTRACTIONS_H

#include "tools/train/training_data.h"

// Appends the contraction_key of every op of `paths`, joined by ',': modules, folders of them, and
// tables of layers in the form of the corpus (*.tsv). An op counts with whatever may be fused
// with it; by the key it counts in every layout. Each path is read twice, as what is an op of its
// own is a matter of the choice. `target` is the text of the target they are read for: of a machine
// of the dataset. STATUS_USAGE names `flag` and the path. Starts as {0}; free the keys whatever the
// result.
Status judged_contractions_read(const char *flag, const char *paths, const char *target,
                                ContractionList *out_list);

// The same, with the near keys of each (plan/contraction.h) in place of its own.
Status judged_near_read(const char *flag, const char *paths, const char *target,
                        ContractionList *out_list);
// Appends the near keys of all contractions of the networks, joined by ','.
Status judged_near_networks(const Dataset *dataset, const char *networks, ContractionList *list);

#endif
