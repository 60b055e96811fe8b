// TOSA: where it is in a module, and the pipeline that makes linalg of it. Upstream's passes in its
// own order, but for two that come first: the one takes transposed convolutions apart, the other
// control flow, whose terminators the rest refuses.
#include "transforms/foreign/tosa.h"

#include "transforms/ir.h"

#include <stdio.h>

const char *tosa_pipeline_text(void) {
  return "builtin.module(func.func(tosa-optional-decompositions,tosa-to-scf,"
         "tosa-make-broadcastable,tosa-to-linalg-named,canonicalize,tosa-layerwise-constant-fold,"
         "tosa-make-broadcastable,tosa-to-linalg,tosa-to-tensor,"
         "tosa-to-arith{include-apply-rescale=true use-32-bit=true}),canonicalize)";
}

static bool is_tosa(MlirOperation op) { return ir_op_begins(op, "tosa."); }

MlirOperation tosa_first(MlirOperation root) { return ir_first(root, is_tosa); }

void tosa_report(const PassReport *report, MlirOperation root) {
  MlirOperation op = tosa_first(root);
  char reason[512];
  if (mlirOperationIsNull(op))
    return;
  snprintf(reason, sizeof reason, "TOSA is tuned as linalg: run --pass-pipeline=\"%s\" before",
           tosa_pipeline_text());
  pass_report_say(report, REMARK_MISSED, op, reason);
}
