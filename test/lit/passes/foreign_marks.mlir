// What a run marks ops with while it cuts them means nothing in an input.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none" | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v3 --model none | FileCheck %s --check-prefix=AGREES
// RUN: %autotune explain %s --target x86-64-v3 --model none | FileCheck %s --check-prefix=EXPLAIN
// CHECK-NOT: autotune.partial
// CHECK-NOT: autotune.cut
// CHECK-NOT: linalg.matmul
// AGREES: @marks: agrees
// EXPLAIN-NOT: piece of

func.func @marks(%a: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul {autotune.partial} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul {autotune.partial = 7 : i64} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.matmul {autotune.partial = array<i64>} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = linalg.matmul {autotune.partial = array<i64: 0>} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = linalg.matmul {autotune.partial = array<i64: 9, 5>} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%3 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %5 = linalg.matmul {autotune.partial = array<i64: 0, 1>} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%4 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %6 = linalg.matmul {autotune.cut} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%5 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %7 = linalg.matmul {autotune.cut = 7 : i64} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%6 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %8 = linalg.matmul {autotune.cut = array<i64>} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%7 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %9 = linalg.matmul {autotune.cut = array<i64: 0, 3>} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%8 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %9 : tensor<8x8xf32>
}
