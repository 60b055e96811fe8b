// See lowering_shim.h. Nothing here decides anything: it lists passes.
#include "transforms/lowering_shim.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

void lowering_shim_register_passes(void) {
  // One registration is enough for the process, and the static makes it safe from several threads.
  static const bool done = [] {
    mlir::registerCanonicalizerPass();
    mlir::registerCSEPass();
    mlir::bufferization::registerBufferizationPasses();
    mlir::bufferization::registerBufferizationPipelines();
    mlir::registerConvertLinalgToLoopsPass();
    mlir::memref::registerFoldMemRefAliasOpsPass();
    mlir::memref::registerExpandStridedMetadataPass();
    mlir::registerSCFForallToForLoopPass();
    mlir::registerConvertVectorToSCF();
    mlir::registerConvertVectorToLLVMPass();
    mlir::registerLowerAffinePass();
    mlir::registerSCFToControlFlowPass();
    mlir::registerConvertMathToLLVMPass();
    mlir::registerConvertMathToLibmPass();
    mlir::registerFinalizeMemRefToLLVMConversionPass();
    mlir::registerArithToLLVMConversionPass();
    mlir::registerConvertIndexToLLVMPass();
    mlir::registerConvertFuncToLLVMPass();
    mlir::registerConvertControlFlowToLLVMPass();
    mlir::registerUBToLLVMConversionPass();
    mlir::registerReconcileUnrealizedCastsPass();
    return true;
  }();
  (void)done;
}
