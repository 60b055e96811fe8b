// Ops in loops, branches, nested modules and private functions are tuned where they are.
//
// RUN: autotune-opt %s --autotune=remarks=none | FileCheck %s
// RUN: autotune-opt %s --autotune=remarks=none -o %t.once
// RUN: autotune-opt %t.once --autotune -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: autotune-opt %t.once --mlir-print-ir-after-change --autotune 2>&1 | FileCheck %s --check-prefix=CHANGE
// CHANGE-NOT: IR Dump

// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.
// CHECK: autotune.schedule
// CHECK-NOT: linalg.matmul
// CHECK-LABEL: func.func private @branch
// CHECK: scf.if
// CHECK: autotune.schedule
// CHECK-LABEL: module @inner
// CHECK-LABEL: func.func @nested
// CHECK: autotune.schedule
// CHECK-NOT: linalg.matmul
// CHECK-LABEL: func.func @memrefs
// CHECK-NOT: linalg.matmul
// CHECK: autotune.schedule
func.func @loop(%a: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %low = arith.constant 0 : index
  %high = arith.constant 4 : index
  %step = arith.constant 1 : index
  %0 = scf.for %i = %low to %high step %step iter_args(%b = %a) -> tensor<16x16xf32> {
    %1 = linalg.matmul ins(%a, %b : tensor<16x16xf32>, tensor<16x16xf32>)
                       outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %1 : tensor<16x16xf32>
  }
  return %0 : tensor<16x16xf32>
}

func.func private @branch(%take: i1, %a: tensor<16x16xf32>, %c: tensor<16x16xf32>)
    -> tensor<16x16xf32> {
  %0 = scf.if %take -> tensor<16x16xf32> {
    %1 = linalg.matmul ins(%a, %a : tensor<16x16xf32>, tensor<16x16xf32>)
                       outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %1 : tensor<16x16xf32>
  } else {
    scf.yield %c : tensor<16x16xf32>
  }
  return %0 : tensor<16x16xf32>
}

module @inner {
  func.func @nested(%a: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %0 = linalg.matmul ins(%a, %a : tensor<16x16xf32>, tensor<16x16xf32>)
                       outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
    return %0 : tensor<16x16xf32>
  }
}

func.func @memrefs(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  return
}
