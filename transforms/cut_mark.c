// The attribute is a list: the share, then of each loop the size of the piece, 0 where it is whole.
#include "transforms/cut_mark.h"

#include "plan/workload.h"
#include "transforms/ir.h"

#include <stdlib.h>

#define CUT_ATTRIBUTE "autotune.cut"

static MlirAttribute mark_of(MlirOperation op) {
  return mlirOperationGetDiscardableAttributeByName(op, ir_string(CUT_ATTRIBUTE));
}

void cut_mark_write(MlirOperation op, int loop_count, int loop, int64_t size, int64_t share) {
  int64_t numbers[1 + WORKLOAD_MAX_ITERATORS] = {1};
  MlirAttribute mark = mark_of(op);
  for (int i = 0; i <= loop_count && !mlirAttributeIsNull(mark); i++)
    numbers[i] = mlirDenseI64ArrayGetElement(mark, i);
  numbers[0] *= share;
  numbers[1 + loop] = size;
  mlirOperationSetDiscardableAttributeByName(
      op, ir_string(CUT_ATTRIBUTE),
      mlirDenseI64ArrayGet(mlirOperationGetContext(op), 1 + loop_count, numbers));
}

bool cut_mark_is(MlirOperation op) { return !mlirAttributeIsNull(mark_of(op)); }

int64_t cut_mark_share(MlirOperation op) {
  MlirAttribute mark = mark_of(op);
  return mlirAttributeIsNull(mark) ? 1 : mlirDenseI64ArrayGetElement(mark, 0);
}

void cut_mark_describe(MlirOperation op, char *text, size_t size) {
  MlirAttribute mark = mark_of(op);
  text[0] = '\0';
  if (mlirAttributeIsNull(mark))
    return;
  int count = 0;
  size_t used = (size_t)snprintf(text, size, "piece of");
  for (intptr_t i = 1; i < mlirDenseArrayGetNumElements(mark) && used < size; i++) {
    long long steps = (long long)mlirDenseI64ArrayGetElement(mark, i);
    if (steps > 0)
      used += (size_t)snprintf(text + used, size - used, "%s %lld of loop %lld", count++ ? "," : "",
                               steps, (long long)i - 1);
  }
  if (used < size)
    snprintf(text + used, size - used, " of unknown extent");
}

void cut_marks_remove(MlirOperation root) {
  IrOps marked = ir_collect(root, cut_mark_is);
  for (int i = 0; i < marked.count; i++)
    mlirOperationRemoveDiscardableAttributeByName(marked.ops[i], ir_string(CUT_ATTRIBUTE));
  free(marked.ops);
}
