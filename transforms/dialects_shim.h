// The dialects and extensions that tuned IR needs. C++ only, since a pass hands
// them to MLIR through a C++ registry.
#ifndef AUTOTUNE_TRANSFORMS_DIALECTS_SHIM_H
#define AUTOTUNE_TRANSFORMS_DIALECTS_SHIM_H

namespace mlir {
class DialectRegistry;
}

// Everything that the passes create or that is needed to lower it: the dialects,
// their external interface models (tiling, bufferization) and the transform ops. A driver that
// knows none of them gets them from here.
void autotune_insert_dialects(mlir::DialectRegistry &registry);

#endif
