// A concatenation with a part of unknown size, which cannot be transposed, reads what lies as before.
//
// RUN: autotune-opt %s --autotune="layout=channels-last model=none target=x86-64-v3 remarks=none" | FileCheck %s
// CHECK-LABEL: func.func @unknown_part(
// CHECK: tensor.concat dim(1) %{{.*}} : (tensor<1x?x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x7x4x4xf32>
func.func @unknown_part(%x: tensor<1x3x5x5xf32>, %w: tensor<4x3x2x2xf32> {autotune.constant}, %p: tensor<1x?x4x4xf32>) -> tensor<1x7x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %i_e = tensor.empty() : tensor<1x4x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%i_e : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x3x5x5xf32>, tensor<4x3x2x2xf32>) outs(%i : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %y = tensor.concat dim(1) %p, %c : (tensor<1x?x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x7x4x4xf32>
  return %y : tensor<1x7x4x4xf32>
}
