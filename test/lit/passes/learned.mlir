// A learned model chooses: the remark says which one, and the choice does not depend on threads.
//
// RUN: %bin/test_learned_search --write %t.model
// RUN: autotune-opt %s --autotune="remarks=all model=%t.model" -o %t.once 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: linalg.matmul tuned (learned model {{[0-9a-f]+}}): direct({{.*}}), predicted {{.*}} s
// RUN: autotune-opt %s --mlir-disable-threading --autotune=model=%t.model -o %t.again
// RUN: cmp %t.once %t.again
// RUN: autotune-opt %s --autotune=model=%t.model -o /dev/null --remarks-filter=autotune --remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ENGINE
// ENGINE: [Passed] tuned | {{.*}}Model="synthetic times of a test"{{.*}}PredictedSeconds={{.*}}Source="learned model {{[0-9a-f]+}}"
// ENGINE: [Analysis] search | {{.*}}Candidates={{[1-9].*}}Rejected={{.*}}RunnerUp="{{.*}}RunnerUpSeconds=
// RUN: autotune-opt %s --autotune="remarks=all require=model model=%t.model search=annealing max-candidates=500" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
//
// A damaged file is one line.
// RUN: head -c 20000 %t.model > %t.cut
// RUN: not autotune-opt %s --autotune=model=%t.cut 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: error: autotune: option 'model': model '{{.*}}.cut': model file has 20000 bytes, not what its header says
func.func @small(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>, %c: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>) outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %0 : tensor<32x48xf32>
}
