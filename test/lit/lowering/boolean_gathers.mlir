// A gather of i1 whose lanes count from 1 reads bytes side by side only where the elements are neighbours that lie side by side.
//
// RUN: split-file %s %t
// RUN: autotune-opt %t/number.mlir --autotune-to-llvm | FileCheck %s
// RUN: autotune-opt %t/strided.mlir --autotune-to-llvm | FileCheck %s --check-prefix=STRIDED
// CHECK: llvm.intr.masked.gather
// STRIDED-COUNT-4: llvm.load {{.*}} -> i1
// STRIDED-NOT: gather

//--- number.mlir
func.func @number(%m: memref<i1>, %rest: vector<4xi1>) -> vector<4xi1> {
  %lanes = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %all = arith.constant dense<true> : vector<4xi1>
  %r = vector.gather %m[][%lanes], %all, %rest : memref<i1>, vector<4xi32>, vector<4xi1>, vector<4xi1> into vector<4xi1>
  return %r : vector<4xi1>
}

//--- strided.mlir
func.func @strided(%m: memref<16xi1, strided<[2]>>, %rest: vector<4xi1>, %i: index) -> vector<4xi1> {
  %lanes = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %all = arith.constant dense<true> : vector<4xi1>
  %r = vector.gather %m[%i][%lanes], %all, %rest : memref<16xi1, strided<[2]>>, vector<4xi32>, vector<4xi1>, vector<4xi1> into vector<4xi1>
  return %r : vector<4xi1>
}
