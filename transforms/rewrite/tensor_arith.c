// Arithmetic on whole tensors, as frontends of Python and fragments written by hand have it:
//
//   %c = arith.addf %a, %b : tensor<4x4xf32>
//
// becomes a linalg.generic with the same op in its body, which computes the same bits.
#include "transforms/annotation.h"
#include "transforms/elementwise_shim.h"
#include "transforms/ir.h"
#include "transforms/rewrite/rewrites.h"

#include <stdlib.h>

Status tensor_arith_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  (void)options;
  IrOps ops = ir_collect(root, op_is_elementwise);
  for (int i = 0; i < ops.count; i++) {
    if (annotation_keeps(ops.ops[i]))
      continue;
    MlirOperation made = elementwise_to_linalg(ops.ops[i]);
    if (mlirOperationIsNull(made))
      continue;
    pass_report_say(report, REMARK_REWRITTEN, made, "it is a linalg op, element by element");
    report->changed = true;
  }
  free(ops.ops);
  return STATUS_OK;
}
