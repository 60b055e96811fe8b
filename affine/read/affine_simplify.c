// Simplification of statement bodies: equal nodes become one, and a compare and select of integers
// becomes the minimum or maximum that it computes, which a reduction may end in. Exact: floats,
// where NaN and the sign of zero would tell the two apart, keep their compare.
#include "affine/read/affine_simplify.h"

#include "transforms/extract/structured_op.h"
#include "transforms/ir.h"
#include <string.h>

static bool nodes_equal(const AffineNode *a, const AffineNode *b) {
  if (a->kind != b->kind || a->operand_count != b->operand_count)
    return false;
  switch (a->kind) {
  case AFFINE_NODE_ACCESS:
    return a->index == b->index;
  case AFFINE_NODE_OUTSIDE:
    return mlirValueEqual(a->value, b->value);
  case AFFINE_NODE_INDEX:
    return false;
  case AFFINE_NODE_OP:
    break;
  }
  if (memcmp(a->operands, b->operands, (size_t)a->operand_count * sizeof a->operands[0]) ||
      a->name != b->name ||
      !mlirIdentifierEqual(mlirOperationGetName(a->op), mlirOperationGetName(b->op)) ||
      !mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(a->op, 0)),
                     mlirValueGetType(mlirOperationGetResult(b->op, 0))))
    return false;
  intptr_t count = mlirOperationGetNumAttributes(a->op);
  if (count != mlirOperationGetNumAttributes(b->op))
    return false;
  for (intptr_t i = 0; i < count; i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(a->op, i);
    MlirAttribute other = mlirOperationGetAttributeByName(b->op, mlirIdentifierStr(attribute.name));
    if (mlirAttributeIsNull(other) || !mlirAttributeEqual(attribute.attribute, other))
      return false;
  }
  return true;
}

// arith.cmpi predicates by what `select (a pred b), a, b` is.
static const char *const extremes[] = {
    [2] = "arith.minsi", [3] = "arith.minsi", [4] = "arith.maxsi", [5] = "arith.maxsi",
    [6] = "arith.minui", [7] = "arith.minui", [8] = "arith.maxui", [9] = "arith.maxui",
};

static const char *const opposites[] = {
    [2] = "arith.maxsi", [3] = "arith.maxsi", [4] = "arith.minsi", [5] = "arith.minsi",
    [6] = "arith.maxui", [7] = "arith.maxui", [8] = "arith.minui", [9] = "arith.minui",
};

static void find_extreme(const AffineBody *body, AffineNode *node) {
  if (!affine_node_is(node, "arith.select"))
    return;
  const AffineNode *compare = &body->nodes[node->operands[0]];
  MlirType type = mlirValueGetType(mlirOperationGetResult(node->op, 0));
  if (!affine_node_is(compare, "arith.cmpi") || !mlirTypeIsAInteger(type))
    return;
  MlirAttribute predicate = mlirOperationGetAttributeByName(compare->op, ir_string("predicate"));
  int64_t which = mlirIntegerAttrGetValueInt(predicate);
  int a = node->operands[1], b = node->operands[2];
  bool is_straight = compare->operands[0] == a && compare->operands[1] == b;
  bool is_crossed = compare->operands[0] == b && compare->operands[1] == a;
  if (which < 2 || !(is_straight || is_crossed))
    return;
  node->name = is_straight ? extremes[which] : opposites[which];
  node->operands[0] = a;
  node->operands[1] = b;
  node->operand_count = 2;
}

// Recursion: at most AFFINE_MAX_NODES levels, one a node.
static void mark_used(const AffineBody *body, int n, bool *is_used) {
  if (is_used[n])
    return;
  is_used[n] = true;
  for (int i = 0; i < body->nodes[n].operand_count; i++)
    mark_used(body, body->nodes[n].operands[i], is_used);
}

void affine_simplify_body(AffineBody *body) {
  int merged[AFFINE_MAX_NODES], moved[AFFINE_MAX_NODES], kept = 0;
  bool is_used[AFFINE_MAX_NODES] = {false};
  for (int n = 0; n < body->node_count; n++) {
    AffineNode *node = &body->nodes[n];
    for (int i = 0; i < node->operand_count; i++)
      node->operands[i] = merged[node->operands[i]];
    find_extreme(body, node);
    merged[n] = n;
    for (int m = 0; m < n && merged[n] == n; m++)
      if (nodes_equal(&body->nodes[m], node))
        merged[n] = merged[m];
  }
  int root = merged[body->node_count - 1];
  mark_used(body, root, is_used);
  for (int n = 0; n <= root; n++) {
    if (!is_used[n])
      continue;
    AffineNode node = body->nodes[n];
    for (int i = 0; i < node.operand_count; i++)
      node.operands[i] = moved[node.operands[i]];
    moved[n] = kept;
    body->nodes[kept++] = node;
  }
  body->node_count = kept;
}
