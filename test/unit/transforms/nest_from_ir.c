// Two phases. The block is first read into steps (one per op) with values in a table; then the
// steps that compute indices are run, and every access becomes part of a tree of loops and trips.
#include "test/unit/transforms/nest_from_ir.h"

#include "base/integer.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MAX_VIEWS = 256,
  MAX_BUFFERS = 64,
  MAX_LANES = 64,
  MAX_PENDING = 20000,
  TABLE_BITS = 17,
  MAX_FIRST = 64
};

static const int64_t padding = -1; // in the place of an element of the payload
#define BUFFER_SHIFT 40
static const int64_t element_mask = (INT64_C(1) << BUFFER_SHIFT) - 1; // of what a buffer holds

typedef struct View { // a buffer as a shape
  int buffer, rank;
  int64_t shape[NEST_MAX_DIMS], strides[NEST_MAX_DIMS];
} View;

typedef struct Buffer {
  bool is_fresh;   // made by the rewritten code
  bool is_patches; // patch matrix of a convolution
  int access;      // position in NestFromIr.accesses when the body reads it in place, else -1
  int scratch;     // position in NestFromIr.scratch, else -1
  int64_t elements, element_bytes;
  int64_t *holds; // owned; scratch: buffer << BUFFER_SHIFT | element, plus 1; padding; 0: nothing
} Buffer;

typedef struct Value {
  int64_t number;
  uint64_t demand, mask; // lanes that matter; lanes that a constant mask lets through
  int width;             // of a vector, else 0
  int view, lanes, made_by;
  bool is_mask;
} Value;

typedef enum StepKind {
  STEP_OTHER,
  STEP_CONSTANT,
  STEP_AFFINE,
  STEP_EQUAL,
  STEP_LESS,
  STEP_AND,
  STEP_SELECT,
  STEP_FOR,
  STEP_IF,
  STEP_YIELD,
  STEP_READ,
  STEP_WRITE,
  STEP_SHUFFLE,
  STEP_EXTRACT,
  STEP_BROADCAST,
  STEP_ELEMENTS,
  STEP_GROUPS,  // lanes that several lanes of an operand belong to, or the other way around
  STEP_COMPUTE, // lane by lane
} StepKind;

typedef struct Step {
  StepKind kind;
  int next, previous;
  int operands, operand_count, results, result_count; // in the pool
  int view, index; // READ, WRITE: the view and where its indices start in the pool
  int value;       // WRITE: what is written
  int lanes;       // READ, WRITE, SHUFFLE ...
  uint64_t mask;   // lanes that exist
  int expressions, expression_count; // AFFINE: in the pool; SHUFFLE, EXTRACT: lane numbers
  enum { KEEP_ONE, KEEP_LEAST, KEEP_MOST } keep; // AFFINE
  int blocks[2];
  int loop;        // FOR: its number
  bool is_nest;    // FOR: runs kernels
  int fills;       // FOR, WRITE: scratch that is filled, -1
  bool moves_data; // result ends in a scratch buffer
  bool is_reshape;
  int output; // WRITE: of the group, -1
} Step;

typedef struct Block {
  int first, last, arguments, argument_count;
  int arithmetic; // operations on vectors
  int calls, products;
} Block;

typedef struct Expression {
  enum { EXPR_DIM, EXPR_CONSTANT, EXPR_ADD, EXPR_MUL, EXPR_MOD, EXPR_FLOOR, EXPR_CEIL } kind;
  int64_t value;
  int left, right;
} Expression;

#define POOL(type)                                                                                 \
  struct {                                                                                         \
    type *items;                                                                                   \
    int count, capacity;                                                                           \
  }

typedef struct Reader {
  NestFromIr *nest;
  const NestAnchor *anchor;
  const Workload *convolution;
  POOL(Value) values;
  POOL(Step) steps;
  POOL(Block) blocks;
  POOL(Expression) expressions;
  POOL(int) pool;
  POOL(int64_t) lanes;
  int view_count, buffer_count, loop_count;
  View views[MAX_VIEWS];
  Buffer buffers[MAX_BUFFERS];
  int pending_count, pending[MAX_PENDING];
  bool storing; // the pending kernel is writing its results
  NestRange stored[WORKLOAD_MAX_RANK];
  int64_t stored_address;
  int stores, store_lanes;
  bool failed;
  const void *keys[1 << TABLE_BITS];
  int found[1 << TABLE_BITS];
} Reader;

static void fail(Reader *r, const char *format, ...) {
  if (r->failed)
    return;
  r->failed = true;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(r->nest->error, sizeof r->nest->error, format, arguments);
  va_end(arguments);
}

static void *grow(void *items, int count, int *capacity, size_t bytes) {
  if (count <= *capacity)
    return items;
  while (*capacity < count)
    *capacity = *capacity ? 2 * *capacity : 256;
  void *larger = realloc(items, (size_t)*capacity * bytes);
  if (!larger)
    abort();
  return larger;
}

// Appends `n` items, returns the position of the first.
#define APPEND(p, n)                                                                               \
  ((p).items = grow((p).items, (p).count + (n), &(p).capacity, sizeof *(p).items),                 \
   (p).count += (n), (p).count - (n))

// --- reading the ops

static int vector_lanes(MlirType type) {
  return mlirTypeIsAVector(type) ? (int)mlirShapedTypeGetDimSize(type, 0) : 0;
}

static int value_id(Reader *r, MlirValue value) {
  uintptr_t hash = (uintptr_t)value.ptr * UINT64_C(0x9e3779b97f4a7c15) >> (64 - TABLE_BITS);
  for (;; hash = (hash + 1) & ((1 << TABLE_BITS) - 1)) {
    if (r->keys[hash] == value.ptr)
      return r->found[hash];
    if (!r->keys[hash])
      break;
  }
  int id = APPEND(r->values, 1);
  if (id >= 1 << (TABLE_BITS - 1))
    abort();
  r->values.items[id] = (Value){
      .view = -1, .lanes = -1, .made_by = -1, .width = vector_lanes(mlirValueGetType(value))};
  r->keys[hash] = value.ptr;
  r->found[hash] = id;
  return id;
}

static bool is_buffer(MlirType type) {
  return mlirTypeIsARankedTensor(type) || mlirTypeIsAMemRef(type);
}

static void describe_view(MlirType type, View *view) {
  view->rank = (int)mlirShapedTypeGetRank(type);
  int64_t stride = 1, offset;
  for (int d = view->rank; d-- > 0;) {
    view->shape[d] = mlirShapedTypeGetDimSize(type, d);
    view->strides[d] = stride;
    stride *= view->shape[d];
  }
  if (mlirTypeIsAMemRef(type))
    mlirMemRefTypeGetStridesAndOffset(type, view->strides, &offset);
}

static int access_position(const Reader *r, int access) {
  for (int k = 0; k < r->nest->output; k++)
    if (r->nest->accesses[k] == access)
      return k;
  return -1;
}

static bool is_body_input(const Workload *work, int access) {
  return !work->accesses[access].is_output &&
         work->statements[work->accesses[access].statement].stage == STAGE_BODY;
}

// The access that the body makes of a buffer of the payload.
static int find_access(Reader *r, MlirValue value) {
  const Workload *w = r->nest->work;
  int found = -1;
  bool elsewhere = false;
  for (int a = 0; a < w->access_count; a++) {
    if (mlirValueIsNull(r->anchor->values[a]) || !mlirValueEqual(r->anchor->values[a], value) ||
        w->accesses[a].is_output)
      continue;
    if (is_body_input(w, a) && found < 0)
      found = a;
    else
      elsewhere = true;
  }
  if (found >= 0 && elsewhere)
    fail(r, "a buffer is read in two ways");
  return found < 0 ? -1 : access_position(r, found);
}

static int new_view(Reader *r, MlirType type, int buffer) {
  if (r->view_count == MAX_VIEWS) {
    fail(r, "too many views");
    return 0;
  }
  View *view = &r->views[r->view_count];
  describe_view(type, view);
  view->buffer = buffer;
  return r->view_count++;
}

static int new_buffer(Reader *r, MlirValue value, bool is_fresh) {
  if (r->buffer_count == MAX_BUFFERS) {
    fail(r, "too many buffers");
    return 0;
  }
  Buffer *buffer = &r->buffers[r->buffer_count];
  *buffer = (Buffer){.is_fresh = is_fresh, .scratch = -1, .access = find_access(r, value)};
  MlirType type = mlirValueGetType(value);
  MlirType element = mlirShapedTypeGetElementType(type);
  buffer->element_bytes = mlirTypeIsAFloat(element)     ? mlirFloatTypeGetWidth(element) / 8
                          : mlirTypeIsAInteger(element) ? (mlirIntegerTypeGetWidth(element) + 7) / 8
                                                        : 8;
  buffer->elements = 1;
  for (int d = 0; d < mlirShapedTypeGetRank(type); d++)
    buffer->elements *= mlirShapedTypeGetDimSize(type, d);
  return r->buffer_count++;
}

// The id of an operand; buffers that come from outside are met here first.
static int operand_id(Reader *r, MlirValue value) {
  int id = value_id(r, value);
  MlirType type = mlirValueGetType(value);
  if (r->values.items[id].view < 0 && is_buffer(type)) {
    int view = new_view(r, type, new_buffer(r, value, false));
    r->values.items[id].view = view;
  }
  return id;
}

static int read_expression(Reader *r, MlirAffineExpr e) {
  int id = APPEND(r->expressions, 1);
  Expression x = {EXPR_CONSTANT, 0, -1, -1};
  if (mlirAffineExprIsAConstant(e)) {
    x.value = mlirAffineConstantExprGetValue(e);
  } else if (mlirAffineExprIsADim(e)) {
    x.kind = EXPR_DIM;
    x.value = mlirAffineDimExprGetPosition(e);
  } else {
    x.kind = mlirAffineExprIsAAdd(e)        ? EXPR_ADD
             : mlirAffineExprIsAMul(e)      ? EXPR_MUL
             : mlirAffineExprIsAMod(e)      ? EXPR_MOD
             : mlirAffineExprIsAFloorDiv(e) ? EXPR_FLOOR
                                            : EXPR_CEIL;
    x.left = read_expression(r, mlirAffineBinaryOpExprGetLHS(e));
    x.right = read_expression(r, mlirAffineBinaryOpExprGetRHS(e));
  }
  r->expressions.items[id] = x;
  return id;
}

static MlirAttribute attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString(name));
}

static bool named(MlirStringRef name, const char *text) {
  return name.length == strlen(text) && memcmp(name.data, text, name.length) == 0;
}

static uint64_t lane_mask(int lanes) {
  return lanes >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << lanes) - 1;
}

static void read_constant(Reader *r, MlirOperation op, Step *step) {
  int result = r->pool.items[step->results];
  MlirAttribute value = attribute(op, "value");
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  Value *v = &r->values.items[result];
  if (mlirTypeIsAIndex(type)) {
    v->number = mlirIntegerAttrGetValueInt(value);
  } else if (mlirTypeIsAVector(type)) {
    MlirType element = mlirShapedTypeGetElementType(type);
    if (!mlirTypeIsAInteger(element) || mlirIntegerTypeGetWidth(element) != 1)
      return;
    v->is_mask = true;
    for (int i = 0; i < vector_lanes(type); i++)
      v->mask |= (uint64_t)mlirDenseElementsAttrGetBoolValue(value, i) << i;
  }
}

static int read_block(Reader *r, MlirBlock block, MlirOperation stop);

// Buffers of operand `from` go on as operand or result `to`.
static void pass_view(Reader *r, int from, MlirValue to) {
  int view = r->values.items[from].view;
  int id = value_id(r, to);
  if (view >= 0)
    r->values.items[id].view = view;
}

static void read_loop(Reader *r, MlirOperation op, Step *step) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  step->loop = r->loop_count++;
  for (int i = 3; i < step->operand_count; i++) {
    int from = r->pool.items[step->operands + i];
    pass_view(r, from, mlirBlockGetArgument(body, i - 2));
    pass_view(r, from, mlirOperationGetResult(op, i - 3));
  }
  step->blocks[0] = read_block(r, body, (MlirOperation){NULL});
}

static void read_access(Reader *r, MlirOperation op, Step *step, bool is_write, int buffer,
                        int value, bool with_mask) {
  const int *operands = &r->pool.items[step->operands];
  step->kind = is_write ? STEP_WRITE : STEP_READ;
  step->view = r->values.items[operands[buffer]].view;
  step->index = step->operands + buffer + 1;
  step->value = is_write ? operands[value] : r->pool.items[step->results];
  MlirType type = mlirValueGetType(is_write ? mlirOperationGetOperand(op, value)
                                            : mlirOperationGetResult(op, 0));
  step->lanes = mlirTypeIsAVector(type) ? vector_lanes(type) : 1;
  step->mask = lane_mask(step->lanes);
  for (int i = 0; with_mask && i < step->operand_count; i++)
    if (r->values.items[operands[i]].is_mask)
      step->mask &= r->values.items[operands[i]].mask;
}

static void read_lane_list(Reader *r, Step *step, MlirAttribute list) {
  step->expression_count = (int)mlirDenseArrayGetNumElements(list);
  step->expressions = APPEND(r->pool, step->expression_count);
  for (int i = 0; i < step->expression_count; i++)
    r->pool.items[step->expressions + i] = (int)mlirDenseI64ArrayGetElement(list, i);
}

static void read_map(Reader *r, MlirOperation op, Step *step, int keep) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(attribute(op, "map"));
  int count = (int)mlirAffineMapGetNumResults(map);
  step->kind = STEP_AFFINE;
  step->keep = keep;
  step->expression_count = count;
  step->expressions = APPEND(r->pool, count);
  for (int i = 0; i < count; i++) {
    int expression = read_expression(r, mlirAffineMapGetResult(map, i));
    r->pool.items[step->expressions + i] = expression;
  }
}

static bool is_arithmetic(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (mlirOperationGetNumResults(op) != 1 ||
      !mlirTypeIsAVector(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return false;
  return (name.length > 6 && !memcmp(name.data, "arith.", 6) && !named(name, "arith.constant")) ||
         (name.length > 5 && !memcmp(name.data, "math.", 5)) || named(name, "vector.fma");
}

static bool is_product(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  return is_arithmetic(op) && (named(name, "arith.muli") || named(name, "arith.mulf"));
}

// An op without a row in the table: it computes lane by lane, or only passes lanes on.
static void read_other(Reader *r, MlirOperation op, Step *step) {
  (void)r;
  step->kind = is_arithmetic(op) ? STEP_COMPUTE : STEP_OTHER;
}

static void read_comparison(Reader *r, MlirOperation op, Step *step) {
  if (!mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetOperand(op, 0)))) {
    read_other(r, op, step);
    return;
  }
  int64_t predicate = mlirIntegerAttrGetValueInt(attribute(op, "predicate"));
  step->kind = predicate == 0 ? STEP_EQUAL : STEP_LESS;
  if (predicate != 0 && predicate != 2)
    fail(r, "a comparison other than == and <");
}

static void read_and(Reader *r, MlirOperation op, Step *step) {
  if (mlirTypeIsAVector(mlirValueGetType(mlirOperationGetResult(op, 0))))
    read_other(r, op, step);
}

static void read_if(Reader *r, MlirOperation op, Step *step) {
  for (int i = 0; i < 2; i++)
    step->blocks[i] = read_block(r, mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)),
                                 (MlirOperation){NULL});
  const Step *yield = &r->steps.items[r->blocks.items[step->blocks[1]].last];
  for (int i = 0; i < step->result_count; i++)
    pass_view(r, r->pool.items[yield->operands + i], mlirOperationGetResult(op, i));
}

static void read_allocation(Reader *r, MlirOperation op, Step *step) {
  MlirValue value = mlirOperationGetResult(op, 0);
  int view = new_view(r, mlirValueGetType(value), new_buffer(r, value, true));
  r->values.items[r->pool.items[step->results]].view = view;
}

static void read_reshape(Reader *r, MlirOperation op, Step *step) {
  int from = r->values.items[r->pool.items[step->operands]].view;
  int view = new_view(r, mlirValueGetType(mlirOperationGetResult(op, 0)), r->views[from].buffer);
  r->values.items[r->pool.items[step->results]].view = view;
  step->is_reshape = true;
}

static void read_load(Reader *r, MlirOperation op, Step *step) {
  read_access(r, op, step, false, 0, 0, false);
}

static void read_masked_load(Reader *r, MlirOperation op, Step *step) {
  read_access(r, op, step, false, 0, 0, true);
}

static void read_store(Reader *r, MlirOperation op, Step *step) {
  read_access(r, op, step, true, 1, 0, false);
}

static void read_transfer_write(Reader *r, MlirOperation op, Step *step) {
  read_access(r, op, step, true, 1, 0, true);
}

static void read_masked_store(Reader *r, MlirOperation op, Step *step) {
  read_access(r, op, step, true, 0, step->operand_count - 1, true);
}

static void read_shuffle(Reader *r, MlirOperation op, Step *step) {
  read_lane_list(r, step, attribute(op, "mask"));
}

static void read_extract(Reader *r, MlirOperation op, Step *step) {
  read_lane_list(r, step, attribute(op, "static_position"));
}

static void read_apply(Reader *r, MlirOperation op, Step *step) { read_map(r, op, step, KEEP_ONE); }

static void read_min(Reader *r, MlirOperation op, Step *step) { read_map(r, op, step, KEEP_LEAST); }

static void read_max(Reader *r, MlirOperation op, Step *step) { read_map(r, op, step, KEEP_MOST); }

static const struct {
  const char *name;
  StepKind kind;
  void (*read)(Reader *r, MlirOperation op, Step *step); // may change the kind; NULL: no more
} readers[] = {
    {"arith.constant", STEP_CONSTANT, read_constant},
    {"affine.apply", STEP_AFFINE, read_apply},
    {"affine.min", STEP_AFFINE, read_min},
    {"affine.max", STEP_AFFINE, read_max},
    {"arith.cmpi", STEP_LESS, read_comparison},
    {"arith.andi", STEP_AND, read_and},
    {"arith.select", STEP_SELECT, NULL},
    {"scf.for", STEP_FOR, read_loop},
    {"scf.if", STEP_IF, read_if},
    {"scf.yield", STEP_YIELD, NULL},
    {"tensor.empty", STEP_OTHER, read_allocation},
    {"memref.alloc", STEP_OTHER, read_allocation},
    {"tensor.collapse_shape", STEP_OTHER, read_reshape},
    {"tensor.expand_shape", STEP_OTHER, read_reshape},
    {"memref.collapse_shape", STEP_OTHER, read_reshape},
    {"tensor.extract", STEP_READ, read_load},
    {"memref.load", STEP_READ, read_load},
    {"vector.load", STEP_READ, read_load},
    {"vector.transfer_read", STEP_READ, read_masked_load},
    {"vector.maskedload", STEP_READ, read_masked_load},
    {"tensor.insert", STEP_WRITE, read_store},
    {"memref.store", STEP_WRITE, read_store},
    {"vector.store", STEP_WRITE, read_store},
    {"vector.transfer_write", STEP_WRITE, read_transfer_write},
    {"vector.maskedstore", STEP_WRITE, read_masked_store},
    {"vector.shuffle", STEP_SHUFFLE, read_shuffle},
    {"vector.extract", STEP_EXTRACT, read_extract},
    {"vector.broadcast", STEP_BROADCAST, NULL},
    {"vector.from_elements", STEP_ELEMENTS, NULL},
    {"vector.bitcast", STEP_GROUPS, NULL},
    {"llvm.call_intrinsic", STEP_GROUPS, NULL},
};

static void read_by_table(Reader *r, MlirOperation op, Step *step) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  for (size_t n = 0; n < sizeof readers / sizeof *readers; n++)
    if (named(name, readers[n].name)) {
      step->kind = readers[n].kind;
      if (readers[n].read)
        readers[n].read(r, op, step);
      return;
    }
  read_other(r, op, step);
}

// What the op is to this reader; everything unknown only passes lanes on.
static void read_kind(Reader *r, MlirOperation op, Step *step) {
  read_by_table(r, op, step);
  if (step->kind == STEP_WRITE && is_buffer(mlirValueGetType(mlirOperationGetOperand(op, 1))) &&
      step->result_count)
    pass_view(r, r->pool.items[step->operands + 1], mlirOperationGetResult(op, 0));
}

// A select by a constant mask keeps lanes that do not exist, it computes nothing.
static bool keeps_lanes(const Reader *r, const Step *step) {
  return step->kind == STEP_SELECT && r->values.items[r->pool.items[step->operands]].is_mask;
}

static int read_block(Reader *r, MlirBlock block, MlirOperation stop) {
  int id = APPEND(r->blocks, 1);
  Block made = {.first = -1, .last = -1};
  made.argument_count = (int)mlirBlockGetNumArguments(block);
  made.arguments = APPEND(r->pool, made.argument_count);
  for (int i = 0; i < made.argument_count; i++) {
    int argument = mlirOperationIsNull(stop) ? value_id(r, mlirBlockGetArgument(block, i)) : -1;
    r->pool.items[made.arguments + i] = argument;
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op) && !mlirOperationEqual(op, stop) && !r->failed;
       op = mlirOperationGetNextInBlock(op)) {
    Step step = {.next = -1, .previous = made.last, .fills = -1, .blocks = {-1, -1}, .view = -1};
    step.output = -1;
    step.operand_count = (int)mlirOperationGetNumOperands(op);
    step.result_count = (int)mlirOperationGetNumResults(op);
    step.operands = APPEND(r->pool, step.operand_count);
    step.results = APPEND(r->pool, step.result_count);
    for (int i = 0; i < step.operand_count; i++) {
      int operand = operand_id(r, mlirOperationGetOperand(op, i));
      r->pool.items[step.operands + i] = operand;
    }
    int at = APPEND(r->steps, 1);
    for (int i = 0; i < step.result_count; i++) {
      int result = value_id(r, mlirOperationGetResult(op, i));
      r->pool.items[step.results + i] = result;
      r->values.items[result].made_by = at;
    }
    read_kind(r, op, &step);
    made.arithmetic += is_arithmetic(op) && !keeps_lanes(r, &step);
    made.products += is_product(op);
    made.calls += named(mlirIdentifierStr(mlirOperationGetName(op)), "llvm.call_intrinsic");
    r->steps.items[at] = step;
    *(made.last < 0 ? &made.first : &r->steps.items[made.last].next) = at;
    made.last = at;
  }
  r->blocks.items[id] = made;
  return id;
}

// --- which lanes matter

static Value *operand(Reader *r, const Step *step, int i) {
  return &r->values.items[r->pool.items[step->operands + i]];
}

static Value *result_of(Reader *r, const Step *step, int i) {
  return &r->values.items[r->pool.items[step->results + i]];
}

// Each lane is made of those at its place in the operand, which has more lanes or fewer.
static void demand_groups(Reader *r, const Step *step, uint64_t wanted) {
  int width = result_of(r, step, 0)->width;
  for (int i = 0; i < step->operand_count; i++) {
    Value *from = operand(r, step, i);
    int group = from->width > width ? from->width / width : 1;
    for (int lane = 0; lane < width; lane++)
      if (wanted >> lane & 1)
        from->demand |= lane_mask(group) << (int64_t)lane * from->width / width;
  }
}

static void demand_block(Reader *r, int block);

static void demand_lanes(Reader *r, const Step *step) {
  uint64_t wanted = result_of(r, step, 0)->demand;
  const int *lanes = &r->pool.items[step->expressions];
  switch (step->kind) {
  case STEP_SHUFFLE: {
    int width = operand(r, step, 0)->width;
    for (int i = 0; i < step->expression_count; i++)
      if (wanted >> i & 1)
        operand(r, step, lanes[i] >= width)->demand |= UINT64_C(1) << lanes[i] % width;
    break;
  }
  case STEP_EXTRACT:
    if (wanted)
      operand(r, step, 0)->demand |= UINT64_C(1) << lanes[0];
    break;
  case STEP_BROADCAST:
    if (wanted)
      operand(r, step, 0)->demand |= 1;
    break;
  case STEP_ELEMENTS:
    for (int i = 0; i < step->operand_count; i++)
      if (wanted >> i & 1)
        operand(r, step, i)->demand |= 1;
    break;
  case STEP_GROUPS:
    demand_groups(r, step, wanted);
    break;
  case STEP_SELECT:
    if (operand(r, step, 0)->is_mask) {
      operand(r, step, 1)->demand |= wanted & operand(r, step, 0)->mask;
      operand(r, step, 2)->demand |= wanted & ~operand(r, step, 0)->mask;
      break;
    }
    // fall through
  default:
    for (int i = 0; i < step->operand_count; i++)
      operand(r, step, i)->demand |= wanted;
  }
}

static void demand_yields(Reader *r, const Step *step, int block) {
  const Step *yield = &r->steps.items[r->blocks.items[block].last];
  for (int i = 0; i < step->result_count && yield->kind == STEP_YIELD; i++)
    operand(r, yield, i)->demand |= result_of(r, step, i)->demand;
}

// Lanes of a carried vector do not mix from trip to trip but by shuffles: go on until nothing new
// is wanted.
static void demand_loop(Reader *r, const Step *step) {
  const Block *body = &r->blocks.items[step->blocks[0]];
  demand_yields(r, step, step->blocks[0]);
  for (bool again = true; again;) {
    again = false;
    demand_block(r, step->blocks[0]);
    const Step *yield = &r->steps.items[body->last];
    for (int i = 0; i < step->result_count; i++) {
      Value *running = &r->values.items[r->pool.items[body->arguments + 1 + i]];
      operand(r, step, 3 + i)->demand |= running->demand | result_of(r, step, i)->demand;
      if (running->demand & ~operand(r, yield, i)->demand) {
        operand(r, yield, i)->demand |= running->demand;
        again = true;
      }
    }
  }
}

static void demand_block(Reader *r, int block) {
  for (int s = r->blocks.items[block].last; s >= 0; s = r->steps.items[s].previous) {
    const Step *step = &r->steps.items[s];
    if (step->kind == STEP_WRITE) {
      r->values.items[step->value].demand |= step->mask;
    } else if (step->kind == STEP_FOR) {
      demand_loop(r, step);
    } else if (step->kind == STEP_IF) {
      for (int i = 0; i < 2; i++) {
        demand_yields(r, step, step->blocks[i]);
        demand_block(r, step->blocks[i]);
      }
    } else if (step->kind != STEP_YIELD && step->kind != STEP_READ && step->result_count) {
      demand_lanes(r, step);
    }
  }
}

// --- what each op is for

// Everything the value is put together from carries along where it came from.
static void mark_moved(Reader *r, int value) {
  int made_by = r->values.items[value].made_by;
  if (made_by < 0)
    return;
  Step *step = &r->steps.items[made_by];
  if (step->moves_data || step->kind == STEP_CONSTANT)
    return;
  if (step->kind != STEP_READ && step->kind != STEP_SHUFFLE && step->kind != STEP_EXTRACT &&
      step->kind != STEP_BROADCAST && step->kind != STEP_ELEMENTS && step->kind != STEP_COMPUTE &&
      step->kind != STEP_SELECT)
    return;
  step->moves_data = true;
  for (int i = 0; i < step->operand_count && step->kind != STEP_READ; i++)
    mark_moved(r, r->pool.items[step->operands + i]);
}

static int scratch_of(Reader *r, const Step *step) {
  const View *view = &r->views[step->view];
  Buffer *buffer = &r->buffers[view->buffer];
  if (buffer->scratch >= 0)
    return buffer->scratch;
  if (r->nest->scratch_count == NEST_MAX_SCRATCH) {
    fail(r, "too many scratch buffers");
    return 0;
  }
  buffer->scratch = r->nest->scratch_count++;
  buffer->holds = calloc((size_t)buffer->elements, sizeof *buffer->holds);
  if (!buffer->holds)
    abort();
  NestScratch *scratch = &r->nest->scratch[buffer->scratch];
  *scratch = (NestScratch){
      .access = -1, .rank = view->rank, .neighbours = 1, .element_bytes = buffer->element_bytes};
  memcpy(scratch->shape, view->shape, sizeof scratch->shape);
  return buffer->scratch;
}

static int patch_input(const Workload *convolution) {
  for (int a = 0; a < convolution->access_count; a++)
    for (int d = 0; d < convolution->accesses[a].rank; d++) {
      int used = 0;
      for (int i = 0; i < convolution->iterator_count; i++)
        used += convolution->accesses[a].index[d].coefficients[i] != 0;
      if (used > 1)
        return a;
    }
  return -1;
}

// The first scratch of a convolution by contraction takes the place of its input.
static void find_patches(Reader *r, const Step *step) {
  View *view = &r->views[step->view];
  Buffer *buffer = &r->buffers[view->buffer];
  int input = patch_input(r->convolution);
  const Access *access = &r->nest->work->accesses[input];
  bool same = view->rank == access->rank;
  for (int d = 0; same && d < view->rank; d++)
    same = view->shape[d] == access->shape[d];
  if (!same) {
    fail(r, "the first scratch buffer is not the patch matrix");
    return;
  }
  buffer->is_patches = true;
  buffer->access = access_position(r, input);
  for (int b = 0; b < r->buffer_count; b++)
    if (&r->buffers[b] != buffer && r->buffers[b].access == buffer->access)
      r->buffers[b].access = -1;
}

static void classify_writes(Reader *r, int block) {
  for (int s = r->blocks.items[block].first; s >= 0; s = r->steps.items[s].next) {
    Step *step = &r->steps.items[s];
    for (int i = 0; i < 2; i++)
      if (step->blocks[i] >= 0)
        classify_writes(r, step->blocks[i]);
    if (step->kind != STEP_WRITE || step->output >= 0 ||
        !r->buffers[r->views[step->view].buffer].is_fresh)
      continue;
    if (r->convolution && r->nest->scratch_count == 0)
      find_patches(r, step);
    step->fills = scratch_of(r, step);
    mark_moved(r, step->value);
  }
}

// Whether the block reads for the body or stores results; which scratch it fills otherwise.
static bool classify_loops(Reader *r, int block, int *out_fills) {
  bool is_nest = false;
  for (int s = r->blocks.items[block].first; s >= 0; s = r->steps.items[s].next) {
    Step *step = &r->steps.items[s];
    int fills = step->fills;
    bool here = false;
    if (step->kind == STEP_READ) {
      const Buffer *buffer = &r->buffers[r->views[step->view].buffer];
      here = !step->moves_data && (buffer->access >= 0 || buffer->scratch >= 0);
    } else if (step->kind == STEP_WRITE) {
      here = step->output >= 0;
    }
    for (int i = 0; i < 2; i++)
      if (step->blocks[i] >= 0)
        here |= classify_loops(r, step->blocks[i], &fills);
    step->is_nest = here;
    step->fills = here ? -1 : fills;
    is_nest |= here;
    if (fills >= 0)
      *out_fills = fills;
  }
  return is_nest;
}

// --- running

static int64_t evaluate(Reader *r, const Step *step, int expression) {
  const Expression *x = &r->expressions.items[expression];
  if (x->kind == EXPR_CONSTANT)
    return x->value;
  if (x->kind == EXPR_DIM)
    return operand(r, step, (int)x->value)->number;
  int64_t a = evaluate(r, step, x->left), b = evaluate(r, step, x->right);
  switch (x->kind) {
  case EXPR_ADD:
    return a + b;
  case EXPR_MUL:
    return a * b;
  case EXPR_FLOOR:
    return integer_floor_div(a, b);
  case EXPR_CEIL:
    return integer_ceil_div(a, b);
  default:
    return integer_floor_mod(a, b);
  }
}

static void run_affine(Reader *r, const Step *step) {
  int64_t kept = 0;
  for (int i = 0; i < step->expression_count; i++) {
    int64_t value = evaluate(r, step, r->pool.items[step->expressions + i]);
    if (i == 0 || (step->keep == KEEP_LEAST ? value < kept : value > kept))
      kept = value;
  }
  result_of(r, step, 0)->number = kept;
}

typedef struct Frame {
  int parent, code;
  bool in_fill;
  int open_fill; // scratch, or -1
  int fill_node;
  int first_count;
  int64_t first_stored[MAX_FIRST]; // elements of the output that kernels began to store with
} Frame;

static int add_node(Reader *r, NestKind kind, int parent) {
  NestFromIr *nest = r->nest;
  if (nest->node_count == NEST_MAX_NODES) {
    fail(r, "too many trips to follow");
    return 0;
  }
  int id = nest->node_count++;
  nest->nodes = grow(nest->nodes, nest->node_count, &nest->node_capacity, sizeof *nest->nodes);
  NestNode *node = &nest->nodes[id];
  memset(node, 0, sizeof *node);
  node->kind = kind;
  node->parent = parent;
  node->first_child = node->last_child = node->next = -1;
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    node->iteration[i] = (NestRange){0, -1};
  for (int k = 0; k < NEST_MAX_ACCESSES; k++) {
    node->address[k] = INT64_MAX;
    for (int d = 0; d < WORKLOAD_MAX_RANK; d++)
      node->index[k][d] = (NestRange){0, -1};
  }
  if (parent >= 0) {
    NestNode *up = &nest->nodes[parent];
    *(up->first_child < 0 ? &up->first_child : &nest->nodes[up->last_child].next) = id;
    up->last_child = id;
  }
  return id;
}

static void widen(NestRange *range, int64_t low, int64_t high) {
  bool empty = range->low > range->high;
  range->low = empty || low < range->low ? low : range->low;
  range->high = empty || high > range->high ? high : range->high;
}

// Row-major number of the first lane's element; its offset in memory.
static int64_t element_at(Reader *r, const Step *step, int64_t *out_address) {
  const View *view = &r->views[step->view];
  int64_t element = 0, address = 0;
  for (int d = 0; d < view->rank; d++) {
    int64_t index = r->values.items[r->pool.items[step->index + d]].number;
    int64_t last = index + (d + 1 == view->rank ? 63 - __builtin_clzll(step->mask | 1) : 0);
    if (index < 0 || last >= view->shape[d])
      fail(r, "index %lld to %lld of dimension %d leaves a buffer of %lld", (long long)index,
           (long long)last, d, (long long)view->shape[d]);
    element = element * view->shape[d] + index;
    address += index * view->strides[d];
  }
  *out_address = address;
  return element;
}

static void coordinates(const Access *access, int64_t element, int64_t *out) {
  for (int d = access->rank; d-- > 0;) {
    out[d] = element % access->shape[d];
    element /= access->shape[d];
  }
}

static void touch(Reader *r, int node, int k, const int64_t *index) {
  const Access *access = &r->nest->work->accesses[r->nest->accesses[k]];
  for (int d = 0; d < access->rank; d++)
    widen(&r->nest->nodes[node].index[k][d], index[d], index[d]);
}

static void touch_element(Reader *r, int node, int k, int64_t element) {
  int64_t index[WORKLOAD_MAX_RANK];
  coordinates(&r->nest->work->accesses[r->nest->accesses[k]], element, index);
  touch(r, node, k, index);
}

// Iterations of a piece of code from the elements that it and the stores of its kernel touch. A
// dimension with one unknown iterator gives that iterator; plain ones first.
static void find_iterations(NestFromIr *nest, NestNode *node) {
  const Workload *w = nest->work;
  uint32_t known = 0;
  for (int most = 1; most <= 2; most++)
    for (bool found = true; found;) {
      found = false;
      for (int k = 0; k < nest->access_count; k++) {
        const Access *access = &w->accesses[nest->accesses[k]];
        for (int d = 0; d < access->rank; d++) {
          const IndexExpr *index = &access->index[d];
          NestRange rest = {node->index[k][d].low - index->constant,
                            node->index[k][d].high - index->constant};
          if (rest.low > rest.high)
            continue;
          int unknown = -1, used = 0, open = 0;
          for (int i = 0; i < w->iterator_count; i++) {
            int32_t c = index->coefficients[i];
            if (!c)
              continue;
            used++;
            if (!(known >> i & 1u)) {
              unknown = i;
              open++;
              continue;
            }
            rest.low -= c * node->iteration[i].low;
            rest.high -= c * node->iteration[i].high;
          }
          if (open != 1 || (most == 1 && used > 1))
            continue;
          int32_t c = index->coefficients[unknown];
          node->iteration[unknown] =
              (NestRange){integer_floor_div(rest.low, c), integer_floor_div(rest.high, c)};
          known |= 1u << unknown;
          found = true;
        }
      }
    }
}

// The stores of a kernel are complete: they say where its code was.
static void finish_kernel(Reader *r) {
  NestFromIr *nest = r->nest;
  for (int p = 0; p < r->pending_count; p++) {
    NestNode *node = &nest->nodes[r->pending[p]];
    memcpy(node->index[nest->output], r->stored, sizeof r->stored);
    node->address[nest->output] = r->stored_address;
    node->stores = r->stores;
    node->store_lanes = r->store_lanes;
    find_iterations(nest, node);
  }
  r->pending_count = r->stores = r->store_lanes = 0;
  r->stored_address = INT64_MAX;
  for (int d = 0; d < WORKLOAD_MAX_RANK; d++)
    r->stored[d] = (NestRange){0, -1};
  r->storing = false;
}

static int open_code(Reader *r, Frame *frame, int block) {
  if (r->storing) {
    finish_kernel(r);
    frame->code = -1;
  }
  if (frame->code < 0) {
    frame->code = add_node(r, NEST_CODE, frame->parent);
    r->nest->nodes[frame->code].evaluations = r->blocks.items[block].arithmetic;
    r->nest->nodes[frame->code].calls = r->blocks.items[block].calls;
    r->nest->nodes[frame->code].products = r->blocks.items[block].products;
    if (r->pending_count == MAX_PENDING) {
      fail(r, "too much code in one kernel");
      return frame->code;
    }
    r->pending[r->pending_count++] = frame->code;
  }
  return frame->code;
}

static int64_t *lanes_of(Reader *r, int value) {
  if (r->values.items[value].lanes < 0) {
    int at = APPEND(r->lanes, MAX_LANES);
    r->values.items[value].lanes = at;
  }
  return &r->lanes.items[r->values.items[value].lanes];
}

// Index of padding by what the scratch holds around it; false where that does not tell.
static bool padding_index(const Reader *r, const Buffer *buffer, int64_t element,
                          int64_t *out_index) {
  const NestScratch *scratch = &r->nest->scratch[buffer->scratch];
  const Access *access = &r->nest->work->accesses[r->nest->accesses[scratch->access]];
  int64_t here[NEST_MAX_DIMS], at[NEST_MAX_DIMS], reference = 0, rest = element;
  for (int d = scratch->rank; d-- > 0; rest /= scratch->shape[d])
    here[d] = rest % scratch->shape[d];
  while (buffer->holds[reference] <= 0)
    if (++reference == buffer->elements)
      return false;
  rest = reference;
  for (int d = scratch->rank; d-- > 0; rest /= scratch->shape[d])
    at[d] = rest % scratch->shape[d];
  coordinates(access, (buffer->holds[reference] - 1) & element_mask, out_index);
  bool known = true;
  for (int e = 0; e < scratch->rank; e++) {
    known &= scratch->known[e] || here[e] == at[e];
    for (int d = 0; d < access->rank; d++)
      out_index[d] += scratch->moves[d][e] * (here[e] - at[e]);
  }
  return known;
}

// The index that is meant by one beyond the iteration space: a block that is filled up repeats its
// last element.
static int64_t inside_index(const Workload *w, const IndexExpr *index, int64_t at) {
  int64_t low = index->constant, high = low;
  for (int i = 0; i < w->iterator_count; i++) {
    int64_t reach = index->coefficients[i] * (w->extents[i] - 1);
    *(reach < 0 ? &low : &high) += reach;
  }
  return at < low ? low : at > high ? high : at;
}

// What a block that is filled up holds beyond the iteration space is read, and thrown away.
static bool is_beyond(const Workload *w, const Access *access, const int64_t *index) {
  for (int d = 0; d < access->rank; d++)
    if (inside_index(w, &access->index[d], index[d]) != index[d])
      return true;
  return false;
}

static void read_packed(Reader *r, const Step *step, int node, int64_t element, uint64_t wanted) {
  const Buffer *buffer = &r->buffers[r->views[step->view].buffer];
  int k = r->nest->scratch[buffer->scratch].access;
  for (int lane = 0; lane < step->lanes; lane++) {
    if (!(wanted >> lane & 1))
      continue;
    int64_t held = buffer->holds[element + lane];
    int64_t index[WORKLOAD_MAX_RANK];
    if (held == 0 || k < 0) {
      fail(r, "a scratch element is read that was not written");
      return;
    }
    const Access *access = &r->nest->work->accesses[r->nest->accesses[k]];
    if (held > 0)
      coordinates(access, (held - 1) & element_mask, index);
    else if (!padding_index(r, buffer, element + lane, index))
      continue;
    if (!is_beyond(r->nest->work, access, index))
      touch(r, node, k, index);
  }
}

static void close_fill(Reader *r, Frame *frame);

static void run_read(Reader *r, const Step *step, Frame *frame, int block) {
  const View *view = &r->views[step->view];
  const Buffer *buffer = &r->buffers[view->buffer];
  int64_t address;
  if (!step->moves_data && buffer->access < 0 && buffer->scratch < 0)
    return;
  int64_t element = element_at(r, step, &address);
  if (r->failed)
    return;
  if (step->moves_data) {
    int64_t *lanes = lanes_of(r, step->value);
    for (int i = 0; i < step->lanes; i++)
      lanes[i] =
          step->mask >> i & 1 ? ((int64_t)view->buffer << BUFFER_SHIFT | (element + i)) + 1 : 0;
    return;
  }
  uint64_t wanted = r->values.items[step->value].demand & step->mask;
  if (!wanted)
    return;
  close_fill(r, frame);
  int node = open_code(r, frame, block);
  if (r->failed)
    return;
  int k = buffer->access;
  if (k >= 0) {
    for (int lane = 0; lane < step->lanes; lane++)
      if (wanted >> lane & 1)
        touch_element(r, node, k, element + lane);
    address += __builtin_ctzll(wanted);
  } else {
    k = r->nest->scratch[buffer->scratch].access;
    read_packed(r, step, node, element, wanted);
    if (r->failed)
      return;
  }
  NestNode *made = &r->nest->nodes[node];
  made->reads[k]++;
  made->address[k] = address < made->address[k] ? address : made->address[k];
}

static bool is_first_stored(const Frame *frame, int64_t element) {
  for (int n = 0; n < frame->first_count; n++)
    if (frame->first_stored[n] == element)
      return true;
  return false;
}

static void run_store(Reader *r, const Step *step, Frame *frame) {
  int64_t address, index[WORKLOAD_MAX_RANK];
  const NestFromIr *nest = r->nest;
  const Access *access = &nest->work->accesses[nest->accesses[nest->output]];
  int64_t element = element_at(r, step, &address);
  close_fill(r, frame);
  // The results are gone through once more, from where a kernel began, or one in a loop before it.
  if (r->storing && (is_first_stored(frame, element) || address < r->stored_address)) {
    finish_kernel(r);
    frame->code = -1;
  }
  bool alone = r->pending_count == 0 && !r->storing;
  if (!alone && !r->storing) {
    if (frame->first_count == MAX_FIRST)
      fail(r, "too many kernels in a row");
    else
      frame->first_stored[frame->first_count++] = element;
  }
  if (r->failed)
    return;
  if (alone) { // nothing is read: every store for itself
    r->pending[r->pending_count++] = add_node(r, NEST_CODE, frame->parent);
    frame->code = -1;
  }
  r->storing = true;
  for (int lane = 0; lane < step->lanes; lane++)
    if (step->mask >> lane & 1) {
      coordinates(access, element + lane, index);
      for (int d = 0; d < access->rank; d++)
        widen(&r->stored[d], index[d], index[d]);
    }
  r->stored_address = address < r->stored_address ? address : r->stored_address;
  r->stores++;
  r->store_lanes = step->lanes > r->store_lanes ? step->lanes : r->store_lanes;
  if (alone)
    finish_kernel(r);
}

// --- scratch buffers

static void open_fill(Reader *r, Frame *frame, int scratch) {
  if (frame->open_fill == scratch)
    return;
  close_fill(r, frame);
  if (r->storing)
    finish_kernel(r);
  frame->code = -1;
  frame->open_fill = scratch;
  bool is_patches = false;
  for (int b = 0; b < r->buffer_count; b++)
    if (r->buffers[b].scratch == scratch) {
      memset(r->buffers[b].holds, 0, (size_t)r->buffers[b].elements * sizeof(int64_t));
      is_patches = r->buffers[b].is_patches;
    }
  if (is_patches)
    return;
  frame->fill_node = add_node(r, NEST_FILL, frame->parent);
  r->nest->nodes[frame->fill_node].scratch = scratch;
}

// The operand whose elements the buffer holds becomes the scratch's, and the fill touches them all.
// False when there are none, or of several operands.
static bool find_operand(Reader *r, const Buffer *buffer, int node) {
  NestScratch *scratch = &r->nest->scratch[buffer->scratch];
  bool is_found = false;
  for (int64_t i = 0; i < buffer->elements; i++)
    if (buffer->holds[i] > 0) {
      int k = r->buffers[(buffer->holds[i] - 1) >> BUFFER_SHIFT].access;
      if (k < 0 || (scratch->access >= 0 && scratch->access != k)) {
        fail(r, "a scratch buffer holds two operands");
        return false;
      }
      scratch->access = k;
      is_found = true;
      touch_element(r, node, k, (buffer->holds[i] - 1) & element_mask);
    }
  return is_found;
}

// How far the indices of the operand move along dimension `e`, whose neighbours are `stride` apart:
// from the first two neighbours that hold elements.
static void find_moves_along(NestScratch *scratch, const Buffer *buffer, const Access *access,
                             int e, int64_t stride) {
  int64_t from[WORKLOAD_MAX_RANK], to[WORKLOAD_MAX_RANK];
  for (int64_t i = 0; i + stride < buffer->elements && !scratch->known[e]; i++) {
    if (i / stride % scratch->shape[e] + 1 == scratch->shape[e] || buffer->holds[i] <= 0 ||
        buffer->holds[i + stride] <= 0)
      continue;
    coordinates(access, (buffer->holds[i] - 1) & element_mask, from);
    coordinates(access, (buffer->holds[i + stride] - 1) & element_mask, to);
    for (int d = 0; d < access->rank; d++)
      scratch->moves[d][e] = to[d] - from[d];
    scratch->known[e] = true;
  }
}

// Whether the index is beyond the extent of the reduction whose neighbours lie side by side.
static bool is_missing_neighbour(const Reader *r, const Buffer *buffer, const Access *access,
                                 const int64_t *index) {
  const NestScratch *scratch = &r->nest->scratch[buffer->scratch];
  for (int d = 0; d < access->rank && scratch->neighbours > 1; d++)
    if (scratch->moves[d][scratch->rank - 1] != 0 &&
        inside_index(r->nest->work, &access->index[d], index[d]) != index[d])
      return true;
  return false;
}

// Whether element `i` of the buffer is the one, or the padding, that the moves say.
static bool is_in_place(const Reader *r, const Buffer *buffer, const Access *access, int64_t i) {
  int64_t expected[WORKLOAD_MAX_RANK], held[WORKLOAD_MAX_RANK];
  if (buffer->holds[i] == 0 || !padding_index(r, buffer, i, expected))
    return true;
  bool inside = true, same = true;
  if (is_missing_neighbour(r, buffer, access, expected))
    return buffer->holds[i] == padding;
  for (int d = 0; d < access->rank; d++)
    inside &= expected[d] >= 0 && expected[d] < access->shape[d];
  if (buffer->holds[i] > 0) {
    coordinates(access, (buffer->holds[i] - 1) & element_mask, held);
    for (int d = 0; d < access->rank; d++)
      same &= held[d] == inside_index(r->nest->work, &access->index[d], expected[d]);
  }
  return same && !(inside && buffer->holds[i] == padding);
}

// Neighbours within the lanes become a dimension of their own.
static void split_neighbours(Reader *r, NestScratch *scratch) {
  int neighbours = r->nest->neighbours[r->nest->accesses[scratch->access]];
  if (neighbours <= 1 || scratch->neighbours > 1 || scratch->rank == 0)
    return;
  int64_t *last = &scratch->shape[scratch->rank - 1];
  if (*last % neighbours != 0) {
    fail(r, "%lld elements are not groups of %d", (long long)*last, neighbours);
    return;
  }
  *last /= neighbours;
  scratch->shape[scratch->rank++] = scratch->neighbours = neighbours;
}

// How the operand's index follows the coordinates of the scratch: a step in each dimension between
// two elements that are there, then every element must agree.
static void find_moves(Reader *r, const Buffer *buffer, int node) {
  NestScratch *scratch = &r->nest->scratch[buffer->scratch];
  if (!find_operand(r, buffer, node))
    return;
  split_neighbours(r, scratch);
  const Access *access = &r->nest->work->accesses[r->nest->accesses[scratch->access]];
  int64_t stride = 1;
  for (int e = scratch->rank; e-- > 0; stride *= scratch->shape[e])
    if (!scratch->known[e])
      find_moves_along(scratch, buffer, access, e, stride);
  for (int64_t i = 0; i < buffer->elements; i++)
    if (!is_in_place(r, buffer, access, i)) {
      fail(r, "element %lld of a scratch buffer is out of place", (long long)i);
      return;
    }
}

// Iterators of `kind` in the order of the dimensions of an access.
static int collapsed_iterators(const Workload *w, const Access *access, IteratorKind kind,
                               const Access *input, int *out) {
  int count = 0;
  for (int d = 0; d < access->rank; d++)
    for (int i = 0; i < w->iterator_count; i++) {
      bool shares = kind == ITERATOR_REDUCTION;
      for (int e = 0; e < input->rank && !shares; e++)
        for (int k = 0; k < w->iterator_count; k++)
          shares |= input->index[e].coefficients[i] && input->index[e].coefficients[k] &&
                    w->kinds[k] == ITERATOR_REDUCTION;
      if (w->kinds[i] == kind && access->index[d].coefficients[i] && shares)
        out[count++] = i;
    }
  return count;
}

// Element (others, k, pixel) of the patch matrix is the input of that tap and that pixel: k counts
// in the order of the filter's dimensions, pixels in that of the output's.
static void check_patches(Reader *r, const Buffer *buffer) {
  const Workload *w = r->convolution;
  int a = patch_input(w), taps[WORKLOAD_MAX_ITERATORS], pixels[WORKLOAD_MAX_ITERATORS];
  const Access *input = &w->accesses[a], *filter = NULL, *output = NULL;
  for (int b = 0; b < w->access_count; b++) {
    if (w->accesses[b].is_output && !output)
      output = &w->accesses[b];
    else if (is_body_input(w, b) && b != a)
      filter = &w->accesses[b];
  }
  int tap_count = collapsed_iterators(w, filter, ITERATOR_REDUCTION, input, taps);
  int pixel_count = collapsed_iterators(w, output, ITERATOR_PARALLEL, input, pixels);
  uint32_t done = 0;
  for (int i = 0; i < tap_count; i++)
    done |= 1u << taps[i];
  for (int i = 0; i < pixel_count; i++)
    done |= 1u << pixels[i];
  for (int64_t e = 0; e < buffer->elements; e++) {
    int64_t at[WORKLOAD_MAX_ITERATORS] = {0}, rest = e, element = 0;
    for (int p = pixel_count; p-- > 0; rest /= w->extents[pixels[p]])
      at[pixels[p]] = rest % w->extents[pixels[p]];
    for (int p = tap_count; p-- > 0; rest /= w->extents[taps[p]])
      at[taps[p]] = rest % w->extents[taps[p]];
    for (int i = w->iterator_count; i-- > 0;)
      if (!(done >> i & 1u) && access_uses(input, i)) {
        at[i] = rest % w->extents[i];
        rest /= w->extents[i];
      }
    bool inside = true;
    for (int d = 0; d < input->rank; d++) {
      int64_t index = input->index[d].constant;
      for (int i = 0; i < w->iterator_count; i++)
        index += input->index[d].coefficients[i] * at[i];
      inside &= index >= 0 && index < input->shape[d];
      element = element * input->shape[d] + index;
    }
    int64_t held = buffer->holds[e];
    if (inside ? held <= 0 || ((held - 1) & element_mask) != element : held != padding) {
      fail(r, "element %lld of the patch matrix is wrong", (long long)e);
      return;
    }
    r->nest->patch_matrix++;
  }
}

static void close_fill(Reader *r, Frame *frame) {
  if (frame->open_fill < 0 || frame->in_fill)
    return;
  for (int b = 0; b < r->buffer_count && !r->failed; b++)
    if (r->buffers[b].scratch == frame->open_fill) {
      if (r->buffers[b].is_patches)
        check_patches(r, &r->buffers[b]);
      else
        find_moves(r, &r->buffers[b], frame->fill_node);
    }
  frame->open_fill = -1;
}

static void run_fill(Reader *r, const Step *step) {
  int64_t address;
  int64_t element = element_at(r, step, &address);
  const Value *value = &r->values.items[step->value];
  int64_t *holds = r->buffers[r->views[step->view].buffer].holds;
  for (int i = 0; i < step->lanes && !r->failed; i++)
    if (step->mask >> i & 1)
      holds[element + i] = value->lanes < 0 ? padding : r->lanes.items[value->lanes + i];
}

// Of the elements that a lane is computed from, the one that moves with most iterators.
static int64_t computed_from(Reader *r, const Step *step, int lane) {
  int64_t found = padding;
  int most = -1;
  for (int i = 0; i < step->operand_count; i++) {
    int at = operand(r, step, i)->lanes, iterators = 0;
    int64_t held = at < 0 ? padding : r->lanes.items[at + lane];
    int k = held > 0 ? r->buffers[(held - 1) >> BUFFER_SHIFT].access : -1;
    if (k < 0)
      continue;
    for (int n = 0; n < r->nest->work->iterator_count; n++)
      iterators += access_uses(&r->nest->work->accesses[r->nest->accesses[k]], n);
    if (iterators > most) {
      most = iterators;
      found = held;
    }
  }
  return found;
}

// A value that is put together from others; constants and scalars of the payload are padding.
static void run_move(Reader *r, const Step *step) {
  int64_t out[MAX_LANES];
  int count = 0;
  const int *lanes = &r->pool.items[step->expressions];
  const int64_t *from[2] = {NULL, NULL};
  for (int i = 0; i < step->operand_count && i < 2; i++)
    if (operand(r, step, i)->lanes >= 0)
      from[i] = &r->lanes.items[operand(r, step, i)->lanes];
  switch (step->kind) {
  case STEP_SHUFFLE:
    for (; count < step->expression_count; count++) {
      int width = operand(r, step, 0)->width;
      bool second = lanes[count] >= width;
      out[count] = from[second] ? from[second][lanes[count] % width] : padding;
    }
    break;
  case STEP_EXTRACT:
    out[count++] = from[0] ? from[0][lanes[0]] : padding;
    break;
  case STEP_BROADCAST:
    for (; count < result_of(r, step, 0)->width; count++)
      out[count] = from[0] ? from[0][0] : padding;
    break;
  case STEP_SELECT:
  case STEP_COMPUTE:
    for (; count < result_of(r, step, 0)->width; count++)
      out[count] = computed_from(r, step, count);
    break;
  default:
    for (; count < step->operand_count; count++) {
      int at = operand(r, step, count)->lanes;
      out[count] = at < 0 ? padding : r->lanes.items[at];
    }
  }
  memcpy(lanes_of(r, r->pool.items[step->results]), out, (size_t)count * sizeof *out);
}

static void run_block(Reader *r, int block, Frame *frame);

static void end_trip(Reader *r, Frame *frame) {
  close_fill(r, frame);
  if (r->storing)
    finish_kernel(r);
}

static void run_loop(Reader *r, const Step *step, Frame *frame) {
  int64_t low = operand(r, step, 0)->number, high = operand(r, step, 1)->number;
  int64_t by = operand(r, step, 2)->number;
  int induction = r->pool.items[r->blocks.items[step->blocks[0]].arguments];
  if (!step->is_nest) {
    if (step->fills < 0)
      return;
    if (low < high)
      open_fill(r, frame, step->fills);
    bool before = frame->in_fill;
    frame->in_fill = true;
    for (int64_t at = low; at < high && !r->failed; at += by) {
      r->values.items[induction].number = at;
      run_block(r, step->blocks[0], frame);
    }
    frame->in_fill = before;
    return;
  }
  close_fill(r, frame);
  if (r->storing)
    finish_kernel(r);
  frame->code = -1;
  int loop = add_node(r, NEST_LOOP, frame->parent);
  NestNode *node = &r->nest->nodes[loop];
  node->loop = step->loop;
  node->low = low;
  node->high = high;
  node->step = by;
  for (int i = 3; i < step->operand_count; i++)
    if (operand(r, step, i)->view < 0) {
      node->carried++;
      if (operand(r, step, i)->width > node->carried_lanes)
        node->carried_lanes = operand(r, step, i)->width;
    }
  for (int64_t at = low; at < high && !r->failed; at += by) {
    r->nest->nodes[loop].trips++; // the nodes move when they grow
    int trip = add_node(r, NEST_TRIP, loop);
    r->nest->nodes[trip].low = at;
    Frame inner = {.parent = trip, .code = -1, .open_fill = -1};
    r->values.items[induction].number = at;
    run_block(r, step->blocks[0], &inner);
    end_trip(r, &inner);
  }
}

// What runs belongs to the piece of code around it.
static void run_if(Reader *r, const Step *step, Frame *frame) {
  int block = step->blocks[operand(r, step, 0)->number ? 0 : 1], code = frame->code;
  run_block(r, block, frame);
  if (code < 0 || frame->code != code)
    return;
  r->nest->nodes[code].evaluations += r->blocks.items[block].arithmetic;
  r->nest->nodes[code].calls += r->blocks.items[block].calls;
  r->nest->nodes[code].products += r->blocks.items[block].products;
}

static void run_step(Reader *r, const Step *step, Frame *frame, int block) {
  switch (step->kind) {
  case STEP_AFFINE:
    run_affine(r, step);
    break;
  case STEP_EQUAL:
    result_of(r, step, 0)->number = operand(r, step, 0)->number == operand(r, step, 1)->number;
    break;
  case STEP_LESS:
    result_of(r, step, 0)->number = operand(r, step, 0)->number < operand(r, step, 1)->number;
    break;
  case STEP_AND:
    result_of(r, step, 0)->number = operand(r, step, 0)->number && operand(r, step, 1)->number;
    break;
  case STEP_FOR:
    run_loop(r, step, frame);
    break;
  case STEP_IF:
    run_if(r, step, frame);
    break;
  case STEP_READ:
    run_read(r, step, frame, block);
    break;
  case STEP_WRITE:
    if (step->fills >= 0) {
      open_fill(r, frame, step->fills);
      run_fill(r, step);
    } else if (step->output == 0) {
      run_store(r, step, frame);
    }
    break;
  default:
    if (step->moves_data)
      run_move(r, step);
  }
}

static void run_block(Reader *r, int block, Frame *frame) {
  for (int s = r->blocks.items[block].first; s >= 0 && !r->failed; s = r->steps.items[s].next)
    run_step(r, &r->steps.items[s], frame, block);
}

// Loops and trips cover what is in them.
static void sum_up(NestFromIr *nest) {
  for (int n = nest->node_count; n-- > 1;) {
    const NestNode *node = &nest->nodes[n];
    NestNode *up = &nest->nodes[node->parent];
    if (node->kind == NEST_FILL)
      continue;
    for (int i = 0; i < nest->work->iterator_count; i++)
      if (node->iteration[i].low <= node->iteration[i].high)
        widen(&up->iteration[i], node->iteration[i].low, node->iteration[i].high);
    for (int k = 0; k < nest->access_count; k++) {
      up->address[k] = node->address[k] < up->address[k] ? node->address[k] : up->address[k];
      for (int d = 0; d < WORKLOAD_MAX_RANK; d++)
        if (node->index[k][d].low <= node->index[k][d].high)
          widen(&up->index[k][d], node->index[k][d].low, node->index[k][d].high);
    }
  }
}

// --- the whole

bool nest_anchor_note(const Group *group, NestAnchor *out_anchor) {
  *out_anchor = (NestAnchor){.block = mlirOperationGetBlock(group->insertion),
                             .on_tensors = group->on_tensors};
  for (int a = 0; a < group->workload.access_count; a++)
    out_anchor->values[a] = group->accesses[a].value;
  out_anchor->output_count = group->output_count;
  for (int o = 0; o < group->output_count && group->on_tensors; o++) {
    if (mlirValueIsNull(group->output_result[o]))
      return false;
    MlirOpOperand use = mlirValueGetFirstUse(group->output_result[o]);
    if (mlirOpOperandIsNull(use))
      return false;
    out_anchor->users[o] = mlirOpOperandGetOwner(use);
    out_anchor->operands[o] = mlirOpOperandGetOperandNumber(use);
  }
  return true;
}

static void list_accesses(NestFromIr *nest) {
  const Workload *w = nest->work;
  for (int a = 0; a < w->access_count && nest->access_count + 1 < NEST_MAX_ACCESSES; a++)
    if (is_body_input(w, a))
      nest->accesses[nest->access_count++] = a;
  nest->output = nest->access_count;
  for (int a = 0; a < w->access_count && nest->access_count == nest->output; a++)
    if (w->accesses[a].is_output)
      nest->accesses[nest->access_count++] = a;
}

// Marks every write that made a tensor.
static void trace_output(Reader *r, int value, int output) {
  int made_by = r->values.items[value].made_by;
  if (made_by < 0)
    return;
  Step *step = &r->steps.items[made_by];
  if (step->kind == STEP_WRITE) {
    if (step->output >= 0)
      return;
    step->output = output;
    trace_output(r, r->pool.items[step->index - 1], output);
  } else if (step->kind == STEP_FOR) {
    const Step *yield = &r->steps.items[r->blocks.items[step->blocks[0]].last];
    for (int i = 0; i < step->result_count; i++)
      if (r->pool.items[step->results + i] == value) {
        trace_output(r, r->pool.items[step->operands + 3 + i], output);
        trace_output(r, r->pool.items[yield->operands + i], output);
      }
  } else if (step->kind == STEP_IF) {
    for (int b = 0; b < 2; b++) {
      const Step *yield = &r->steps.items[r->blocks.items[step->blocks[b]].last];
      for (int i = 0; i < step->result_count; i++)
        if (r->pool.items[step->results + i] == value)
          trace_output(r, r->pool.items[yield->operands + i], output);
    }
  } else if (step->is_reshape) {
    trace_output(r, r->pool.items[step->operands], output);
  }
}

static void find_outputs(Reader *r) {
  const Workload *w = r->nest->work;
  int output = 0;
  for (int a = 0; a < w->access_count; a++) {
    if (!w->accesses[a].is_output)
      continue;
    if (r->anchor->on_tensors) {
      MlirValue value =
          mlirOperationGetOperand(r->anchor->users[output], r->anchor->operands[output]);
      trace_output(r, operand_id(r, value), output);
    } else {
      int view = r->values.items[operand_id(r, r->anchor->values[a])].view;
      for (int s = 0; s < r->steps.count; s++)
        if (r->steps.items[s].kind == STEP_WRITE &&
            r->views[r->steps.items[s].view].buffer == r->views[view].buffer)
          r->steps.items[s].output = output;
    }
    output++;
  }
}

bool nest_from_ir(const NestAnchor *anchor, const Workload *work, const Workload *convolution,
                  const uint8_t *neighbours, NestFromIr *out_nest) {
  Reader *r = calloc(1, sizeof *r);
  if (!r)
    abort();
  *out_nest = (NestFromIr){.work = work, .neighbours = neighbours};
  r->nest = out_nest;
  r->anchor = anchor;
  r->convolution = convolution;
  list_accesses(out_nest);
  int block = read_block(r, anchor->block, (MlirOperation){NULL});
  if (!r->failed)
    find_outputs(r);
  if (!r->failed) {
    int fills = -1;
    classify_writes(r, block);
    classify_loops(r, block, &fills);
    demand_block(r, block);
    add_node(r, NEST_ROOT, -1);
    finish_kernel(r);
    Frame frame = {.parent = 0, .code = -1, .open_fill = -1};
    run_block(r, block, &frame);
    end_trip(r, &frame);
    sum_up(out_nest);
  }
  for (int b = 0; b < r->buffer_count; b++)
    free(r->buffers[b].holds);
  free(r->values.items);
  free(r->steps.items);
  free(r->blocks.items);
  free(r->expressions.items);
  free(r->pool.items);
  free(r->lanes.items);
  bool done = !r->failed;
  free(r);
  return done;
}

void nest_from_ir_destroy(NestFromIr *nest) {
  free(nest->nodes);
  nest->nodes = NULL;
}
