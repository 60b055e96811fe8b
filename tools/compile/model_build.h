// ModelBuild: from the file of a model to a library: read, tuned for one machine, compiled.
#ifndef AUTOTUNE_TOOLS_COMPILE_MODEL_BUILD_H
#define AUTOTUNE_TOOLS_COMPILE_MODEL_BUILD_H

#include "passes/options.h"
#include "records/json.h"
#include "tools/compile/library.h"
#include "tools/ops/payload.h"

typedef struct ModelBuildOptions {
  const char *input;      // file of the model; "-": the standard input
  const char *cpu;        // that all code is compiled for; "": that of the target
  const char *linker;     // "": the one of the architecture
  TuneOptions tune;       // `data_arguments` is set as the model says
  LibraryOptions library; // all but architecture, processor and linker; `jobs` 0: one per processor
  void (*begun)(void *user); // NULL, or told with `library.user` once the model is tuned
} ModelBuildOptions;

typedef struct ModelBuildReport {
  char processor[64];
  double tune_seconds;
  TuneReport tuned;      // `verbose` and `told` are the caller's
  Json *functions;       // owned: what C sees of each (interface_json.h)
  LibraryReport library; // what was made
} ModelBuildReport;

// What fails leaves no file behind, and nothing to free in the report.
Status model_build(ModelBuildOptions *options, ModelBuildReport *report);

// The report as JSON, owned by the caller: it takes the functions, and says nothing of the ops.
Json *model_build_json(const ModelBuildOptions *options, ModelBuildReport *report);

#endif
