// Channels that stay where they are: a place, or a channel, alone; channels that are last already;
// weights that change; a function with an annotation.
//
// RUN: autotune-opt %s --autotune="layout=channels-last model=none target=x86-64-v3 remarks=all" -o %t 2>&1 | FileCheck %s
// CHECK-NOT: channels go last
//
// The model moves channels where that is predicted to be faster, function by function, on a clone that no remark tells of.
// RUN: autotune-opt %S/layout.mlir --autotune="model=analytical max-candidates=60 target=x86-64-v4 remarks=all" -o %t 2>&1 | FileCheck %s --check-prefix=MODEL
// MODEL-NOT: channels go last in the results of 3 convolutions
// MODEL: channels go last in the results of 2 convolutions
// MODEL-NOT: channels go last in the results of 3 convolutions

func.func @one_place(%x: tensor<1x7x1x1xf32>, %w: tensor<5x7x1x1xf32> {autotune.constant}) -> tensor<1x5x1x1xf32> {
  %zero = arith.constant 0.0 : f32
  %i_e = tensor.empty() : tensor<1x5x1x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%i_e : tensor<1x5x1x1xf32>) -> tensor<1x5x1x1xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x7x1x1xf32>, tensor<5x7x1x1xf32>) outs(%i : tensor<1x5x1x1xf32>) -> tensor<1x5x1x1xf32>
  return %c : tensor<1x5x1x1xf32>
}

func.func @one_channel(%x: tensor<1x3x5x5xf32>, %w: tensor<1x3x2x2xf32> {autotune.constant}) -> tensor<1x1x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %i_e = tensor.empty() : tensor<1x1x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%i_e : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x3x5x5xf32>, tensor<1x3x2x2xf32>) outs(%i : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  return %c : tensor<1x1x4x4xf32>
}

func.func @last_already(%x: tensor<1x5x5x3xf32>, %w: tensor<2x2x3x4xf32> {autotune.constant}) -> tensor<1x4x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %i_e = tensor.empty() : tensor<1x4x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%i_e : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x5x5x3xf32>, tensor<2x2x3x4xf32>) outs(%i : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %c : tensor<1x4x4x4xf32>
}

func.func @changing(%x: tensor<1x3x5x5xf32>, %w: tensor<4x3x2x2xf32>) -> tensor<1x4x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %i_e = tensor.empty() : tensor<1x4x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%i_e : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x3x5x5xf32>, tensor<4x3x2x2xf32>) outs(%i : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %c : tensor<1x4x4x4xf32>
}

func.func @annotated(%x: tensor<1x3x5x5xf32>, %w: tensor<4x3x2x2xf32> {autotune.constant}) -> tensor<1x4x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %i_e = tensor.empty() : tensor<1x4x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%i_e : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {autotune.schedule = "direct()", dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x3x5x5xf32>, tensor<4x3x2x2xf32>) outs(%i : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %c : tensor<1x4x4x4xf32>
}
