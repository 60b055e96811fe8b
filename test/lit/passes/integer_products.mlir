// Products of widened i8 read the i8, their sums are in i32, and a second run finds nothing left to do.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all max-candidates=200" -o %t 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --input-file %t
// RUN: autotune-opt %t --autotune="target=x86-64-v3 model=none" | diff %t -
// TOLD-COUNT-2: rewritten: its products are of i8 and its sums in i32
// TOLD-COUNT-2: rewritten: its products are of i8{{$}}
// TOLD-NOT: rewritten

#rows = affine_map<(d0, d1) -> (d0, d1)>
#number = affine_map<(d0, d1) -> ()>
#image = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// A dynamically quantised layer as importers write it: all that reads the sum truncates it.
// CHECK-LABEL: func.func @truncated
// CHECK: arith.extui {{.*}}i8{{.*}} to {{.*}}i32
// CHECK-NOT: i64
func.func @truncated(%a: tensor<24x31xi8>, %b: tensor<31x32xi8>, %za: tensor<i8>) -> tensor<24x32xf32> {
  %c0 = arith.constant 0 : i64
  %ea = tensor.empty() : tensor<24x31xi32>
  %eb = tensor.empty() : tensor<31x32xi32>
  %wa = linalg.generic {indexing_maps = [#rows, #number, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%a, %za : tensor<24x31xi8>, tensor<i8>) outs(%ea : tensor<24x31xi32>) {
  ^bb0(%v: i8, %z: i8, %u: i32):
    %x = arith.extui %v : i8 to i32
    %y = arith.extui %z : i8 to i32
    %w = arith.subi %x, %y : i32
    linalg.yield %w : i32
  } -> tensor<24x31xi32>
  %wb = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<31x32xi8>) outs(%eb : tensor<31x32xi32>) {
  ^bb0(%v: i8, %u: i32):
    %x = arith.extsi %v : i8 to i32
    linalg.yield %x : i32
  } -> tensor<31x32xi32>
  %es = tensor.empty() : tensor<24x32xi64>
  %i = linalg.fill ins(%c0 : i64) outs(%es : tensor<24x32xi64>) -> tensor<24x32xi64>
  %s = linalg.matmul ins(%wa, %wb : tensor<24x31xi32>, tensor<31x32xi32>) outs(%i : tensor<24x32xi64>) -> tensor<24x32xi64>
  %ef = tensor.empty() : tensor<24x32xf32>
  %r = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<24x32xi64>) outs(%ef : tensor<24x32xf32>) {
  ^bb0(%v: i64, %u: f32):
    %x = arith.trunci %v : i64 to i32
    %y = arith.sitofp %x : i32 to f32
    linalg.yield %y : f32
  } -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

// No sum of 16 products leaves i32: who reads it in i64 gets it extended.
// CHECK-LABEL: func.func @small
// CHECK: arith.muli {{.*}}i32
// CHECK: arith.extsi {{.*}}i32{{.*}} to {{.*}}i64
func.func @small(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>) -> tensor<8x8xi64> {
  %c0 = arith.constant 0 : i64
  %es = tensor.empty() : tensor<8x8xi64>
  %i = linalg.fill ins(%c0 : i64) outs(%es : tensor<8x8xi64>) -> tensor<8x8xi64>
  %s = linalg.matmul ins(%a, %b : tensor<8x16xi8>, tensor<16x8xi8>) outs(%i : tensor<8x8xi64>) -> tensor<8x8xi64>
  return %s : tensor<8x8xi64>
}

// Zero points of 0 are left out.
// CHECK-LABEL: func.func @quantised
// CHECK-COUNT-1: arith.subi {{.*}}i32
// CHECK-NOT: arith.subi {{.*}}i32
func.func @quantised(%a: tensor<1x16xi8>, %b: tensor<16x1xi8>, %za: i32, %o: tensor<1x1xi32>) -> tensor<1x1xi32> {
  %c0 = arith.constant 0 : i32
  %r = linalg.quantized_matmul ins(%a, %b, %za, %c0 : tensor<1x16xi8>, tensor<16x1xi8>, i32, i32) outs(%o : tensor<1x1xi32>) -> tensor<1x1xi32>
  return %r : tensor<1x1xi32>
}

// Unsigned integers that were shifted by -128 for an op on signed ones are read as they were, their padding too.
// CHECK-LABEL: func.func @shifted
// CHECK-NOT: arith.addi {{.*}}i8
// CHECK: arith.extui {{.*}}i8{{.*}} to {{.*}}i32
func.func @shifted(%a: tensor<1x3x6x7xi8>, %b: tensor<5x3x3x3xi8>, %za: i8) -> tensor<1x5x6x7xi32> {
  %c0 = arith.constant 0 : i32
  %shift = arith.constant -128 : i8
  %wide_shift = arith.constant -128 : i32
  %x = arith.extui %za : i8 to i32
  %z = arith.addi %x, %wide_shift : i32
  %border = arith.trunci %z : i32 to i8
  %ea = tensor.empty() : tensor<1x3x6x7xi8>
  %s = linalg.generic {indexing_maps = [#image, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x3x6x7xi8>) outs(%ea : tensor<1x3x6x7xi8>) {
  ^bb0(%v: i8, %u: i8):
    %y = arith.addi %v, %shift : i8
    linalg.yield %y : i8
  } -> tensor<1x3x6x7xi8>
  %p = tensor.pad %s low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %border : i8
  } : tensor<1x3x6x7xi8> to tensor<1x3x8x9xi8>
  %e = tensor.empty() : tensor<1x5x6x7xi32>
  %o = linalg.fill ins(%c0 : i32) outs(%e : tensor<1x5x6x7xi32>) -> tensor<1x5x6x7xi32>
  %r = linalg.conv_2d_nchw_fchw_q ins(%p, %b, %z, %c0 : tensor<1x3x8x9xi8>, tensor<5x3x3x3xi8>, i32, i32) outs(%o : tensor<1x5x6x7xi32>) -> tensor<1x5x6x7xi32>
  return %r : tensor<1x5x6x7xi32>
}

// What is left alone: sums that may leave i32 and are read in i64, and what is of this form already.
// CHECK-LABEL: func.func @large
// CHECK: arith.muli {{.*}}i64
func.func @large(%a: tensor<1x131073xi8>, %b: tensor<131073x1xi8>) -> tensor<1x1xi64> {
  %c0 = arith.constant 0 : i64
  %es = tensor.empty() : tensor<1x1xi64>
  %i = linalg.fill ins(%c0 : i64) outs(%es : tensor<1x1xi64>) -> tensor<1x1xi64>
  %s = linalg.matmul ins(%a, %b : tensor<1x131073xi8>, tensor<131073x1xi8>) outs(%i : tensor<1x1xi64>) -> tensor<1x1xi64>
  return %s : tensor<1x1xi64>
}

func.func @plain(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>, %o: tensor<8x8xi32>) -> tensor<8x8xi32> {
  %s = linalg.matmul ins(%a, %b : tensor<8x16xi8>, tensor<16x8xi8>) outs(%o : tensor<8x8xi32>) -> tensor<8x8xi32>
  return %s : tensor<8x8xi32>
}
