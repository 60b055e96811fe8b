// See buffer_homes.h.
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
  static const char *const loads[] = {"memref.load", "affine.load", "vector.load",
                                      "vector.transfer_read", "memref.prefetch"};
  MlirAttribute segments = mlirOperationGetAttributeByName(op, ir_string("operandSegmentSizes"));
  if (!mlirAttributeIsNull(segments) && mlirAttributeIsADenseI32Array(segments) &&
      mlirDenseArrayGetNumElements(segments) == 2) // inputs and outputs
    return operand >= mlirDenseI32ArrayGetElement(segments, 0);
  return !is_one_of(op, loads, sizeof loads / sizeof *loads);
}

// A linalg op that is no kernel yet is taken to be cut as this one is.
static bool is_alone(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool is_undecided = name.length > 7 && memcmp(name.data, "linalg.", 7) == 0;
  return !is_undecided && !thread_mark_is_inside(op);
}

// How a buffer is used within the loops.
typedef struct BufferUses {
  MlirOperation loops; // around the kernel to be
  bool is_written, is_shared;
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
    }
  }
}

OperandHome buffer_home(MlirOperation op, MlirValue value) {
  BufferUses uses = {.loops = loops_around(op)};
  if (!mlirOperationIsNull(uses.loops))
    look_at_uses(&uses, base_of(value));
  return (OperandHome){uses.is_written && uses.is_shared ? HOME_ONE : HOME_ANY, 0};
}
