// C++ because a pipeline is registered as a std::function, and MLIR's C API has no entry for it.
#include "python/native/upstream.h"

#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/PassRegistry.h"

// Of a library that was compiled with libstdc++.
const char *const upstream_registry_name =
    "_ZN4mlir20registerPassPipelineEN4llvm9StringRefES1_RKSt8functionIFNS0_13LogicalResultERNS_"
    "13OpPassManagerES1_NS0_12function_refIFS3_RKNS0_5TwineEEEEEES2_IFvNS6_IFvRKNS_6detail11PassOpt"
    "ionsEEEEEE";

// Of one of ours.
static llvm::StringRef describe(llvm::StringRef name) {
  if (const mlir::PassInfo *pass = mlir::PassInfo::lookup(name))
    return pass->getPassDescription();
  const mlir::PassPipelineInfo *pipeline = mlir::PassPipelineInfo::lookup(name);
  return pipeline ? pipeline->getPassDescription() : "";
}

void upstream_register(const UpstreamPass *pass, UpstreamAdd add) {
  auto registry = reinterpret_cast<decltype(&mlir::registerPassPipeline)>(pass->upstream->registry);
  registry(
      pass->name, describe(pass->name),
      [pass, add](mlir::OpPassManager &manager, llvm::StringRef options,
                  llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)>) {
        add(pass, wrap(&manager), wrap(options));
        return llvm::success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)>) {});
}
