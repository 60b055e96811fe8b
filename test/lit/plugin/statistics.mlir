// Statistics reach the summary remark; --mlir-pass-statistics prints them where MLIR can.
//
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune=remarks=none --mlir-pass-statistics -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REPORT
// REPORT: Pass statistics report
//
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune="remarks=none model=analytical" -o /dev/null 2>&1 \
// RUN:   --remarks-filter-analyse=autotune --remark-format=emitRemark | FileCheck %s
// CHECK: [Analysis] summary | Category:autotune | candidates={{[1-9][0-9]*}}, chosen-by-default=0, chosen-by-model=2, chosen-by-record=0, forced=0, functions-scripted=0, kernels-threaded=0, nests-raised=0, nests-rewritten=0, nests-seen=0, ops-fused=1, ops-seen=3, ops-tuned=2, packed-bytes=0, skipped-dynamic=1, skipped-no-kernel=0, skipped-no-schedule=0, skipped-unsupported=0
//
// They reach the file of remarks, too, which docs/reference/options.md describes.
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune="remarks=none model=analytical" -o /dev/null --remarks-filter=autotune \
// RUN:   --remark-format=yaml --remarks-output-file=%t.yaml && FileCheck %s --check-prefix=FILE --input-file %t.yaml
// FILE: --- !Passed
// FILE-NEXT: Pass: autotune
// FILE-NEXT: Name: tuned
// FILE: PredictedSeconds:
// FILE: Name: summary
// FILE: ops-seen: '3'
// FILE: ops-tuned: '2'
// FILE: skipped-dynamic: '1'
