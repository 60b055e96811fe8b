// Reading a nest of affine loops into an AffineProgram. One statement per store, which computes
// all that it stores from elements, so a value that is loaded in one place and used in another
// counts as loaded where it is used. Where a store that may change it lies between, it is kept in
// a scalar of its own instead. Values that loops carry become such scalars too; those of the
// outermost loop are seen by others behind the nest. A computed value that was stored already is
// read from its element.
#include "passes/affine_program.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IntegerSet.h"
#include "passes/aliasing.h"
#include "passes/structured_op.h"
#include <stdlib.h>
#include <string.h>

enum { READ_MAX_OPS = 2048, READ_MAX_SCALARS = 32 };

// An op of the nest in textual order; `end` is the number after the last op inside it.
typedef struct Event {
  MlirOperation op;
  int end;
  int written; // array, or -1
} Event;

// A scalar array that holds an SSA value: what a loop carries, or a value that must not move.
typedef struct Scalar {
  MlirValue value;
  int array;
  int since; // event from which on it holds the value
} Scalar;

typedef struct Reader {
  AffineProgram *program;
  int event_count;
  Event *events; // owned
  int scalar_count;
  Scalar scalars[READ_MAX_SCALARS];
  int kept_count; // values that get a scalar where they are made
  MlirValue kept[READ_MAX_SCALARS];
  bool must_restart;
  // The place that is being read.
  int depth;
  MlirValue ivs[AFFINE_MAX_DEPTH];
  AffineForm iv_forms[AFFINE_MAX_DEPTH];
  AffineLoop loops[AFFINE_MAX_DEPTH];
  int position[AFFINE_MAX_DEPTH + 1];
  int guard_count;
  AffineGuard guards[AFFINE_MAX_GUARDS];
} Reader;

static bool op_is_load(MlirOperation op) {
  return op_is_named(op, "affine.load") || op_is_named(op, "memref.load");
}

static bool op_is_store(MlirOperation op) {
  return op_is_named(op, "affine.store") || op_is_named(op, "memref.store");
}

static bool op_is_pure_scalar(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool is_known =
      name.length > 5 && (!memcmp(name.data, "arith.", 6) || !memcmp(name.data, "math.", 5));
  return is_known && mlirOperationGetNumResults(op) == 1 && mlirOperationGetNumRegions(op) == 0 &&
         mlirOperationGetNumOperands(op) <= 4;
}

static MlirBlock region_block(MlirOperation op, int region) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
}

// --- forms

static Status value_form(const Reader *r, MlirValue value, AffineForm *out_form);

static Status fail_large(void) {
  return status_fail(STATUS_UNSUPPORTED,
                     "a subscript, bound or condition with numbers of more than 32 bits");
}

// Adds factor * other.
static Status form_add(AffineForm *form, const AffineForm *other, int64_t factor) {
  return affine_form_accumulate(form, other, factor) ? STATUS_OK : fail_large();
}

// Whether integers of this type hold all values of the form.
static bool type_holds(const Reader *r, MlirType type, const AffineForm *form) {
  return !mlirTypeIsAInteger(type) ||
         affine_form_fits(r->loops, r->depth, form, (int)mlirIntegerTypeGetWidth(type));
}

// Adds factor * expr, whose dimensions and symbols are `operands`.
static Status expression_form(const Reader *r, MlirAffineExpr expr, int dim_count,
                              const MlirValue *operands, int64_t factor, AffineForm *form) {
  Status status = STATUS_OK;
  if (mlirAffineExprIsAConstant(expr)) {
    AffineForm one = affine_form_constant(1);
    int64_t constant = mlirAffineConstantExprGetValue(expr);
    return affine_is_large(constant) ? fail_large() : form_add(form, &one, factor * constant);
  }
  if (mlirAffineExprIsADim(expr) || mlirAffineExprIsASymbol(expr)) {
    bool is_dim = mlirAffineExprIsADim(expr);
    intptr_t i = is_dim ? mlirAffineDimExprGetPosition(expr)
                        : dim_count + mlirAffineSymbolExprGetPosition(expr);
    AffineForm operand;
    TRY(value_form(r, operands[i], &operand));
    return form_add(form, &operand, factor);
  }
  if (mlirAffineExprIsAAdd(expr)) {
    TRY(expression_form(r, mlirAffineBinaryOpExprGetLHS(expr), dim_count, operands, factor, form));
    TRY(expression_form(r, mlirAffineBinaryOpExprGetRHS(expr), dim_count, operands, factor, form));
    return STATUS_OK;
  }
  if (mlirAffineExprIsAMul(expr)) {
    MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expr);
    MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(expr);
    if (mlirAffineExprIsAConstant(left)) {
      MlirAffineExpr swap = left;
      left = right;
      right = swap;
    }
    if (mlirAffineExprIsAConstant(right)) {
      int64_t constant = mlirAffineConstantExprGetValue(right);
      if (affine_is_large(constant) || affine_is_large(factor * constant))
        return fail_large();
      return expression_form(r, left, dim_count, operands, factor * constant, form);
    }
  }
  status = status_fail(STATUS_UNSUPPORTED, "a subscript or bound is not linear in the loops");
cleanup:
  return status;
}

static Status map_form(const Reader *r, MlirAffineMap map, int result, const MlirValue *operands,
                       AffineForm *out_form) {
  *out_form = affine_form_constant(0);
  return expression_form(r, mlirAffineMapGetResult(map, result), (int)mlirAffineMapGetNumDims(map),
                         operands, 1, out_form);
}

static void get_operands(MlirOperation op, int first, int count, MlirValue *out_operands) {
  for (int i = 0; i < count; i++)
    out_operands[i] = mlirOperationGetOperand(op, first + i);
}

static Status arithmetic_form(const Reader *r, MlirOperation op, AffineForm *out_form) {
  Status status = STATUS_OK;
  AffineForm left, right;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  bool is_cast = op_is_named(op, "arith.index_cast");
  *out_form = affine_form_constant(0);
  TRY(value_form(r, mlirOperationGetOperand(op, 0), &left));
  if (!is_cast)
    TRY(value_form(r, mlirOperationGetOperand(op, 1), &right));
  if (op_is_named(op, "arith.muli")) {
    if (!affine_form_is_constant(&right)) {
      AffineForm swap = left;
      left = right;
      right = swap;
    }
    if (!affine_form_is_constant(&right))
      return status_fail(STATUS_UNSUPPORTED, "a subscript or bound is not linear in the loops");
    TRY(form_add(out_form, &left, right.constant));
  } else {
    *out_form = left;
    if (!is_cast)
      TRY(form_add(out_form, &right, op_is_named(op, "arith.subi") ? -1 : 1));
  }
  if (!type_holds(r, type, out_form))
    status = status_fail(STATUS_UNSUPPORTED, "a subscript wraps around in a narrow type");
cleanup:
  return status;
}

static Status value_form(const Reader *r, MlirValue value, AffineForm *out_form) {
  for (int d = 0; d < r->depth; d++)
    if (mlirValueEqual(value, r->ivs[d])) {
      *out_form = r->iv_forms[d];
      return STATUS_OK;
    }
  if (!mlirValueIsAOpResult(value))
    return status_fail(STATUS_UNSUPPORTED, "a subscript or bound depends on a symbol");
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirType type = mlirValueGetType(value);
  if (op_is_named(op, "arith.constant")) {
    MlirAttribute constant =
        mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("value"));
    if (mlirAttributeIsAInteger(constant) &&
        (mlirTypeIsAIndex(type) || mlirIntegerTypeGetWidth(type) <= 64)) {
      *out_form = affine_form_constant(mlirIntegerAttrGetValueInt(constant));
      return affine_is_large(out_form->constant) ? fail_large() : STATUS_OK;
    }
  }
  if (op_is_named(op, "affine.apply")) {
    MlirValue operands[16];
    int count = (int)mlirOperationGetNumOperands(op);
    MlirAttribute map = mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("map"));
    if (count > 16)
      return status_fail(STATUS_UNSUPPORTED, "an affine map with too many operands");
    get_operands(op, 0, count, operands);
    return map_form(r, mlirAffineMapAttrGetValue(map), 0, operands, out_form);
  }
  if (op_is_named(op, "arith.addi") || op_is_named(op, "arith.subi") ||
      op_is_named(op, "arith.muli") || op_is_named(op, "arith.index_cast"))
    return arithmetic_form(r, op, out_form);
  return status_fail(STATUS_UNSUPPORTED, "a subscript or bound depends on a symbol");
}

// --- arrays

static Status add_array(Reader *r, AffineArray array, int *out_array) {
  if (r->program->array_count == AFFINE_MAX_ARRAYS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d arrays", AFFINE_MAX_ARRAYS);
  array.origin = -1;
  *out_array = r->program->array_count++;
  r->program->arrays[*out_array] = array;
  return STATUS_OK;
}

static bool op_is_inside(MlirOperation op, MlirOperation root) {
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, root))
      return true;
  return false;
}

static bool op_is_in_nest(MlirOperation op, const AffineProgram *program) {
  for (int i = 0; i < program->root_count; i++)
    if (op_is_inside(op, program->roots[i]))
      return true;
  return false;
}

static bool op_uses(MlirOperation op, MlirValue value) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), value))
      return true;
  return false;
}

typedef struct FirstUse {
  MlirValue value;
  MlirOperation op;
} FirstUse;

static MlirWalkResult find_first_use(MlirOperation op, void *user) {
  FirstUse *first = user;
  if (!op_uses(op, first->value))
    return MlirWalkResultAdvance;
  first->op = op;
  return MlirWalkResultInterrupt;
}

// Whether the first access inside `op` is a store that certainly happens: loops around it run.
static bool starts_with_store(MlirOperation op, MlirValue memref) {
  FirstUse first = {.value = memref};
  mlirOperationWalk(op, find_first_use, &first, MlirWalkPreOrder);
  if (mlirOperationIsNull(first.op) || !op_is_store(first.op) ||
      mlirValueEqual(mlirOperationGetOperand(first.op, 0), memref))
    return false;
  for (MlirOperation at = first.op; !mlirOperationEqual(at, op);) {
    at = mlirOperationGetParentOperation(at);
    MlirAttribute low =
        mlirOperationGetAttributeByName(at, mlirStringRefCreateFromCString("lowerBoundMap"));
    MlirAttribute high =
        mlirOperationGetAttributeByName(at, mlirStringRefCreateFromCString("upperBoundMap"));
    if (mlirAttributeIsNull(low) || mlirAttributeIsNull(high))
      return false;
    MlirAffineMap from = mlirAffineMapAttrGetValue(low), to = mlirAffineMapAttrGetValue(high);
    if (!mlirAffineMapIsSingleConstant(from) || !mlirAffineMapIsSingleConstant(to) ||
        mlirAffineMapGetSingleConstantResult(from) >= mlirAffineMapGetSingleConstantResult(to))
      return false;
  }
  return true;
}

static bool block_holds(MlirBlock block, MlirOperation op) {
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
    if (mlirBlockEqual(mlirOperationGetBlock(op), block))
      return true;
  return false;
}

// Whether a scalar that was made and is used in the block of the nest alone is written before it is
// read behind it.
static bool scalar_is_dead_behind(MlirValue memref, MlirOperation root) {
  for (MlirOperation op = mlirOperationGetNextInBlock(root); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    FirstUse first = {.value = memref};
    mlirOperationWalk(op, find_first_use, &first, MlirWalkPreOrder);
    if (!mlirOperationIsNull(first.op))
      return op_is_named(first.op, "memref.dealloc") || starts_with_store(op, memref);
  }
  return true;
}

static bool memref_is_local(MlirValue memref, const AffineProgram *program) {
  MlirOperation last = program->roots[program->root_count - 1];
  if (!mlirValueIsAOpResult(memref))
    return false;
  MlirOperation maker = mlirOpResultGetOwner(memref);
  bool is_scalar = mlirShapedTypeGetRank(mlirValueGetType(memref)) == 0;
  if (!op_is_named(maker, "memref.alloc") && !op_is_named(maker, "memref.alloca"))
    return false;
  // Memory that lives through several runs of the nest may be read by the next.
  if (!mlirBlockEqual(mlirOperationGetBlock(maker), mlirOperationGetBlock(last)))
    return false;
  bool is_ours = true, is_plain = true, is_of_block = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(memref); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool is_access =
        op_is_load(user) || (op_is_store(user) && mlirOpOperandGetOperandNumber(use) == 1);
    is_plain &= is_access || op_is_named(user, "memref.dealloc");
    is_ours &= op_is_named(user, "memref.dealloc") || op_is_in_nest(user, program);
    is_of_block &= block_holds(mlirOperationGetBlock(last), user);
  }
  return is_plain && (is_ours || (is_scalar && is_of_block && scalar_is_dead_behind(memref, last)));
}

static Status find_array(Reader *r, MlirValue memref, int *out_array) {
  Status status = STATUS_OK;
  AffineProgram *program = r->program;
  for (int a = 0; a < program->array_count; a++)
    if (!mlirValueIsNull(program->arrays[a].memref) &&
        mlirValueEqual(program->arrays[a].memref, memref)) {
      *out_array = a;
      return STATUS_OK;
    }
  StructuredOperand operand;
  TRY(structured_operand_read(memref, &operand));
  if (operand.rank > AFFINE_MAX_RANK)
    return status_fail(STATUS_UNSUPPORTED, "an array has more than %d dimensions", AFFINE_MAX_RANK);
  if (mlirValueIsAOpResult(memref) && op_is_in_nest(mlirOpResultGetOwner(memref), program))
    return status_fail(STATUS_UNSUPPORTED, "a memref is made inside the nest");
  for (int a = 0; a < program->array_count; a++)
    if (!mlirValueIsNull(program->arrays[a].memref) &&
        memrefs_share_buffer(program->arrays[a].memref, memref))
      return status_fail(STATUS_UNSUPPORTED, "two memrefs of the nest are views of one buffer");
  AffineArray array = {.memref = memref,
                       .element = mlirShapedTypeGetElementType(mlirValueGetType(memref)),
                       .rank = operand.rank,
                       .is_local = memref_is_local(memref, program)};
  memcpy(array.shape, operand.shape, (size_t)operand.rank * sizeof array.shape[0]);
  TRY(add_array(r, array, out_array));
cleanup:
  return status;
}

// --- numbering

static Event *event_add(Reader *r, MlirOperation op) {
  r->events[r->event_count] = (Event){.op = op, .written = -1};
  return &r->events[r->event_count++];
}

static Status scalar_add(Reader *r, MlirValue value, int *out_array) {
  if (r->scalar_count == READ_MAX_SCALARS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d carried values", READ_MAX_SCALARS);
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsAFloat(type) && !mlirTypeIsAInteger(type) && !mlirTypeIsAIndex(type))
    return status_fail(STATUS_UNSUPPORTED, "a carried value is no number");
  AffineArray array = {.element = type, .is_local = true};
  Status status = add_array(r, array, out_array);
  r->scalars[r->scalar_count++] = (Scalar){value, *out_array, 0};
  return status;
}

static int loop_carried_count(MlirOperation loop) { return (int)mlirOperationGetNumResults(loop); }

// The order in which a loop writes its carried values at the end of an iteration: one that takes
// over another comes before that other is written.
static void order_carried(MlirOperation loop, int *out_order) {
  int carried = loop_carried_count(loop);
  MlirBlock body = region_block(loop, 0);
  MlirOperation yield = mlirBlockGetTerminator(body);
  for (int n = 0; n < carried; n++)
    out_order[n] = n;
  for (int n = 0; n < carried; n++)
    for (int i = n; i < carried; i++) {
      MlirValue old = mlirBlockGetArgument(body, 1 + out_order[i]);
      bool is_wanted = false;
      for (int j = n; j < carried; j++)
        is_wanted |= j != i && mlirValueEqual(mlirOperationGetOperand(yield, out_order[j]), old);
      if (is_wanted)
        continue;
      int next = out_order[i];
      memmove(out_order + n + 1, out_order + n, (size_t)(i - n) * sizeof *out_order);
      out_order[n] = next;
      break;
    }
}

static Status number_block(Reader *r, MlirBlock block);

// Events of a loop: one write per carried value, the loop, its body, one write per carried value.
static Status number_loop(Reader *r, MlirOperation loop) {
  Status status = STATUS_OK;
  int carried = loop_carried_count(loop);
  int first = r->scalar_count, order[READ_MAX_SCALARS];
  MlirBlock body = region_block(loop, 0);
  for (int i = 0; i < carried; i++) {
    int array = -1;
    TRY(scalar_add(r, mlirBlockGetArgument(body, 1 + i), &array));
    event_add(r, loop)->written = array;
  }
  int start = r->event_count;
  event_add(r, loop);
  for (int i = 0; i < carried; i++)
    r->scalars[first + i].since = start;
  TRY(number_block(r, body));
  order_carried(loop, order);
  for (int i = 0; i < carried; i++)
    event_add(r, mlirBlockGetTerminator(body))->written = r->scalars[first + order[i]].array;
  r->events[start].end = r->event_count;
  for (int i = 0; i < carried; i++) {
    if (r->scalar_count == READ_MAX_SCALARS)
      return status_fail(STATUS_UNSUPPORTED, "more than %d carried values", READ_MAX_SCALARS);
    r->scalars[r->scalar_count++] =
        (Scalar){mlirOperationGetResult(loop, i), r->scalars[first + i].array, r->event_count - 1};
  }
  for (int i = 0; i < carried && mlirOperationEqual(loop, r->program->roots[0]); i++) {
    AffineArray *array = &r->program->arrays[r->scalars[first + i].array];
    array->result = mlirOperationGetResult(loop, i);
    array->is_local = false;
  }
cleanup:
  return status;
}

static bool is_kept(const Reader *r, MlirValue value) {
  for (int i = 0; i < r->kept_count; i++)
    if (mlirValueEqual(r->kept[i], value))
      return true;
  return false;
}

static bool op_is_kept(const Reader *r, MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 && is_kept(r, mlirOperationGetResult(op, 0));
}

static Status number_op(Reader *r, MlirOperation op) {
  Status status = STATUS_OK;
  StructuredOperand operand;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (r->event_count > READ_MAX_OPS - 2 * READ_MAX_SCALARS)
    return status_fail(STATUS_UNSUPPORTED, "the nest has more than %d ops", READ_MAX_OPS);
  if (op_is_named(op, "affine.for"))
    return number_loop(r, op);
  Event *event = event_add(r, op);
  if (op_is_named(op, "affine.if")) {
    if (mlirOperationGetNumResults(op))
      return status_fail(STATUS_UNSUPPORTED, "an affine.if with results");
    TRY(number_block(r, region_block(op, 0)));
    if (!mlirBlockIsNull(region_block(op, 1)))
      TRY(number_block(r, region_block(op, 1)));
  } else if (op_is_store(op)) {
    int array;
    TRY(find_array(r, mlirOperationGetOperand(op, 1), &array));
    TRY(structured_operand_read(mlirOperationGetOperand(op, 1), &operand));
    if (structured_operand_overlaps_itself(&operand))
      return status_fail(STATUS_UNSUPPORTED, "an array has elements that share a place");
    event->written = array;
  } else if (op_is_load(op)) {
    int array;
    TRY(find_array(r, mlirOperationGetOperand(op, 0), &array));
  } else if (!op_is_pure_scalar(op) && !op_is_named(op, "affine.apply") &&
             !op_is_named(op, "affine.yield")) {
    return status_fail(STATUS_UNSUPPORTED, "%.*s inside the nest", (int)name.length, name.data);
  }
  if (op_is_kept(r, op)) {
    int array = -1;
    TRY(scalar_add(r, mlirOperationGetResult(op, 0), &array));
    r->scalars[r->scalar_count - 1].since = r->event_count - 1;
    event->written = array;
  }
cleanup:
  return status;
}

static Status number_block(Reader *r, MlirBlock block) {
  Status status = STATUS_OK;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    TRY(number_op(r, op));
cleanup:
  return status;
}

// --- statements

typedef struct Sink {
  int event; // of the store
  MlirValue value;
  AffineStatement *statement;
  AffineBody *body;
  int seen_count;
  MlirValue seen[AFFINE_MAX_NODES];
  int nodes[AFFINE_MAX_NODES];
} Sink;

static int event_of(const Reader *r, MlirOperation op) {
  for (int i = r->event_count; i-- > 0;)
    if (mlirOperationEqual(r->events[i].op, op))
      return i;
  return -1;
}

// Whether the array may be written after event `from` and before the sink reads it there: between
// them, or anywhere in a loop that holds the sink but not `from`.
static bool is_overwritten(const Reader *r, int array, int from, int sink) {
  int until = sink;
  for (int i = from + 1; i < sink; i++)
    if (r->events[i].end > sink) {
      until = r->events[i].end;
      break;
    }
  for (int i = from + 1; i < until; i++)
    if (i != sink && r->events[i].written == array)
      return true;
  return until > sink && r->events[sink].written == array;
}

static Status add_node(Sink *sink, AffineNode node, int *out_node) {
  if (sink->body->node_count == AFFINE_MAX_NODES)
    return status_fail(STATUS_UNSUPPORTED, "a statement has more than %d operations",
                       AFFINE_MAX_NODES);
  *out_node = sink->body->node_count++;
  sink->body->nodes[*out_node] = node;
  return STATUS_OK;
}

static Status add_access(AffineStatement *s, const AffineAccess *access, int *out_index) {
  for (int a = 1; a < s->access_count; a++) {
    bool is_same = s->accesses[a].array == access->array;
    for (int d = 0; is_same && d < access->rank; d++)
      is_same = affine_form_equal(&s->accesses[a].index[d], &access->index[d]);
    if (is_same) {
      *out_index = a;
      return STATUS_OK;
    }
  }
  if (s->access_count == AFFINE_MAX_ACCESSES)
    return status_fail(STATUS_UNSUPPORTED, "a statement reads more than %d elements",
                       AFFINE_MAX_ACCESSES - 1);
  *out_index = s->access_count++;
  s->accesses[*out_index] = *access;
  return STATUS_OK;
}

static Status read_access(Reader *r, MlirOperation op, int memref_operand, AffineAccess *out) {
  Status status = STATUS_OK;
  MlirValue operands[2 * AFFINE_MAX_DEPTH];
  int first = memref_operand + 1;
  int count = (int)mlirOperationGetNumOperands(op) - first;
  *out = (AffineAccess){0};
  TRY(find_array(r, mlirOperationGetOperand(op, memref_operand), &out->array));
  out->rank = (uint8_t)r->program->arrays[out->array].rank;
  if (count > 2 * AFFINE_MAX_DEPTH)
    return status_fail(STATUS_UNSUPPORTED, "an affine map with too many operands");
  get_operands(op, first, count, operands);
  MlirAttribute map = mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("map"));
  for (int d = 0; d < out->rank; d++) {
    if (mlirAttributeIsNull(map))
      TRY(value_form(r, operands[d], &out->index[d]));
    else
      TRY(map_form(r, mlirAffineMapAttrGetValue(map), d, operands, &out->index[d]));
  }
cleanup:
  return status;
}

static bool is_elsewhere(const AffineAccess *a, const AffineAccess *b) {
  for (int d = 0; d < a->rank; d++) {
    AffineForm between = affine_form_add(&a->index[d], &b->index[d], -1);
    if (affine_form_is_constant(&between) && between.constant != 0)
      return true;
  }
  return false;
}

// Whether every store between a load and the sink that the same iteration runs through leaves the
// loaded element alone: those beside the load, whose subscript differs by a constant.
static Status passes_by(Reader *r, int load, int sink, const AffineAccess *loaded, bool *out) {
  Status status = STATUS_OK;
  *out = false;
  for (int i = load + 1; i < sink; i++) {
    const Event *event = &r->events[i];
    if (event->end > sink && op_is_named(event->op, "affine.for"))
      goto cleanup; // later iterations of this loop store before the sink of the next ones
    if (event->written != loaded->array)
      continue;
    AffineAccess stored;
    if (!op_is_store(event->op) || !mlirBlockEqual(mlirOperationGetBlock(event->op),
                                                   mlirOperationGetBlock(r->events[load].op)))
      goto cleanup;
    TRY(read_access(r, event->op, 1, &stored));
    if (!is_elsewhere(&stored, loaded))
      goto cleanup;
  }
  *out = true;
cleanup:
  return status;
}

static Status keep(Reader *r, MlirValue value) {
  if (r->kept_count == READ_MAX_SCALARS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d values cross stores", READ_MAX_SCALARS);
  r->kept[r->kept_count++] = value;
  r->must_restart = true;
  return STATUS_OK;
}

// The store, before the sink and on every way to it, that left the value in an element; or -1.
static int find_store_of(const Reader *r, const Sink *sink, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (!op_is_store(op) || mlirOpOperandGetOperandNumber(use))
      continue;
    int store = event_of(r, op);
    if (store >= 0 && store < sink->event &&
        block_holds(mlirOperationGetBlock(op), r->events[sink->event].op) &&
        !is_overwritten(r, r->events[store].written, store, sink->event))
      return store;
  }
  return -1;
}

// A scalar that is gone can be read as part of a value that is kept where it is made.
static Status keep_stored(Reader *r, const Sink *sink) {
  if (!mlirValueIsAOpResult(sink->value) || !op_is_pure_scalar(mlirOpResultGetOwner(sink->value)) ||
      is_kept(r, sink->value))
    return status_fail(STATUS_UNSUPPORTED, "values that a loop carries are exchanged");
  return keep(r, sink->value);
}

static Status add_read(Sink *sink, const AffineAccess *access, int *out_node) {
  Status status = STATUS_OK;
  AffineNode node = {.kind = AFFINE_NODE_ACCESS};
  TRY(add_access(sink->statement, access, &node.index));
  for (int n = 0; n < sink->body->node_count; n++)
    if (sink->body->nodes[n].kind == AFFINE_NODE_ACCESS &&
        sink->body->nodes[n].index == node.index) {
      *out_node = n;
      return STATUS_OK;
    }
  TRY(add_node(sink, node, out_node));
cleanup:
  return status;
}

// A value that a scalar of the program holds, or a load.
static Status read_element(Reader *r, Sink *sink, MlirValue value, int *out_node) {
  Status status = STATUS_OK;
  AffineAccess access = {0};
  int from = -1;
  for (int i = 0; i < r->scalar_count; i++)
    if (mlirValueEqual(r->scalars[i].value, value)) {
      access.array = r->scalars[i].array;
      from = r->scalars[i].since;
    }
  bool is_scalar = from >= 0;
  if (!is_scalar) {
    from = event_of(r, mlirOpResultGetOwner(value));
    TRY(read_access(r, mlirOpResultGetOwner(value), 0, &access));
  }
  if (is_overwritten(r, access.array, from, sink->event)) {
    bool is_untouched = false;
    if (!is_scalar)
      TRY(passes_by(r, from, sink->event, &access, &is_untouched));
    if (is_scalar)
      TRY(keep_stored(r, sink));
    else if (!is_untouched)
      TRY(keep(r, value));
  }
  TRY(add_read(sink, &access, out_node));
cleanup:
  return status;
}

static Status read_stored(Reader *r, Sink *sink, int store, int *out_node) {
  Status status = STATUS_OK;
  AffineAccess access;
  TRY(read_access(r, r->events[store].op, 1, &access));
  TRY(add_read(sink, &access, out_node));
cleanup:
  return status;
}

static bool is_scalar_value(const Reader *r, MlirValue value) {
  for (int i = 0; i < r->scalar_count; i++)
    if (mlirValueEqual(r->scalars[i].value, value))
      return true;
  return false;
}

static bool is_iv(const Reader *r, MlirValue value) {
  for (int d = 0; d < r->depth; d++)
    if (mlirValueEqual(r->ivs[d], value))
      return true;
  return false;
}

static Status read_value(Reader *r, Sink *sink, MlirValue value, int *out_node);

static Status read_index(Reader *r, Sink *sink, MlirValue value, int *out_node) {
  Status status = STATUS_OK;
  AffineForm form;
  AffineNode node = {.kind = AFFINE_NODE_INDEX};
  int used = 0;
  TRY(value_form(r, value, &form));
  for (int n = 0; n < sink->body->node_count; n++)
    used += sink->body->nodes[n].kind == AFFINE_NODE_INDEX;
  if (used == AFFINE_MAX_INDICES)
    return status_fail(STATUS_UNSUPPORTED, "a statement computes with more than %d indices",
                       AFFINE_MAX_INDICES);
  node.index = used;
  sink->statement->indices[used] = form;
  TRY(add_node(sink, node, out_node));
cleanup:
  return status;
}

// An operand of the nest names the value even when the nest that it comes from is rewritten.
static Status read_outside(Reader *r, Sink *sink, MlirValue value, int *out_node) {
  AffineNode node = {.kind = AFFINE_NODE_OUTSIDE, .value = value};
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (op_is_in_nest(mlirOpOperandGetOwner(use), r->program)) {
      node.op = mlirOpOperandGetOwner(use);
      node.index = (int)mlirOpOperandGetOperandNumber(use);
      break;
    }
  return add_node(sink, node, out_node);
}

static Status read_operation(Reader *r, Sink *sink, MlirOperation op, int *out_node) {
  Status status = STATUS_OK;
  AffineNode node = {.kind = AFFINE_NODE_OP, .op = op};
  node.operand_count = (int)mlirOperationGetNumOperands(op);
  for (int i = 0; i < node.operand_count; i++)
    TRY(read_value(r, sink, mlirOperationGetOperand(op, i), &node.operands[i]));
  TRY(add_node(sink, node, out_node));
cleanup:
  return status;
}

static Status read_value(Reader *r, Sink *sink, MlirValue value, int *out_node) {
  Status status = STATUS_OK;
  for (int i = 0; i < sink->seen_count; i++)
    if (mlirValueEqual(sink->seen[i], value)) {
      *out_node = sink->nodes[i];
      return STATUS_OK;
    }
  bool is_result = mlirValueIsAOpResult(value);
  MlirOperation op = is_result ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
  int store = is_result && !op_is_load(op) ? find_store_of(r, sink, value) : -1;
  if (store >= 0) {
    TRY(read_stored(r, sink, store, out_node));
  } else if (is_scalar_value(r, value)) {
    TRY(read_element(r, sink, value, out_node));
  } else if (is_iv(r, value) || (is_result && op_is_named(op, "affine.apply"))) {
    TRY(read_index(r, sink, value, out_node));
  } else if (!is_result || !op_is_in_nest(op, r->program)) {
    TRY(read_outside(r, sink, value, out_node));
  } else if (op_is_load(op)) {
    TRY(read_element(r, sink, value, out_node));
  } else {
    TRY(read_operation(r, sink, op, out_node));
  }
  if (sink->seen_count < AFFINE_MAX_NODES) {
    sink->seen[sink->seen_count] = value;
    sink->nodes[sink->seen_count++] = *out_node;
  }
cleanup:
  return status;
}

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
  static const char *const names[] = {"arith.mulf",     "arith.muli",    "arith.maximumf",
                                      "arith.minimumf", "arith.maxnumf", "arith.minnumf",
                                      "arith.maxsi",    "arith.minsi",   "arith.maxui",
                                      "arith.minui",    "arith.andi",    "arith.ori"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (affine_node_is(node, names[i]))
      return true;
  return false;
}

// The node of the element that is stored is a term of the sum `node`.
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

void affine_statement_find_update(AffineStatement *s) {
  s->update = AFFINE_UPDATE_NONE;
  s->update_access = -1;
  const AffineBody *body = s->body;
  int root = body->node_count - 1, element = -1;
  for (int n = 0; n < body->node_count; n++) {
    if (body->nodes[n].kind != AFFINE_NODE_ACCESS)
      continue;
    const AffineAccess *read = &s->accesses[body->nodes[n].index];
    bool is_same = read->array == s->accesses[0].array;
    for (int d = 0; is_same && d < read->rank; d++)
      is_same = affine_form_equal(&read->index[d], &s->accesses[0].index[d]);
    if (is_same)
      element = n;
  }
  if (element < 0)
    return;
  s->update_access = body->nodes[element].index;
  if (node_use_count(body, element) != 1 || root == element)
    return;
  const AffineNode *last = &body->nodes[root];
  if (is_term(body, root, element))
    s->update = AFFINE_UPDATE_ADD;
  else if (is_combiner(last) && (last->operands[0] == element || last->operands[1] == element))
    s->update = AFFINE_UPDATE_COMBINER;
}

// The last node must be what is stored; a value that came earlier is a statement of one node.
static Status finish_body(Sink *sink, int root) {
  if (root != sink->body->node_count - 1)
    return status_fail(STATUS_UNSUPPORTED, "a statement without a value of its own");
  return STATUS_OK;
}

static Status add_statement(Reader *r, int event, MlirValue value, const AffineAccess *target,
                            MlirLocation location) {
  Status status = STATUS_OK;
  AffineProgram *program = r->program;
  if (program->statement_count == AFFINE_MAX_STORES)
    return status_fail(STATUS_UNSUPPORTED, "more than %d statements", AFFINE_MAX_STORES);
  AffineStatement *s = calloc(1, sizeof *s);
  AffineBody *body = calloc(1, sizeof *body);
  if (!s || !body)
    abort();
  program->bodies[program->body_count++] = body;
  program->statements[program->statement_count++] = s;
  *s = (AffineStatement){.id = program->statement_count - 1,
                         .depth = r->depth,
                         .guard_count = r->guard_count,
                         .access_count = 1,
                         .body = body,
                         .update_access = -1,
                         .location = location};
  memcpy(s->loops, r->loops, sizeof s->loops);
  memcpy(s->position, r->position, sizeof s->position);
  memcpy(s->guards, r->guards, sizeof s->guards);
  s->accesses[0] = *target;
  Sink sink = {.event = event, .value = value, .statement = s, .body = body};
  int root;
  TRY(read_value(r, &sink, value, &root));
  TRY(finish_body(&sink, root));
  if (!affine_statement_fits(s))
    return fail_large();
  affine_body_simplify(body);
  affine_statement_find_update(s);
  r->position[r->depth]++;
cleanup:
  return status;
}

// --- the walk

static Status read_block(Reader *r, MlirBlock block);

static Status read_bounds(Reader *r, MlirOperation loop, const char *name, int first, int count,
                          AffineForm *out_forms, int *out_count) {
  Status status = STATUS_OK;
  MlirValue operands[2 * AFFINE_MAX_DEPTH];
  MlirAffineMap map = mlirAffineMapAttrGetValue(
      mlirOperationGetAttributeByName(loop, mlirStringRefCreateFromCString(name)));
  *out_count = (int)mlirAffineMapGetNumResults(map);
  if (count > 2 * AFFINE_MAX_DEPTH || *out_count > AFFINE_MAX_BOUNDS)
    return status_fail(STATUS_UNSUPPORTED, "a loop has too many bounds");
  get_operands(loop, first, count, operands);
  for (int i = 0; i < *out_count; i++)
    TRY(map_form(r, map, i, operands, &out_forms[i]));
cleanup:
  return status;
}

// A loop of another step counts its iterations.
static Status read_loop_bounds(Reader *r, MlirOperation loop) {
  Status status = STATUS_OK;
  AffineForm lower[AFFINE_MAX_BOUNDS], upper[AFFINE_MAX_BOUNDS];
  int lower_count, upper_count;
  AffineLoop *out = &r->loops[r->depth];
  MlirAttribute segments =
      mlirOperationGetAttributeByName(loop, mlirStringRefCreateFromCString("operandSegmentSizes"));
  MlirAttribute step_attribute =
      mlirOperationGetAttributeByName(loop, mlirStringRefCreateFromCString("step"));
  int64_t step = mlirIntegerAttrGetValueInt(step_attribute);
  int lower_operands = mlirDenseI32ArrayGetElement(segments, 0);
  int upper_operands = mlirDenseI32ArrayGetElement(segments, 1);
  TRY(read_bounds(r, loop, "lowerBoundMap", 0, lower_operands, lower, &lower_count));
  TRY(read_bounds(r, loop, "upperBoundMap", lower_operands, upper_operands, upper, &upper_count));
  *out = (AffineLoop){.lower_count = (uint8_t)lower_count, .upper_count = (uint8_t)upper_count};
  r->iv_forms[r->depth] = affine_form_loop(r->depth);
  for (int i = 0; i < lower_count; i++)
    out->lower[i] = affine_bound(lower[i]);
  for (int i = 0; i < upper_count; i++)
    out->upper[i] = affine_bound(upper[i]);
  if (step == 1)
    return STATUS_OK;
  if (affine_is_large(step))
    return fail_large();
  if (lower_count != 1)
    return status_fail(STATUS_UNSUPPORTED, "a loop with a step has several lower bounds");
  AffineForm counter = affine_form_loop(r->depth);
  r->iv_forms[r->depth] = lower[0];
  TRY(form_add(&r->iv_forms[r->depth], &counter, step));
  out->lower[0] = affine_bound(affine_form_constant(0));
  for (int i = 0; i < upper_count; i++) {
    AffineForm span = upper[i];
    TRY(form_add(&span, &lower[0], -1));
    if (affine_form_is_constant(&span))
      out->upper[i] = affine_bound(
          affine_form_constant(span.constant <= 0 ? 0 : (span.constant + step - 1) / step));
    else
      out->upper[i] = (AffineBound){.dividend = span, .divisor = (int32_t)step, .multiplier = 1};
  }
cleanup:
  return status;
}

static int scalar_array(const Reader *r, MlirValue value) {
  for (int i = 0; i < r->scalar_count; i++)
    if (mlirValueEqual(r->scalars[i].value, value))
      return r->scalars[i].array;
  return -1;
}

// The events of the writes of carried values stand right before the loop and at its end.
static Status read_carried(Reader *r, MlirOperation loop, bool at_end) {
  Status status = STATUS_OK;
  int carried = loop_carried_count(loop);
  int loop_event = event_of(r, loop), first = loop_event - carried;
  MlirBlock body = region_block(loop, 0);
  MlirOperation yield = mlirBlockGetTerminator(body);
  if (at_end)
    first = r->events[loop_event].end - carried;
  int operands = (int)mlirOperationGetNumOperands(loop) - carried, order[READ_MAX_SCALARS];
  order_carried(loop, order);
  for (int n = 0; n < carried; n++) {
    int i = at_end ? order[n] : n;
    AffineAccess target = {.array = scalar_array(r, mlirBlockGetArgument(body, 1 + i))};
    MlirValue value =
        at_end ? mlirOperationGetOperand(yield, i) : mlirOperationGetOperand(loop, operands + i);
    if (at_end && mlirValueEqual(value, mlirBlockGetArgument(body, 1 + i)))
      continue;
    TRY(add_statement(r, first + n, value, &target, mlirOperationGetLocation(loop)));
  }
cleanup:
  return status;
}

static Status read_loop(Reader *r, MlirOperation loop) {
  Status status = STATUS_OK;
  TRY(read_carried(r, loop, false));
  if (r->depth == AFFINE_MAX_DEPTH - 6)
    return status_fail(STATUS_UNSUPPORTED, "more than %d loops around one another",
                       AFFINE_MAX_DEPTH - 6);
  TRY(read_loop_bounds(r, loop));
  MlirBlock body = region_block(loop, 0);
  r->ivs[r->depth++] = mlirBlockGetArgument(body, 0);
  r->position[r->depth] = 0;
  TRY(read_block(r, body));
  TRY(read_carried(r, loop, true));
  r->depth--;
  r->position[r->depth]++;
cleanup:
  return status;
}

static Status read_guarded(Reader *r, MlirBlock block, const AffineGuard *guards, int count) {
  Status status = STATUS_OK;
  if (mlirBlockIsNull(block))
    return STATUS_OK;
  if (r->guard_count + count > AFFINE_MAX_GUARDS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d conditions", AFFINE_MAX_GUARDS);
  memcpy(r->guards + r->guard_count, guards, (size_t)count * sizeof *guards);
  r->guard_count += count;
  TRY(read_block(r, block));
  r->guard_count -= count;
cleanup:
  return status;
}

static Status read_if(Reader *r, MlirOperation op) {
  Status status = STATUS_OK;
  MlirIntegerSet set = mlirIntegerSetAttrGetValue(
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("condition")));
  AffineGuard guards[AFFINE_MAX_GUARDS];
  MlirValue operands[2 * AFFINE_MAX_DEPTH];
  int count = 0, operand_count = (int)mlirOperationGetNumOperands(op);
  if (operand_count > 2 * AFFINE_MAX_DEPTH)
    return status_fail(STATUS_UNSUPPORTED, "a condition with too many operands");
  get_operands(op, 0, operand_count, operands);
  for (intptr_t i = 0; i < mlirIntegerSetGetNumConstraints(set); i++) {
    AffineForm form = affine_form_constant(0), zero = form;
    TRY(expression_form(r, mlirIntegerSetGetConstraint(set, i), (int)mlirIntegerSetGetNumDims(set),
                        operands, 1, &form));
    if (count + 2 > AFFINE_MAX_GUARDS)
      return status_fail(STATUS_UNSUPPORTED, "more than %d conditions", AFFINE_MAX_GUARDS);
    guards[count++].form = form;
    if (mlirIntegerSetIsConstraintEq(set, i))
      guards[count++].form = affine_form_add(&zero, &form, -1); // fits as well as the form
  }
  TRY(read_guarded(r, region_block(op, 0), guards, count));
  if (mlirBlockIsNull(region_block(op, 1)))
    return STATUS_OK;
  if (count != 1)
    return status_fail(STATUS_UNSUPPORTED, "an else after several conditions");
  AffineForm minus_one = affine_form_constant(-1);
  guards[0].form = affine_form_add(&minus_one, &guards[0].form, -1);
  TRY(read_guarded(r, region_block(op, 1), guards, 1));
cleanup:
  return status;
}

static Status read_op(Reader *r, MlirOperation op) {
  Status status = STATUS_OK;
  AffineAccess target = {0};
  if (op_is_named(op, "affine.for"))
    return read_loop(r, op);
  if (op_is_named(op, "affine.if"))
    return read_if(r, op);
  if (op_is_store(op)) {
    TRY(read_access(r, op, 1, &target));
    TRY(add_statement(r, event_of(r, op), mlirOperationGetOperand(op, 0), &target,
                      mlirOperationGetLocation(op)));
  } else if (op_is_kept(r, op)) {
    // The scalar must be read by others only: hide it while its own value is read.
    MlirValue value = mlirOperationGetResult(op, 0);
    target.array = scalar_array(r, value);
    for (int i = 0; i < r->scalar_count; i++)
      if (mlirValueEqual(r->scalars[i].value, value))
        r->scalars[i].value = (MlirValue){NULL};
    status = add_statement(r, event_of(r, op), value, &target, mlirOperationGetLocation(op));
    for (int i = 0; i < r->scalar_count; i++)
      if (r->scalars[i].array == target.array)
        r->scalars[i].value = value;
  }
cleanup:
  return status;
}

static Status read_block(Reader *r, MlirBlock block) {
  Status status = STATUS_OK;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    TRY(read_op(r, op));
cleanup:
  return status;
}

static Status read_once(Reader *r) {
  Status status = STATUS_OK;
  const AffineProgram *program = r->program;
  r->program->array_count = 0;
  r->event_count = r->scalar_count = r->guard_count = r->depth = 0;
  memset(r->position, 0, sizeof r->position);
  r->must_restart = false;
  for (int i = 0; i < program->root_count; i++)
    TRY(number_op(r, program->roots[i]));
  for (int i = 0; i < program->root_count; i++)
    TRY(read_loop(r, program->roots[i]));
cleanup:
  return status;
}

Status affine_program_read_run(const MlirOperation *roots, int count, AffineProgram *out_program) {
  Status status = STATUS_OK;
  if (count > AFFINE_MAX_ROOTS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d neighbouring nests", AFFINE_MAX_ROOTS);
  Reader *r = calloc(1, sizeof *r);
  memset(out_program, 0, sizeof *out_program);
  out_program->root_count = count;
  memcpy(out_program->roots, roots, (size_t)count * sizeof *roots);
  if (!r || !(r->events = calloc(READ_MAX_OPS, sizeof *r->events)))
    abort();
  r->program = out_program;
  for (int i = 0; i < count && count > 1; i++) // what lies between may use them
    if (mlirOperationGetNumResults(roots[i]))
      TRY(status_fail(STATUS_UNSUPPORTED, "one of several nests has results"));
  do {
    affine_program_destroy(out_program);
    TRY(read_once(r));
  } while (r->must_restart);
  if (out_program->statement_count == 0)
    status = status_fail(STATUS_UNSUPPORTED, "nothing is stored");
cleanup:
  if (status != STATUS_OK)
    affine_program_destroy(out_program);
  free(r->events);
  free(r);
  return status;
}

Status affine_program_read(MlirOperation root, AffineProgram *out_program) {
  return affine_program_read_run(&root, 1, out_program);
}
