// Sizes that 64 bits do not hold are refused by every command, and end none.
//
// RUN: not %autotune run %s --function product 2>&1 | FileCheck %s
// RUN: not %autotune compile %s -o %t.so --quiet 2>&1 | FileCheck %s
// CHECK: @product: {{.*}}huge.mlir:[[# @LINE + 14]]:20: argument 0, type tensor<4611686018427387904x4xf32>: it is larger than any memory
// RUN: not %autotune run %s --function step 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: type memref<4xf32, strided<[4611686018427387904]>>: it is larger than any memory
// RUN: not %autotune run %s --function offset 2>&1 | FileCheck %s --check-prefix=OFFSET
// OFFSET: type memref<4xf32, strided<[1], offset: 9223372036854775800>>: it is larger than any memory
// RUN: not %autotune run %s --function back 2>&1 | FileCheck %s --check-prefix=BACK
// BACK: type memref<4xf32, strided<[-1], offset: 3>>: a stride is negative
// RUN: not %autotune explain %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %autotune schedules %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %autotune bench %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: has no op that is tuned

// RUN: autotune-opt %s --verify-diagnostics --autotune="target=x86-64-v3"

func.func @product(%a: tensor<4611686018427387904x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4611686018427387904x4xf32>) -> tensor<4611686018427387904x4xf32> {
  // expected-remark @+1 {{an operand has more than 2^40 elements}}
  %r = linalg.matmul ins(%a, %b : tensor<4611686018427387904x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4611686018427387904x4xf32>) -> tensor<4611686018427387904x4xf32>
  return %r : tensor<4611686018427387904x4xf32>
}

func.func @step(%a: memref<4xf32, strided<[4611686018427387904]>>, %b: memref<4xf32>) {
  // expected-remark @+1 {{a memref spans more than 2^40 elements}}
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<4xf32, strided<[4611686018427387904]>>) outs(%b : memref<4xf32>)
  return
}

func.func @offset(%a: memref<4xf32, strided<[1], offset: 9223372036854775800>>, %b: memref<4xf32>) {
  // expected-remark @+1 {{a memref spans more than 2^40 elements}}
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<4xf32, strided<[1], offset: 9223372036854775800>>) outs(%b : memref<4xf32>)
  return
}

func.func @back(%a: memref<4xf32, strided<[-1], offset: 3>>, %b: memref<4xf32>) {
  // expected-remark @+1 {{a memref has a negative stride}}
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<4xf32, strided<[-1], offset: 3>>) outs(%b : memref<4xf32>)
  return
}
