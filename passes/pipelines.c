// Pipelines: the named pass pipelines of this library, as users see them. Adding a pipeline is
// adding a row here and its builder in pipelines_shim.cpp; one of upstream's passes alone is known
// to MLIR by its text.
#include "passes/pipelines.h"

#include "passes/pipelines_shim.h"
#include "transforms/lowering/device_steps.h"
#include "transforms/lowering/lowering.h"

#include <stddef.h>

static const Pipeline pipelines[] = {
    {"autotune-to-llvm", "Lower what --autotune leaves, or untuned IR, to the LLVM dialect",
     lowering_pipeline_text},
    {"autotune-reference-to-llvm", "The untouched lowering that tuned code is compared with",
     lowering_reference_text},
    {"autotune-gpu-to-binary", "The kernels of --autotune-gpu as PTX, in a gpu.binary each",
     device_ptx_text},
    {NULL, NULL, NULL},
};

const Pipeline *pipelines_list(void) { return pipelines; }

void pipelines_register(void) {
  lowering_register();
  pipelines_shim_register(pipelines[0].name, pipelines[0].description, true);
  pipelines_shim_register(pipelines[1].name, pipelines[1].description, false);
}
