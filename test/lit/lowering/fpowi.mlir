// math.fpowi on vectors has no intrinsic in LLVM, nor has an exponent that is no i32: products.
//
// RUN: autotune-opt %s --autotune=remarks=none --autotune-to-llvm | FileCheck %s
// RUN: autotune-opt %s --autotune=remarks=none --autotune-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// RUN: %autotune run %s --check
// CHECK-NOT: llvm.intr.powi
// LLVM-NOT: powi
#id = affine_map<(i) -> (i)>

// x^3, as a GELU by tanh has it.
func.func @cube(%a: tensor<37xf32>) -> tensor<37xf32> {
  %e = tensor.empty() : tensor<37xf32>
  %c3 = arith.constant 3 : i64
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<37xf32>) outs(%e : tensor<37xf32>) {
  ^bb0(%x: f32, %o: f32):
    %c = math.fpowi %x, %c3 : f32, i64
    linalg.yield %c : f32
  } -> tensor<37xf32>
  return %0 : tensor<37xf32>
}

// The sum of squares, as an RMS norm has it.
func.func @squares(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : i32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x64xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.fpowi %x, %c2 : f32, i32
    %n = arith.addf %o, %s : f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @variable(%a: tensor<37xf64>, %n: tensor<37xi64>) -> tensor<37xf64> {
  %e = tensor.empty() : tensor<37xf64>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %n : tensor<37xf64>, tensor<37xi64>) outs(%e : tensor<37xf64>) {
  ^bb0(%x: f64, %k: i64, %o: f64):
    %c = math.fpowi %x, %k : f64, i64
    linalg.yield %c : f64
  } -> tensor<37xf64>
  return %0 : tensor<37xf64>
}
