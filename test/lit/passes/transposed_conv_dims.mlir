// Transposed convolutions of one and three dimensions, as in transposed_conv.mlir of two.
//
// RUN: %autotune run %s --check --model none
// RUN: autotune-opt %s --autotune="model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s
// CHECK-DAG: linalg.conv_1d_ncw_fcw rewritten: convolution over an input dilated by 3 became products with every tap and the sums of 3 phases
// CHECK-DAG: linalg.conv_1d_nwc_wcf rewritten: convolution over an input dilated by 4 became products with every tap and the sums of 4 phases
// CHECK-DAG: linalg.conv_3d_ncdhw_fcdhw rewritten: convolution over an input dilated by 2x2x2 became products with every tap and the sums of 8 phases
// CHECK-DAG: linalg.conv_3d_ncdhw_fcdhw rewritten: convolution over an input dilated by 1x2x3 became products with every tap and the sums of 6 phases
// CHECK-DAG: linalg.conv_3d_ndhwc_dhwcf rewritten: convolution over an input dilated by 1x2x2 became products with every tap and the sums of 4 phases
// The sums of this one would be eleven loops, so it stays.
// CHECK-DAG: linalg.conv_3d_ncdhw_fcdhw tuned

func.func @row(%x: tensor<2x5x7xf32>, %w: tensor<3x5x7xf32>, %init: tensor<2x3x24xf32>) -> tensor<2x3x24xf32> {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<2x5x30xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<2x5x30xf32>) -> tensor<2x5x30xf32>
  %d = tensor.insert_slice %x into %df[0,0,6][2,5,7][1,1,3] : tensor<2x5x7xf32> into tensor<2x5x30xf32>
  %y = linalg.conv_1d_ncw_fcw ins(%d, %w : tensor<2x5x30xf32>, tensor<3x5x7xf32>) outs(%init : tensor<2x3x24xf32>) -> tensor<2x3x24xf32>
  return %y : tensor<2x3x24xf32>
}

func.func @channels_last(%x: tensor<1x5x3xf32>, %w: tensor<9x3x17xf32>, %init: tensor<1x20x17xf32>) -> tensor<1x20x17xf32> {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<1x28x3xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x28x3xf32>) -> tensor<1x28x3xf32>
  %d = tensor.insert_slice %x into %df[0,8,0][1,5,3][1,4,1] : tensor<1x5x3xf32> into tensor<1x28x3xf32>
  %y = linalg.conv_1d_nwc_wcf ins(%d, %w : tensor<1x28x3xf32>, tensor<9x3x17xf32>) outs(%init : tensor<1x20x17xf32>) -> tensor<1x20x17xf32>
  return %y : tensor<1x20x17xf32>
}

func.func @cube(%x: tensor<1x3x2x3x1xf32>, %w: tensor<5x3x2x2x2xf32>, %init: tensor<1x5x4x6x2xf32>) -> tensor<1x5x4x6x2xf32> {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<1x3x5x7x3xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x3x5x7x3xf32>) -> tensor<1x3x5x7x3xf32>
  %d = tensor.insert_slice %x into %df[0,0,1,1,1][1,3,2,3,1][1,1,2,2,2] : tensor<1x3x2x3x1xf32> into tensor<1x3x5x7x3xf32>
  %y = linalg.conv_3d_ncdhw_fcdhw ins(%d, %w : tensor<1x3x5x7x3xf32>, tensor<5x3x2x2x2xf32>) outs(%init : tensor<1x5x4x6x2xf32>) -> tensor<1x5x4x6x2xf32>
  return %y : tensor<1x5x4x6x2xf32>
}

func.func @two_dilated(%x: tensor<1x2x4x3x5xf32>, %w: tensor<3x2x3x3x4xf32>, %init: tensor<1x3x8x9x16xf32>) -> tensor<1x3x8x9x16xf32> {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<1x2x10x11x19xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x2x10x11x19xf32>) -> tensor<1x2x10x11x19xf32>
  %d = tensor.insert_slice %x into %df[0,0,3,3,3][1,2,4,3,5][1,1,1,2,3] : tensor<1x2x4x3x5xf32> into tensor<1x2x10x11x19xf32>
  %y = linalg.conv_3d_ncdhw_fcdhw ins(%d, %w : tensor<1x2x10x11x19xf32>, tensor<3x2x3x3x4xf32>) outs(%init : tensor<1x3x8x9x16xf32>) -> tensor<1x3x8x9x16xf32>
  return %y : tensor<1x3x8x9x16xf32>
}

func.func @two_dilated_last(%x: tensor<1x3x4x3x3xf32>, %w: tensor<2x4x3x3x2xf32>, %init: tensor<1x7x9x8x2xf32>) -> tensor<1x7x9x8x2xf32> {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<1x8x12x10x3xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x8x12x10x3xf32>) -> tensor<1x8x12x10x3xf32>
  %d = tensor.insert_slice %x into %df[0,3,3,3,0][1,3,4,3,3][1,1,2,2,1] : tensor<1x3x4x3x3xf32> into tensor<1x8x12x10x3xf32>
  %y = linalg.conv_3d_ndhwc_dhwcf ins(%d, %w : tensor<1x8x12x10x3xf32>, tensor<2x4x3x3x2xf32>) outs(%init : tensor<1x7x9x8x2xf32>) -> tensor<1x7x9x8x2xf32>
  return %y : tensor<1x7x9x8x2xf32>
}

func.func @overlapping(%x: tensor<1x2x3x3x3xf32>, %w: tensor<3x2x3x3x3xf32>, %init: tensor<1x3x7x7x7xf32>) -> tensor<1x3x7x7x7xf32> {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<1x2x9x9x9xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x2x9x9x9xf32>) -> tensor<1x2x9x9x9xf32>
  %d = tensor.insert_slice %x into %df[0,0,2,2,2][1,2,3,3,3][1,1,2,2,2] : tensor<1x2x3x3x3xf32> into tensor<1x2x9x9x9xf32>
  %y = linalg.conv_3d_ncdhw_fcdhw ins(%d, %w : tensor<1x2x9x9x9xf32>, tensor<3x2x3x3x3xf32>) outs(%init : tensor<1x3x7x7x7xf32>) -> tensor<1x3x7x7x7xf32>
  return %y : tensor<1x3x7x7x7xf32>
}
