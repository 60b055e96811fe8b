// The iterations of a loop side by side, of which AffineStatement.lanes says that they may be done
// in any order: as one vector, or, where most elements would have to be collected one by one, as
// scalar code for one after the other.
#include "passes/affine_emitter.h"

#include "mlir-c/BuiltinTypes.h"
#include "passes/structured_op.h"
#include <string.h>

// Bytes in two registers of 512 bits are the most lanes that rules ask for.
enum { MAX_LANES = 128, MAX_COLLECTED = 6 };

typedef struct Lanes {
  Builder *builder;
  const AffineStatement *statement;
  int loop, count;
  MlirValue first;             // of the loop
  MlirValue points[MAX_LANES]; // of the loop, made when needed
} Lanes;

static bool op_is_elementwise(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool is_arith = name.length > 6 && !memcmp(name.data, "arith.", 6);
  return is_arith || ir_op_is(op, "math.sqrt") || ir_op_is(op, "math.absf");
}

// Vectors of other elements are packed, memrefs of them are not.
static bool fills_bytes(MlirType element) {
  ElementType type = element_type_of(element);
  return type != ELEMENT_TYPE_COUNT && type != ELEMENT_I1;
}

bool affine_can_be_vector(const AffineProgram *program, const AffineStatement *s, int loop) {
  int collected = 0;
  for (int a = 0; a < s->access_count; a++)
    if (affine_access_is_contiguous(&s->accesses[a], loop) &&
        !fills_bytes(program->arrays[s->accesses[a].array].element))
      return false;
  for (int n = 0; n < s->body->node_count; n++) {
    const AffineNode *node = &s->body->nodes[n];
    if (node->kind == AFFINE_NODE_INDEX)
      return false;
    if (node->kind == AFFINE_NODE_OP &&
        (!op_is_elementwise(node->op) ||
         mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetResult(node->op, 0)))))
      return false;
    if (node->kind == AFFINE_NODE_ACCESS)
      collected += affine_access_uses(&s->accesses[node->index], loop) &&
                   !affine_access_is_contiguous(&s->accesses[node->index], loop);
  }
  return collected <= MAX_COLLECTED;
}

static void go_to(Lanes *lanes, int n) {
  Builder *b = lanes->builder;
  if (mlirValueIsNull(lanes->points[n])) {
    MlirAffineExpr dim = mlirAffineDimExprGet(b->ir.context, 0);
    MlirAffineExpr shift = mlirAffineConstantExprGet(b->ir.context, n);
    MlirAffineExpr sum = mlirAffineAddExprGet(dim, shift);
    MlirAffineMap map = mlirAffineMapGet(b->ir.context, 1, 0, 1, &sum);
    lanes->points[n] = n ? ir_affine(&b->ir, "affine.apply", map, 1, &lanes->first) : lanes->first;
  }
  b->ivs[lanes->loop] = lanes->points[n];
}

static MlirType vector_of(const Lanes *lanes, MlirType element) {
  return ir_vector_type(element, lanes->count);
}

static MlirValue load(Lanes *lanes, const AffineAccess *access) {
  Builder *b = lanes->builder;
  MlirType element = b->program->arrays[access->array].element;
  MlirValue operands[1 + AFFINE_MAX_RANK], elements[MAX_LANES];
  go_to(lanes, 0);
  if (affine_access_is_contiguous(access, lanes->loop) ||
      !affine_access_uses(access, lanes->loop)) {
    affine_emit_access(b, access, operands);
    bool is_vector = affine_access_uses(access, lanes->loop);
    return ir_value(&b->ir, is_vector ? "vector.load" : "memref.load",
                    is_vector ? vector_of(lanes, element) : element, 1 + access->rank, operands, 0,
                    NULL);
  }
  for (int n = 0; n < lanes->count; n++) {
    go_to(lanes, n);
    affine_emit_access(b, access, operands);
    elements[n] = ir_value(&b->ir, "memref.load", element, 1 + access->rank, operands, 0, NULL);
  }
  return ir_value(&b->ir, "vector.from_elements", vector_of(lanes, element), lanes->count, elements,
                  0, NULL);
}

static void store(Lanes *lanes, MlirValue value, const AffineAccess *access) {
  Builder *b = lanes->builder;
  MlirType element = b->program->arrays[access->array].element;
  MlirValue operands[2 + AFFINE_MAX_RANK] = {value};
  go_to(lanes, 0);
  if (affine_access_is_contiguous(access, lanes->loop)) {
    affine_emit_access(b, access, operands + 1);
    ir_op(&b->ir, "vector.store", 0, NULL, 2 + access->rank, operands, 0, NULL);
    return;
  }
  for (int64_t n = 0; n < lanes->count; n++) {
    MlirNamedAttribute position =
        ir_attribute(&b->ir, "static_position", mlirDenseI64ArrayGet(b->ir.context, 1, &n));
    go_to(lanes, (int)n);
    operands[0] = ir_value(&b->ir, "vector.extract", element, 1, &value, 1, &position);
    affine_emit_access(b, access, operands + 1);
    ir_op(&b->ir, "memref.store", 0, NULL, 2 + access->rank, operands, 0, NULL);
  }
}

static MlirValue as_vector(Lanes *lanes, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAVector(type))
    return value;
  return ir_unary(&lanes->builder->ir, "vector.broadcast", vector_of(lanes, type), value);
}

static MlirValue emit_element(Lanes *lanes, int access) {
  const AffineStatement *s = lanes->statement;
  MlirValue value;
  if (!affine_kept_find(lanes->builder, &s->accesses[access], &value)) {
    value = load(lanes, &s->accesses[access]);
    affine_kept_loaded(lanes->builder, s, access, value);
  }
  return value;
}

// Nodes that are the same for all lanes stay scalar.
static MlirValue emit_node(Lanes *lanes, const AffineNode *node, const MlirValue *values,
                           Looseness looseness) {
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
  return affine_emit_op(lanes->builder, node, is_vector ? vector_of(lanes, type) : type, operands,
                        looseness);
}

static void emit_vector(Lanes *lanes) {
  const AffineStatement *s = lanes->statement;
  MlirValue values[AFFINE_MAX_NODES];
  Looseness looseness = s->update == AFFINE_UPDATE_ADD ? LOOSE_SUM : LOOSE_FUSED;
  for (int n = 0; n < s->body->node_count; n++)
    values[n] = emit_node(lanes, &s->body->nodes[n], values, looseness);
  MlirValue result = as_vector(lanes, values[s->body->node_count - 1]);
  if (!affine_kept_stored(lanes->builder, s, result))
    store(lanes, result, &s->accesses[0]);
}

static Lanes lanes_start(Builder *b, const AffineStatement *s) {
  int64_t trip;
  (void)affine_loop_constant_trip(&s->loops[s->depth - 1], &trip);
  return (Lanes){.builder = b,
                 .statement = s,
                 .loop = s->depth - 1,
                 .count = (int)trip,
                 .first = b->ivs[s->depth - 1]};
}

MlirValue affine_emit_lanes_load(Builder *b, const AffineStatement *s, int access) {
  Lanes lanes = lanes_start(b, s);
  MlirValue value = load(&lanes, &s->accesses[access]);
  go_to(&lanes, 0);
  return value;
}

void affine_emit_lanes_store(Builder *b, const AffineStatement *s, int access, MlirValue value) {
  Lanes lanes = lanes_start(b, s);
  store(&lanes, value, &s->accesses[access]);
  go_to(&lanes, 0);
}

void affine_emit_lanes(Builder *b, const AffineStatement *s) {
  Lanes lanes = lanes_start(b, s);
  if (affine_can_be_vector(b->program, s, lanes.loop)) {
    emit_vector(&lanes);
    return;
  }
  for (int n = 0; n < lanes.count; n++) {
    go_to(&lanes, n);
    affine_emit_scalar(b, s);
  }
}
