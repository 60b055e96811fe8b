// Buffer homes: whether code around a kernel on memrefs uses its operands on one thread.
#include "transforms/threads/buffer_homes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "transforms/ir.h"
#include "transforms/threads/thread_marks.h"

#include <string.h>

static bool is_one_of(MlirOperation op, const char *const *names, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (ir_op_is(op, names[n]))
      return true;
  return false;
}

static bool is_view(MlirOperation op) {
  static const char *const names[] = {"memref.subview", "memref.cast", "memref.collapse_shape",
                                      "memref.expand_shape", "memref.reinterpret_cast"};
  return is_one_of(op, names, sizeof names / sizeof *names);
}

static MlirValue base_of(MlirValue value) {
  while (mlirValueIsAOpResult(value) && is_view(mlirOpResultGetOwner(value)))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return value;
}

// The outermost loop around the op; null when there is none.
static MlirOperation loops_around(MlirOperation op) {
  MlirOperation loop = {NULL};
  for (op = mlirOperationGetParentOperation(op);
       !mlirOperationIsNull(op) && !ir_op_is(op, "func.func");
       op = mlirOperationGetParentOperation(op))
    if (ir_op_is(op, "scf.for"))
      loop = op;
  return loop;
}

static bool is_inside(MlirOperation op, MlirOperation loop) {
  while (!mlirOperationIsNull(op) && !mlirOperationEqual(op, loop))
    op = mlirOperationGetParentOperation(op);
  return !mlirOperationIsNull(op);
}

// Any op that is not known only to read is taken to write.
static bool writes(MlirOperation op, intptr_t operand) {
  static const char *const loads[] = {"memref.load",          "affine.load",   "vector.load",
                                      "vector.transfer_read", "vector.gather", "memref.prefetch"};
  MlirAttribute segments = mlirOperationGetAttributeByName(op, ir_string("operandSegmentSizes"));
  if (!mlirAttributeIsNull(segments) && mlirAttributeIsADenseI32Array(segments) &&
      mlirDenseArrayGetNumElements(segments) == 2) // inputs and outputs
    return operand >= mlirDenseI32ArrayGetElement(segments, 0);
  return !is_one_of(op, loads, sizeof loads / sizeof *loads);
}

// A linalg op that is no kernel yet is taken to be cut as this one is.
static bool is_alone(MlirOperation op) {
  return !ir_op_begins(op, "linalg.") && !thread_mark_is_inside(op);
}

// How a buffer is used within the loops.
typedef struct BufferUses {
  MlirOperation loops; // around the kernel to be
  bool is_written, is_shared;
  int users;
} BufferUses;

static void look_at_uses(BufferUses *uses, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (is_view(user))
      look_at_uses(uses, mlirOperationGetResult(user, 0));
    else if (is_inside(user, uses->loops)) {
      uses->is_written |= writes(user, mlirOpOperandGetOperandNumber(use));
      uses->is_shared |= is_alone(user);
      uses->users++;
    }
  }
}

// --- views

// Bits of the dimensions of a view that are whole dimensions of its buffer; 0 where that is not
// known. Dimensions that a subview drops have one element.
static unsigned whole_dimensions(MlirValue view) {
  int64_t rank = mlirShapedTypeGetRank(mlirValueGetType(view)), d = 0;
  if (!mlirValueIsAOpResult(view) || !is_view(mlirOpResultGetOwner(view)))
    return (1u << rank) - 1;
  MlirOperation op = mlirOpResultGetOwner(view);
  if (!ir_op_is(op, "memref.subview"))
    return 0;
  MlirValue source = mlirOperationGetOperand(op, 0);
  unsigned of_source = whole_dimensions(source), whole = 0;
  for (int64_t s = 0; s < mlirShapedTypeGetRank(mlirValueGetType(source)) && d < rank; s++) {
    int64_t size = mlirDenseI64ArrayGetElement(
        mlirOperationGetAttributeByName(op, ir_string("static_sizes")), s);
    if (size != mlirShapedTypeGetDimSize(mlirValueGetType(view), d))
      continue;
    if (size == mlirShapedTypeGetDimSize(mlirValueGetType(source), s))
      whole |= of_source & (1u << s) ? 1u << d : 0;
    d++;
  }
  return whole;
}

// The kernels in the loops see different parts of the buffer, but each of them all of one
// dimension: only pieces along that are the same for all.
static OperandHome home_along(MlirValue view) {
  MlirType type = mlirValueGetType(view);
  OperandHome home = {HOME_ANY, 1};
  unsigned whole = whole_dimensions(view);
  if (whole == 0 || (whole & (whole - 1)) != 0 || mlirShapedTypeGetRank(type) < 2)
    return (OperandHome){HOME_ANY, 0};
  for (int64_t d = 0; !(whole >> d & 1u); d++)
    home.outer *= mlirShapedTypeGetDimSize(type, d);
  home.kind = HOME_ALONG;
  return home;
}

OperandHome buffer_home(MlirOperation op, MlirValue value) {
  BufferUses uses = {.loops = loops_around(op)};
  if (!mlirOperationIsNull(uses.loops))
    look_at_uses(&uses, base_of(value));
  if (!uses.is_written)
    return (OperandHome){HOME_ANY, 0};
  if (uses.is_shared)
    return (OperandHome){HOME_ONE, 0};
  return uses.users > 1 ? home_along(value) : (OperandHome){HOME_ANY, 0};
}
