// Parts of more elements than memory has are not put together in one buffer.
//
// RUN: autotune-opt %s --autotune-join-in-place | FileCheck %s

// CHECK-LABEL: func.func @parts
// CHECK: tensor.concat dim(1)
func.func @parts(%a: tensor<4611686018427387904x4x8xf32>, %b: tensor<4611686018427387904x4x8xf32>) -> tensor<4611686018427387904x8x8xf32> {
  %e = tensor.empty() : tensor<4611686018427387904x4x8xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4611686018427387904x4x8xf32>)
                          outs(%e : tensor<4611686018427387904x4x8xf32>) -> tensor<4611686018427387904x4x8xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%b : tensor<4611686018427387904x4x8xf32>)
                          outs(%e : tensor<4611686018427387904x4x8xf32>) -> tensor<4611686018427387904x4x8xf32>
  %r = tensor.concat dim(1) %0, %1
    : (tensor<4611686018427387904x4x8xf32>, tensor<4611686018427387904x4x8xf32>) -> tensor<4611686018427387904x8x8xf32>
  return %r : tensor<4611686018427387904x8x8xf32>
}
