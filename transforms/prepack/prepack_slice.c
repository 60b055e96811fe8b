// Forwards: what each op depends on. Backwards: which values are worth keeping, an op at a time, so
// that an op that goes back to every call asks for its operands before they are looked at.
#include "transforms/prepack/prepack_slice.h"

#include "plan/workload.h"
#include "transforms/constant_argument.h"
#include "transforms/extract/structured_op.h"
#include "transforms/function_shim.h"
#include "transforms/ir.h"

#include <stdlib.h>

// A value that is this many times larger than what it is made of costs more to read than to make,
// unless it is small.
enum { GROWTH_LIMIT = 2, SMALL_BYTES = 1 << 16 };

// Where an op stands in the block, to be found by its address.
typedef struct Place {
  const void *op;
  int index;
} Place;

typedef struct Slicer {
  PrepackSlice *slice;
  Place *places; // by address
  int current;   // the op that is looked at
  bool only_marks;
} Slicer;

static int compare_places(const void *a, const void *b) {
  uintptr_t left = (uintptr_t)((const Place *)a)->op, right = (uintptr_t)((const Place *)b)->op;
  return left < right ? -1 : left > right;
}

static int place_of(const Slicer *slicer, MlirOperation op) {
  Place key = {.op = op.ptr};
  const Place *found =
      bsearch(&key, slicer->places, (size_t)slicer->slice->op_count, sizeof key, compare_places);
  return found ? found->index : -1;
}

// --- what an op depends on

// A tensor that is reached in many ways is counted as often; no sum overflows.
static void add_bytes(SliceOp *op, int64_t bytes) {
  static const int64_t PLENTY = (int64_t)1 << 60;
  op->bytes = op->bytes + bytes < PLENTY ? op->bytes + bytes : PLENTY;
}

static void depend_on_argument(Slicer *slicer, MlirValue value) {
  PrepackSlice *slice = slicer->slice;
  SliceOp *op = &slice->ops[slicer->current];
  int index = (int)mlirBlockArgumentGetArgNumber(value);
  if (slicer->only_marks) {
    slice->argument_is_read[index] = true;
  } else if (!value_is_constant_argument(value)) {
    op->kind = SLICE_CALL;
  } else {
    op->kind = op->kind == SLICE_CALL ? SLICE_CALL : SLICE_PACKED;
    op->last_argument = index > op->last_argument ? index : op->last_argument;
    add_bytes(op, tensor_type_bytes(mlirValueGetType(value)));
  }
}

static void depend_on_result(Slicer *slicer, MlirValue value, int place) {
  PrepackSlice *slice = slicer->slice;
  SliceOp *op = &slice->ops[slicer->current];
  const SliceOp *from = &slice->ops[place];
  if (slicer->only_marks) {
    slice->is_read[from->first_result + mlirOpResultGetResultNumber(value)] = true;
    return;
  }
  op->kind = from->kind > op->kind ? from->kind : op->kind;
  op->last_argument =
      from->last_argument > op->last_argument ? from->last_argument : op->last_argument;
  add_bytes(op, from->bytes);
}

// Views cost nothing where they are, and several may share one tensor.
static bool is_view(MlirOperation op) {
  return ir_op_is(op, "tensor.expand_shape") || ir_op_is(op, "tensor.collapse_shape") ||
         ir_op_is(op, "tensor.extract_slice") || ir_op_is(op, "tensor.cast");
}

// What the run takes for a constant is kept, however much larger than the arguments it is: the
// tensor behind a view, or what another op makes.
static void count_as_argument(Slicer *slicer, MlirOperation op) {
  MlirValue value = is_view(op) ? mlirOperationGetOperand(op, 0) : mlirOperationGetResult(op, 0);
  int place = mlirValueIsAOpResult(value) ? place_of(slicer, mlirOpResultGetOwner(value)) : -1;
  int64_t bytes = tensor_type_bytes(mlirValueGetType(value));
  slicer->slice->ops[slicer->current].bytes = bytes;
  if (place >= 0)
    slicer->slice->ops[place].bytes = bytes;
}

// Operands of the op and of all ops in its regions that the block defines.
static MlirWalkResult visit_operands(MlirOperation op, void *user) {
  Slicer *slicer = user;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (mlirValueIsABlockArgument(value)) {
      if (mlirBlockEqual(mlirBlockArgumentGetOwner(value), slicer->slice->block))
        depend_on_argument(slicer, value);
      continue;
    }
    int place = place_of(slicer, mlirOpResultGetOwner(value));
    if (place >= 0)
      depend_on_result(slicer, value, place);
  }
  return MlirWalkResultAdvance;
}

static void find_dependences(Slicer *slicer) {
  for (int i = 0; i < slicer->slice->op_count; i++) {
    SliceOp *op = &slicer->slice->ops[i];
    slicer->current = i;
    op->last_argument = -1;
    op->kind = op_is_pure(op->op) && i + 1 < slicer->slice->op_count ? SLICE_NEUTRAL : SLICE_CALL;
    mlirOperationWalk(op->op, visit_operands, slicer, MlirWalkPreOrder);
    if (constant_result_is_marked(op->op))
      count_as_argument(slicer, op->op);
  }
}

// --- which values are kept

static bool is_worth_keeping(const PrepackSlice *slice, const SliceOp *op) {
  if (is_view(op->op))
    return false;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op->op); r++) {
    if (!slice->is_read[op->first_result + r])
      continue;
    int64_t bytes = tensor_type_bytes(mlirValueGetType(mlirOperationGetResult(op->op, r)));
    if (bytes < 0 || (bytes > SMALL_BYTES && bytes / GROWTH_LIMIT > op->bytes))
      return false;
  }
  return true;
}

static bool is_op_read(const PrepackSlice *slice, const SliceOp *op) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op->op); r++)
    if (slice->is_read[op->first_result + r])
      return true;
  return false;
}

static void choose_values(Slicer *slicer) {
  PrepackSlice *slice = slicer->slice;
  slicer->only_marks = true;
  for (int i = slice->op_count; i-- > 0;) {
    SliceOp *op = &slice->ops[i];
    if (op->kind == SLICE_PACKED && is_op_read(slice, op) && !is_worth_keeping(slice, op))
      op->kind = SLICE_CALL;
    slicer->current = i;
    if (op->kind == SLICE_CALL)
      mlirOperationWalk(op->op, visit_operands, slicer, MlirWalkPreOrder);
  }
}

// By the argument, then in the order of the block: the argument itself goes first.
static int compare_values(const void *a, const void *b) {
  const SliceValue *left = a, *right = b;
  if (left->argument != right->argument)
    return left->argument - right->argument;
  return left->op != right->op ? left->op - right->op : left->index - right->index;
}

static void list_values(PrepackSlice *slice) {
  for (int a = 0; a < slice->argument_count; a++)
    if (slice->argument_is_read[a] &&
        value_is_constant_argument(mlirBlockGetArgument(slice->block, a)))
      slice->values[slice->value_count++] = (SliceValue){-1, a, a};
  for (int i = 0; i < slice->op_count; i++) {
    const SliceOp *op = &slice->ops[i];
    for (int r = 0; op->kind == SLICE_PACKED && r < mlirOperationGetNumResults(op->op); r++)
      if (slice->is_read[op->first_result + r])
        slice->values[slice->value_count++] = (SliceValue){i, r, op->last_argument};
  }
  qsort(slice->values, (size_t)slice->value_count, sizeof *slice->values, compare_values);
}

// --- the slice

static int list_ops(PrepackSlice *slice) {
  int results = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(slice->block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    slice->ops[slice->op_count++] = (SliceOp){.op = op, .first_result = results};
    results += (int)mlirOperationGetNumResults(op);
  }
  return results;
}

static int count_ops(MlirBlock block) {
  int count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    count++;
  return count;
}

PrepackSlice prepack_slice_create(MlirOperation function) {
  PrepackSlice slice = {.block = ir_function_body(function)};
  slice.argument_count = (int)mlirBlockGetNumArguments(slice.block);
  size_t ops = (size_t)count_ops(slice.block), arguments = (size_t)slice.argument_count;
  slice.ops = ir_zeroed(ops, sizeof *slice.ops);
  size_t results = (size_t)list_ops(&slice);
  slice.argument_is_read = ir_zeroed(arguments + 1, sizeof(bool));
  slice.is_read = ir_zeroed(results + 1, sizeof(bool));
  slice.values = ir_zeroed(results + arguments + 1, sizeof *slice.values);
  Slicer slicer = {.slice = &slice, .places = ir_zeroed(ops, sizeof *slicer.places)};
  for (int i = 0; i < slice.op_count; i++)
    slicer.places[i] = (Place){slice.ops[i].op.ptr, i};
  qsort(slicer.places, ops, sizeof *slicer.places, compare_places);
  find_dependences(&slicer);
  choose_values(&slicer);
  list_values(&slice);
  free(slicer.places);
  return slice;
}

void prepack_slice_destroy(PrepackSlice *slice) {
  free(slice->ops);
  free(slice->argument_is_read);
  free(slice->is_read);
  free(slice->values);
}
