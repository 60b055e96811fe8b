// Premultiplied factors: in a contraction the product of a scalar and an element is made once per
// element instead of once per point, with the same rounding.
//
//   for i, j, k: C[i,j] += (alpha * A[i,k]) * B[k,j]
//     becomes
//   for i, k: T[i,k] = alpha * A[i,k];  for i, j, k: C[i,j] += T[i,k] * B[k,j]
//
// T is of the whole array and made before the nest when the array does not change inside; else it
// is of what one op reads, and made right before it.
#include "affine/affine_costs.h"
#include "affine/emit/affine_raised.h"

// --- which product

static bool node_is_scalar(const RaisedStatement *raised, int n) {
  const AffineStatement *statement = raised->statement;
  const AffineNode *node = &statement->body->nodes[n];
  return node->kind == AFFINE_NODE_OUTSIDE ||
         (node->kind == AFFINE_NODE_OP && ir_op_is(node->op, "arith.constant")) ||
         (node->kind == AFFINE_NODE_ACCESS && node->index != statement->update_access &&
          affine_raised_is_scalar(raised, &statement->accesses[node->index]));
}

static bool node_is_element(const RaisedStatement *raised, int n) {
  const AffineStatement *statement = raised->statement;
  const AffineNode *node = &statement->body->nodes[n];
  return node->kind == AFFINE_NODE_ACCESS && node->index != statement->update_access &&
         !affine_raised_is_scalar(raised, &statement->accesses[node->index]);
}

static int only_user(const AffineBody *body, int n) {
  int user = -1;
  for (int m = 0; m < body->node_count; m++)
    for (int i = 0; i < body->nodes[m].operand_count; i++)
      if (body->nodes[m].operands[i] == n)
        user = user < 0 ? m : body->node_count;
  return user < body->node_count ? user : -1;
}

// The element that node n multiplies with a scalar, when nobody else uses it, or -1.
static int scaled_element(const RaisedStatement *raised, int n) {
  const AffineBody *body = raised->statement->body;
  const AffineNode *node = &body->nodes[n];
  if (node->kind != AFFINE_NODE_OP || !ir_op_is(node->op, "arith.mulf"))
    return -1;
  int scalar = node_is_scalar(raised, node->operands[0]) ? 0 : 1;
  int element = node->operands[1 - scalar];
  if (!node_is_scalar(raised, node->operands[scalar]) || !node_is_element(raised, element) ||
      only_user(body, element) != n)
    return -1;
  return element;
}

// Whether node n is a factor of another element, and of nothing else.
static bool multiplies_element(const RaisedStatement *raised, int n) {
  const AffineBody *body = raised->statement->body;
  int user = only_user(body, n);
  if (user < 0 || !ir_op_is(body->nodes[user].op, "arith.mulf"))
    return false;
  return node_is_element(raised, body->nodes[user].operands[body->nodes[user].operands[0] == n]);
}

// How often the op reads an element.
static int64_t reuse(const RaisedStatement *raised, const AffineAccess *access) {
  int64_t count = 1;
  for (int loop = raised->first; loop < raised->statement->depth; loop++)
    count *=
        affine_access_uses(access, loop) ? 1 : affine_loop_trip_estimate(raised->statement, loop);
  return count;
}

int affine_emit_factor_find(const RaisedStatement *raised, int *out_access) {
  const AffineStatement *statement = raised->statement;
  for (int n = 0; n < statement->body->node_count; n++) {
    int element = scaled_element(raised, n);
    if (element < 0 || !multiplies_element(raised, n))
      continue;
    int access = statement->body->nodes[element].index;
    if ((double)reuse(raised, &statement->accesses[access]) < FACTOR_MIN_REUSE)
      continue;
    *out_access = access;
    return n;
  }
  return -1;
}

// --- the product

static MlirValue operand_value(Emitter *emitter, const RaisedStatement *raised, int n, int access,
                               MlirValue element) {
  const AffineNode *factor = &raised->statement->body->nodes[n];
  if (factor->kind == AFFINE_NODE_OUTSIDE)
    return factor->value;
  if (factor->kind == AFFINE_NODE_OP)
    return affine_emit_scalar_op(emitter, factor,
                                 mlirValueGetType(mlirOperationGetResult(factor->op, 0)), NULL,
                                 FAST_MATH_OWN);
  return factor->index == access ? element : raised->scalars[factor->index];
}

void affine_emit_factor_product(Emitter *emitter, const RaisedStatement *raised, int access,
                                MlirValue source, MlirValue buffer) {
  const AffineNode *node = &raised->statement->body->nodes[raised->factor_node];
  RaisedStatement product = {.statement = raised->statement, .operand_count = 2};
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(buffer));
  MlirAttribute types[AFFINE_MAX_RANK];
  MlirValue values[2];
  product.operands[0] = source;
  product.operands[1] = buffer;
  for (int i = 0; i < 2; i++)
    product.maps[i] = mlirAffineMapMultiDimIdentityGet(emitter->ir.context, rank);
  for (int d = 0; d < rank; d++)
    types[d] = affine_emit_generic_iterator(emitter, true);
  MlirBlock block = affine_emit_generic_open(emitter, &product);
  for (int i = 0; i < 2; i++)
    values[i] =
        operand_value(emitter, raised, node->operands[i], access, mlirBlockGetArgument(block, 0));
  MlirValue result = ir_binary(&emitter->ir, "arith.mulf", values[0], values[1]);
  affine_emit_generic_close(emitter, &product, mlirArrayAttrGet(emitter->ir.context, rank, types),
                            false, result, block);
}

// --- buffers

// Whether the nest leaves the array alone.
static bool array_is_constant(const AffineProgram *program, int array) {
  for (int i = 0; i < program->statement_count; i++)
    if (program->statements[i]->accesses[0].array == array)
      return false;
  return !mlirValueIsNull(program->arrays[array].memref);
}

// Whether the product of the whole array may be made before the nest: neither it nor the scalar,
// where that is an element, changes inside.
static bool can_be_whole(Emitter *emitter, const RaisedStatement *raised, int access) {
  const AffineStatement *statement = raised->statement;
  const AffineNode *product = &statement->body->nodes[raised->factor_node];
  for (int i = 0; i < 2; i++) {
    const AffineNode *factor = &statement->body->nodes[product->operands[i]];
    if (factor->kind == AFFINE_NODE_ACCESS && factor->index != access)
      return false;
  }
  return array_is_constant(emitter->program, statement->accesses[access].array);
}

// The same product of a whole array, made for an earlier statement; or null.
static MlirValue find_whole(const Emitter *emitter, int index, const AffineStatement *statement,
                            int array, int node) {
  for (int i = 0; i < index; i++) {
    const AffineStatement *other = emitter->program->statements[i];
    int access;
    if (!emitter->factors[i].is_whole || other->body != statement->body)
      continue;
    RaisedStatement raised = affine_raised_start(other);
    if (affine_emit_factor_find(&raised, &access) == node && other->accesses[access].array == array)
      return emitter->factors[i].buffer;
  }
  return (MlirValue){NULL};
}

static void allocate_whole(Emitter *emitter, int index, const RaisedStatement *raised, int access) {
  const AffineStatement *statement = raised->statement;
  int source = statement->accesses[access].array;
  const AffineArray *array = &emitter->program->arrays[source];
  PremultipliedFactor *factor = &emitter->factors[index];
  factor->is_whole = true;
  factor->buffer = find_whole(emitter, index, statement, source, raised->factor_node);
  if (!mlirValueIsNull(factor->buffer))
    return;
  factor->is_owned = true;
  factor->buffer = affine_emit_buffers_like(emitter, array);
  affine_emit_factor_product(emitter, raised, access, array->memref, factor->buffer);
}

static void allocate_part(Emitter *emitter, int index, const RaisedStatement *raised, int access) {
  const AffineStatement *statement = raised->statement;
  const AffineAccess *source = &statement->accesses[access];
  int64_t shape[AFFINE_MAX_RANK];
  int rank = 0;
  for (int d = 0; d < source->rank; d++) {
    AffineForm size = affine_raised_span(raised, &source->index[d]);
    if (!affine_form_is_constant(&size))
      return;
    if (size.constant > 1)
      shape[rank++] = size.constant;
  }
  MlirType element = emitter->program->arrays[source->array].element;
  MlirType type = mlirMemRefTypeContiguousGet(element, rank, shape, (MlirAttribute){NULL});
  emitter->factors[index].is_owned = true;
  emitter->factors[index].buffer = affine_emit_buffers_new(emitter, type, false);
}

static void allocate(Emitter *emitter, int index) {
  const AffineStatement *statement = emitter->program->statements[index];
  int access = 0;
  if (!statement->raised || statement->update != AFFINE_UPDATE_ADD)
    return;
  RaisedStatement raised = affine_raised_start(statement);
  if (affine_raised_has_reduction(&raised))
    raised.factor_node = affine_emit_factor_find(&raised, &access);
  if (raised.factor_node < 0)
    return;
  if (can_be_whole(emitter, &raised, access))
    allocate_whole(emitter, index, &raised, access);
  else if (!statement->parallel) // else iterations would share the buffer
    allocate_part(emitter, index, &raised, access);
}

void affine_emit_factor_allocate(Emitter *emitter) {
  for (int i = 0; i < emitter->program->statement_count; i++)
    allocate(emitter, i);
}

void affine_emit_factor_release(Emitter *emitter) {
  for (int i = 0; i < emitter->program->statement_count; i++)
    if (emitter->factors[i].is_owned)
      ir_op(&emitter->ir, "memref.dealloc", 0, NULL, 1, &emitter->factors[i].buffer, 0, NULL);
}
