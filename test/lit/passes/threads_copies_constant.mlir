// Where each piece copies for itself what it reads of the image, weights that are the same in every
// call are still packed as a whole outside the pieces, and so before the calls.
//
// RUN: autotune-opt %s --autotune="target=zen4 threads=2 remarks=all schedule={direct(vector=i2x16, block=[4,1,64,2,1,4], tile1=[7,7,128,2,3,32], order1=[5,3], order2=[2,1,0], pack=[1:0,2:0], pad=pack)}" 2>&1 | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v3 --threads 2 --schedule "direct(vector=i2x8, block=[4,1,16,2,1,4], tile1=[7,7,48,2,3,32], order1=[5,3], order2=[2,1,0], pack=[1:0,2:0], pad=pack)"

// CHECK: remark: {{.*}} 2 threads: i2 in 2 pieces of 64, each copies for itself
//
// CHECK-LABEL: @image
// CHECK: scf.forall (%{{.*}}) = (0) to (128) step (64)
// CHECK-NOT: tensor.empty() : tensor<{{.*}}x64xf32>
// CHECK: tensor.empty() : tensor<1x15x15x64xf32>
// CHECK-NOT: tensor.empty()
// CHECK-LABEL: @image_prepack
// CHECK: tensor.empty() : tensor<2x3x3x64x64xf32>
func.func @image(%x: tensor<1x14x14x64xf32>, %w: tensor<3x3x64x128xf32> {autotune.constant}, %o: tensor<1x7x7x128xf32>) -> tensor<1x7x7x128xf32> {
  %c = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %d: index, %e: index):
    tensor.yield %c : f32
  } : tensor<1x14x14x64xf32> to tensor<1x16x16x64xf32>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : vector<2xi64>} ins(%p, %w : tensor<1x16x16x64xf32>, tensor<3x3x64x128xf32>) outs(%o : tensor<1x7x7x128xf32>) -> tensor<1x7x7x128xf32>
  return %r : tensor<1x7x7x128xf32>
}
