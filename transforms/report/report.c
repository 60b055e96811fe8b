// Report: what a run over a payload tells its caller: counters, one remark per op or nest, and
// whether the payload has changed. A remark names the op and the function around it by texts that
// the IR owns.
#include "transforms/report/report.h"

#include "mlir-c/BuiltinAttributes.h"

void statistics_add(TuneStatistics *sum, const TuneStatistics *run) {
#define X(field, name, meaning) sum->field += run->field;
  TUNE_STATISTICS(X)
#undef X
  for (int reason = 0; reason < REJECT_COUNT; reason++)
    sum->rejected[reason] += run->rejected[reason];
  for (int family = 0; family < FAMILY_COUNT; family++)
    for (int rule = 0; rule < RULE_COUNT; rule++)
      sum->tuned[family][rule] += run->tuned[family][rule];
  sum->choose_seconds += run->choose_seconds;
  sum->emit_seconds += run->emit_seconds;
}

// Symbol of the innermost op around `op` that has one.
static MlirStringRef function_around(MlirOperation op) {
  MlirStringRef key = mlirStringRefCreateFromCString("sym_name");
  for (op = mlirOperationGetParentOperation(op); !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op)) {
    MlirAttribute symbol = mlirOperationGetAttributeByName(op, key);
    if (!mlirAttributeIsNull(symbol) && mlirAttributeIsAString(symbol))
      return mlirStringAttrGetValue(symbol);
  }
  return mlirStringRefCreate("", 0);
}

TuneRemark remark_start(RemarkKind kind, MlirOperation op) {
  return (TuneRemark){.kind = kind,
                      .location = mlirOperationGetLocation(op),
                      .op = mlirIdentifierStr(mlirOperationGetName(op)),
                      .function = function_around(op),
                      .reason = "",
                      .source = "",
                      .model = "",
                      .trust = "",
                      .schedule = "",
                      .part = "",
                      .fused_ops = "",
                      .threads = "",
                      .look = "",
                      .target = "",
                      .workload = "",
                      .runner_up = "",
                      .why = ""};
}

void pass_report_remark(const PassReport *report, const TuneRemark *remark) {
  if (report->remark)
    report->remark(remark, report->payload);
}

void pass_report_say(const PassReport *report, RemarkKind kind, MlirOperation op,
                     const char *reason) {
  TuneRemark remark = remark_start(kind, op);
  remark.reason = reason;
  pass_report_remark(report, &remark);
}
