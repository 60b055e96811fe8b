// Neither the loop over terms nor that over columns is a subscript of the factor, which may have no elements where one of them has
// no steps.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none" | FileCheck %s
// RUN: %autotune run %s --check --model none --dim p=0,k=0,m=1,n=4000003
// RUN: %autotune run %s --check --model none --dim p=4000003,k=3,m=0,n=4000003
// RUN: %autotune run %s --check --model none --dim p=19,k=7,m=23,n=19

// CHECK-LABEL: @few
// CHECK: arith.cmpi sgt
// CHECK: arith.cmpi sgt
// CHECK: arith.andi
// CHECK-NEXT: scf.if
func.func @few(%alpha: f64, %A: memref<?xf64> {autotune.dims = ["p"]}, %B: memref<?x?xf64> {autotune.dims = ["k", "m"]},
    %C: memref<?x?xf64> {autotune.dims = ["n", "m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %C, %c0 : memref<?x?xf64>
  %m = memref.dim %B, %c1 : memref<?x?xf64>
  %k = memref.dim %B, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %l = 0 to %k {
      affine.for %j = 0 to %m {
        %a = affine.load %A[%i] : memref<?xf64>
        %scaled = arith.mulf %alpha, %a : f64
        %b = affine.load %B[%l, %j] : memref<?x?xf64>
        %term = arith.mulf %scaled, %b : f64
        %sum = affine.load %C[%i, %j] : memref<?x?xf64>
        %next = arith.addf %sum, %term : f64
        affine.store %next, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
