// Lowering: the pipelines from what `--autotune` leaves (or from untouched linalg) to the LLVM
// dialect. Each pipeline is one table of steps, from which the registered pass pipeline, the text
// that `autotune pipelines` prints and the calls in process are all made: they cannot differ.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_LOWERING_H
#define AUTOTUNE_TRANSFORMS_LOWERING_LOWERING_H

#include "base/status.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include <stdbool.h>

// The step by which tensors become buffers. The caller's arguments are read only unless they say
// otherwise, results belong to the caller.
#define LOWERING_BUFFERIZE                                                                         \
  "one-shot-bufferize{bufferize-function-boundaries=true "                                         \
  "function-boundary-type-conversion=identity-layout-map buffer-alignment=64 "                     \
  "allow-return-allocs-from-loops=true}"

#ifdef __cplusplus
extern "C" {
#endif

// The pipeline `autotune-to-llvm` as mlir-opt takes it after --pass-pipeline=, with the plugin
// loaded. Lent for ever.
const char *lowering_pipeline_text(void);

// The untouched lowering that every comparison starts from: linalg as plain loops, scalar libm
// calls; no tuning, no vector code of ours. Lent for ever.
const char *lowering_reference_text(void);

// Appends the steps of one of the two to a pass manager for builtin.module; with `is_unshared`
// without the one that makes equal kernels one function. Fails only when the text names a pass that
// this process does not know, which lowering_register prevents.
Status lowering_append(MlirOpPassManager manager, bool tuned, bool is_unshared);

// Registers every pass that the two texts name, our own and upstream ones. Safe to repeat, and safe
// in a process that registered some of them before.
void lowering_register(void);

// Lowers `module` in place: to the LLVM dialect by autotune-to-llvm (`tuned`) or by the untouched
// lowering. The context must have the dialects and their bufferization models registered
// (mlirRegisterAllDialects). On failure the module is half lowered and to be thrown away.
Status lower_to_llvm(MlirModule module, bool tuned);

// The first part of autotune-to-llvm, up to where loops become jumps: memrefs, scf.for and vectors
// of one dimension, equal kernels left where they are. For whoever wants to know what the code
// does.
Status lower_to_loops(MlirModule module);

#ifdef __cplusplus
}
#endif

#endif
