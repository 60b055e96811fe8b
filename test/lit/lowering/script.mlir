// The script of emit=schedule is left out of what is lowered, a script of somebody else's is not.
//
// RUN: autotune-opt %s --autotune="emit=schedule remarks=none model=none" -o %t.schedule
// RUN: FileCheck %s --check-prefix=SCRIPT < %t.schedule
// SCRIPT: transform.named_sequence @__transform_main
// RUN: autotune-opt %t.schedule --transform-interpreter --autotune-to-llvm -o %t.lowered
// RUN: FileCheck %s --implicit-check-not=transform < %t.lowered
// CHECK: llvm.func @main
// RUN: mlir-translate --mlir-to-llvmir %t.lowered -o /dev/null
// RUN: sed -e 's/attributes {autotune.schedule}/attributes {mine}/' %t.schedule | autotune-opt --autotune-to-llvm | FileCheck %s --check-prefix=MINE
// MINE: transform.with_named_sequence
// MINE: transform.named_sequence @__transform_main
func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
