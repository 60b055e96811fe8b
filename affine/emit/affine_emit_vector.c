// A statement with lanes: the iterations of its innermost loop, which may be done in any order, as
// one vector operation per node, or, where it cannot be vectors, as scalar code for one lane after
// the other.
#include "affine/analysis/affine_vector.h"
#include "affine/emit/affine_emitter.h"

#include "mlir-c/BuiltinTypes.h"

static MlirValue as_vector(Lanes *lanes, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAVector(type))
    return value;
  return ir_unary(&lanes->emitter->ir, "vector.broadcast", ir_vector_type(type, lanes->count),
                  value);
}

static MlirValue emit_element(Lanes *lanes, int access) {
  const AffineStatement *statement = lanes->statement;
  MlirValue value;
  if (!affine_emit_promoted_find(lanes->emitter, &statement->accesses[access], &value)) {
    value = affine_emit_lanes_load(lanes, &statement->accesses[access]);
    affine_emit_promoted_loaded(lanes->emitter, statement, access, value);
  }
  return value;
}

// Nodes that are the same for all lanes stay scalar.
static MlirValue emit_node(Lanes *lanes, const AffineNode *node, const MlirValue *values,
                           FastMath fast_math) {
  MlirValue operands[4];
  bool is_vector = false;
  if (node->kind == AFFINE_NODE_ACCESS)
    return emit_element(lanes, node->index);
  if (node->kind == AFFINE_NODE_OUTSIDE)
    return node->value;
  for (int i = 0; i < node->operand_count; i++)
    is_vector |= mlirTypeIsAVector(mlirValueGetType(values[node->operands[i]]));
  for (int i = 0; i < node->operand_count; i++) {
    operands[i] = values[node->operands[i]];
    if (is_vector)
      operands[i] = as_vector(lanes, operands[i]);
  }
  MlirType type = mlirValueGetType(mlirOperationGetResult(node->op, 0));
  return affine_emit_scalar_op(lanes->emitter, node,
                               is_vector ? ir_vector_type(type, lanes->count) : type, operands,
                               fast_math);
}

static void emit_vector(Lanes *lanes) {
  const AffineStatement *statement = lanes->statement;
  const AffineBody *body = statement->body;
  MlirValue values[AFFINE_MAX_NODES];
  FastMath fast_math = affine_emit_scalar_flags(lanes->emitter, statement);
  for (int n = 0; n < body->node_count; n++)
    values[n] = emit_node(lanes, &body->nodes[n], values, fast_math);
  MlirValue result = as_vector(lanes, values[body->node_count - 1]);
  if (!affine_emit_promoted_stored(lanes->emitter, statement, result))
    affine_emit_lanes_store(lanes, &statement->accesses[0], result);
}

void affine_emit_vector(Emitter *emitter, const AffineStatement *statement) {
  Lanes lanes = affine_emit_lanes_open(emitter, statement);
  if (affine_vector_applies(emitter->program, statement, lanes.loop)) {
    emit_vector(&lanes);
    return;
  }
  for (int lane = 0; lane < lanes.count; lane++) {
    affine_emit_lanes_go_to(&lanes, lane);
    affine_emit_scalar(emitter, statement);
  }
}
