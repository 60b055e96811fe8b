// An element that collects several products at once collects them one after the other: each is a
// contraction, the sum of them is none.
//
//   for i, j, k                                   for i, j, k
//     C[i][j] += A[i][k] * B[j][k]                  C[i][j] += A[i][k] * B[j][k]
//              + B[i][k] * A[j][k]                  C[i][j] += B[i][k] * A[j][k]
//
// The terms come in another order then, so sums that must keep theirs stay as they are.
#include "affine/schedule/affine_transformations.h"

enum { MAX_TERMS = 4 };

typedef struct Terms {
  const AffineStatement *statement;
  int count, nodes[MAX_TERMS];
  bool is_sum; // of products by additions alone
} Terms;

static bool is_sum_op(const AffineNode *node) {
  return affine_node_is(node, "arith.addf") || affine_node_is(node, "arith.addi");
}

static bool is_product_op(const AffineNode *node) {
  return affine_node_is(node, "arith.mulf") || affine_node_is(node, "arith.muli");
}

static bool is_broadcast(const AffineStatement *statement, const AffineAccess *access) {
  for (int d = 0; d < statement->depth; d++)
    if (access->rank && affine_access_uses(&statement->accesses[0], d) &&
        !affine_access_uses(access, d))
      return true;
  return false;
}

// Whether two elements below node n, or one in two places, are the same along some loop of the
// stored element.
static bool has_broadcasts(const AffineStatement *statement, int n) {
  int counts[AFFINE_MAX_NODES]; // up to 2
  for (int m = 0; m <= n; m++) {
    const AffineNode *node = &statement->body->nodes[m];
    counts[m] = node->kind == AFFINE_NODE_ACCESS &&
                is_broadcast(statement, &statement->accesses[node->index]);
    for (int i = 0; i < node->operand_count; i++)
      counts[m] += counts[node->operands[i]];
    counts[m] = counts[m] > 2 ? 2 : counts[m];
  }
  return counts[n] == 2;
}

// Recursion: at most AFFINE_MAX_NODES levels, one a node.
static void find_terms(Terms *terms, int n) {
  const AffineStatement *statement = terms->statement;
  const AffineNode *node = &statement->body->nodes[n];
  if (!terms->is_sum ||
      (node->kind == AFFINE_NODE_ACCESS && node->index == statement->update_access))
    return;
  if (is_sum_op(node)) {
    find_terms(terms, node->operands[0]);
    find_terms(terms, node->operands[1]);
    return;
  }
  terms->is_sum = is_product_op(node) && terms->count < MAX_TERMS && has_broadcasts(statement, n);
  if (terms->is_sum)
    terms->nodes[terms->count++] = n;
}

static bool has_sum_loop(const AffineStatement *statement) {
  int used = 0;
  for (int d = 0; d < statement->depth; d++)
    used += affine_access_uses(&statement->accesses[0], d);
  return used >= 2 && used < statement->depth;
}

static bool is_splittable(const AffineStatement *statement, Terms *out) {
  *out = (Terms){.statement = statement, .is_sum = true};
  if (statement->update != AFFINE_UPDATE_ADD || statement->is_ordered || !has_sum_loop(statement) ||
      affine_statement_reads_stored(statement))
    return false;
  if (!is_sum_op(&statement->body->nodes[statement->body->node_count - 1]))
    return false;
  find_terms(out, statement->body->node_count - 1);
  return out->is_sum && out->count > 1;
}

// --- one statement per term

typedef struct Part {
  Pool *pool;
  const AffineStatement *source;
  AffineStatement *statement;
  AffineBody *body;
} Part;

// Recursion: at most AFFINE_MAX_NODES levels, one a node.
static int copy_node(Part *part, int n) {
  AffineNode node = part->source->body->nodes[n];
  for (int i = 0; i < node.operand_count; i++)
    node.operands[i] = copy_node(part, node.operands[i]);
  if (node.kind == AFFINE_NODE_ACCESS) {
    AffineStatement *statement = part->statement;
    node.index =
        affine_statement_add_access(part->pool, statement, &part->source->accesses[node.index]);
  }
  part->body->nodes[part->body->node_count] = node;
  return part->body->node_count++;
}

static int find_element(const AffineStatement *statement) {
  int n = 0;
  while (statement->body->nodes[n].kind != AFFINE_NODE_ACCESS ||
         statement->body->nodes[n].index != statement->update_access)
    n++;
  return n;
}

static AffineStatement *create_part(AffineProgram *program, const Terms *terms, int term) {
  const AffineStatement *source = terms->statement;
  AffineBody *body = affine_program_add_body(program);
  Part part = {program->pool, source, affine_statement_copy(program->pool, source), body};
  part.statement->access_count = 0;
  part.statement->accesses = NULL;
  affine_statement_add_access(program->pool, part.statement, &source->accesses[0]);
  part.statement->body = body;
  part.statement->sum = source->id + 1;
  AffineNode sum = source->body->nodes[source->body->node_count - 1];
  sum.operands[0] = copy_node(&part, find_element(source));
  sum.operands[1] = copy_node(&part, terms->nodes[term]);
  body->nodes[body->node_count++] = sum;
  part.statement->position[source->depth] += term;
  affine_update_find(program->fp, part.statement);
  return part.statement;
}

// What a term needs must fit even though nothing of it is shared any more.
static bool terms_fit(const Terms *terms) {
  enum { MAX_NODES = 21 }; // a guard: what is shared is copied, once per way to it
  const AffineBody *body = terms->statement->body;
  int counts[AFFINE_MAX_NODES]; // of nodes below, up to one more than fit
  for (int n = 0; n < body->node_count; n++) {
    counts[n] = 1;
    for (int i = 0; i < body->nodes[n].operand_count; i++)
      counts[n] += counts[body->nodes[n].operands[i]];
    counts[n] = counts[n] > MAX_NODES ? MAX_NODES + 1 : counts[n];
  }
  for (int t = 0; t < terms->count; t++)
    if (counts[terms->nodes[t]] > MAX_NODES)
      return false;
  return true;
}

void affine_terms_separate(AffineProgram *program) {
  for (int i = 0; i < program->statement_count; i++)
    for (int d = 0; d <= program->statements[i]->depth; d++)
      program->statements[i]->position[d] *= MAX_TERMS; // room for the parts
  AffineList before = {.count = program->statement_count, .items = program->statements};
  program->statement_count = 0;
  program->statements = NULL;
  for (int i = 0; i < before.count; i++) {
    Terms terms;
    bool is_split = is_splittable(before.items[i], &terms) && terms_fit(&terms);
    if (!is_split)
      affine_program_append(program, before.items[i]);
    for (int t = 0; is_split && t < terms.count; t++)
      affine_program_append(program, create_part(program, &terms, t));
  }
}
