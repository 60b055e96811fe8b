// What a schedule gathers whole is copied by each piece for itself where that takes less.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical max-candidates=200 threads=2 remarks=all" 2>&1 | FileCheck %s
// RUN: autotune run %s --check --target zen4 --model analytical --max-candidates 200 --threads 2 --only-tuned 2>&1 | FileCheck %s --check-prefix=RUN
// RUN-COUNT-2: agrees

// CHECK: remark: {{.*}}im2col{{.*}} 2 threads: i1 in 2 pieces of 368, each copies for itself
// CHECK: remark: {{.*}}im2col{{.*}} 2 threads: i0 in 2 pieces of 128, each copies for itself

// Pixels are cut: each piece gathers the rows that its pixels read.
// CHECK-LABEL: @pixels
// CHECK: scf.forall (%[[PIXEL:.*]]) = (0) to (729) step (368)
// CHECK-NEXT: %[[END:.*]] = affine.min #{{.*}}(%[[PIXEL]])
// CHECK-NEXT: %[[FIRST:.*]] = affine.apply #{{.*}}(%[[PIXEL]])
// CHECK-NEXT: %[[LAST:.*]] = affine.apply #{{.*}}(%[[END]])
// CHECK-NEXT: tensor.empty() : tensor<288x729xf32>
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

// Channels are cut: each piece gathers all patches.
// CHECK-LABEL: @channels
// CHECK: scf.forall (%{{.*}}) = (0) to (256) step (128)
// CHECK: tensor.empty() : tensor<576x49xf32>
// CHECK: scf.for %{{.*}} = %c0 to %c7 step %c1
func.func @channels(%x: tensor<1x64x9x9xf32>, %w: tensor<256x64x3x3xf32>) -> tensor<1x256x7x7xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x256x7x7xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<1x256x7x7xf32>) -> tensor<1x256x7x7xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x64x9x9xf32>, tensor<256x64x3x3xf32>) outs(%z : tensor<1x256x7x7xf32>) -> tensor<1x256x7x7xf32>
  return %r : tensor<1x256x7x7xf32>
}
