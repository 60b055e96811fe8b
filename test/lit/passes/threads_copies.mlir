// What a schedule gathers whole is copied by each piece for itself where that takes less.
//
// RUN: autotune-opt %s --autotune="target=zen4 threads=2 remarks=all schedule={im2col(vector=i1x8, block=[13,16,1], tile0=[78,729,144], remainder=mask)}" 2>&1 | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v3 --model analytical --max-candidates 200 --threads 2

// CHECK: remark: {{.*}}im2col{{.*}} 2 threads: i1 in 2 pieces of 368, each copies for itself
//
// Pixels are cut: each piece gathers the rows that its pixels read.
// CHECK-LABEL: @pixels
// CHECK: scf.forall (%[[PIXEL:.*]]) = (0) to (729) step (368)
// CHECK-NEXT: %[[END:.*]] = affine.min #{{.*}}(%[[PIXEL]])
// CHECK-NEXT: tensor.empty() : tensor<288x729xf32>
// CHECK-NEXT: %[[FIRST:.*]] = affine.apply #{{.*}}(%[[PIXEL]])
// CHECK-NEXT: %[[LAST:.*]] = affine.apply #{{.*}}(%[[END]])
// CHECK: %[[FROM:.*]] = affine.max #{{.*}}(%[[FIRST]])
// CHECK-NEXT: %[[TO:.*]] = affine.min #{{.*}}(%[[LAST]])
// CHECK-NEXT: scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %c1
func.func @pixels(%x: tensor<1x32x29x29xf32>, %w: tensor<128x32x3x3xf32>) -> tensor<1x128x27x27xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x128x27x27xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<1x128x27x27xf32>) -> tensor<1x128x27x27xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x32x29x29xf32>, tensor<128x32x3x3xf32>) outs(%z : tensor<1x128x27x27xf32>) -> tensor<1x128x27x27xf32>
  return %r : tensor<1x128x27x27xf32>
}
