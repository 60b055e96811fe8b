// Registration of a pass pipeline, which the C API lacks for pipelines that print as their passes.
#ifndef AUTOTUNE_PASSES_PIPELINES_SHIM_H
#define AUTOTUNE_PASSES_PIPELINES_SHIM_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Registers the pipeline `name`, which appends lowering_append(tuned). Ignored when the name is
// taken already.
void pipelines_shim_register(const char *name, const char *description, bool tuned);

#ifdef __cplusplus
}
#endif

#endif
