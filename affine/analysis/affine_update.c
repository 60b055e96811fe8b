// How a statement updates the element that it stores: as a sum with the element as one term, or by
// another associative op. Such updates may come in any order, but where they are floating point and
// neither the mode of the nest nor the flags of the ops allow another rounding.
#include "affine/affine_program.h"

#include "transforms/combiner.h"

static int node_use_count(const AffineBody *body, int node) {
  int count = node == body->node_count - 1;
  for (int n = 0; n < body->node_count; n++)
    for (int i = 0; i < body->nodes[n].operand_count; i++)
      count += body->nodes[n].operands[i] == node;
  return count;
}

static bool is_additive(const AffineNode *node) {
  return affine_node_is(node, "arith.addf") || affine_node_is(node, "arith.addi") ||
         affine_node_is(node, "arith.subf") || affine_node_is(node, "arith.subi");
}

static bool is_combiner(const AffineNode *node) {
  if (node->kind != AFFINE_NODE_OP)
    return false;
  const CombinerOp *row = node->name ? combiner_find(mlirStringRefCreateFromCString(node->name))
                                     : combiner_of(node->op);
  return row != NULL;
}

// The node of the element that is stored is a term of the sum `node`.
// Recursion: at most AFFINE_MAX_NODES levels, one a node.
static bool is_term(const AffineBody *body, int node, int element) {
  const AffineNode *n = &body->nodes[node];
  if (node == element)
    return true;
  if (!is_additive(n) || node_use_count(body, node) != 1)
    return false;
  bool subtracts = affine_node_is(n, "arith.subf") || affine_node_is(n, "arith.subi");
  return is_term(body, n->operands[0], element) ||
         (!subtracts && is_term(body, n->operands[1], element));
}

// Whether one of the ops between the root and the element forbids another order. An op that takes
// the place of another is one of integers.
static bool op_is_ordered(FpMode fp, const AffineNode *node) {
  return !node->name && !fp_may_reassociate(fp, node->op);
}

// Recursion: at most AFFINE_MAX_NODES levels, one a node.
static bool sum_is_ordered(FpMode fp, const AffineBody *body, int node, int element) {
  const AffineNode *n = &body->nodes[node];
  if (node == element)
    return false;
  int inner = is_term(body, n->operands[0], element) ? 0 : 1;
  return op_is_ordered(fp, n) || sum_is_ordered(fp, body, n->operands[inner], element);
}

bool affine_update_repeats(const AffineStatement *statement, int loop) {
  int64_t trip;
  bool is_once = affine_loop_constant_trip(&statement->loops[loop], &trip) && trip <= 1;
  return !is_once && !affine_access_uses(&statement->accesses[0], loop);
}

void affine_update_find(FpMode fp, AffineStatement *statement) {
  statement->update = AFFINE_UPDATE_NONE;
  statement->update_access = -1;
  statement->is_ordered = false;
  const AffineBody *body = statement->body;
  int root = body->node_count - 1, element = -1;
  for (int n = 0; n < body->node_count; n++) {
    if (body->nodes[n].kind != AFFINE_NODE_ACCESS)
      continue;
    const AffineAccess *read = &statement->accesses[body->nodes[n].index];
    bool is_same = read->array == statement->accesses[0].array;
    for (int d = 0; is_same && d < read->rank; d++)
      is_same = affine_form_equal(&read->index[d], &statement->accesses[0].index[d]);
    if (is_same)
      element = n;
  }
  if (element < 0)
    return;
  statement->update_access = body->nodes[element].index;
  if (node_use_count(body, element) != 1 || root == element)
    return;
  const AffineNode *last = &body->nodes[root];
  if (is_term(body, root, element)) {
    statement->update = AFFINE_UPDATE_ADD;
    statement->is_ordered = sum_is_ordered(fp, body, root, element);
  } else if (is_combiner(last) && (last->operands[0] == element || last->operands[1] == element)) {
    statement->update = AFFINE_UPDATE_COMBINER;
    statement->is_ordered = op_is_ordered(fp, last);
  }
}
