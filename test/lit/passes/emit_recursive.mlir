// A module that holds transform sequences may hold no recursive function: an error of ours, not of
// the verifier, and nothing else stands in the way of the other ways to emit.
//
// RUN: not autotune-opt %s --autotune=emit=schedule 2>&1 | FileCheck %s
// CHECK: error: {{.*}}emit=schedule: the module cannot hold a transform script: recursion not allowed in named sequences; use emit=annotate
// RUN: autotune-opt %s --autotune=emit=annotate | FileCheck %s --check-prefix=ANNOTATE
// ANNOTATE: autotune.schedule =
func.func @power(%a: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %zero : index
  %r = scf.if %done -> tensor<4x4xf32> {
    scf.yield %a : tensor<4x4xf32>
  } else {
    %m = arith.subi %n, %one : index
    %b = func.call @power(%a, %m) : (tensor<4x4xf32>, index) -> tensor<4x4xf32>
    %c = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>)
                       outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %c : tensor<4x4xf32>
  }
  return %r : tensor<4x4xf32>
}
