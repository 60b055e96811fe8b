// Layers of a corpus as modules of their own.
#ifndef AUTOTUNE_LAB_DATASET_LAYER_MODULES_H
#define AUTOTUNE_LAB_DATASET_LAYER_MODULES_H

#include "base/status.h"

// Writes FOLDER/0001.mlir for the first layer of the corpus (tools/corpus/corpus.h),
// FOLDER/0002.mlir for the second, and so on; makes the folder where there is none. STATUS_USAGE
// names the line that cannot be read, or the layer that is no module.
Status layer_modules_write(const char *corpus, const char *folder, int *out_count);

#endif
