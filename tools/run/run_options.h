// RunOptions: what `autotune run` is asked for, and what of it goes together.
#ifndef AUTOTUNE_TOOLS_RUN_RUN_OPTIONS_H
#define AUTOTUNE_TOOLS_RUN_RUN_OPTIONS_H

#include "passes/options.h"
#include "tools/run/run_arrays.h"

typedef struct RunOptions {
  const char *path, *pipeline, *function, *object, *inputs, *outputs, *page, *dims;
  const char *cpu; // that the code is for, as in jit_create
  OpenSizes sizes; // of `dims`
  bool check, time, print, is_only_tuned, has_constant_weights, has_profile;
  int64_t data_count, seed, repeats;
  double tolerance_scale;
} RunOptions;

// STATUS_USAGE where a file is of one function, and the module has several.
Status run_options_check_single(const RunOptions *options, MlirModule module);
// Before the work: whether the flags, the files they name and the functions of the module go
// together. `inputs` were read of options->inputs.
Status run_options_check(const RunOptions *options, const TuneOptions *tune, bool is_json,
                         MlirModule module, const NpyArrays *inputs);

#endif
