// The remark engine gets everything that is known about a choice.
//
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune=model=analytical -o /dev/null 2>&1 \
// RUN:   --remarks-filter=autotune --remark-format=emitRemark | FileCheck %s --check-prefix=EMIT
// EMIT: remark: [Passed] tuned | Category:autotune | Function=layer | Fused="linalg.{{[a-z]+}} at {{[0-9]+:[0-9]+}}", Knobs="direct({{.*}})", Op=linalg.matmul, PredictedSeconds={{.*}}, Source="analytical model"
// EMIT: remark: [Analysis] search | Category:autotune | Function=layer | Candidates={{[0-9]+}}, Op=linalg.matmul, Rejected={{[0-9]+}}
// EMIT: remark: [Passed] tuned | Category:autotune | Function=reduction
// EMIT: remark: [Missed] untouched | Category:autotune | Function=dynamic | Op=linalg.matmul, Reason="dynamic shape, and a memref lies in another memory space"
// EMIT-NOT: left untouched
//
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune=model=analytical -o /dev/null \
// RUN:   --remarks-filter=autotune --remark-format=yaml --remarks-output-file=%t.yaml
// RUN: FileCheck %s --check-prefix=YAML < %t.yaml
// YAML: --- !Passed
// YAML-NEXT: Pass: autotune
// YAML-NEXT: Name: tuned
// YAML: Function: layer
// YAML: - Op: linalg.matmul
// YAML: - Source: analytical model
// YAML: - Knobs:
// YAML: --- !Analysis
// YAML: - Candidates:
// YAML: - RunnerUp:
// YAML: - RunnerUpSeconds:
// YAML: --- !Missed
// YAML: - Reason: {{'?}}dynamic shape, and a memref lies in another memory space
//
// Nobody listens to the engine: untouched ops are told plainly, unless that is not wanted.
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune=model=analytical -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUTO
// AUTO-NOT: tuned (
// AUTO: remark: autotune: linalg.matmul left untouched: dynamic shape
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune=remarks=none -o /dev/null 2>&1 | count 0
