// A reduction of unknown extent stays a loop of its kernel: whole blocks, then single steps, between
// the initial values and what comes after the sum.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all sizes=terms:600+keys:1..8192 schedule={direct(vector=i1x8, block=[4,16,4], epilogue=1)}" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
//
// Panels hold a tile of the terms, which has a turn where there is no term.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=none schedule={direct(vector=i1x8, block=[4,16,4], tile0=[8,16,64], pack=[2:1])}" | FileCheck %s --check-prefix=TILE
//
// A panel of all terms becomes one of a tile of them.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all schedule={direct(vector=i1x8, block=[4,16,4], pack=[2:0])}" 2>&1 >/dev/null | FileCheck %s --check-prefix=PANEL
//
// REMARK: linalg.matmul rewritten: loop 2 of unknown extent stays a loop of its kernel, chosen for 600 steps
// REMARK: linalg.reduce rewritten: loop 1 of unknown extent stays a loop of its kernel, chosen for 256 steps
// REMARK: linalg.matmul rewritten: loop 2 of unknown extent stays a loop of its kernel, chosen for 512 steps
// REMARK: linalg.matmul, kernel of all of loop 2 of unknown extent tuned (forced): direct(vector=i1x8, block=[4,16,4], epilogue=1)
// PANEL: linalg.matmul, kernel of all of loop 2 of unknown extent tuned (forced): direct(vector=i1x8, block=[4,16,4], tile0=[8,16,128], pack=[2:1])

// CHECK-LABEL: func.func @dense
// CHECK: %[[N:.+]] = tensor.dim %{{.+}}, %c1
// CHECK: vector.transfer_read %arg2
// CHECK: %[[BLOCKS:.+]] = affine.apply #{{.+}}(%[[N]])
// CHECK: %[[WHOLE:.+]] = affine.apply #{{.+}}(%[[BLOCKS]])
// CHECK: scf.for %{{.+}} = %c0 to %[[WHOLE]] step %c4 iter_args
// CHECK-COUNT-32: vector.fma
// CHECK: scf.for %{{.+}} = %[[WHOLE]] to %[[N]] step %c1 iter_args
// CHECK-COUNT-8: vector.fma
// CHECK-NOT: vector.fma
// CHECK: arith.maximumf
// CHECK-NOT: linalg.
// CHECK: return

// TILE-LABEL: func.func @dense
// TILE: %[[N:.+]] = tensor.dim %{{.+}}, %c1
// TILE: %[[ONCE:.+]] = affine.max #{{.+}}(%[[N]])
// TILE: scf.for %[[K:.+]] = %c0 to %[[ONCE]] step %c64 iter_args
// TILE: affine.min #{{.+}}(%[[K]], %[[N]])
func.func @dense(%a: tensor<8x?xf32> {autotune.dims = ["", "terms"]}, %b: tensor<?x16xf32>, %bias: tensor<16xf32>) -> tensor<8x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %i = linalg.broadcast ins(%bias : tensor<16xf32>) outs(%e : tensor<8x16xf32>) dimensions = [0]
  %p = linalg.matmul ins(%a, %b : tensor<8x?xf32>, tensor<?x16xf32>) outs(%i : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
    ^bb0(%x: f32, %o: f32):
      %m = arith.maximumf %x, %z : f32
      linalg.yield %m : f32
  } -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// The middle of the sizes is 128.
func.func @maximum(%a: tensor<8x?xf32> {autotune.dims = ["", "keys"]}, %c: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.reduce {arith.maximumf} ins(%a : tensor<8x?xf32>) outs(%c : tensor<8xf32>) dimensions = [1]
  return %r : tensor<8xf32>
}

// Dot products add up groups of terms.
func.func @half(%a: tensor<8x?xbf16>, %b: tensor<?x16xbf16>, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<8x?xbf16>, tensor<?x16xbf16>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
