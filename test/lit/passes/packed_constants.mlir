// A constant that is packed whole is packed while compiling, into a resource named by its bytes; the
// copy disappears from the code.
//
// RUN: autotune-opt %s --split-input-file --autotune="target=x86-64-v3 remarks=none schedule={direct(vector=i1x4, block=[2,4,1], pack=[2:0])}" \
// RUN:   | FileCheck %s
//
// The resource lowers, and equal ones are one.
// RUN: autotune-opt %s --split-input-file --autotune="target=x86-64-v3 remarks=none schedule={direct(vector=i1x4, block=[2,4,1], pack=[2:0])}" \
// RUN:   --autotune-to-llvm | FileCheck %s --check-prefix=LLVM

// Two ops read the same constant, one of them through a reshape and transposed.
// CHECK-LABEL: func.func @shared
// CHECK: %[[W:.+]] = arith.constant dense_resource<packed_[[NAME:[0-9a-f]+]]> : tensor<2x3x4xf32>
// CHECK-NOT: tensor.empty() : tensor<2x3x4xf32>
// CHECK: vector.transfer_read %[[W]]
// CHECK: %[[V:.+]] = arith.constant dense_resource<packed_{{[0-9a-f]+}}> : tensor<2x3x4xf32>
// CHECK-NOT: tensor.empty() : tensor<2x3x4xf32>
// CHECK: vector.transfer_read %[[V]]
// CHECK: packed_[[NAME]]: "0x40000000{{[0-9A-F]+}}"
// LLVM-LABEL: llvm.mlir.global private constant
// LLVM-SAME: dense_resource<packed_
func.func @shared(%a: tensor<5x3xf32>, %c: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
  %w = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0], [11.0, 12.0, 13.0, 14.0, 15.0]]> : tensor<3x5xf32>
  %flat = tensor.collapse_shape %w [[0, 1]] : tensor<3x5xf32> into tensor<15xf32>
  %v = tensor.expand_shape %flat [[0, 1]] output_shape [5, 3] : tensor<15xf32> into tensor<5x3xf32>
  %r = linalg.matmul ins(%a, %w : tensor<5x3xf32>, tensor<3x5xf32>) outs(%c : tensor<5x5xf32>) -> tensor<5x5xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %v : tensor<5x3xf32>, tensor<5x3xf32>) outs(%c : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %r, %s : tensor<5x5xf32>, tensor<5x5xf32>
}

// -----

// The same bytes in two functions make one resource; a splat stays one.
// CHECK-LABEL: func.func @first
// CHECK: arith.constant dense_resource<packed_[[$SAME:[0-9a-f]+]]> : tensor<2x4xf16>
// CHECK-LABEL: func.func @second
// CHECK: arith.constant dense_resource<packed_[[$SAME]]> : tensor<2x4xf16>
// CHECK-LABEL: func.func @splat
// CHECK: arith.constant dense<2.500000e+00> : tensor<2x4xf16>
// CHECK-NOT: packed_{{[0-9a-f]+}}_1
func.func @first(%a: tensor<5x2xf16>, %c: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %w = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf16>
  %r = linalg.matmul ins(%a, %w : tensor<5x2xf16>, tensor<2x4xf16>) outs(%c : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}
func.func @second(%a: tensor<6x2xf16>, %c: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %w = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf16>
  %r = linalg.matmul ins(%a, %w : tensor<6x2xf16>, tensor<2x4xf16>) outs(%c : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}
func.func @splat(%a: tensor<6x2xf16>, %c: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %w = arith.constant dense<2.5> : tensor<2x4xf16>
  %r = linalg.matmul ins(%a, %w : tensor<6x2xf16>, tensor<2x4xf16>) outs(%c : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}
