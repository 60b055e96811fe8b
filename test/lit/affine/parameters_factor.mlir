// A factor of a product is multiplied beforehand where only the run knows how large its array is.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none" | FileCheck %s
// RUN: %autotune run %s --check --model none --dim n=3,m=2,k=1
// RUN: %autotune run %s --check --model none --dim n=2,m=7,k=5
// RUN: %autotune run %s --check --model none --dim n=73,m=87,k=19

// CHECK-LABEL: @scaled
// CHECK: %[[SCALED:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {alignment = 64 : i64} : memref<?x?xf64>
// CHECK: memref.dealloc %[[SCALED]]
func.func @scaled(%alpha: f64, %A: memref<?x?xf64> {autotune.dims = ["n", "k"]}, %B: memref<?x?xf64> {autotune.dims = ["k", "m"]},
    %C: memref<?x?xf64> {autotune.dims = ["n", "m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m = memref.dim %B, %c1 : memref<?x?xf64>
  %k = memref.dim %B, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %product = affine.for %l = 0 to %k iter_args(%sum = %zero) -> f64 {
        %a = affine.load %A[%i, %l] : memref<?x?xf64>
        %scaled = arith.mulf %alpha, %a : f64
        %b = affine.load %B[%l, %j] : memref<?x?xf64>
        %term = arith.mulf %scaled, %b : f64
        %next = arith.addf %sum, %term : f64
        affine.yield %next : f64
      }
      affine.store %product, %C[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
