// autotune-gpu: the outermost size of an op may be unknown. The host asks for it, computes how many blocks there are, and launches them if there are any.
//
// RUN: autotune-opt %s --split-input-file --autotune-gpu="target=sm_80 remarks=all" 2>%t.told | FileCheck %s
// RUN: FileCheck %s --check-prefix=TOLD <%t.told

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[A:.*]]: memref<?x32xf32>, %[[B:.*]]: memref<32x128xf32>, %[[C:.*]]: memref<?x128xf32>
// CHECK: %[[N:.*]] = memref.dim %[[C]], %c0
// CHECK-DAG: %[[ROW:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [1, 32], strides: [32, 1] : memref<?x32xf32> to memref<1x32xf32>
// CHECK-DAG: %[[SIZE:.*]] = arith.index_cast %[[N]] : index to i32
// CHECK: %[[SOME:.*]] = arith.cmpi ugt, %[[N]], %c0
// CHECK: scf.if %[[SOME]]
// CHECK: %[[UP:.*]] = arith.addi %[[N]], %c31
// CHECK: %[[TILES:.*]] = arith.divui %[[UP]], %c32
// CHECK: %[[BLOCKS:.*]] = arith.muli %[[TILES]], %c2
// CHECK: gpu.launch_func @autotune_gpu_0::@kernel blocks in (%[[BLOCKS]], %c1, %c1) threads in (%c64, %c1, %c1)
// CHECK-SAME: args(%[[ROW]] : memref<1x32xf32>, %[[B]] : memref<32x128xf32>, %{{.*}} : memref<1x128xf32>, %[[SIZE]] : i32)
// CHECK: gpu.func @kernel(%[[X:.*]]: memref<1x32xf32>, {{.*}}, %[[SIZE:.*]]: i32)
// CHECK-NOT: known_grid_size
// CHECK: %[[N:.*]] = arith.index_castui %[[SIZE]] : i32 to index
// CHECK: memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[N]], 32], strides: [32, 1] : memref<1x32xf32> to memref<?x32xf32>
// CHECK: arith.cmpi ult, %{{.*}}, %[[N]]
// TOLD: linalg.matmul rewritten: a kernel for sm_80, direct(vector=i1x4, block=[4,8,4], tile0=[32,64,16])
func.func @rows(%a: memref<?x32xf32>, %b: memref<32x128xf32>, %c: memref<?x128xf32>) {
  linalg.matmul {autotune.schedule = "direct(vector=i1x4, block=[4,8,4], tile0=[32,64,16])"} ins(%a, %b : memref<?x32xf32>, memref<32x128xf32>) outs(%c : memref<?x128xf32>)
  return
}

// -----

// A size that is asked of what an op makes is that of what the op is given, so that the op can be fused; one that is expected chooses the tiles.
//
// CHECK-LABEL: func.func @asked
// CHECK-NOT: linalg.generic
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.module
// TOLD: linalg.generic rewritten: a kernel for sm_80, {{.*}}: 136 blocks of
func.func @asked(%a: tensor<?x512xf32> {autotune.dims = ["rows", ""]}) -> tensor<?x512xf32> attributes {autotune.sizes = {rows = [1, 16, 64]}} {
  %zero = arith.constant 0 : index
  %n = tensor.dim %a, %zero : tensor<?x512xf32>
  %e = tensor.empty(%n) : tensor<?x512xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<?x512xf32>) outs(%e : tensor<?x512xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  } -> tensor<?x512xf32>
  %m = tensor.dim %p, %zero : tensor<?x512xf32>
  %f = tensor.empty(%m) : tensor<?x512xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%p : tensor<?x512xf32>) outs(%f : tensor<?x512xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<?x512xf32>
  return %r : tensor<?x512xf32>
}

// -----

// CHECK-LABEL: func.func @inner
// CHECK: linalg.matmul
// CHECK-NOT: gpu.module
// TOLD: linalg.matmul left untouched: a dimension of unknown size is not the outermost of its buffer
func.func @inner(%a: memref<8x?xf32>, %b: memref<?x64xf32>, %c: memref<8x64xf32>) {
  linalg.matmul ins(%a, %b : memref<8x?xf32>, memref<?x64xf32>) outs(%c : memref<8x64xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @window
// CHECK: linalg.pooling
// TOLD: linalg.pooling_nhwc_max left untouched: dynamic shape
func.func @window(%a: memref<1x?x8x4xf32>, %w: memref<3x3xf32>, %c: memref<1x?x6x4xf32>) {
  linalg.pooling_nhwc_max ins(%a, %w : memref<1x?x8x4xf32>, memref<3x3xf32>) outs(%c : memref<1x?x6x4xf32>)
  return
}
