// The body of a linalg.generic; every node is made when it is first needed. A sum over a reduction
// is written as element + contribution, which is what extraction looks for, where that is the same
// sum or one that the mode allows.
#include "affine/emit/affine_raised.h"

typedef struct Region {
  const RaisedStatement *raised;
  MlirBlock block;
  MlirValue values[AFFINE_MAX_NODES];
  bool holds_element[AFFINE_MAX_NODES]; // see find_holders
} Region;

static MlirValue negate(Emitter *emitter, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAFloat(type))
    return ir_unary(&emitter->ir, "arith.negf", type, value);
  MlirNamedAttribute zero = ir_attribute(&emitter->ir, "value", mlirIntegerAttrGet(type, 0));
  return ir_binary(&emitter->ir, "arith.subi",
                   ir_value(&emitter->ir, "arith.constant", type, 0, NULL, 1, &zero), value);
}

// An op in the place of `source`.
static MlirValue binary_like(Emitter *emitter, const char *name, MlirOperation source,
                             MlirValue left, MlirValue right) {
  MlirValue operands[2] = {left, right};
  MlirAttribute flags = mlirOperationGetAttributeByName(source, ir_string("fastmath"));
  if (!affine_emit_scalar_keeps_flags(emitter) || mlirAttributeIsNull(flags))
    return ir_binary(&emitter->ir, name, left, right);
  MlirNamedAttribute attribute = ir_attribute(&emitter->ir, "fastmath", flags);
  return ir_value(&emitter->ir, name, mlirValueGetType(left), 2, operands, 1, &attribute);
}

static MlirValue combine(Emitter *emitter, MlirOperation source, bool adds, MlirValue left,
                         MlirValue right) {
  bool is_float = mlirTypeIsAFloat(mlirValueGetType(left));
  const char *op =
      is_float ? (adds ? "arith.addf" : "arith.subf") : (adds ? "arith.addi" : "arith.subi");
  return binary_like(emitter, op, source, left, right);
}

// Recursion: at most AFFINE_MAX_NODES levels, one a node.
static MlirValue region_value(Emitter *emitter, Region *region, int n) {
  const RaisedStatement *raised = region->raised;
  const AffineStatement *statement = raised->statement;
  const AffineNode *node = &statement->body->nodes[n];
  if (!mlirValueIsNull(region->values[n]))
    return region->values[n];
  if (n == raised->factor_node) {
    region->values[n] = mlirBlockGetArgument(region->block, raised->factor_operand);
  } else if (node->kind != AFFINE_NODE_ACCESS) {
    for (int i = 0; i < node->operand_count; i++)
      (void)region_value(emitter, region, node->operands[i]);
    region->values[n] =
        affine_emit_scalar_node(emitter, statement, n, FAST_MATH_OWN, region->values);
  } else if (node->index == statement->update_access) {
    region->values[n] = mlirBlockGetArgument(region->block, raised->operand_count - 1);
  } else if (raised->operand_of[node->index] < 0) {
    region->values[n] = raised->scalars[node->index];
  } else {
    region->values[n] = mlirBlockGetArgument(region->block, raised->operand_of[node->index]);
  }
  return region->values[n];
}

// A term to be subtracted: the sign goes to the first factor of a product.
static MlirValue negated_term(Emitter *emitter, Region *region, int n) {
  const AffineNode *node = &region->raised->statement->body->nodes[n];
  if (node->kind == AFFINE_NODE_OP && ir_op_is(node->op, "arith.mulf") &&
      n != region->raised->factor_node) {
    MlirValue second = region_value(emitter, region, node->operands[1]);
    MlirValue first = negate(emitter, region_value(emitter, region, node->operands[0]));
    return binary_like(emitter, "arith.mulf", node->op, first, second);
  }
  return negate(emitter, region_value(emitter, region, n));
}

// Marks the nodes that are the stored element or are computed from it.
static void find_holders(const AffineStatement *statement, bool *out_holds) {
  for (int n = 0; n < statement->body->node_count; n++) {
    const AffineNode *node = &statement->body->nodes[n];
    out_holds[n] = node->kind == AFFINE_NODE_ACCESS && node->index == statement->update_access;
    for (int i = 0; i < node->operand_count; i++)
      out_holds[n] |= out_holds[node->operands[i]];
  }
}

// Adds up what the sum `n` adds to the stored element; null at the element itself.
// Recursion: at most AFFINE_MAX_NODES levels, one a node.
static MlirValue contribution(Emitter *emitter, Region *region, int n, bool is_positive,
                              MlirValue sum) {
  const AffineStatement *statement = region->raised->statement;
  const AffineNode *node = &statement->body->nodes[n];
  if (node->kind == AFFINE_NODE_ACCESS && node->index == statement->update_access)
    return sum;
  if (region->holds_element[n]) {
    bool subtracts = ir_op_is(node->op, "arith.subf") || ir_op_is(node->op, "arith.subi");
    sum = contribution(emitter, region, node->operands[0], is_positive, sum);
    return contribution(emitter, region, node->operands[1], is_positive != subtracts, sum);
  }
  if (mlirValueIsNull(sum))
    return is_positive ? region_value(emitter, region, n) : negated_term(emitter, region, n);
  MlirOperation root = statement->body->nodes[statement->body->node_count - 1].op;
  return combine(emitter, root, is_positive, sum, region_value(emitter, region, n));
}

static bool flags_are_equal(MlirOperation a, MlirOperation b) {
  return mlirAttributeEqual(mlirOperationGetAttributeByName(a, ir_string("fastmath")),
                            mlirOperationGetAttributeByName(b, ir_string("fastmath")));
}

// Whether the sum may be written as element + contribution: it is one op, or its ops may change
// places and their flags, which then are those of all.
static bool sum_may_be_joined(Emitter *emitter, const Region *region) {
  const AffineStatement *statement = region->raised->statement;
  const AffineBody *body = statement->body;
  const AffineNode *root = &body->nodes[body->node_count - 1];
  int sums = 0;
  bool is_free = !statement->is_ordered;
  for (int n = 0; n < body->node_count; n++) {
    if (!region->holds_element[n] || body->nodes[n].kind != AFFINE_NODE_OP)
      continue;
    sums++;
    is_free &=
        !affine_emit_scalar_keeps_flags(emitter) || flags_are_equal(body->nodes[n].op, root->op);
  }
  return sums == 1 || is_free;
}

MlirValue affine_emit_region(Emitter *emitter, const RaisedStatement *raised, MlirBlock block) {
  const AffineStatement *statement = raised->statement;
  int root = statement->body->node_count - 1;
  Region region = {.raised = raised, .block = block};
  find_holders(statement, region.holds_element);
  if (statement->update != AFFINE_UPDATE_ADD || !affine_raised_has_reduction(raised) ||
      !sum_may_be_joined(emitter, &region))
    return region_value(emitter, &region, root);
  MlirValue sum = contribution(emitter, &region, root, true, (MlirValue){NULL});
  return combine(emitter, statement->body->nodes[root].op, true,
                 mlirBlockGetArgument(block, raised->operand_count - 1), sum);
}
