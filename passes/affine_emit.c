// From an AffineProgram back to IR: scf loops, scalar statements, and linalg.generic on views of
// the memrefs for what was raised. Everything is built before the last root; then the roots go.
#include "passes/affine_emitter.h"

#include "mlir-c/BuiltinAttributes.h"
#include "passes/affine_raise.h"
#include "passes/structured_op.h"
#include "transforms/ir.h"
#include <stdio.h>
#include <string.h>

enum {
  STACK_ELEMENTS = 16, // temporaries up to this size live on the stack
  MIN_REUSE = 16,      // of an element that is worth multiplying beforehand
};

// --- index values

static MlirAffineExpr form_expression(Builder *b, const AffineForm *form, const int *dims) {
  MlirAffineExpr sum = mlirAffineConstantExprGet(b->ir.context, form->constant);
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if (form->coefficients[d]) {
      MlirAffineExpr dim = mlirAffineDimExprGet(b->ir.context, dims[d]);
      MlirAffineExpr factor = mlirAffineConstantExprGet(b->ir.context, form->coefficients[d]);
      sum = mlirAffineAddExprGet(sum, mlirAffineMulExprGet(dim, factor));
    }
  return sum;
}

static MlirAffineExpr bound_expression(Builder *b, const AffineBound *bound, const int *dims) {
  MlirAffineExpr value = form_expression(b, &bound->form, dims);
  if (!bound->divisor)
    return value;
  MlirAffineExpr divisor = mlirAffineConstantExprGet(b->ir.context, bound->divisor);
  MlirAffineExpr factor = mlirAffineConstantExprGet(b->ir.context, bound->multiplier);
  MlirAffineExpr quotient =
      mlirAffineCeilDivExprGet(form_expression(b, &bound->dividend, dims), divisor);
  return mlirAffineAddExprGet(value, mlirAffineMulExprGet(quotient, factor));
}

// The extreme of several bounds; `op` is affine.max or affine.min.
static MlirValue bounds_value(Builder *b, const AffineBound *bounds, int count, const char *op) {
  int dims[AFFINE_MAX_DEPTH], dim_count = 0;
  MlirValue values[AFFINE_MAX_DEPTH];
  MlirAffineExpr results[AFFINE_MAX_BOUNDS];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++) {
    bool is_used = false;
    for (int i = 0; i < count; i++)
      is_used |= affine_bound_uses(&bounds[i], d);
    dims[d] = dim_count;
    if (is_used)
      values[dim_count++] = b->ivs[d];
  }
  for (int i = 0; i < count; i++)
    results[i] = bound_expression(b, &bounds[i], dims);
  if (count == 1 && mlirAffineExprIsAConstant(results[0]))
    return ir_index(&b->ir, mlirAffineConstantExprGetValue(results[0]));
  if (count == 1 && mlirAffineExprIsADim(results[0]))
    return values[0];
  MlirAffineMap map = mlirAffineMapGet(b->ir.context, dim_count, 0, count, results);
  return ir_affine(&b->ir, count == 1 ? "affine.apply" : op, map, dim_count, values);
}

MlirValue affine_emit_form(Builder *b, const AffineForm *form) {
  AffineBound bound = affine_bound(*form);
  return bounds_value(b, &bound, 1, "affine.max");
}

// --- statements that stay scalar

void affine_emit_access(Builder *b, const AffineAccess *access, MlirValue *out) {
  out[0] = b->memrefs[access->array];
  for (int d = 0; d < access->rank; d++)
    out[1 + d] = affine_emit_form(b, &access->index[d]);
}

MlirValue affine_emit_load(Builder *b, const AffineAccess *access) {
  MlirValue operands[1 + AFFINE_MAX_RANK];
  affine_emit_access(b, access, operands);
  return ir_value(&b->ir, "memref.load", b->program->arrays[access->array].element,
                  1 + access->rank, operands, 0, NULL);
}

void affine_emit_store(Builder *b, const AffineAccess *access, MlirValue value) {
  MlirValue operands[2 + AFFINE_MAX_RANK] = {value};
  affine_emit_access(b, access, operands + 1);
  ir_op(&b->ir, "memref.store", 0, NULL, 2 + access->rank, operands, 0, NULL);
}

static bool op_is_any(MlirOperation op, const char *const *names, int count) {
  for (int i = 0; i < count; i++)
    if (ir_op_is(op, names[i]))
      return true;
  return false;
}

MlirValue affine_emit_op(Builder *b, const AffineNode *node, MlirType type,
                         const MlirValue *operands, Looseness looseness) {
  static const char *const additive[] = {"arith.addf", "arith.subf"};
  static const char *const fusable[] = {"arith.addf", "arith.subf", "arith.mulf"};
  MlirNamedAttribute attributes[8];
  int count = (int)mlirOperationGetNumAttributes(node->op), kept = 0;
  bool is_loose = looseness != LOOSE_NOT && op_is_any(node->op, fusable, 3);
  for (int i = 0; i < count && i < 8; i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(node->op, i);
    MlirStringRef name = mlirIdentifierStr(attribute.name);
    if (!is_loose || !mlirStringRefEqual(name, ir_string("fastmath")))
      attributes[kept++] = attribute;
  }
  if (is_loose) {
    bool reassociates = looseness == LOOSE_SUM && op_is_any(node->op, additive, 2);
    const char *text =
        reassociates ? "#arith.fastmath<reassoc,contract>" : "#arith.fastmath<contract>";
    attributes[kept++] =
        ir_attribute(&b->ir, "fastmath", mlirAttributeParseGet(b->ir.context, ir_string(text)));
  }
  if (node->name)
    return ir_value(&b->ir, node->name, type, node->operand_count, operands, 0, NULL);
  char name[64];
  MlirStringRef text = mlirIdentifierStr(mlirOperationGetName(node->op));
  snprintf(name, sizeof name, "%.*s", (int)text.length, text.data);
  return ir_value(&b->ir, name, type, node->operand_count, operands, kept, attributes);
}

static MlirType result_type(const AffineNode *node) {
  return mlirValueGetType(mlirOperationGetResult(node->op, 0));
}

static void emit_node(Builder *b, const AffineStatement *s, int n, Looseness looseness,
                      MlirValue *values) {
  const AffineNode *node = &s->body->nodes[n];
  MlirValue operands[4];
  for (int i = 0; i < node->operand_count; i++)
    operands[i] = values[node->operands[i]];
  switch (node->kind) {
  case AFFINE_NODE_ACCESS:
    if (affine_kept_find(b, &s->accesses[node->index], &values[n]))
      break;
    values[n] = affine_emit_load(b, &s->accesses[node->index]);
    affine_kept_loaded(b, s, node->index, values[n]);
    break;
  case AFFINE_NODE_OUTSIDE:
    values[n] = node->value;
    break;
  case AFFINE_NODE_INDEX:
    values[n] = affine_emit_form(b, &s->indices[node->index]);
    break;
  case AFFINE_NODE_OP:
    values[n] = affine_emit_op(b, node, result_type(node), operands, looseness);
    break;
  }
}

static MlirValue guard_value(Builder *b, const AffineStatement *s) {
  MlirValue all = {NULL};
  for (int g = 0; g < s->guard_count; g++) {
    MlirValue holds = ir_compare_index(&b->ir, 5 /* sge */, affine_emit_form(b, &s->guards[g].form),
                                       ir_index(&b->ir, 0));
    all = mlirValueIsNull(all) ? holds : ir_binary(&b->ir, "arith.andi", all, holds);
  }
  return all;
}

void affine_emit_scalar(Builder *b, const AffineStatement *s) {
  MlirValue values[AFFINE_MAX_NODES];
  for (int n = 0; n < s->body->node_count; n++)
    emit_node(b, s, n, s->update == AFFINE_UPDATE_ADD ? LOOSE_SUM : LOOSE_FUSED, values);
  MlirValue result = values[s->body->node_count - 1];
  if (!affine_kept_stored(b, s, result))
    affine_emit_store(b, &s->accesses[0], result);
}

// --- views

// A view of an array: from `base` on, `sizes` elements per dimension; dimensions that are not kept
// have one element and are left out.
typedef struct View {
  AffineForm base[AFFINE_MAX_RANK];
  int64_t sizes[AFFINE_MAX_RANK];
  bool is_kept[AFFINE_MAX_RANK];
} View;

static MlirAttribute integers(Builder *b, int count, const int64_t *values) {
  return mlirDenseI64ArrayGet(b->ir.context, count, values);
}

static bool view_is_whole(const AffineArray *array, const View *view) {
  for (int d = 0; d < array->rank; d++)
    if (!view->is_kept[d] || !affine_form_is_constant(&view->base[d]) || view->base[d].constant ||
        view->sizes[d] != array->shape[d])
      return false;
  return true;
}

static MlirType view_type(MlirType source, int rank, const View *view, const int64_t *offsets) {
  int64_t strides[AFFINE_MAX_RANK], offset, shape[AFFINE_MAX_RANK], kept[AFFINE_MAX_RANK];
  int64_t dynamic = mlirShapedTypeGetDynamicStrideOrOffset();
  int count = 0;
  (void)mlirMemRefTypeGetStridesAndOffset(source, strides, &offset);
  for (int d = 0; d < rank; d++) {
    if (offset != dynamic)
      offset =
          offsets[d] == mlirShapedTypeGetDynamicSize() ? dynamic : offset + offsets[d] * strides[d];
    if (view->is_kept[d]) {
      shape[count] = view->sizes[d];
      kept[count++] = strides[d];
    }
  }
  MlirAttribute layout = mlirStridedLayoutAttrGet(mlirTypeGetContext(source), offset, count, kept);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(source), count, shape, layout,
                           (MlirAttribute){NULL});
}

static MlirValue emit_view(Builder *b, int array, const View *view) {
  const AffineArray *x = &b->program->arrays[array];
  MlirValue memref = b->memrefs[array], operands[1 + AFFINE_MAX_RANK] = {memref};
  int64_t offsets[AFFINE_MAX_RANK], sizes[AFFINE_MAX_RANK], strides[AFFINE_MAX_RANK];
  int dynamic_count = 0;
  if (view_is_whole(x, view))
    return memref;
  for (int d = 0; d < x->rank; d++) {
    sizes[d] = view->sizes[d];
    strides[d] = 1;
    offsets[d] = view->base[d].constant;
    if (affine_form_is_constant(&view->base[d]))
      continue;
    offsets[d] = mlirShapedTypeGetDynamicSize();
    operands[1 + dynamic_count++] = affine_emit_form(b, &view->base[d]);
  }
  int32_t segments[4] = {1, dynamic_count, 0, 0};
  MlirNamedAttribute attributes[4] = {
      ir_attribute(&b->ir, "static_offsets", integers(b, x->rank, offsets)),
      ir_attribute(&b->ir, "static_sizes", integers(b, x->rank, sizes)),
      ir_attribute(&b->ir, "static_strides", integers(b, x->rank, strides)),
      ir_attribute(&b->ir, "operandSegmentSizes", mlirDenseI32ArrayGet(b->ir.context, 4, segments)),
  };
  MlirType type = view_type(mlirValueGetType(memref), x->rank, view, offsets);
  return ir_value(&b->ir, "memref.subview", type, 1 + dynamic_count, operands, 4, attributes);
}

// --- statements that become linalg.generic

typedef struct Raised {
  const AffineStatement *statement;
  int scaled_node; // a factor that is multiplied beforehand, see find_scaled; -1: none
  int scaled_operand;
  int first; // raised loop
  int64_t trips[AFFINE_MAX_DEPTH];
  int operand_count; // inputs, then the output
  MlirValue operands[AFFINE_MAX_ACCESSES];
  MlirAffineMap maps[AFFINE_MAX_ACCESSES];
  int operand_of[AFFINE_MAX_ACCESSES]; // per access, -1: a scalar
  MlirValue scalars[AFFINE_MAX_ACCESSES];
} Raised;

static bool access_is_scalar(const Raised *raised, const AffineAccess *access) {
  for (int d = 0; d < access->rank; d++)
    for (int loop = raised->first; loop < raised->statement->depth; loop++)
      if (access->index[d].coefficients[loop])
        return false;
  return true;
}

static void add_operand(Builder *b, Raised *raised, int a) {
  const AffineStatement *s = raised->statement;
  const AffineAccess *access = &s->accesses[a];
  MlirAffineExpr results[AFFINE_MAX_RANK];
  int dims[AFFINE_MAX_DEPTH], kept = 0;
  View view = {0};
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    dims[d] = d - raised->first;
  for (int d = 0; d < access->rank; d++) {
    AffineForm linear = {0};
    view.base[d] = access->index[d];
    view.sizes[d] = 1;
    for (int loop = s->depth; loop-- > raised->first;) {
      int32_t c = access->index[d].coefficients[loop];
      linear.coefficients[loop] = c;
      view.sizes[d] += c * (raised->trips[loop] - 1);
      view.base[d] = affine_form_substitute(&view.base[d], loop, &s->loops[loop].lower[0].form);
      view.is_kept[d] |= c != 0;
    }
    if (view.is_kept[d])
      results[kept++] = form_expression(b, &linear, dims);
  }
  raised->operand_of[a] = raised->operand_count;
  raised->operands[raised->operand_count] = emit_view(b, access->array, &view);
  raised->maps[raised->operand_count++] =
      mlirAffineMapGet(b->ir.context, s->depth - raised->first, 0, kept, results);
}

static bool node_is_scalar(const Raised *raised, int n) {
  const AffineStatement *s = raised->statement;
  const AffineNode *node = &s->body->nodes[n];
  return node->kind == AFFINE_NODE_OUTSIDE ||
         (node->kind == AFFINE_NODE_OP && ir_op_is(node->op, "arith.constant")) ||
         (node->kind == AFFINE_NODE_ACCESS && node->index != s->update_access &&
          access_is_scalar(raised, &s->accesses[node->index]));
}

static bool node_is_element(const Raised *raised, int n) {
  const AffineStatement *s = raised->statement;
  const AffineNode *node = &s->body->nodes[n];
  return node->kind == AFFINE_NODE_ACCESS && node->index != s->update_access &&
         !access_is_scalar(raised, &s->accesses[node->index]);
}

static int only_user(const AffineBody *body, int n) {
  int user = -1;
  for (int m = 0; m < body->node_count; m++)
    for (int i = 0; i < body->nodes[m].operand_count; i++)
      if (body->nodes[m].operands[i] == n)
        user = user < 0 ? m : body->node_count;
  return user < body->node_count ? user : -1;
}

// In a contraction of (scalar * a) * b the product in parentheses is made once per element of a
// instead of once per point. Its node and the access of a; -1 when there is none.
static int find_scaled(const Raised *raised, int *out_access) {
  const AffineStatement *s = raised->statement;
  const AffineBody *body = s->body;
  for (int n = 0; n < body->node_count; n++) {
    const AffineNode *node = &body->nodes[n];
    if (node->kind != AFFINE_NODE_OP || !ir_op_is(node->op, "arith.mulf"))
      continue;
    int scalar = node_is_scalar(raised, node->operands[0]) ? 0 : 1;
    if (!node_is_scalar(raised, node->operands[scalar]) ||
        !node_is_element(raised, node->operands[1 - scalar]))
      continue;
    int user = only_user(body, n);
    if (only_user(body, node->operands[1 - scalar]) != n)
      continue;
    if (user < 0 || !ir_op_is(body->nodes[user].op, "arith.mulf"))
      continue;
    int other = body->nodes[user].operands[body->nodes[user].operands[0] == n];
    const AffineAccess *access = &s->accesses[body->nodes[node->operands[1 - scalar]].index];
    int64_t reuse = 1;
    for (int loop = raised->first; loop < s->depth; loop++) {
      bool is_used = false;
      for (int d = 0; d < access->rank; d++)
        is_used |= access->index[d].coefficients[loop] != 0;
      reuse *= is_used ? 1 : raised->trips[loop];
    }
    if (reuse < MIN_REUSE || !node_is_element(raised, other))
      continue;
    *out_access = body->nodes[node->operands[1 - scalar]].index;
    return n;
  }
  return -1;
}

// Access `scaled` reads `buffer` in place of its array; -1: none does.
static void collect_operands(Builder *b, Raised *raised, int scaled, MlirValue buffer) {
  const AffineStatement *s = raised->statement;
  for (int a = 1; a < s->access_count; a++) {
    raised->operand_of[a] = -1;
    if (a == s->update_access)
      continue;
    MlirValue *memref = &b->memrefs[s->accesses[a].array], kept = *memref;
    if (a == scaled)
      *memref = buffer;
    if (access_is_scalar(raised, &s->accesses[a]))
      raised->scalars[a] = affine_emit_load(b, &s->accesses[a]);
    else
      add_operand(b, raised, a);
    *memref = kept;
  }
  add_operand(b, raised, 0);
}

static bool has_reduction(const Raised *raised) {
  const AffineStatement *s = raised->statement;
  for (int loop = raised->first; loop < s->depth; loop++) {
    bool is_used = false;
    for (int d = 0; d < s->accesses[0].rank; d++)
      is_used |= s->accesses[0].index[d].coefficients[loop] != 0;
    if (!is_used)
      return true;
  }
  return false;
}

static MlirValue negate(Builder *b, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAFloat(type))
    return ir_unary(&b->ir, "arith.negf", type, value);
  MlirNamedAttribute zero = ir_attribute(&b->ir, "value", mlirIntegerAttrGet(type, 0));
  return ir_binary(&b->ir, "arith.subi",
                   ir_value(&b->ir, "arith.constant", type, 0, NULL, 1, &zero), value);
}

static MlirValue combine(Builder *b, bool adds, MlirValue left, MlirValue right) {
  bool is_float = mlirTypeIsAFloat(mlirValueGetType(left));
  const char *op =
      is_float ? (adds ? "arith.addf" : "arith.subf") : (adds ? "arith.addi" : "arith.subi");
  return ir_binary(&b->ir, op, left, right);
}

// The body of a raised statement while it is built; every node is made when it is first needed.
typedef struct Region {
  const Raised *raised;
  MlirBlock block;
  MlirValue values[AFFINE_MAX_NODES];
  bool holds_element[AFFINE_MAX_NODES]; // see find_holders
} Region;

static MlirValue region_value(Builder *b, Region *region, int n) {
  const Raised *raised = region->raised;
  const AffineStatement *s = raised->statement;
  const AffineNode *node = &s->body->nodes[n];
  if (!mlirValueIsNull(region->values[n]))
    return region->values[n];
  if (n == raised->scaled_node) {
    region->values[n] = mlirBlockGetArgument(region->block, raised->scaled_operand);
  } else if (node->kind != AFFINE_NODE_ACCESS) {
    for (int i = 0; i < node->operand_count; i++)
      (void)region_value(b, region, node->operands[i]);
    emit_node(b, s, n, LOOSE_NOT, region->values);
  } else if (node->index == s->update_access) {
    region->values[n] = mlirBlockGetArgument(region->block, raised->operand_count - 1);
  } else if (raised->operand_of[node->index] < 0) {
    region->values[n] = raised->scalars[node->index];
  } else {
    region->values[n] = mlirBlockGetArgument(region->block, raised->operand_of[node->index]);
  }
  return region->values[n];
}

// A term to be subtracted: the sign goes to the first factor of a product.
static MlirValue negated_term(Builder *b, Region *region, int n) {
  const AffineNode *node = &region->raised->statement->body->nodes[n];
  if (node->kind == AFFINE_NODE_OP && ir_op_is(node->op, "arith.mulf") &&
      n != region->raised->scaled_node)
    return ir_binary(&b->ir, "arith.mulf", negate(b, region_value(b, region, node->operands[0])),
                     region_value(b, region, node->operands[1]));
  return negate(b, region_value(b, region, n));
}

// Marks the nodes that are the stored element or are computed from it.
static void find_holders(const AffineStatement *s, bool *out_holds) {
  for (int n = 0; n < s->body->node_count; n++) {
    const AffineNode *node = &s->body->nodes[n];
    out_holds[n] = node->kind == AFFINE_NODE_ACCESS && node->index == s->update_access;
    for (int i = 0; i < node->operand_count; i++)
      out_holds[n] |= out_holds[node->operands[i]];
  }
}

// Adds up what the sum `n` adds to the stored element; null at the element itself.
static MlirValue contribution(Builder *b, Region *region, int n, bool is_positive, MlirValue sum) {
  const AffineStatement *s = region->raised->statement;
  const AffineNode *node = &s->body->nodes[n];
  if (node->kind == AFFINE_NODE_ACCESS && node->index == s->update_access)
    return sum;
  if (region->holds_element[n]) {
    bool subtracts = ir_op_is(node->op, "arith.subf") || ir_op_is(node->op, "arith.subi");
    sum = contribution(b, region, node->operands[0], is_positive, sum);
    return contribution(b, region, node->operands[1], is_positive != subtracts, sum);
  }
  if (mlirValueIsNull(sum))
    return is_positive ? region_value(b, region, n) : negated_term(b, region, n);
  return combine(b, is_positive, sum, region_value(b, region, n));
}

// A sum over a reduction is written as element + contribution.
static void emit_region(Builder *b, const Raised *raised, MlirBlock block) {
  const AffineStatement *s = raised->statement;
  int root = s->body->node_count - 1;
  Region region = {.raised = raised, .block = block};
  MlirValue result;
  if (s->update == AFFINE_UPDATE_ADD && has_reduction(raised)) {
    find_holders(s, region.holds_element);
    MlirValue sum = contribution(b, &region, root, true, (MlirValue){NULL});
    result = combine(b, true, mlirBlockGetArgument(block, raised->operand_count - 1), sum);
  } else {
    result = region_value(b, &region, root);
  }
  ir_op(&b->ir, "linalg.yield", 0, NULL, 1, &result, 0, NULL);
}

static MlirAttribute iterator_types(Builder *b, const Raised *raised) {
  const AffineStatement *s = raised->statement;
  MlirAttribute types[AFFINE_MAX_DEPTH];
  int count = 0;
  for (int loop = raised->first; loop < s->depth; loop++) {
    bool is_used = false;
    for (int d = 0; d < s->accesses[0].rank; d++)
      is_used |= s->accesses[0].index[d].coefficients[loop] != 0;
    types[count++] = mlirAttributeParseGet(b->ir.context,
                                           ir_string(is_used ? "#linalg.iterator_type<parallel>"
                                                             : "#linalg.iterator_type<reduction>"));
  }
  return mlirArrayAttrGet(b->ir.context, count, types);
}

static Raised raised_start(const AffineStatement *s) {
  Raised raised = {.statement = s, .scaled_node = -1};
  while (!(s->raised >> raised.first & 1))
    raised.first++;
  for (int d = raised.first; d < s->depth; d++)
    (void)affine_loop_constant_trip(&s->loops[d], &raised.trips[d]);
  return raised;
}

// The op on raised->operands, the last of which is the output.
static void emit_generic(Builder *b, const Raised *raised, MlirAttribute iterators,
                         bool is_disjoint, MlirBlock block) {
  MlirAttribute maps[AFFINE_MAX_ACCESSES];
  for (int i = 0; i < raised->operand_count; i++)
    maps[i] = mlirAffineMapAttrGet(raised->maps[i]);
  int32_t segments[2] = {raised->operand_count - 1, 1};
  MlirNamedAttribute attributes[4] = {
      ir_attribute(&b->ir, "indexing_maps",
                   mlirArrayAttrGet(b->ir.context, raised->operand_count, maps)),
      ir_attribute(&b->ir, "iterator_types", iterators),
      ir_attribute(&b->ir, "operandSegmentSizes", mlirDenseI32ArrayGet(b->ir.context, 2, segments)),
      ir_attribute(&b->ir, DISJOINT_ATTRIBUTE, mlirUnitAttrGet(b->ir.context)),
  };
  ir_close_region(&b->ir, "linalg.generic", raised->operand_count, raised->operands,
                  3 + is_disjoint, attributes, block);
}

static MlirBlock open_body(Builder *b, const Raised *raised) {
  MlirType types[AFFINE_MAX_ACCESSES];
  MlirLocation locations[AFFINE_MAX_ACCESSES];
  for (int i = 0; i < raised->operand_count; i++) {
    types[i] = mlirShapedTypeGetElementType(mlirValueGetType(raised->operands[i]));
    locations[i] = raised->statement->location;
  }
  MlirBlock block = mlirBlockCreate(raised->operand_count, types, locations);
  ir_open_region(&b->ir, block);
  return block;
}

// buffer = scalar * source, where node `scaled_node` has the scalar and reads `access`.
static void emit_product(Builder *b, const Raised *raised, int access, MlirValue source,
                         MlirValue buffer) {
  const AffineNode *node = &raised->statement->body->nodes[raised->scaled_node];
  Raised product = {.statement = raised->statement, .operand_count = 2};
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(buffer));
  MlirAttribute types[AFFINE_MAX_RANK];
  MlirValue values[2];
  product.operands[0] = source;
  product.operands[1] = buffer;
  for (int i = 0; i < 2; i++)
    product.maps[i] = mlirAffineMapMultiDimIdentityGet(b->ir.context, rank);
  for (int d = 0; d < rank; d++)
    types[d] = mlirAttributeParseGet(b->ir.context, ir_string("#linalg.iterator_type<parallel>"));
  MlirBlock block = open_body(b, &product);
  for (int i = 0; i < 2; i++) {
    const AffineNode *factor = &raised->statement->body->nodes[node->operands[i]];
    if (factor->kind == AFFINE_NODE_OUTSIDE)
      values[i] = factor->value;
    else if (factor->kind == AFFINE_NODE_OP)
      values[i] = affine_emit_op(b, factor, result_type(factor), NULL, LOOSE_NOT);
    else
      values[i] =
          factor->index == access ? mlirBlockGetArgument(block, 0) : raised->scalars[factor->index];
  }
  MlirValue result = ir_binary(&b->ir, "arith.mulf", values[0], values[1]);
  ir_op(&b->ir, "linalg.yield", 0, NULL, 1, &result, 0, NULL);
  emit_generic(b, &product, mlirArrayAttrGet(b->ir.context, rank, types), false, block);
}

static void emit_raised(Builder *b, const AffineStatement *s, const Scaled *scaled) {
  Raised raised = raised_start(s);
  int access = -1;
  if (!mlirValueIsNull(scaled->buffer))
    raised.scaled_node = find_scaled(&raised, &access);
  collect_operands(b, &raised, scaled->is_whole ? access : -1, scaled->buffer);
  if (access >= 0) {
    raised.scaled_operand = raised.operand_of[access];
    MlirValue *operand = &raised.operands[raised.scaled_operand];
    if (!scaled->is_whole) {
      emit_product(b, &raised, access, *operand, scaled->buffer);
      *operand = scaled->buffer;
    }
  }
  MlirBlock block = open_body(b, &raised);
  emit_region(b, &raised, block);
  emit_generic(b, &raised, iterator_types(b, &raised), affine_statement_reads_stored(s), block);
}

// --- loops

static void emit_range(Builder *b, int from, int to, int level);

static void emit_leaf(Builder *b, int index) {
  const AffineStatement *s = b->program->statements[index];
  b->ir.location = s->location;
  MlirValue guard = guard_value(b, s);
  MlirOperation condition = {NULL};
  if (!mlirValueIsNull(guard))
    condition = ir_open_if(&b->ir, guard, 0, NULL);
  if (s->raised)
    emit_raised(b, s, &b->scaled[index]);
  else if (s->lanes)
    affine_emit_lanes(b, s);
  else
    affine_emit_scalar(b, s);
  if (!mlirValueIsNull(guard)) {
    ir_else(&b->ir, condition, 0, NULL);
    ir_close_if(&b->ir, condition, 0, NULL, NULL);
  }
}

static void emit_parallel(Builder *b, int from, int to, int level, MlirValue low, MlirValue high) {
  MlirType index = mlirIndexTypeGet(b->ir.context);
  MlirBlock block = mlirBlockCreate(1, &index, &b->ir.location);
  MlirValue operands[3] = {low, high, ir_index(&b->ir, 1)};
  int32_t segments[4] = {1, 1, 1, 0};
  MlirNamedAttribute attribute =
      ir_attribute(&b->ir, "operandSegmentSizes", mlirDenseI32ArrayGet(b->ir.context, 4, segments));
  b->ivs[level] = mlirBlockGetArgument(block, 0);
  ir_open_region(&b->ir, block);
  emit_range(b, from, to, level + 1);
  ir_op(&b->ir, "scf.reduce", 0, NULL, 0, NULL, 0, NULL);
  ir_close_region(&b->ir, "scf.parallel", 3, operands, 1, &attribute, block);
}

static void emit_loop(Builder *b, int from, int to, int level) {
  const AffineStatement *s = b->program->statements[from];
  const AffineLoop *loop = &s->loops[level];
  b->ir.location = s->location;
  MlirValue low = bounds_value(b, loop->lower, loop->lower_count, "affine.max");
  if (s->lanes >> level & 1) { // all at once
    b->ivs[level] = low;
    emit_range(b, from, to, level + 1);
    return;
  }
  MlirValue high = bounds_value(b, loop->upper, loop->upper_count, "affine.min");
  if (s->parallel >> level & 1) {
    emit_parallel(b, from, to, level, low, high);
    return;
  }
  Kept kept;
  affine_kept_start(b, &kept, from, to, level, low);
  b->ivs[level] = ir_open_for(&b->ir, low, high, ir_index(&b->ir, 1), kept.carried, kept.values);
  affine_kept_enter(&kept);
  emit_range(b, from, to, level + 1);
  affine_kept_leave(b, &kept);
  ir_close_for(&b->ir, kept.carried, kept.values);
  affine_kept_finish(b, &kept);
}

static void emit_range(Builder *b, int from, int to, int level) {
  while (from < to) {
    AffineStatement *const *all = b->program->statements;
    int end = affine_loop_end(all, from, to, level);
    if (end == from) {
      emit_leaf(b, from++);
      continue;
    }
    emit_loop(b, from, end, level);
    from = end;
  }
}

// --- temporaries

static bool array_is_used(const AffineProgram *program, int array) {
  for (int i = 0; i < program->statement_count; i++)
    for (int a = 0; a < program->statements[i]->access_count; a++)
      if (program->statements[i]->accesses[a].array == array)
        return true;
  return false;
}

static bool array_is_on_stack(const Builder *b, const AffineArray *array) {
  return b->has_stack && affine_array_elements(array) <= STACK_ELEMENTS;
}

static MlirValue emit_buffer(Builder *b, MlirType type, bool is_on_stack) {
  int32_t segments[2] = {0, 0};
  MlirType i64 = mlirIntegerTypeGet(b->ir.context, 64);
  MlirNamedAttribute attributes[2] = {
      ir_attribute(&b->ir, "operandSegmentSizes", mlirDenseI32ArrayGet(b->ir.context, 2, segments)),
      ir_attribute(&b->ir, "alignment", mlirIntegerAttrGet(i64, 64)),
  };
  return ir_value(&b->ir, is_on_stack ? "memref.alloca" : "memref.alloc", type, 0, NULL, 2,
                  attributes);
}

static void allocate(Builder *b, int array) {
  const AffineArray *x = &b->program->arrays[array];
  b->memrefs[array] = x->memref;
  if (!mlirValueIsNull(x->memref) || !array_is_used(b->program, array))
    return;
  MlirType type = mlirMemRefTypeContiguousGet(x->element, x->rank, x->shape, (MlirAttribute){NULL});
  b->memrefs[array] = emit_buffer(b, type, array_is_on_stack(b, x));
}

// Whether the nest leaves the array alone.
static bool array_is_constant(const AffineProgram *program, int array) {
  for (int i = 0; i < program->statement_count; i++)
    if (program->statements[i]->accesses[0].array == array)
      return false;
  return !mlirValueIsNull(program->arrays[array].memref);
}

// The same product of a whole array, made for an earlier statement; or null.
static MlirValue find_whole(const Builder *b, int index, const AffineStatement *s, int array,
                            int node) {
  for (int i = 0; i < index; i++) {
    const AffineStatement *other = b->program->statements[i];
    int access;
    if (!b->scaled[i].is_whole || other->body != s->body)
      continue;
    Raised raised = raised_start(other);
    if (find_scaled(&raised, &access) == node && other->accesses[access].array == array)
      return b->scaled[i].buffer;
  }
  return (MlirValue){NULL};
}

// Buffers of the factors that are multiplied beforehand: the whole array before the nest when it
// does not change inside, else what one op reads right before it.
static void allocate_scaled(Builder *b, int index) {
  const AffineStatement *s = b->program->statements[index];
  int64_t shape[AFFINE_MAX_RANK];
  int access = 0, rank = 0;
  if (!s->raised || s->update != AFFINE_UPDATE_ADD)
    return;
  Raised raised = raised_start(s);
  raised.scaled_node = has_reduction(&raised) ? find_scaled(&raised, &access) : -1;
  if (raised.scaled_node < 0)
    return;
  const AffineAccess *factor = &s->accesses[access];
  const AffineArray *array = &b->program->arrays[factor->array];
  const AffineNode *node = &s->body->nodes[raised.scaled_node];
  Scaled *scaled = &b->scaled[index];
  scaled->is_whole = array_is_constant(b->program, factor->array);
  for (int i = 0; i < 2; i++)
    if (s->body->nodes[node->operands[i]].kind == AFFINE_NODE_ACCESS &&
        s->body->nodes[node->operands[i]].index != access)
      scaled->is_whole = false; // the scalar is an element, which may change
  if (scaled->is_whole) {
    scaled->buffer = find_whole(b, index, s, factor->array, raised.scaled_node);
    if (!mlirValueIsNull(scaled->buffer))
      return;
    scaled->is_owned = true;
    MlirType type = mlirMemRefTypeContiguousGet(array->element, array->rank, array->shape,
                                                (MlirAttribute){NULL});
    scaled->buffer = emit_buffer(b, type, false);
    emit_product(b, &raised, access, array->memref, scaled->buffer);
    return;
  }
  if (s->parallel)
    return; // iterations would share the buffer
  for (int d = 0; d < factor->rank; d++) {
    int64_t size = 1;
    for (int loop = raised.first; loop < s->depth; loop++)
      size += factor->index[d].coefficients[loop] * (raised.trips[loop] - 1);
    if (size > 1)
      shape[rank++] = size;
  }
  MlirType type = mlirMemRefTypeContiguousGet(array->element, rank, shape, (MlirAttribute){NULL});
  scaled->is_owned = true;
  scaled->buffer = emit_buffer(b, type, false);
}

// What the scalar of a carried value holds takes the place of the result of the root.
static void replace_result(Builder *b, int array) {
  AffineAccess scalar = {.array = array};
  mlirValueReplaceAllUsesOfWith(b->program->arrays[array].result, affine_emit_load(b, &scalar));
}

static void release(Builder *b, int array) {
  const AffineArray *x = &b->program->arrays[array];
  if (!mlirValueIsNull(x->memref) || mlirValueIsNull(b->memrefs[array]))
    return;
  if (!mlirValueIsNull(x->result))
    replace_result(b, array);
  if (x->origin >= 0) {
    View view = {0};
    for (int d = 0; d < x->rank; d++) {
      bool is_last = d < x->expanded;
      view.base[d] = affine_form_constant(is_last ? x->shape[d] - 1 : 0);
      view.sizes[d] = is_last ? 1 : x->shape[d];
      view.is_kept[d] = !is_last;
    }
    MlirValue operands[2] = {emit_view(b, array, &view), b->program->arrays[x->origin].memref};
    ir_op(&b->ir, "memref.copy", 0, NULL, 2, operands, 0, NULL);
  }
  if (!array_is_on_stack(b, x))
    ir_op(&b->ir, "memref.dealloc", 0, NULL, 1, &b->memrefs[array], 0, NULL);
}

// Values from outside may have been replaced since the program was read.
static void refresh_values(AffineProgram *program) {
  for (int i = 0; i < program->body_count; i++)
    for (int n = 0; n < program->bodies[i]->node_count; n++) {
      AffineNode *node = &program->bodies[i]->nodes[n];
      if (node->kind == AFFINE_NODE_OUTSIDE)
        node->value = mlirOperationGetOperand(node->op, node->index);
    }
}

Status affine_program_emit(AffineProgram *program) {
  MlirOperation last = program->roots[program->root_count - 1];
  MlirBlock block = mlirOperationGetBlock(last);
  MlirBlock first = mlirRegionGetFirstBlock(mlirBlockGetParentRegion(block));
  // Other blocks of a function may run many times, and the stack would grow each time.
  Builder b = {.program = program, .has_stack = mlirBlockEqual(block, first)};
  refresh_values(program);
  ir_start(&b.ir, last, mlirOperationGetLocation(program->roots[0]));
  for (int a = 0; a < program->array_count; a++)
    allocate(&b, a);
  for (int i = 0; i < program->statement_count; i++)
    allocate_scaled(&b, i);
  emit_range(&b, 0, program->statement_count, 0);
  for (int a = 0; a < program->array_count; a++)
    release(&b, a);
  for (int i = 0; i < program->statement_count; i++)
    if (b.scaled[i].is_owned)
      ir_op(&b.ir, "memref.dealloc", 0, NULL, 1, &b.scaled[i].buffer, 0, NULL);
  ir_finish(&b.ir);
  for (int i = 0; i < program->root_count; i++)
    mlirOperationDestroy(program->roots[i]);
  return STATUS_OK;
}
