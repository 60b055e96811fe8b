// The dialects and extensions that tuned IR needs. C++ only, since a pass hands
// them to MLIR through a C++ registry.
#ifndef AUTOTUNE_TRANSFORMS_DIALECTS_SHIM_H
#define AUTOTUNE_TRANSFORMS_DIALECTS_SHIM_H

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

// Everything that the passes create or that is needed to lower it: the dialects,
// their external interface models (tiling, bufferization) and the transform ops. A driver that
// knows none of them gets them from here. All of it is MLIR's own: a script may run a pass inside a
// pass, where MLIR takes no registry that has more than the context knows already.
void autotune_insert_dialects(mlir::DialectRegistry &registry);
// Tells the effects of intrinsics, when the LLVM dialect is loaded and no pass runs on other
// threads.
void autotune_attach_effects(mlir::MLIRContext *context);

#endif
