// See pipelines_shim.h.
#include "passes/pipelines_shim.h"

#include "base/status.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "transforms/lowering/lowering.h"

void pipelines_shim_register(const char *name, const char *description, bool tuned) {
  if (mlir::PassPipelineInfo::lookup(name))
    return;
  mlir::registerPassPipeline(
      name, description,
      [tuned](mlir::OpPassManager &manager, llvm::StringRef options,
              llvm::function_ref<mlir::LogicalResult(const llvm::Twine &)> error) {
        bool isUnshared = tuned && options == "share-kernels=false";
        if (!options.empty() && !isUnshared && !(tuned && options == "share-kernels=true"))
          return error(tuned ? "the option of this pipeline is share-kernels=true|false"
                             : "this pipeline takes no options");
        if (lowering_append(wrap(&manager), tuned, isUnshared) != STATUS_OK)
          return error(status_text());
        return mlir::success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)>) {});
}
