// Convolutions that stay convolutions: what lies between the elements is not zero, somebody else
// reads the dilated input, too few products are left out, the convolution steps, or sizes are unknown.
//
// RUN: autotune-opt %s --autotune="model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: rewritten: convolution
// CHECK-COUNT-6: linalg.conv_2d_nchw_fchw{{.*}} tuned
// CHECK-NOT: rewritten: convolution

func.func @filled_with_ones(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x4x4xf32>, %init: tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32> {
  %z = arith.constant 1.0 : f32
  %de = tensor.empty() : tensor<1x3x11x11xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x3x11x11xf32>) -> tensor<1x3x11x11xf32>
  %d = tensor.insert_slice %x into %df[0,0,2,2][1,3,4,4][1,1,2,2] : tensor<1x3x4x4xf32> into tensor<1x3x11x11xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %w : tensor<1x3x11x11xf32>, tensor<2x3x4x4xf32>) outs(%init : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  return %y : tensor<1x2x8x8xf32>
}

func.func @few_outputs(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x4x4xf32>, %init: tensor<1x2x5x5xf32>) -> tensor<1x2x5x5xf32> {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<1x3x8x8xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  %d = tensor.insert_slice %x into %df[0,0,1,1][1,3,4,4][1,1,2,2] : tensor<1x3x4x4xf32> into tensor<1x3x8x8xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %w : tensor<1x3x8x8xf32>, tensor<2x3x4x4xf32>) outs(%init : tensor<1x2x5x5xf32>) -> tensor<1x2x5x5xf32>
  return %y : tensor<1x2x5x5xf32>
}

func.func @not_dilated(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x3x3xf32>, %init: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<1x3x6x6xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  %d = tensor.insert_slice %x into %df[0,0,1,1][1,3,4,4][1,1,1,1] : tensor<1x3x4x4xf32> into tensor<1x3x6x6xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %w : tensor<1x3x6x6xf32>, tensor<2x3x3x3xf32>) outs(%init : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %y : tensor<1x2x4x4xf32>
}

func.func @two_users(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x4x4xf32>, %init: tensor<1x2x8x8xf32>) -> (tensor<1x2x8x8xf32>, tensor<1x3x11x11xf32>) {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<1x3x11x11xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x3x11x11xf32>) -> tensor<1x3x11x11xf32>
  %d = tensor.insert_slice %x into %df[0,0,2,2][1,3,4,4][1,1,2,2] : tensor<1x3x4x4xf32> into tensor<1x3x11x11xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %w : tensor<1x3x11x11xf32>, tensor<2x3x4x4xf32>) outs(%init : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  return %y, %d : tensor<1x2x8x8xf32>, tensor<1x3x11x11xf32>
}

func.func @strided(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x4x4xf32>, %init: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<1x3x11x11xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x3x11x11xf32>) -> tensor<1x3x11x11xf32>
  %d = tensor.insert_slice %x into %df[0,0,2,2][1,3,4,4][1,1,2,2] : tensor<1x3x4x4xf32> into tensor<1x3x11x11xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%d, %w : tensor<1x3x11x11xf32>, tensor<2x3x4x4xf32>) outs(%init : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %y : tensor<1x2x4x4xf32>
}

func.func @dynamic(%x: tensor<?x3x4x4xf32>, %w: tensor<2x3x4x4xf32>, %zeros: tensor<?x3x11x11xf32>, %init: tensor<?x2x8x8xf32>, %n: index) -> tensor<?x2x8x8xf32> {
  %z = arith.constant 0.0 : f32
  %df = linalg.fill ins(%z : f32) outs(%zeros : tensor<?x3x11x11xf32>) -> tensor<?x3x11x11xf32>
  %d = tensor.insert_slice %x into %df[0,0,2,2][%n,3,4,4][1,1,2,2] : tensor<?x3x4x4xf32> into tensor<?x3x11x11xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %w : tensor<?x3x11x11xf32>, tensor<2x3x4x4xf32>) outs(%init : tensor<?x2x8x8xf32>) -> tensor<?x2x8x8xf32>
  return %y : tensor<?x2x8x8xf32>
}
