// Negative padding cuts elements off; nothing is read or written outside the buffers.
//
// RUN: autotune-opt --autotune-legalize-slices %s | FileCheck %s
// RUN: autotune-opt --autotune-legalize-slices --verify-each %s -o %t.mlir
// RUN: %autotune run %s --check --pipeline "builtin.module(autotune-decompose)"
// RUN: %autotune run %s --check
// RUN: %autotune run %t.mlir --check

// CHECK-LABEL: func.func @both(
// CHECK: %[[PART:.*]] = tensor.extract_slice %{{.*}}[2, 0] [4, 6] [1, 1]
// CHECK: tensor.pad %[[PART]] low[0, 3] high[0, 0]
// CHECK: tensor<4x6xf32> to tensor<4x9xf32>
func.func @both(%a: tensor<7x8xf32>) -> tensor<4x9xf32> {
  %z = arith.constant 0.5 : f32
  %p = tensor.pad %a low[-2, 3] high[-1, -2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<7x8xf32> to tensor<4x9xf32>
  return %p : tensor<4x9xf32>
}

// What is kept begins behind the source.
// CHECK-LABEL: func.func @nothing_left(
// CHECK: tensor.extract_slice %{{.*}}[0] [0] [1]
// CHECK: low[0] high[2]
func.func @nothing_left(%b: tensor<4xf32>, %a: tensor<3xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.5 : f32
  %p = tensor.pad %a low[-5] high[4] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<3xf32> to tensor<2xf32>
  %r = tensor.insert_slice %p into %b[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @shifted(
// CHECK: tensor.extract_slice %{{.*}}[1] [7] [1]
// CHECK: low[0] high[1]
func.func @shifted(%a: tensor<8xf32>) -> tensor<8xf32> {
  %z = arith.constant 0.5 : f32
  %p = tensor.pad %a low[-1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<8xf32> to tensor<8xf32>
  return %p : tensor<8xf32>
}

// CHECK-LABEL: func.func @positive(
// CHECK-NOT: tensor.extract_slice
func.func @positive(%a: tensor<8xf32>) -> tensor<10xf32> {
  %z = arith.constant 0.5 : f32
  %p = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<8xf32> to tensor<10xf32>
  return %p : tensor<10xf32>
}
