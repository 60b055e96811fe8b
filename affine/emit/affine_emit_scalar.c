// A statement as scalar code: one op per node, and a store.
#include "affine/emit/affine_emitter.h"

bool affine_emit_scalar_keeps_flags(const Emitter *emitter) {
  return emitter->program->fp < FP_REASSOC;
}

FastMath affine_emit_scalar_flags(const Emitter *emitter, const AffineStatement *statement) {
  if (affine_emit_scalar_keeps_flags(emitter))
    return FAST_MATH_OWN;
  return statement->update == AFFINE_UPDATE_ADD ? FAST_MATH_REASSOCIATE : FAST_MATH_CONTRACT;
}

static bool op_is_any(MlirOperation op, const char *const *names, int count) {
  for (int i = 0; i < count; i++)
    if (ir_op_is(op, names[i]))
      return true;
  return false;
}

// The flags that take the place of those of the op; null: it keeps its own.
static const char *flags_of(MlirOperation op, FastMath fast_math) {
  static const char *const additive[] = {"arith.addf", "arith.subf"};
  static const char *const fusable[] = {"arith.addf", "arith.subf", "arith.mulf"};
  if (fast_math == FAST_MATH_OWN || !op_is_any(op, fusable, 3))
    return NULL;
  return fast_math == FAST_MATH_REASSOCIATE && op_is_any(op, additive, 2)
             ? "#arith.fastmath<reassoc,contract>"
             : "#arith.fastmath<contract>";
}

MlirValue affine_emit_scalar_op(Emitter *emitter, const AffineNode *node, MlirType type,
                                const MlirValue *operands, FastMath fast_math) {
  int count = (int)mlirOperationGetNumAttributes(node->op), kept = 0;
  const char *flags = flags_of(node->op, fast_math);
  if (node->name)
    return ir_value(&emitter->ir, node->name, type, node->operand_count, operands, 0, NULL);
  MlirNamedAttribute *attributes =
      pool_allocate(emitter->pool, (size_t)(count + 1) * sizeof *attributes);
  for (int i = 0; i < count; i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(node->op, i);
    MlirStringRef name = mlirIdentifierStr(attribute.name);
    if (!flags || !mlirStringRefEqual(name, ir_string("fastmath")))
      attributes[kept++] = attribute;
  }
  if (flags)
    attributes[kept++] = ir_attribute(&emitter->ir, "fastmath",
                                      mlirAttributeParseGet(emitter->ir.context, ir_string(flags)));
  char name[64];
  MlirStringRef text = mlirIdentifierStr(mlirOperationGetName(node->op));
  snprintf(name, sizeof name, "%.*s", (int)text.length, text.data);
  return ir_value(&emitter->ir, name, type, node->operand_count, operands, kept, attributes);
}

static MlirValue emit_element(Emitter *emitter, const AffineStatement *statement, int access) {
  MlirValue value;
  if (!affine_emit_promoted_find(emitter, &statement->accesses[access], &value)) {
    value = affine_emit_element_load(emitter, &statement->accesses[access]);
    affine_emit_promoted_loaded(emitter, statement, access, value);
  }
  return value;
}

MlirValue affine_emit_scalar_node(Emitter *emitter, const AffineStatement *statement, int n,
                                  FastMath fast_math, const MlirValue *values) {
  const AffineNode *node = &statement->body->nodes[n];
  MlirValue operands[4];
  switch (node->kind) {
  case AFFINE_NODE_ACCESS:
    return emit_element(emitter, statement, node->index);
  case AFFINE_NODE_OUTSIDE:
    return node->value;
  case AFFINE_NODE_INDEX:
    return affine_emit_index(emitter, &statement->indices[node->index]);
  case AFFINE_NODE_OP:
    break;
  }
  for (int i = 0; i < node->operand_count; i++)
    operands[i] = values[node->operands[i]];
  MlirType type = mlirValueGetType(mlirOperationGetResult(node->op, 0));
  return affine_emit_scalar_op(emitter, node, type, operands, fast_math);
}

void affine_emit_scalar(Emitter *emitter, const AffineStatement *statement) {
  MlirValue values[AFFINE_MAX_NODES];
  int count = statement->body->node_count;
  FastMath fast_math = affine_emit_scalar_flags(emitter, statement);
  for (int n = 0; n < count; n++)
    values[n] = affine_emit_scalar_node(emitter, statement, n, fast_math, values);
  if (!affine_emit_promoted_stored(emitter, statement, values[count - 1]))
    affine_emit_element_store(emitter, &statement->accesses[0], values[count - 1]);
}
