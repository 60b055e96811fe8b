// Upstream: another MLIR in this process, with an LLVM of its own, that gets the passes of this
// library. Nothing of its C++ is known but how a pipeline is registered.
#ifndef AUTOTUNE_PYTHON_NATIVE_UPSTREAM_H
#define AUTOTUNE_PYTHON_NATIVE_UPSTREAM_H

#include "base/status.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

// What is called of it: its C API, by names without the prefix. Structs of the C API are one
// pointer in every release.
#define UPSTREAM_FUNCTIONS(X)                                                                      \
  X(CreateExternalPass)                                                                            \
  X(EmitError)                                                                                     \
  X(ExternalPassSignalFailure)                                                                     \
  X(IdentifierStr)                                                                                 \
  X(OpPassManagerAddOwnedPass)                                                                     \
  X(OperationCreateParse)                                                                          \
  X(OperationDestroy)                                                                              \
  X(OperationGetAttribute)                                                                         \
  X(OperationGetContext)                                                                           \
  X(OperationGetLocation)                                                                          \
  X(OperationGetName)                                                                              \
  X(OperationGetNumAttributes)                                                                     \
  X(OperationGetNumRegions)                                                                        \
  X(OperationGetRegion)                                                                            \
  X(OperationSetAttributeByName)                                                                   \
  X(OperationWriteBytecode)                                                                        \
  X(RegionTakeBody)                                                                                \
  X(TypeIDCreate)

typedef struct Upstream {
  void *registry; // mlir::registerPassPipeline
#define X(name) __typeof__(&mlir##name) name;
  UPSTREAM_FUNCTIONS(X)
#undef X
} Upstream;

// One name in its registry. It stays where it is until the process ends, as the registry does: its
// address is the identity of the pass for MLIR, which wants one of 8 bytes.
typedef struct UpstreamPass {
  const Upstream *upstream; // lent
  const char *name;         // here and there
} UpstreamPass;

// Adds the pass with the options "a=1 b=2" to a pass manager of upstream.
typedef void (*UpstreamAdd)(const UpstreamPass *pass, MlirOpPassManager manager,
                            MlirStringRef options);

// The name under which upstream exports mlir::registerPassPipeline.
extern const char *const upstream_registry_name;
void upstream_register(const UpstreamPass *pass, UpstreamAdd add);

#ifdef __cplusplus
}
#endif

#endif
