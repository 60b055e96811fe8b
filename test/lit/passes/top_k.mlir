// The best of the predicted candidates are measured in the worker and the fastest is kept.
//
// What is measured is tuned for an x86-64, which another processor refuses.
// REQUIRES: host-x86_64
//
// RUN: autotune-opt %s --autotune="remarks=all model=analytical top-k=2" -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: linalg.matmul tuned (analytical model): {{.*}}, predicted {{.*}} s, measured {{.*}} s
// RUN: FileCheck %s < %t
// CHECK: scf.for
// CHECK-NOT: linalg.matmul
// RUN: autotune-opt %s --autotune="model=analytical top-k=2 require=model" -o /dev/null --remarks-filter=autotune --remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ENGINE
// ENGINE: [Passed] tuned | {{.*}}MeasuredSeconds={{.*}}Source="analytical model"
//
// Nothing of it is left behind in the ops.
// RUN: autotune-opt %s --autotune="model=analytical top-k=2 emit=annotate" | FileCheck %s --check-prefix=ANNOTATE
// ANNOTATE: linalg.matmul {autotune.schedule = "{{.+}}"}
//
// Without a worker that is an error, and nothing is changed.
// RUN: env AUTOTUNE_WORKER=%t.none not autotune-opt %s --autotune="model=analytical top-k=2" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: autotune: option 'top-k': measuring needs the program autotune as worker: {{.*}}set AUTOTUNE_WORKER to its path or use top-k=0
// RUN: not autotune-opt %s --autotune=top-k=65 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: error: autotune: option 'top-k': 65 is out of range; use 0 to 64
func.func @small(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>, %c: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>) outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %0 : tensor<32x48xf32>
}
