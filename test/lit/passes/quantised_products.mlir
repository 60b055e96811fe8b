// Products of dequantised factors are added up as integers where sums may come in any order.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all max-candidates=200" -o %t 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --input-file %t
// RUN: autotune-opt %t --autotune="target=x86-64-v3 model=none" | diff %t -
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none fp=strict remarks=all max-candidates=200" 2>&1 | FileCheck %s --check-prefix=KEPT
// TOLD-COUNT-1: rewritten: its factors are multiplied as i8 and its sums, in i32, are scaled
// TOLD: its factors stay dequantised: sums of integers may leave i32
// TOLD: its factors stay dequantised: the scales differ within a sum
// TOLD-NOT: rewritten: its factors
// KEPT-NOT: its factors are
// KEPT: func.func @layer

#rows = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
#row = affine_map<(d0, d1) -> (d0)>

// One scale for the data, one for each column of the weights: their products are constants.
// CHECK-LABEL: func.func @layer
// CHECK: arith.muli {{.*}}i32
// CHECK: arith.sitofp {{.*}}i32{{.*}} to {{.*}}f32
// CHECK-NOT: arith.mulf
// CHECK: vector.fma
// CHECK: math.roundeven
func.func @layer(%a: tensor<12x20xi8>) -> tensor<12x8xi8> {
  %zero = arith.constant 0.0 : f32
  %sa = arith.constant 0.02 : f32
  %sr = arith.constant 0.3 : f32
  %low = arith.constant 0.0 : f32
  %high = arith.constant 255.0 : f32
  %b = arith.constant dense<3> : tensor<20x8xi8>
  %sb = arith.constant dense<[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]> : tensor<8xf32>
  %bias = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %ea = tensor.empty() : tensor<12x20xf32>
  %da = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<12x20xi8>) outs(%ea : tensor<12x20xf32>) {
  ^bb0(%v: i8, %u: f32):
    %z = arith.constant 128 : i16
    %x = arith.extui %v : i8 to i16
    %w = arith.subi %x, %z : i16
    %f = arith.sitofp %w : i16 to f32
    %y = arith.mulf %f, %sa : f32
    linalg.yield %y : f32
  } -> tensor<12x20xf32>
  %eb = tensor.empty() : tensor<20x8xf32>
  %db = linalg.generic {indexing_maps = [#rows, #column, #rows], iterator_types = ["parallel", "parallel"]} ins(%b, %sb : tensor<20x8xi8>, tensor<8xf32>) outs(%eb : tensor<20x8xf32>) {
  ^bb0(%v: i8, %s: f32, %u: f32):
    %f = arith.sitofp %v : i8 to f32
    %y = arith.mulf %f, %s : f32
    linalg.yield %y : f32
  } -> tensor<20x8xf32>
  %e = tensor.empty() : tensor<12x8xf32>
  %i = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e : tensor<12x8xf32>) dimensions = [0]
  %r = linalg.matmul ins(%da, %db : tensor<12x20xf32>, tensor<20x8xf32>) outs(%i : tensor<12x8xf32>) -> tensor<12x8xf32>
  %eq = tensor.empty() : tensor<12x8xi8>
  %q = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<12x8xf32>) outs(%eq : tensor<12x8xi8>) {
  ^bb0(%v: f32, %u: i8):
    %d = arith.divf %v, %sr : f32
    %n = math.roundeven %d : f32
    %m = arith.maxnumf %n, %low : f32
    %l = arith.minnumf %m, %high : f32
    %y = arith.fptoui %l : f32 to i8
    linalg.yield %y : i8
  } -> tensor<12x8xi8>
  return %q : tensor<12x8xi8>
}

// CHECK-LABEL: func.func @large
// CHECK: vector.fma {{.*}}f32
func.func @large(%a: tensor<1x33026xi8>, %b: tensor<33026x8xi8>) -> tensor<1x8xf32> {
  %zero = arith.constant 0.0 : f32
  %ea = tensor.empty() : tensor<1x33026xf32>
  %da = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<1x33026xi8>) outs(%ea : tensor<1x33026xf32>) {
  ^bb0(%v: i8, %u: f32):
    %f = arith.uitofp %v : i8 to f32
    linalg.yield %f : f32
  } -> tensor<1x33026xf32>
  %eb = tensor.empty() : tensor<33026x8xf32>
  %db = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<33026x8xi8>) outs(%eb : tensor<33026x8xf32>) {
  ^bb0(%v: i8, %u: f32):
    %f = arith.uitofp %v : i8 to f32
    linalg.yield %f : f32
  } -> tensor<33026x8xf32>
  %e = tensor.empty() : tensor<1x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8xf32>) -> tensor<1x8xf32>
  %r = linalg.matmul ins(%da, %db : tensor<1x33026xf32>, tensor<33026x8xf32>) outs(%i : tensor<1x8xf32>) -> tensor<1x8xf32>
  return %r : tensor<1x8xf32>
}

// CHECK-LABEL: func.func @within
// CHECK: vector.fma {{.*}}f32
func.func @within(%a: tensor<4x16xi8>, %b: tensor<16x8xi8>, %sb: tensor<16xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %ea = tensor.empty() : tensor<4x16xf32>
  %da = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x16xi8>) outs(%ea : tensor<4x16xf32>) {
  ^bb0(%v: i8, %u: f32):
    %f = arith.sitofp %v : i8 to f32
    linalg.yield %f : f32
  } -> tensor<4x16xf32>
  %eb = tensor.empty() : tensor<16x8xf32>
  %db = linalg.generic {indexing_maps = [#rows, #row, #rows], iterator_types = ["parallel", "parallel"]} ins(%b, %sb : tensor<16x8xi8>, tensor<16xf32>) outs(%eb : tensor<16x8xf32>) {
  ^bb0(%v: i8, %s: f32, %u: f32):
    %f = arith.sitofp %v : i8 to f32
    %y = arith.mulf %f, %s : f32
    linalg.yield %y : f32
  } -> tensor<16x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.matmul ins(%da, %db : tensor<4x16xf32>, tensor<16x8xf32>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
