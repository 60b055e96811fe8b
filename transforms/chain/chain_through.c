// Indexing maps through an op.
#include "transforms/chain/chain_through.h"

#include "mlir-c/AffineMap.h"

static bool reads_destination(const SizedOp *op) {
  MlirBlock body = ir_body(op->op);
  bool does = false;
  for (int i = op->input_count; i < op->operand_count && !does; i++)
    does = ir_is_used(mlirBlockGetArgument(body, i));
  return does;
}

bool chain_read_maker(MlirValue value, SizedOp *out) {
  bool is = mlirValueIsAOpResult(value) && sized_op_read(mlirOpResultGetOwner(value), out) &&
            chain_is_parallel(out) && !reads_destination(out);
  for (int l = 0; is && l < out->loop_count; l++)
    is = sized_op_use(out, out->input_count, l).access == LOOP_ACCESS_DIM;
  return is;
}

void chain_read_through(const SizedOp *reader, int operand, const SizedOp *maker,
                        MlirAffineExpr *indices) {
  for (int l = 0; l < maker->loop_count; l++)
    indices[l] = mlirAffineMapGetResult(sized_op_map(reader, operand),
                                        sized_op_use(maker, maker->input_count, l).dim);
}

MlirAffineMap chain_map_through(const SizedOp *reader, const MlirAffineExpr *indices,
                                const SizedOp *maker, int input) {
  MlirAffineMap from = sized_op_map(maker, input);
  MlirAffineExpr results[WORKLOAD_MAX_RANK];
  intptr_t rank = mlirAffineMapGetNumResults(from);
  for (intptr_t d = 0; d < rank; d++) {
    results[d] = mlirAffineMapGetResult(from, d);
    if (mlirAffineExprIsADim(results[d]))
      results[d] = indices[mlirAffineDimExprGetPosition(results[d])];
    else if (!mlirAffineExprIsAConstant(results[d]))
      return (MlirAffineMap){NULL};
  }
  return mlirAffineMapGet(mlirAffineMapGetContext(from), reader->loop_count, 0, rank, results);
}
