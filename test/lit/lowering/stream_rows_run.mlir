// Rows of a prime number of elements begin at every place of a line.
//
// REQUIRES: host-x86_64
//
// RUN: autotune-opt --autotune=target=zen4 %s | autotune-opt --autotune-to-llvm | FileCheck %s
// RUN: autotune-opt --autotune="target=zen4 threads=2" %s | autotune-opt --autotune-to-llvm | FileCheck %s
// RUN: autotune-opt --autotune="target=zen4,vector_bits=256,vector_registers=16" %s | autotune-opt --autotune-to-llvm | FileCheck %s --check-prefix=NARROW
// RUN: %autotune run %s --check --target zen4
// RUN: %autotune run %s --check --target zen4 --threads 2
// RUN: %autotune run %s --check --target znver3

// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 64 : i64, nontemporal}
// CHECK: sfence
// NARROW: llvm.store %{{.*}}, %{{.*}} {alignment = 32 : i64, nontemporal}
// NARROW: sfence
func.func @rms_norm(%x: tensor<9008x1031xf32>, %gain: tensor<1031xf32>) -> tensor<9008x1031xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<9008xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e0 : tensor<9008xf32>) -> tensor<9008xf32>
  %squares = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9008x1031xf32>) outs(%zeros : tensor<9008xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %y = arith.addf %o, %q : f32
    linalg.yield %y : f32
  } -> tensor<9008xf32>
  %e1 = tensor.empty() : tensor<9008x1031xf32>
  %norm = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %squares, %gain : tensor<9008x1031xf32>, tensor<9008xf32>, tensor<1031xf32>) outs(%e1 : tensor<9008x1031xf32>) {
  ^bb0(%a: f32, %s: f32, %g: f32, %o: f32):
    %n = arith.constant 1031.0 : f32
    %e = arith.constant 1.0e-5 : f32
    %m = arith.divf %s, %n : f32
    %d = arith.addf %m, %e : f32
    %r = math.rsqrt %d : f32
    %c = arith.mulf %a, %r : f32
    %y = arith.mulf %c, %g : f32
    linalg.yield %y : f32
  } -> tensor<9008x1031xf32>
  return %norm : tensor<9008x1031xf32>
}
