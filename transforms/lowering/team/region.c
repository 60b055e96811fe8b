// Region: which marked loops share a parallel region. Marked loops have no results, so what lies
// between two of them uses nothing of the first, and can go before it unless it touches memory.
#include "transforms/lowering/team/region.h"

#include "transforms/ir.h"
#include "transforms/threads/thread_marks.h"

#include <string.h>

// A buffer may be made earlier than it is used; where its size is static, it needs no operand.
static bool is_movable(MlirOperation op) {
  static const char *const names[] = {"memref.view",
                                      "memref.cast",
                                      "memref.subview",
                                      "memref.collapse_shape",
                                      "memref.expand_shape",
                                      "memref.reinterpret_cast",
                                      "memref.extract_strided_metadata",
                                      "memref.get_global"};
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (name.length > 6 && !memcmp(name.data, "arith.", 6))
    return true;
  if (ir_op_is(op, "memref.alloc"))
    return mlirOperationGetNumOperands(op) == 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (ir_op_is(op, names[i]))
      return true;
  return false;
}

// Moves what stands between the loops before the first. False, and nothing moves, when they have no
// region in common.
static bool join(MlirOperation first, MlirOperation second) {
  if (!mlirBlockEqual(mlirOperationGetBlock(first), mlirOperationGetBlock(second)) ||
      thread_mark_read(first) != thread_mark_read(second))
    return false;
  for (MlirOperation op = mlirOperationGetNextInBlock(first); !mlirOperationEqual(op, second);
       op = mlirOperationGetNextInBlock(op))
    if (!is_movable(op))
      return false;
  for (MlirOperation op = mlirOperationGetNextInBlock(first), next; !mlirOperationEqual(op, second);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationMoveBefore(op, first);
  }
  return true;
}

int region_gather(const MlirOperation *loops, int last) {
  int first = last;
  while (first > 0 && join(loops[first - 1], loops[first]))
    first--;
  return first;
}
