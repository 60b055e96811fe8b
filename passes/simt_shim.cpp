// C++ because passes with options and dependent dialects cannot be made through MLIR's C API.
#include "passes/simt_shim.h"

#include "passes/options.h"
#include "passes/simt_run.h"
#include "transforms/dialects_shim.h"
#include "transforms/report/remarks_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Ptr/IR/PtrDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

#include <set>
#include <string>

using namespace mlir;

namespace {

struct SimtPass : PassWrapper<SimtPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SimtPass)
  SimtPass() = default;
  SimtPass(const SimtPass &other) : PassWrapper(other) {}
  StringRef getArgument() const final { return SIMT_PASS; }
  StringRef getDescription() const final {
    return "Choose schedules for ops on a GPU with a cost model and make kernels of them";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    autotune_insert_dialects(registry);
    registry.insert<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect, ptr::PtrDialect>();
  }

  // The chip that the module names as #nvvm.target, in an attribute of its own or as what one of
  // its gpu.modules is for; "" where it names none, or several.
  static std::string chipOf(ModuleOp module) {
    std::set<std::string> found;
    auto add = [&](Attribute attribute) {
      if (auto target = dyn_cast_or_null<NVVM::NVVMTargetAttr>(attribute))
        found.insert(target.getChip().str());
    };
    for (NamedAttribute attribute : module->getAttrs())
      add(attribute.getValue());
    module.walk([&](gpu::GPUModuleOp kernels) {
      if (ArrayAttr targets = kernels.getTargetsAttr())
        for (Attribute target : targets)
          add(target);
    });
    return found.size() == 1 ? *found.begin() : "";
  }

  void runOnOperation() final {
    SimtOptions options;
    std::string name = target == "auto" ? chipOf(getOperation()) : target;
    TuneStatistics counts = {};
    PassReport report = {&counts, send, &plain, false};
    MlirOperation module = wrap(getOperation().getOperation());
    MlirLocation location = mlirOperationGetLocation(module);
    if (remarks_parse(remarks.c_str(), &plain) != STATUS_OK ||
        simt_options_parse(name.c_str(), schedule.c_str(), records.c_str(), maps, &options) !=
            STATUS_OK ||
        simt_run(module, &options, &report, &location) != STATUS_OK) {
      emitError(unwrap(location)) << SIMT_PASS << ": " << status_text();
      return signalPassFailure();
    }
    if (!report.changed)
      markAllAnalysesPreserved();
  }

private:
  PlainRemarks plain = PLAIN_REMARKS_AUTO;

  static void send(const TuneRemark *remark, void *plain) {
    remark_emit(remark, *static_cast<PlainRemarks *>(plain));
  }

  Option<std::string> target{*this, "target",
                             llvm::cl::desc("the GPU: sm_75, sm_80, sm_86, sm_89 or sm_90a; auto: "
                                            "what the module names as #nvvm.target"),
                             llvm::cl::init("auto")};
  Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc("for every op that accepts it, instead of the one that the model chooses"),
      llvm::cl::init("")};
  Option<std::string> records{
      *this, "records",
      llvm::cl::desc("a record store: what was measured of an op on the target goes before the "
                     "model"),
      llvm::cl::init("")};
  Option<bool> maps{*this, "tensor-maps",
                    llvm::cl::desc("the host makes tensor maps, as autotune compile does: kernels "
                                   "may take them by value"),
                    llvm::cl::init(false)};
  Option<std::string> remarks{*this, "remarks",
                              llvm::cl::desc("as diagnostics: auto, none, missed or all"),
                              llvm::cl::init("auto")};
};

} // namespace

void simt_pass_register(void) {
  if (!PassInfo::lookup(SIMT_PASS))
    PassRegistration<SimtPass>();
}
