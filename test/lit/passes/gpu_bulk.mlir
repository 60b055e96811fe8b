// Bulk copies: the kernel takes tensor maps in place of operands, of which the launch says what they are; an operand whose lines are no units of 16 bytes
// is copied by threads, and where both are such the op is left. Barriers are made before the first copies, and waited for in the loop.
//
// RUN: autotune-opt %s --split-input-file --autotune-gpu="target=sm_90a remarks=all" 2>%t.told | FileCheck %s
// RUN: FileCheck %s --check-prefix=TOLD <%t.told
//
// CHECK-LABEL: func.func @products
// CHECK: gpu.launch_func {{.*}} args(%{{.*}} : memref<100x72xf16>, %{{.*}} : memref<72x64xf16>,
// CHECK-SAME: autotune.tensor_maps = [array<i64: 0, 64, 72, 2, 32, 100, 144, 64>, array<i64: 1, 128, 64, 2, 64, 72, 128, 32>]
// CHECK: gpu.launch_func {{.*}} args(%{{.*}} : memref<100x72xf16>, %{{.*}} : memref<72x30xf16>,
// CHECK-SAME: autotune.tensor_maps = [array<i64: 0, 64, 72, 2, 32, 100, 144, 64>]
// CHECK: linalg.matmul
// CHECK: gpu.func @kernel(%{{.*}}: memref<100x72xf16>, %{{.*}}: memref<72x64xf16>
// CHECK-SAME: autotune.tensor_maps = array<i32: 0, 1>
// CHECK: scf.if
// CHECK-COUNT-3: nvvm.mbarrier.init
// CHECK: nvvm.fence.proxy
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK-COUNT-2: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.wgmma.mma_async
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK-COUNT-2: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: gpu.func @kernel
// CHECK-SAME: autotune.tensor_maps = array<i32: 0>
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: nvvm.cp.async.shared.global
// TOLD: linalg.matmul left untouched: the schedule makes no kernel: {{.*}}instruction
func.func @products(%a: memref<100x72xf16>, %b: memref<72x64xf16>, %c: memref<100x64xf32>, %d: memref<72x30xf16>, %e: memref<100x30xf32>,
                    %f: memref<100x70xf16>, %g: memref<70x30xf16>) {
  linalg.matmul {autotune.schedule = "direct(block=[64,64,32], tile0=[64,64,32], instruction=wgmma_f16_tma, stages=3)"}
    ins(%a, %b : memref<100x72xf16>, memref<72x64xf16>) outs(%c : memref<100x64xf32>)
  linalg.matmul {autotune.schedule = "direct(block=[64,30,32], tile0=[64,30,32], instruction=wgmma_f16_tma, stages=3)"}
    ins(%a, %d : memref<100x72xf16>, memref<72x30xf16>) outs(%e : memref<100x30xf32>)
  linalg.matmul {autotune.schedule = "direct(block=[64,30,32], tile0=[64,30,32], instruction=wgmma_f16_tma, stages=3)"}
    ins(%f, %g : memref<100x70xf16>, memref<70x30xf16>) outs(%e : memref<100x30xf32>)
  return
}

// -----

// Of a convolution weights are, as taps and channels follow one another in memory; the image is where there is one tap.
//
// CHECK-LABEL: func.func @convolutions
// CHECK: gpu.launch_func {{.*}} args(
// CHECK-SAME: autotune.tensor_maps = [array<i64: 1, 64, 32, 2, 32, 144, 64, 32>]
// CHECK: gpu.launch_func {{.*}} args(
// CHECK-SAME: autotune.tensor_maps = [array<i64: 0, 32, 16, 2, 16, 64, 32, 64>, array<i64: 1, 64, 32, 2, 32, 16, 64, 16>]
func.func @convolutions(%a: memref<1x10x10x16xf16>, %b: memref<3x3x16x32xf16>, %c: memref<1x8x8x32xf16>, %d: memref<1x8x8x16xf16>, %e: memref<1x1x16x32xf16>) {
  linalg.conv_2d_nhwc_hwcf {autotune.schedule = "direct(block=[64,32,32], tile0=[64,32,32], instruction=wgmma_f16_tma, stages=3)"}
    ins(%a, %b : memref<1x10x10x16xf16>, memref<3x3x16x32xf16>) outs(%c : memref<1x8x8x32xf16>)
  linalg.conv_2d_nhwc_hwcf {autotune.schedule = "direct(block=[64,32,16], tile0=[64,32,16], instruction=wgmma_f16_tma)"}
    ins(%d, %e : memref<1x8x8x16xf16>, memref<1x1x16x32xf16>) outs(%c : memref<1x8x8x32xf16>)
  return
}

// -----

// The model chooses among them where the host makes maps, and only there.
//
// RUN: autotune-opt %s --split-input-file --autotune-gpu="target=sm_90a tensor-maps=true remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHOSEN
// TOLD: linalg.matmul rewritten: a kernel for sm_90a, direct({{.*}}, instruction=wgmma_f16, stages={{.}})
// CHOSEN: linalg.matmul rewritten: a kernel for sm_90a, direct({{.*}}, instruction=wgmma_f16_tma, stages={{.}}): {{[0-9]+}} blocks of
func.func @large(%a: memref<4096x4096xf16>, %b: memref<4096x4096xf16>, %c: memref<4096x4096xf32>) {
  linalg.matmul ins(%a, %b : memref<4096x4096xf16>, memref<4096x4096xf16>) outs(%c : memref<4096x4096xf32>)
  return
}
