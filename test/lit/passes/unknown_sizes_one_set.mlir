// Weights of 2 MiB whose rows are 4,096 bytes apart are packed where they meet many rows: a column
// lies in one set of a first-level cache. Those of as many bytes with rows of 3,072 bytes are not.
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none remarks=all" -o %t 2>&1 | FileCheck %s
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 0 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 65 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 130 | FileCheck %s --check-prefix=AGREES
// AGREES: @one_set: agrees
// AGREES: @several: agrees

// CHECK: one_set.mlir:[[#@LINE + 8]]:{{.*}} its weights are packed as panels of columns where they meet many rows
// CHECK-NOT: where they meet many rows
func.func @one_set(%a: tensor<?x512xf32>, %w: tensor<512x1024xf32>) -> tensor<?x1024xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x512xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x1024xf32>) -> tensor<?x1024xf32>
  %r = linalg.matmul ins(%a, %w : tensor<?x512xf32>, tensor<512x1024xf32>) outs(%f : tensor<?x1024xf32>) -> tensor<?x1024xf32>
  return %r : tensor<?x1024xf32>
}

func.func @several(%a: tensor<?x704xf32>, %w: tensor<704x768xf32>) -> tensor<?x768xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x704xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x768xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x768xf32>) -> tensor<?x768xf32>
  %r = linalg.matmul ins(%a, %w : tensor<?x704xf32>, tensor<704x768xf32>) outs(%f : tensor<?x768xf32>) -> tensor<?x768xf32>
  return %r : tensor<?x768xf32>
}
