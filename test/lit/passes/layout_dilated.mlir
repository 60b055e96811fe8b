// Channels go last around convolutions whose taps are apart, whether their weights change or not: lanes along a row read the padding that border
// kernels leave out, lanes of channels do not. Not where all taps but one read padding alone.
//
// RUN: %autotune run %s --check --layout channels-last --model none --target x86-64-v3 | FileCheck %s --check-prefix=AGREES
// AGREES-COUNT-8: : agrees, max error
// AGREES: {{^|[^0-9.]}}8 functions, 0 failures
//
// RUN: autotune-opt %s --autotune="layout=channels-last model=none target=x86-64-v3 remarks=all" -o %t 2>&1 | grep -c "channels go last in the results of 1 convolution" | FileCheck %s --check-prefix=MOVED
// MOVED: {{^5$}}

func.func @odd(%x: tensor<1x5x13x11xf32>, %w: tensor<17x5x3x3xf32>) -> tensor<1x17x13x11xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 3, 3] high[0, 0, 3, 3] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x5x13x11xf32> to tensor<1x5x19x17xf32>
  %e = tensor.empty() : tensor<1x17x13x11xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x17x13x11xf32>) -> tensor<1x17x13x11xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<3> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x5x19x17xf32>, tensor<17x5x3x3xf32>) outs(%f : tensor<1x17x13x11xf32>) -> tensor<1x17x13x11xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c : tensor<1x17x13x11xf32>) outs(%e : tensor<1x17x13x11xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %a, %z : f32
    linalg.yield %v : f32
  } -> tensor<1x17x13x11xf32>
  return %y : tensor<1x17x13x11xf32>
}

func.func @prime(%x: tensor<1x7x7x19xf32>, %w: tensor<13x7x3x3xf32>) -> tensor<1x13x7x19xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x7x7x19xf32> to tensor<1x7x11x23xf32>
  %e = tensor.empty() : tensor<1x13x7x19xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x13x7x19xf32>) -> tensor<1x13x7x19xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x7x11x23xf32>, tensor<13x7x3x3xf32>) outs(%f : tensor<1x13x7x19xf32>) -> tensor<1x13x7x19xf32>
  return %c : tensor<1x13x7x19xf32>
}

func.func @tiny(%x: tensor<2x2x3x3xf32>, %w: tensor<2x2x3x3xf32>) -> tensor<2x2x3x3xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<2x2x3x3xf32> to tensor<2x2x7x7xf32>
  %e = tensor.empty() : tensor<2x2x3x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x2x3x3xf32>) -> tensor<2x2x3x3xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<2x2x7x7xf32>, tensor<2x2x3x3xf32>) outs(%f : tensor<2x2x3x3xf32>) -> tensor<2x2x3x3xf32>
  return %c : tensor<2x2x3x3xf32>
}

func.func @two_taps(%x: tensor<1x3x9x5xf32>, %w: tensor<35x3x2x2xf32>) -> tensor<1x35x9x5xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x3x9x5xf32> to tensor<1x3x13x9xf32>
  %e = tensor.empty() : tensor<1x35x9x5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x35x9x5xf32>) -> tensor<1x35x9x5xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<4> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x3x13x9xf32>, tensor<35x3x2x2xf32>) outs(%f : tensor<1x35x9x5xf32>) -> tensor<1x35x9x5xf32>
  return %c : tensor<1x35x9x5xf32>
}

func.func @one_tap(%x: tensor<1x3x4x4xf32>, %w: tensor<5x3x1x1xf32>) -> tensor<1x5x4x4xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 0, 0] high[0, 0, 0, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x3x4x4xf32> to tensor<1x3x4x4xf32>
  %e = tensor.empty() : tensor<1x5x4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x3x4x4xf32>, tensor<5x3x1x1xf32>) outs(%f : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %c : tensor<1x5x4x4xf32>
}

func.func @taps_farther_apart_than_the_image(%x: tensor<1x3x4x4xf32>, %w: tensor<5x3x3x3xf32>) -> tensor<1x5x4x4xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 4, 4] high[0, 0, 4, 4] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x3x4x4xf32> to tensor<1x3x12x12xf32>
  %e = tensor.empty() : tensor<1x5x4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<4> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x3x12x12xf32>, tensor<5x3x3x3xf32>) outs(%f : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %c : tensor<1x5x4x4xf32>
}

func.func @taps_together(%x: tensor<1x3x4x4xf32>, %w: tensor<5x3x3x3xf32>) -> tensor<1x5x4x4xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x3x4x4xf32> to tensor<1x3x6x6xf32>
  %e = tensor.empty() : tensor<1x5x4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x3x6x6xf32>, tensor<5x3x3x3xf32>) outs(%f : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %c : tensor<1x5x4x4xf32>
}

func.func @one_channel(%x: tensor<1x3x9x9xf32>, %w: tensor<1x3x3x3xf32>) -> tensor<1x1x9x9xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x3x9x9xf32> to tensor<1x3x13x13xf32>
  %e = tensor.empty() : tensor<1x1x9x9xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x1x9x9xf32>) -> tensor<1x1x9x9xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x3x13x13xf32>, tensor<1x3x3x3xf32>) outs(%f : tensor<1x1x9x9xf32>) -> tensor<1x1x9x9xf32>
  return %c : tensor<1x1x9x9xf32>
}
