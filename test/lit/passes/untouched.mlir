// What cannot be tuned stays bit-identical, wherever it stands.
//
// RUN: mlir-opt %s -o %t.before
// RUN: autotune-opt %s --autotune=remarks=none -o %t.after
// RUN: diff %t.before %t.after
// RUN: autotune-opt %s --autotune-kernels=remarks=none -o %t.kernels
// RUN: diff %t.before %t.kernels
// RUN: autotune-opt %s --autotune="remarks=none emit=annotate" -o %t.annotated
// RUN: diff %t.before %t.annotated
// RUN: autotune-opt %s --pass-pipeline="builtin.module(func.func(autotune{remarks=none}))" -o %t.nested
// RUN: diff %t.before %t.nested
//
// Each has one remark with the reason.
// RUN: autotune-opt %s --autotune -o /dev/null 2>&1 | grep "remark:" | count 9
// RUN: autotune-opt %s --autotune -o /dev/null 2>&1 | FileCheck %s
// CHECK-DAG: linalg.matmul left untouched: dynamic shape
// CHECK-DAG: linalg.softmax left untouched: dynamic shape
// CHECK-DAG: linalg.generic left untouched: dynamic shape, and the body contains tensor.extract
// CHECK-DAG: linalg.generic left untouched: the body contains tensor.extract
// CHECK-DAG: linalg.copy left untouched
// CHECK-DAG: linalg.softmax left untouched: an operand has the element type f8E5M2, which is not supported
// CHECK-DAG: linalg.pack left untouched: dynamic shape
// CHECK-DAG: linalg.pack left untouched: not a structured op
// CHECK-DAG: linalg.winograd_filter_transform left untouched: not a structured op
#id = affine_map<(d0) -> (d0)>

func.func private @declared(tensor<4xf32>) -> tensor<4xf32>

// Known sizes would not help.
#row = affine_map<(d0, d1) -> (d0, d1)>
func.func @dynamic(%table: tensor<32xf32>, %at: tensor<?x8xindex>, %c: tensor<?x8xf32>)
    -> tensor<?x8xf32> {
  %0 = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<?x8xindex>) outs(%c : tensor<?x8xf32>) {
  ^bb0(%i: index, %o: f32):
    %v = tensor.extract %table[%i] : tensor<32xf32>
    linalg.yield %v : f32
  } -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

func.func @dynamic_memref(%a: memref<?x?xf32, 1>, %b: memref<?x?xf32, 1>, %c: memref<?x?xf32, 1>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32, 1>, memref<?x?xf32, 1>) outs(%c : memref<?x?xf32, 1>)
  return
}

func.func @dynamic_softmax(%a: tensor<?x8xf8E5M2>, %b: tensor<?x8xf8E5M2>) -> tensor<?x8xf8E5M2> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<?x8xf8E5M2>) outs(%b : tensor<?x8xf8E5M2>)
    -> tensor<?x8xf8E5M2>
  return %0 : tensor<?x8xf8E5M2>
}

func.func @gather(%table: tensor<32xf32>, %at: tensor<8xindex>, %out: tensor<8xf32>)
    -> tensor<8xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%at : tensor<8xindex>) outs(%out : tensor<8xf32>) {
  ^bb0(%i: index, %o: f32):
    %v = tensor.extract %table[%i] : tensor<32xf32>
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @complex(%a: tensor<8xcomplex<f32>>, %out: tensor<8xcomplex<f32>>)
    -> tensor<8xcomplex<f32>> {
  %0 = linalg.copy ins(%a : tensor<8xcomplex<f32>>) outs(%out : tensor<8xcomplex<f32>>)
    -> tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}

func.func @dead(%a: tensor<8xf32>, %out: tensor<8xf32>) {
  %0 = linalg.copy ins(%a : tensor<8xf32>) outs(%out : tensor<8xf32>) -> tensor<8xf32>
  return
}

func.func @softmax_of_quarters(%a: memref<4x8xf8E5M2>, %b: memref<4x8xf8E5M2>) {
  linalg.softmax dimension(1) ins(%a : memref<4x8xf8E5M2>) outs(%b : memref<4x8xf8E5M2>)
  return
}

func.func @pack(%a: tensor<8x8xf32>, %b: tensor<?x8x?xf32>, %tile: index) -> tensor<?x8x?xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %0 = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [%tile] into %b
    : tensor<8x8xf32> -> tensor<?x8x?xf32>
  return %0 : tensor<?x8x?xf32>
}

// There is no zero of the type to pad with.
func.func @pack_complex(%a: tensor<8x8xcomplex<f32>>, %b: tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>> {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %b
    : tensor<8x8xcomplex<f32>> -> tensor<2x2x4x4xcomplex<f32>>
  return %0 : tensor<2x2x4x4xcomplex<f32>>
}

func.func @winograd(%filter: tensor<2x3x3x5xf32>, %out: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%filter : tensor<2x3x3x5xf32>)
    outs(%out : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %0 : tensor<6x6x5x2xf32>
}

module @inner {
  func.func @scalar(%a: f32) -> f32 {
    %0 = arith.addf %a, %a : f32
    return %0 : f32
  }
}
