// The model moves channels of a layer as segmentation networks have it, a quarter of whose products are with padding, though its weights change.
//
// RUN: autotune-opt %s --autotune="target=zen4 remarks=all" -o %t 2>&1 | FileCheck %s
// CHECK: remark: autotune: func.func rewritten: channels go last in the results of 1 convolution

func.func @aspp(%x: tensor<1x256x33x33xf32>, %w: tensor<64x256x3x3xf32>) -> tensor<1x64x33x33xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 6, 6] high[0, 0, 6, 6] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x256x33x33xf32> to tensor<1x256x45x45xf32>
  %e = tensor.empty() : tensor<1x64x33x33xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x64x33x33xf32>) -> tensor<1x64x33x33xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<6> : tensor<2xi64>} ins(%p, %w : tensor<1x256x45x45xf32>, tensor<64x256x3x3xf32>) outs(%f : tensor<1x64x33x33xf32>) -> tensor<1x64x33x33xf32>
  return %r : tensor<1x64x33x33xf32>
}
