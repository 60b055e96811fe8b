// The kernels of fusion configurations as rows that models are trained on.
#ifndef AUTOTUNE_LAB_FUSION_FUSION_EXPORT_H
#define AUTOTUNE_LAB_FUSION_FUSION_EXPORT_H

#include "lab/fusion/fusion_file.h"
#include "records/dataset.h"

// Adds every kernel of the programs that are not judged (fusion_is_judged; `judged` NULL: of all),
// each once for a program. STATUS_USAGE as from fusion_check_judged, or where no kernel is left.
// Starts from {0}; dataset_destroy whatever the result.
Status fusion_export(const FusionFile *file, const char *judged, Dataset *dataset);

#endif
