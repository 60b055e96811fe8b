// Sums keep the order of the source where the mode asks for it, also when channels go last: the second convolution reads a moved image.
//
// RUN: %autotune run %s --check --fp strict --layout channels-last --target host | FileCheck %s
// RUN: %autotune run %s --check --fp source --layout channels-last --target host | FileCheck %s
// CHECK: @two: agrees, max error 0,
// RUN: autotune-opt %s --autotune="fp=strict layout=channels-last model=none target=x86-64-v3 remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MOVED
// MOVED: channels go last in the results of 2 convolutions

func.func @two(%x: tensor<1x7x9x8xf32>, %w: tensor<6x7x3x3xf32> {autotune.constant}, %w2: tensor<5x6x3x3xf32> {autotune.constant}) -> tensor<1x5x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %i_e = tensor.empty() : tensor<1x6x7x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%i_e : tensor<1x6x7x6xf32>) -> tensor<1x6x7x6xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x7x9x8xf32>, tensor<6x7x3x3xf32>) outs(%i : tensor<1x6x7x6xf32>) -> tensor<1x6x7x6xf32>
  %j_e = tensor.empty() : tensor<1x5x5x4xf32>
  %j = linalg.fill ins(%zero : f32) outs(%j_e : tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%c, %w2 : tensor<1x6x7x6xf32>, tensor<5x6x3x3xf32>) outs(%j : tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32>
  return %d : tensor<1x5x5x4xf32>
}
