// The constants of kernels inside programs (costmodel/program/program_constants.def), from measured
// ones.
#ifndef AUTOTUNE_LAB_FUSION_FUSION_FIT_H
#define AUTOTUNE_LAB_FUSION_FUSION_FIT_H

#include "costmodel/learned_model.h"
#include "costmodel/program/program_seconds.h"
#include "lab/fusion/fusion_file.h"

typedef struct FusionFit {
  double constants[PROGRAM_CONSTANT_COUNT];
  double before, after; // mean absolute error of the logarithm: of the model alone, with constants
  int kernels;          // fitted to
} FusionFit;

// Fits to the kernels of all programs but those whose names begin with one of `judged` (NULL: of
// all), by what `model` predicts of them. STATUS_USAGE as from fusion_check_judged, or where
// no kernel is left. The same file and model give the same constants.
Status fusion_fit(const FusionFile *file, const char *judged, const LearnedModel *model,
                  FusionFit *out_fit);

#endif
