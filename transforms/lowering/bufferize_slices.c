// A slice that takes elements one after the other has the strides of its tensor, and an offset that
// the run knows. The general analysis may still copy it, which has the strides of its own shape: a
// stride that is not the same everywhere is unknown, and only the innermost one is 1 in any case.
#include "transforms/lowering/bufferize_slices.h"

#include "transforms/cut_mark.h"
#include "transforms/ir.h"
#include "transforms/lowering/bufferize_plan.h"

#include <stdlib.h>

enum { MAX_LOOPS = 32 };

// What a write or an insertion goes to, and what a loop carries at first; null: another op.
static MlirValue destination_of(MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value);
  int written = bufferize_written_operand(op);
  if (written >= 0 || ir_op_is(op, "tensor.insert_slice"))
    return mlirOperationGetOperand(op, written >= 0 ? written : 1);
  return ir_op_is(op, "scf.for")
             ? mlirOperationGetOperand(op, 3 + mlirOpResultGetResultNumber(value))
             : (MlirValue){NULL};
}

// Whether the loop, and each inside that it goes through, ends a turn with what it has carried, of
// which parts are written: then all of it lies in one place. Else it may be in any layout.
static bool stays_in_place(MlirValue loop_result) {
  MlirValue results[MAX_LOOPS] = {loop_result};
  for (int count = 1; count > 0;) {
    MlirValue result = results[--count];
    MlirBlock body = ir_body(mlirOpResultGetOwner(result));
    intptr_t number = mlirOpResultGetResultNumber(result);
    MlirValue value = mlirOperationGetOperand(mlirBlockGetTerminator(body), number);
    MlirValue carried = mlirBlockGetArgument(body, 1 + number);
    while (!mlirValueEqual(value, carried)) {
      if (!mlirValueIsAOpResult(value) || count == MAX_LOOPS)
        return false;
      if (ir_is_made_by(value, "scf.for"))
        results[count++] = value;
      value = destination_of(value);
      if (mlirValueIsNull(value))
        return false;
    }
  }
  return true;
}

// The result of the loop over pieces that carries the argument; null: there is none.
static MlirValue result_of(MlirValue argument) {
  MlirOperation loop = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(argument));
  intptr_t number = mlirBlockArgumentGetArgNumber(argument);
  return number > 0 && ir_op_is(loop, "scf.for") && cut_mark_is_loop(loop)
             ? mlirOperationGetResult(loop, number - 1)
             : (MlirValue){NULL};
}

static bool takes_neighbours(MlirOperation slice) {
  MlirAttribute steps = mlirOperationGetAttributeByName(slice, ir_string("static_strides"));
  intptr_t rank = mlirDenseArrayGetNumElements(steps);
  bool does = rank == mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetResult(slice, 0)));
  for (intptr_t d = 0; d < rank && does; d++)
    does = mlirDenseI64ArrayGetElement(steps, d) == 1;
  return does;
}

// The tensor in whose place, or in whose slice, the value is computed; null: another.
static MlirValue place_of(MlirValue value) {
  MlirValue none = {NULL};
  if (mlirValueIsABlockArgument(value))
    value = result_of(value);
  if (mlirValueIsNull(value))
    return none;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (ir_op_is(op, "tensor.extract_slice"))
    return takes_neighbours(op) ? mlirOperationGetOperand(op, 0) : none;
  return ir_op_is(op, "scf.for") && stays_in_place(value) ? destination_of(value) : none;
}

// An argument of a function, without a layout of its own.
static bool is_argument(MlirValue value) {
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  MlirOperation function = mlirBlockGetParentOperation(block);
  if (!ir_is_defined_function(function) || !mlirBlockEqual(block, ir_function_body(function)))
    return false;
  MlirAttribute lists = mlirOperationGetAttributeByName(function, ir_string("arg_attrs"));
  return mlirAttributeIsNull(lists) ||
         mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
             mlirArrayAttrGetElement(lists, mlirBlockArgumentGetArgNumber(value)),
             ir_string("bufferization.buffer_layout")));
}

// Whether it is row-major: an argument of a function, or new memory.
static bool is_whole(MlirValue value) {
  return mlirValueIsABlockArgument(value) ? is_argument(value)
                                          : ir_is_made_by(value, "tensor.empty");
}

// Leaves those of a row-major tensor of the type.
static void keep_strides(MlirType tensor, intptr_t rank, int64_t *strides) {
  int64_t unknown = mlirShapedTypeGetDynamicStrideOrOffset(), stride = 1;
  for (intptr_t d = rank - 1; d >= 0; d--) {
    strides[d] = strides[d] == stride ? stride : unknown;
    stride = stride == unknown || mlirShapedTypeIsDynamicDim(tensor, d)
                 ? unknown
                 : stride * mlirShapedTypeGetDimSize(tensor, d);
  }
}

static void read_strides(MlirType tensor, intptr_t rank, int64_t *out_strides) {
  int64_t stride = 1;
  for (intptr_t d = rank - 1; d >= 0; d--) {
    out_strides[d] = stride;
    stride *= mlirShapedTypeIsDynamicDim(tensor, d) ? 1 : mlirShapedTypeGetDimSize(tensor, d);
  }
  keep_strides(tensor, rank, out_strides);
}

static MlirType strided_type(MlirType tensor, intptr_t rank, const int64_t *strides) {
  int64_t *shape = ir_zeroed((size_t)rank + 1, sizeof *shape);
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(tensor, d);
  MlirAttribute layout = mlirStridedLayoutAttrGet(
      mlirTypeGetContext(tensor), mlirShapedTypeGetDynamicStrideOrOffset(), rank, strides);
  MlirType type = mlirMemRefTypeGet(mlirShapedTypeGetElementType(tensor), rank, shape, layout,
                                    mlirAttributeGetNull());
  free(shape);
  return type;
}

MlirType bufferize_slice_type(MlirValue value) {
  MlirType type = mlirValueGetType(value), none = {NULL};
  intptr_t rank = mlirTypeIsARankedTensor(type) ? mlirShapedTypeGetRank(type) : 0;
  bool is_slice = false;
  int64_t *strides = ir_zeroed((size_t)rank + 1, sizeof *strides);
  if (rank > 0)
    read_strides(type, rank, strides);
  while (rank > 0 && !is_whole(value)) {
    is_slice |= ir_is_made_by(value, "tensor.extract_slice");
    value = place_of(value);
    rank = !mlirValueIsNull(value) && mlirShapedTypeGetRank(mlirValueGetType(value)) == rank ? rank
                                                                                             : 0;
    if (rank > 0)
      keep_strides(mlirValueGetType(value), rank, strides);
  }
  MlirType slice = is_slice && rank > 0 ? strided_type(type, rank, strides) : none;
  free(strides);
  return slice;
}
