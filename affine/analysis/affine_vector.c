// Which statements can be vector code.
#include "affine/analysis/affine_vector.h"

#include "affine/affine_costs.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/extract/structured_op.h"
#include "transforms/ir.h"
#include <string.h>

static bool op_is_elementwise(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool is_arith = name.length > 6 && !memcmp(name.data, "arith.", 6);
  return is_arith || ir_op_is(op, "math.sqrt") || ir_op_is(op, "math.absf");
}

// Vectors of other elements are packed, memrefs of them are not.
static bool loads_and_stores_vectors(const AffineProgram *program, const AffineStatement *statement,
                                     int loop) {
  for (int a = 0; a < statement->access_count; a++)
    if (affine_access_is_contiguous(&statement->accesses[a], loop) &&
        element_type_of(program->arrays[statement->accesses[a].array].element) ==
            ELEMENT_TYPE_COUNT)
      return false;
  return true;
}

static bool node_can_be_vector(const AffineNode *node) {
  if (node->kind == AFFINE_NODE_INDEX)
    return false;
  return node->kind != AFFINE_NODE_OP ||
         (op_is_elementwise(node->op) &&
          !mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetResult(node->op, 0))));
}

bool affine_vector_applies(const AffineProgram *program, const AffineStatement *statement,
                           int loop) {
  int collected = 0;
  if (!loads_and_stores_vectors(program, statement, loop))
    return false;
  for (int n = 0; n < statement->body->node_count; n++) {
    const AffineNode *node = &statement->body->nodes[n];
    if (!node_can_be_vector(node))
      return false;
    if (node->kind == AFFINE_NODE_ACCESS)
      collected += affine_access_uses(&statement->accesses[node->index], loop) &&
                   !affine_access_is_contiguous(&statement->accesses[node->index], loop);
  }
  return collected <= VECTOR_MAX_COLLECTED;
}
