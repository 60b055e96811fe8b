// What a schedule gathers whole is copied by all threads, each a share, where copying it once is
// worth the barrier; the pieces read all of it.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=analytical threads=16 remarks=all" 2>&1 | FileCheck %s
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=analytical threads=16" --autotune-to-llvm | FileCheck %s --check-prefix=TEAM
// RUN: %autotune run %s --check --target x86-64-v3 --model analytical --threads 16

// CHECK: remark: {{.*}}im2col{{.*}} 16 threads: i0 in 16 pieces of 32, all share the copies, balance 1.00
//
// A share is 16 channels, nine rows of patches each.
// CHECK-LABEL: @channels
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<2304x49xf32>
// CHECK: %[[PATCHES:.*]] = scf.forall (%[[ROW:.*]]) = (0) to (2304) step (144) shared_outs(%[[OUT:.*]] = %[[EMPTY]])
// CHECK: %[[FROM:.*]] = affine.max
// CHECK: %[[TO:.*]] = affine.min
// CHECK: %[[COPIED:.*]] = scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %c1 iter_args(%{{.*}} = %[[OUT]])
// CHECK: %[[SHARE:.*]] = tensor.extract_slice %[[COPIED]][%[[ROW]], 0] [144, 49] [1, 1]
// CHECK: tensor.parallel_insert_slice %[[SHARE]] into %[[OUT]][%[[ROW]], 0] [144, 49] [1, 1]
// CHECK: autotune.threads = 16
// CHECK: scf.forall (%{{.*}}) = (0) to (512) step (32)
// CHECK: transfer_read %[[PATCHES]]
// CHECK: autotune.threads = 16
//
// One region, and a barrier between the copy and the pieces.
// TEAM-LABEL: llvm.func @channels(
// TEAM: omp.parallel
// TEAM: call @autotune_team_0
// TEAM-NEXT: omp.barrier
// TEAM: call @autotune_team_1
// TEAM-NOT: omp.parallel
// TEAM-NOT: omp.barrier
// TEAM: return
func.func @channels(%x: tensor<1x256x9x9xf32>, %w: tensor<512x256x3x3xf32>) -> tensor<1x512x7x7xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x512x7x7xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>, autotune.schedule = "im2col(vector=i1x8, block=[4,16,1])"} ins(%x, %w : tensor<1x256x9x9xf32>, tensor<512x256x3x3xf32>) outs(%z : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
  return %r : tensor<1x512x7x7xf32>
}
