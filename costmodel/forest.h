// Forest: boosted trees flattened for asking, without XGBoost.
//
// A prediction equals XGBoost's bit for bit: the same comparisons, and the same floats added in the
// same order. Only the features that some split looks at are read. A forest is never changed after
// it was made, so any number of threads may ask it.
#ifndef AUTOTUNE_COSTMODEL_FOREST_H
#define AUTOTUNE_COSTMODEL_FOREST_H

#include "costmodel/model_file.h"

typedef struct Forest Forest;

// Checks the trees of the file and copies what it needs. Features are found in the schema by name.
// STATUS_MODEL also where it knows more than 8,190 features, or a tree has more than 65,536
// nodes. Destroy with forest_destroy.
Status forest_create(const ModelFile *file, ModelSchema schema, Forest **out_forest);
void forest_destroy(Forest *forest); // NULL is a no-op

size_t forest_tree_count(const Forest *forest);

// Sum of the trees for each of `count` rows of the schema; NAN in a row is a missing value.
// STATUS_SYSTEM: no memory.
Status forest_predict(const Forest *forest, const float *rows, size_t count,
                      float *out_predictions);

#endif
