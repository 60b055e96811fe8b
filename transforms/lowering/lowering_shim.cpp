// See lowering_shim.h. Nothing here decides anything: it lists passes.
#include "transforms/lowering/lowering_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

#include "transforms/decompose_shim.h"
#include "transforms/dialects_shim.h"
#include "transforms/lowering/arena/buffer_arena.h"
#include "transforms/lowering/arena/workspace.h"
#include "transforms/lowering/bufferize.h"
#include "transforms/lowering/copies.h"
#include "transforms/lowering/drop_script.h"
#include "transforms/lowering/floats/bf16_bits_shim.h"
#include "transforms/lowering/floats/small_floats.h"
#include "transforms/lowering/hoist.h"
#include "transforms/lowering/join/join_place.h"
#include "transforms/lowering/leftovers.h"
#include "transforms/lowering/legalize/boolean_vectors.h"
#include "transforms/lowering/legalize/empty_arguments.h"
#include "transforms/lowering/legalize/frees.h"
#include "transforms/lowering/legalize/reshapes_shim.h"
#include "transforms/lowering/legalize/tensor_maps.h"
#include "transforms/lowering/math/vector_math.h"
#include "transforms/lowering/pieces.h"
#include "transforms/lowering/prefetch.h"
#include "transforms/lowering/prefetch_rows.h"
#include "transforms/lowering/rolled_loops.h"
#include "transforms/lowering/share/c_functions.h"
#include "transforms/lowering/share/open_results.h"
#include "transforms/lowering/share/share_kernels.h"
#include "transforms/lowering/stream_rows.h"
#include "transforms/lowering/team/openmp.h"
#include "transforms/slices_shim.h"
#include "versions/bufferization.h"

#include <iterator>
#include <utility>

using namespace mlir;

namespace {

struct Row {
  const char *name;
  const char *description;
  void (*run)(MlirOperation module);
};

constexpr Row rows[] = {
    {"autotune-decompose", "Turn softmax, pack, unpack and Winograd's transforms into simpler ops",
     aggregates_decompose},
    {"autotune-drop-script", "Take the transform script of emit=schedule out of the module",
     script_drop},
    {"autotune-legalize-slices", "Turn negative padding and ambiguous slices into others",
     slices_legalize},
    {"autotune-bufferize-loops", "Turn loop nests of vector code on tensors into nests on memrefs",
     bufferize_loops},
    {"autotune-prefetch", "Ask for packed constants and large operands before they are read",
     prefetches_add},
    {"autotune-stream-rows", "Write rows of large results past the caches", stream_rows_add},
    {"autotune-prefetch-rows", "Ask for rows from memory before they are read", prefetch_rows_add},
    {"autotune-join-in-place", "Compute parts of concatenations where they belong", joins_place},
    {"autotune-protect-caller", "Make arguments read only and results separate buffers",
     bufferize_protect_caller},
    {"autotune-pieces", "Turn the pieces that threads share into scf.parallel loops", pieces_lower},
    {"autotune-openmp", "Turn the loops that threads share into OpenMP", openmp_lower},
    {"autotune-place-buffers", "Put the temporary buffers of each function into one allocation",
     workspaces_place},
    {"autotune-rolled-loops", "Keep LLVM from unrolling kernels of pieces of unknown extents",
     rolled_loops_mark},
    {"autotune-share-kernels", "Make equal pieces of scheduled code one function", kernels_share},
    {"autotune-share-nests", "Make equal loop nests on buffers one function", kernels_share_nests},
    {"autotune-lower-copies", "Turn strided copies into loops around contiguous ones",
     copies_lower},
    {"autotune-legalize-reshapes", "Turn reshapes that upstream passes lower badly into casts",
     reshapes_legalize},
    {"autotune-legalize-frees", "Free what lies in another memory space by a pointer to the first",
     frees_legalize},
    {"autotune-legalize-booleans", "Turn vectors of i1 in buffers into vectors of bytes",
     boolean_vectors_legalize},
    {"autotune-legalize-empty", "Pass arguments without elements as upstream can lower them",
     empty_arguments_legalize},
    {"autotune-tensor-maps", "Pass tensor maps to kernels by value", tensor_maps_pass_by_value},
    {"autotune-small-floats", "Compute in f32 what f16 and bf16 have no instructions for",
     small_floats_lower},
    {"autotune-bf16-bits", "Hold bf16 as integers", bf16_bits_lower},
    {"autotune-math", "Expand functions of floats on vectors into arithmetic", vector_math_expand},
};

// What the passes on modules share.
template <typename PassT> struct LoweringPass : PassWrapper<PassT, OperationPass<ModuleOp>> {
  void getDependentDialects(DialectRegistry &registry) const final {
    autotune_insert_dialects(registry);
    registry.insert<omp::OpenMPDialect>();
  }
  LogicalResult initialize(MLIRContext *context) final {
    autotune_attach_effects(context);
    return success();
  }
};

// The pass of one row: a C function on a module.
template <int N> struct RowPass : LoweringPass<RowPass<N>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RowPass)
  StringRef getArgument() const final { return rows[N].name; }
  StringRef getDescription() const final { return rows[N].description; }
  void runOnOperation() final { rows[N].run(wrap(this->getOperation().getOperation())); }
};

struct CheckRow {
  const char *name;
  const char *description;
  Status (*check)(MlirOperation module, MlirOperation *out_op);
};

constexpr CheckRow checks[] = {
    {"autotune-check-input", "Refuse what the conversions to LLVM fail on", lowering_check_input},
    {"autotune-check-output", "Refuse what the conversions to LLVM have left",
     lowering_check_output},
};

// The pass of one check: its failure is the one error of the pipeline.
template <int N> struct CheckPass : PassWrapper<CheckPass<N>, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckPass)
  StringRef getArgument() const final { return checks[N].name; }
  StringRef getDescription() const final { return checks[N].description; }
  void runOnOperation() final {
    MlirOperation place;
    if (failed(verify(this->getOperation()))) // where no pass manager does it after each pass
      return this->signalPassFailure();
    if (checks[N].check(wrap(this->getOperation().getOperation()), &place) == STATUS_OK)
      return;
    emitError(unwrap(place)->getLoc(), status_text());
    this->signalPassFailure();
  }
};

// Upstream's buffer-loop-hoisting, kept away from functions that it would break.
struct HoistBuffersPass : PassWrapper<HoistBuffersPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HoistBuffersPass)
  StringRef getArgument() const final { return "autotune-hoist-buffers"; }
  StringRef getDescription() const final { return "Move temporary buffers out of loops"; }
  void runOnOperation() final {
    hoist_freed_buffers(wrap(getOperation().getOperation()));
    OpPassManager pipeline(func::FuncOp::getOperationName());
    pipeline.addPass(bufferization::createBufferLoopHoistingPass());
    SmallVector<func::FuncOp> functions;
    getOperation().walk([&](func::FuncOp function) {
      if (!hoist_frees_inside_loop(wrap(function.getOperation())))
        functions.push_back(function);
    });
    for (func::FuncOp function : functions)
      if (failed(runPipeline(pipeline, function)))
        return signalPassFailure();
  }
};

// The buffer that a function returns in another shape is made in that shape, where upstream would
// copy it into the argument:
//
//   %a = alloc : 6xf32                   %r = alloc : 2x3xf32
//   ... %a ...                      -->  %a = collapse_shape %r : 6xf32
//   %r = expand_shape %a : 2x3xf32       ... %a ...
void reshape_result(Value result) {
  auto expand = result.getDefiningOp<memref::ExpandShapeOp>();
  auto alloc = expand ? expand.getSrc().getDefiningOp<memref::AllocOp>() : memref::AllocOp();
  if (!alloc || !expand.getResultType().hasStaticShape() ||
      !expand.getResultType().getLayout().isIdentity() ||
      llvm::any_of(alloc->getUsers(), llvm::IsaPred<memref::DeallocOp>))
    return;
  OpBuilder builder(alloc);
  auto made = memref::AllocOp::create(builder, alloc.getLoc(), expand.getResultType(),
                                      alloc.getAlignmentAttr());
  auto view = memref::CollapseShapeOp::create(builder, alloc.getLoc(), alloc.getType(), made,
                                              expand.getReassociationIndices());
  expand.replaceAllUsesWith(made.getResult());
  expand.erase();
  alloc.replaceAllUsesWith(view.getResult());
  alloc.erase();
}

void reshape_results(func::FuncOp function) {
  function.walk([](func::ReturnOp op) {
    for (unsigned n = 0; n < op.getNumOperands(); n++) // one result may be another's buffer
      reshape_result(op.getOperand(n));
  });
}

// Buffers that functions for C return become arguments: the caller says where results are written.
struct ResultsToArgumentsPass : LoweringPass<ResultsToArgumentsPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ResultsToArgumentsPass)
  StringRef getArgument() const final { return "autotune-results-to-arguments"; }
  StringRef getDescription() const final {
    return "Turn the buffers that functions for C return into arguments";
  }
  void runOnOperation() final {
    bufferization::BufferResultsToOutParamsOpts options;
    options.filterFn = [](func::FuncOp *function) {
      return (*function)->hasAttr(C_FUNCTION_ATTRIBUTE);
    };
    options.hoistStaticAllocs = true;
    versions_modify_public_functions(options);
    for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
      if (options.filterFn(&function))
        reshape_results(function);
    if (failed(bufferization::promoteBufferResultsToOutParams(getOperation(), options)))
      return signalPassFailure();
    for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
      if (options.filterFn(&function))
        open_results_place(wrap(function.getOperation()));
  }
};

// Whether each buffer that the op frees is allocated beside that, and freed once.
static bool frees_its_own(Operation *op) {
  return !op->walk([](memref::DeallocOp free) {
              Operation *alloc = free.getMemref().getDefiningOp<memref::AllocOp>();
              return alloc && alloc->getBlock() == free->getBlock() &&
                             llvm::count_if(alloc->getUsers(), llvm::IsaPred<memref::DeallocOp>) ==
                                 1
                         ? WalkResult::advance()
                         : WalkResult::interrupt();
            }).wasInterrupted();
}

template <typename... Ops> bool has_any(Operation *op) {
  return op
      ->walk([](Operation *other) {
        return isa<Ops...>(other) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

// Whether a buffer that the function returns is, as far as views tell, one of `Kind`s.
template <typename Kind> static bool returns(func::FuncOp function, Kind is_kind) {
  return function
      .walk([&](func::ReturnOp end) {
        for (Value value : end.getOperands()) {
          while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
            value = view.getViewSource();
          if (isa<BaseMemRefType>(value.getType()) && is_kind(value))
            return WalkResult::interrupt();
        }
        return WalkResult::advance();
      })
      .wasInterrupted();
}

// Upstream's pass returns a copy instead.
static bool returns_argument(func::FuncOp function) {
  return returns(function, llvm::IsaPred<BlockArgument>);
}

static bool returns_others(func::FuncOp function) {
  return returns(function, [](Value value) { return !value.getDefiningOp<memref::AllocOp>(); });
}

// A function's own buffers, which it frees itself in the block that allocates them, hidden from
// upstream's pass, which refuses frees: it frees no buffer of a stack, and a rank frees nothing.
constexpr StringLiteral OWN_BUFFER = "autotune.own_buffer";

void hide_own_buffers(func::FuncOp function) {
  SmallVector<memref::DeallocOp> frees;
  function.walk([&](memref::DeallocOp free) { frees.push_back(free); });
  for (memref::DeallocOp free : frees) {
    auto alloc = free.getMemref().getDefiningOp<memref::AllocOp>();
    OpBuilder builder(free);
    Operation *place = memref::RankOp::create(builder, free.getLoc(), alloc);
    place->setAttr(OWN_BUFFER, builder.getUnitAttr());
    free.erase();
    builder.setInsertionPoint(alloc);
    auto hidden =
        memref::AllocaOp::create(builder, alloc.getLoc(), alloc.getType(), alloc.getDynamicSizes(),
                                 alloc.getSymbolOperands(), alloc.getAlignmentAttr());
    hidden->setAttr(OWN_BUFFER, builder.getUnitAttr());
    alloc.replaceAllUsesWith(hidden.getResult());
    alloc.erase();
  }
}

template <typename Kind> SmallVector<Kind> marked_own(func::FuncOp function) {
  SmallVector<Kind> marked;
  function.walk([&](Kind op) {
    if (op->hasAttr(OWN_BUFFER))
      marked.push_back(op);
  });
  return marked;
}

void show_own_buffers(func::FuncOp function) {
  for (memref::AllocaOp hidden : marked_own<memref::AllocaOp>(function)) {
    OpBuilder builder(hidden);
    auto alloc = memref::AllocOp::create(builder, hidden.getLoc(), hidden.getType(),
                                         hidden.getDynamicSizes(), hidden.getSymbolOperands(),
                                         hidden.getAlignmentAttr());
    hidden.replaceAllUsesWith(alloc.getResult());
    hidden.erase();
  }
  for (memref::RankOp place : marked_own<memref::RankOp>(function)) {
    OpBuilder builder(place);
    memref::DeallocOp::create(builder, place.getLoc(), place.getMemref());
    place.erase();
  }
}

bool has_branches(Operation *op) {
  return op
      ->walk([](Operation *other) {
        return other->getNumSuccessors() > 0 ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

// Whether the function calls one that is none of `freed` and returns what it has not allocated: as
// upstream's pass takes all that a call returns for the caller's, that would be freed twice.
bool takes_others(func::FuncOp function, ArrayRef<func::FuncOp> freed,
                  SymbolTableCollection &symbols) {
  return function
      .walk([&](func::CallOp call) {
        auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
        bool does = callee && !llvm::is_contained(freed, callee) && returns_others(callee);
        return does ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

// Frees what bufferization allocated, where autotune-place-buffers alone would not. The upstream
// pipeline refuses modules that free buffers by themselves; functions that do so keep these frees,
// and are left alone where they may hand buffers to those that free what they are given, branch
// beside frees of their own, return an argument, or call one that is left alone and may do so.
struct DeallocatePass : LoweringPass<DeallocatePass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DeallocatePass)
  StringRef getArgument() const final { return "autotune-deallocate"; }
  StringRef getDescription() const final {
    return "Free temporary buffers, but for functions that free buffers themselves";
  }
  void runOnOperation() final {
    if (arena_suffices(wrap(getOperation().getOperation())))
      return;
    OpPassManager pipeline(ModuleOp::getOperationName());
    if (!has_any<memref::DeallocOp>(getOperation()))
      bufferization::buildBufferDeallocationPipeline(pipeline, {});
    else if (!free_beside(pipeline))
      return;
    if (failed(runPipeline(pipeline, getOperation())))
      signalPassFailure();
  }

private:
  // Without memref.realloc, of which upstream's pipeline makes frees before.
  static bool may_free(func::FuncOp function) {
    bool has_own = has_any<memref::DeallocOp>(function);
    return !function.isExternal() && !has_any<memref::ReallocOp>(function) &&
           !(has_own && has_branches(function)) && !returns_argument(function) &&
           !arena_suffices(wrap(function.getOperation()));
  }

  // False where there is no function that needs some frees.
  bool free_beside(OpPassManager &pipeline) {
    SymbolTableCollection symbols;
    SmallVector<func::FuncOp> functions;
    if (!frees_its_own(getOperation()))
      return false;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (may_free(function))
        functions.push_back(function);
    for (SmallVector<func::FuncOp> before; before.size() != functions.size();) {
      before = functions;
      llvm::erase_if(functions, [&](func::FuncOp function) {
        return takes_others(function, before, symbols);
      });
    }
    for (func::FuncOp function : functions) {
      hide_own_buffers(function);
      if (failed(bufferization::deallocateBuffersOwnershipBased(function, {}, symbols))) {
        signalPassFailure();
        return false;
      }
      show_own_buffers(function);
    }
    pipeline.addPass(createCanonicalizerPass());
    pipeline.addPass(bufferization::createBufferDeallocationSimplificationPass());
    pipeline.addPass(bufferization::createLowerDeallocationsPass());
    pipeline.addPass(createCSEPass());
    pipeline.addPass(createCanonicalizerPass());
    return !functions.empty();
  }
};

template <int... N> void register_rows(std::integer_sequence<int, N...>) {
  (PassRegistration<RowPass<N>>(), ...);
}

} // namespace

void lowering_shim_register_passes(void) {
  // One registration is enough for the process, and the static makes it safe from several threads.
  static const bool done = [] {
    register_rows(std::make_integer_sequence<int, std::size(rows)>());
    PassRegistration<CheckPass<0>>();
    PassRegistration<CheckPass<1>>();
    PassRegistration<HoistBuffersPass>();
    PassRegistration<ResultsToArgumentsPass>();
    PassRegistration<DeallocatePass>();
    registerCanonicalizerPass();
    registerCSEPass();
    bufferization::registerBufferizationPasses();
    registerConvertElementwiseToLinalgPass();
    registerConvertLinalgToLoopsPass();
    registerConvertBufferizationToMemRefPass();
    memref::registerFoldMemRefAliasOpsPass();
    memref::registerExpandStridedMetadataPass();
    registerSCFForallToForLoopPass();
    registerConvertVectorToSCF();
    registerConvertVectorToLLVMPass();
    registerLowerAffinePass();
    registerSCFToControlFlowPass();
    registerConvertMathToFuncs();
    registerConvertMathToLLVMPass();
    registerConvertMathToLibmPass();
    registerConvertToLLVMPass();
    registerReconcileUnrealizedCastsPass();
    return true;
  }();
  (void)done;
}
