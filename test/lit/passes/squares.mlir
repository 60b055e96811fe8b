// A depthwise convolution whose input is transposed and padded, a sigmoid-weighted sum behind it. Its
// columns have one element, so the lanes and the taps both walk the input one by one.
//
// RUN: autotune-opt --autotune=target=x86-64-v2 %s | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt --autotune=target=x86-64-v3 %s | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt --autotune=target=x86-64-v4 %s | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt --autotune=target=zen3 %s | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt --autotune=target=zen4 %s | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt --autotune=target=zen5 %s | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt --autotune=target=sapphirerapids %s | FileCheck %s --check-prefix=TUNED
// RUN: %autotune run %s --check --target x86-64-v3 --function columns
// RUN: %autotune run %s --check --print --target x86-64-v3 --function column \
// RUN:   --schedule "direct(vector=i0x8, block=[16,1,9])" | FileCheck %s --check-prefix=NEIGHBOURS
// RUN: %autotune run %s --check --print --target x86-64-v3 --function strided \
// RUN:   --schedule "direct(vector=i1x8, block=[1,16,1,9])" | FileCheck %s --check-prefix=SQUARE
// RUN: %autotune run %s --check --print --target x86-64-v3 --function transposed \
// RUN:   --schedule "direct(vector=i1x8, block=[8,8])" | FileCheck %s --check-prefix=TRANSPOSED
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// TUNED-LABEL: @columns
// TUNED: autotune.schedule
func.func @columns(%x: tensor<1x64x64xf32>, %w: tensor<64x9x1xf32>) -> tensor<1x64x64x1xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %t0 = tensor.empty() : tensor<1x64x64xf32>
  %t = linalg.transpose ins(%x : tensor<1x64x64xf32>) outs(%t0 : tensor<1x64x64xf32>) permutation = [0, 2, 1]
  %y = tensor.expand_shape %t [[0], [1], [2, 3]] output_shape [1, 64, 64, 1] : tensor<1x64x64xf32> into tensor<1x64x64x1xf32>
  %p = tensor.pad %y low[0, 0, 4, 0] high[0, 0, 4, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x64x64x1xf32> to tensor<1x64x72x1xf32>
  %e = tensor.empty() : tensor<1x64x64x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x64x1xf32>) -> tensor<1x64x64x1xf32>
  %conv = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x64x72x1xf32>, tensor<64x9x1xf32>) outs(%init : tensor<1x64x64x1xf32>) -> tensor<1x64x64x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv : tensor<1x64x64x1xf32>) outs(%e : tensor<1x64x64x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    %q = math.exp %n : f32
    %f = arith.addf %q, %one : f32
    %g = arith.divf %a, %f : f32
    linalg.yield %g : f32
  } -> tensor<1x64x64x1xf32>
  return %r : tensor<1x64x64x1xf32>
}

// NEIGHBOURS-LABEL: func.func @column(
// NEIGHBOURS-NOT: vector.shuffle
// NEIGHBOURS: vector.fma
// NEIGHBOURS-NOT: vector.shuffle
// NEIGHBOURS: func.func @strided
func.func @column(%x: tensor<1x5x24x1xf32>, %w: tensor<5x9x1xf32>, %init: tensor<1x5x16x1xf32>) -> tensor<1x5x16x1xf32> {
  %r = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x5x24x1xf32>, tensor<5x9x1xf32>) outs(%init : tensor<1x5x16x1xf32>) -> tensor<1x5x16x1xf32>
  return %r : tensor<1x5x16x1xf32>
}

// Lanes six elements apart, taps side by side: squares of taps are loaded and transposed.
// SQUARE-LABEL: func.func @strided
// SQUARE-COUNT-8: vector.transfer_read {{.*}} vector<8xf32>
// SQUARE: vector.shuffle
func.func @strided(%x: tensor<1x3x8x105xf32>, %w: tensor<3x1x9xf32>, %init: tensor<1x3x8x17xf32>) -> tensor<1x3x8x17xf32> {
  %r = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<[1, 6]> : vector<2xi64>}
    ins(%x, %w : tensor<1x3x8x105xf32>, tensor<3x1x9xf32>) outs(%init : tensor<1x3x8x17xf32>) -> tensor<1x3x8x17xf32>
  return %r : tensor<1x3x8x17xf32>
}

// TRANSPOSED-LABEL: func.func @transposed
// TRANSPOSED-COUNT-8: vector.transfer_read {{.*}} vector<8xf32>
// TRANSPOSED-COUNT-24: vector.shuffle
func.func @transposed(%x: tensor<40x24xf32>) -> tensor<24x40xf32> {
  %e = tensor.empty() : tensor<24x40xf32>
  %r = linalg.transpose ins(%x : tensor<40x24xf32>) outs(%e : tensor<24x40xf32>) permutation = [1, 0]
  return %r : tensor<24x40xf32>
}
