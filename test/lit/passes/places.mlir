// Where fused statements run. Consumers: in a sweep over an output tile whose reduction is complete,
// outside the loop over tiles of the reduction; the kernel then has no branch for its last visit.
//
// RUN: autotune-opt %s --autotune="schedule={direct(vector=i1x8, block=[2,8,1], tile0=[16,32,24], epilogue=2, epilogue_depth=2)}" \
// RUN:   | FileCheck %s --check-prefix=SWEEP
// SWEEP-LABEL: func.func @bias_relu
// SWEEP: scf.for %[[I:.+]] = %{{.+}} to %c32 step %c16
// SWEEP: scf.for %[[J:.+]] = %{{.+}} to %c64 step %c32
// SWEEP: %[[SUMS:.+]] = scf.for %[[K:.+]] = %{{.+}} to %c96 step %c24
// SWEEP: arith.cmpi eq, %[[K]], %c0
// SWEEP: scf.if
// SWEEP: vector.fma
// SWEEP-NOT: arith.maximumf
// SWEEP: vector.transfer_write
// SWEEP-NOT: scf.if
// SWEEP: scf.for %[[ROW:.+]] = %[[I]] to %{{.+}} step %c1 iter_args(%{{.+}} = %[[SUMS]])
// SWEEP: scf.for %[[COLUMN:.+]] = %[[J]] to %{{.+}} step %c8 iter_args(%[[TILE:.+]] = %{{.+}})
// SWEEP: %[[SUM:.+]] = vector.transfer_read %[[TILE]][%[[ROW]], %[[COLUMN]]]
// SWEEP: %[[BIAS:.+]] = vector.transfer_read %{{.+}}[%[[COLUMN]]]
// SWEEP: %[[BIASED:.+]] = arith.addf %[[SUM]], %[[BIAS]]
// SWEEP: %[[RELU:.+]] = arith.maximumf %[[BIASED]]
// SWEEP: vector.transfer_write %[[RELU]], %[[TILE]][%[[ROW]], %[[COLUMN]]]
// SWEEP: autotune.schedule = "direct(vector=i1x8, block=[2,8,1], tile0=[16,32,24], epilogue=2, epilogue_depth=2)"
//
// The same tiles with the default place: in registers, at the last visit of a tile, in one branch
// around all vectors of a register tile.
// RUN: autotune-opt %s --autotune="schedule={direct(vector=i1x8, block=[2,8,1], tile0=[16,32,24], epilogue=2)}" \
// RUN:   | FileCheck %s --check-prefix=REGISTERS
// REGISTERS-LABEL: func.func @bias_relu
// REGISTERS-COUNT-2: vector.fma
// REGISTERS-NOT: vector.transfer_write
// REGISTERS: %{{.+}} = scf.if %{{.+}} -> (tensor<32x64xf32>) {
// REGISTERS: arith.maximumf
// REGISTERS-NEXT: vector.transfer_write
// REGISTERS: arith.maximumf
// REGISTERS: %[[DUE:.+]] = vector.transfer_write
// REGISTERS-NEXT: scf.yield %[[DUE]]
// REGISTERS-NEXT: } else {
// REGISTERS-NEXT: vector.transfer_write
// REGISTERS: %[[REST:.+]] = vector.transfer_write
// REGISTERS-NEXT: scf.yield %[[REST]]
//
// The place lies outside all loops of the reduction's tiles.
// RUN: autotune-opt %s --autotune="emit=annotate schedule={direct(vector=i1x8, block=[2,8,1], epilogue=2)}" \
// RUN:   | sed 's/epilogue=2/tile0=[16,32,24], epilogue=2, epilogue_depth=3/' > %t
// RUN: not autotune-opt %t --autotune-kernels 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: fused statements not possible at this place
//
// Producers: evaluated at every load, or once for each element of a packed panel.
// RUN: autotune-opt %s --autotune="schedule={direct(vector=i1x8, block=[2,8,1], order2=[1,0], pack=[1:1], produce=[1])}" \
// RUN:   | FileCheck %s --check-prefix=PRODUCED
// PRODUCED-LABEL: func.func @dequantized
// PRODUCED: tensor.empty() : tensor<96x8xf32>
// PRODUCED: vector.transfer_read %{{.+}} : tensor<96x64xi8>, vector<8xi8>
// PRODUCED-NEXT: arith.sitofp
// PRODUCED-NEXT: vector.transfer_write {{.+}} tensor<96x8xf32>
// PRODUCED-NOT: arith.sitofp
// PRODUCED: vector.fma
// RUN: autotune-opt %s --autotune="schedule={direct(vector=i1x8, block=[2,8,1], order2=[1,0], pack=[1:1])}" \
// RUN:   | FileCheck %s --check-prefix=BODY
// BODY-LABEL: func.func @dequantized
// BODY: tensor.empty() : tensor<96x8xi8>
// BODY: arith.sitofp
// BODY-NEXT: vector.fma
func.func @bias_relu(%a: tensor<32x96xf32>, %b: tensor<96x64xf32>, %bias: tensor<64xf32>)
    -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x64xf32>) -> tensor<32x64xf32>
  %product = linalg.matmul ins(%a, %b : tensor<32x96xf32>, tensor<96x64xf32>)
                           outs(%init : tensor<32x64xf32>) -> tensor<32x64xf32>
  %biased = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<32x64xf32>, tensor<64xf32>) outs(%empty : tensor<32x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %sum = arith.addf %x, %y : f32
    linalg.yield %sum : f32
  } -> tensor<32x64xf32>
  %relu = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<32x64xf32>) outs(%empty : tensor<32x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %positive = arith.maximumf %x, %zero : f32
    linalg.yield %positive : f32
  } -> tensor<32x64xf32>
  return %relu : tensor<32x64xf32>
}

func.func @dequantized(%a: tensor<32x96xf32>, %b: tensor<96x64xi8>) -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x64xf32>
  %weights = tensor.empty() : tensor<96x64xf32>
  %cast = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<96x64xi8>) outs(%weights : tensor<96x64xf32>) {
  ^bb0(%x: i8, %o: f32):
    %float = arith.sitofp %x : i8 to f32
    linalg.yield %float : f32
  } -> tensor<96x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x64xf32>) -> tensor<32x64xf32>
  %product = linalg.matmul ins(%a, %cast : tensor<32x96xf32>, tensor<96x64xf32>)
                           outs(%init : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %product : tensor<32x64xf32>
}
