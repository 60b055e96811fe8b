// C++ because AggregatedOpInterface has no C API.
#include "passes/decompose_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

static constexpr size_t maxResults = std::extent<decltype(Decomposition::results)>::value;

bool op_is_aggregate(MlirOperation op) {
  Operation *operation = unwrap(op);
  if (!isa<linalg::AggregatedOpInterface>(operation))
    return false;
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  return operation->getNumResults() > 0 && operation->getNumResults() <= maxResults &&
         llvm::all_of(operation->getOperandTypes(), isTensor);
}

bool op_decompose(MlirOperation op, Decomposition *out_decomposition) {
  Operation *operation = unwrap(op);
  Operation *before = operation->getPrevNode();
  OpBuilder builder(operation);
  auto parts = cast<linalg::AggregatedOpInterface>(operation).decomposeOperation(builder);

  Decomposition decomposition = {};
  decomposition.aggregate = op;
  Operation *part = before ? before->getNextNode() : &operation->getBlock()->front();
  bool fits = true;
  for (; part != operation; part = part->getNextNode()) {
    fits = fits && decomposition.op_count < DECOMPOSE_MAX_OPS;
    if (fits)
      decomposition.ops[decomposition.op_count++] = wrap(part);
  }
  if (failed(parts) || !fits || parts->size() != operation->getNumResults()) {
    while (operation->getPrevNode() != before)
      operation->getPrevNode()->erase();
    return false;
  }
  for (auto [old, result] : llvm::zip(operation->getResults(), *parts)) {
    old.replaceAllUsesWith(result);
    decomposition.results[decomposition.result_count++] = wrap(result);
  }
  *out_decomposition = decomposition;
  return true;
}

void decomposition_commit(Decomposition *decomposition) {
  unwrap(decomposition->aggregate)->erase();
}

void decomposition_revert(Decomposition *decomposition) {
  Operation *operation = unwrap(decomposition->aggregate);
  for (int i = 0; i < decomposition->result_count; i++)
    unwrap(decomposition->results[i]).replaceAllUsesWith(operation->getResult(i));
  for (int i = decomposition->op_count; i-- > 0;)
    unwrap(decomposition->ops[i])->erase();
}
