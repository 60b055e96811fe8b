// A factor of a product is multiplied beforehand where only the run knows how large its array is.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none" | FileCheck %s
// RUN: %autotune run %s --function scaled --check --model none --dim n=3,m=2,k=1
// RUN: %autotune run %s --function pieces --check --model none --dim b=1,n=3,m=2,k=1
// RUN: %autotune run %s --function scaled --check --model none --dim n=2,m=7,k=5
// RUN: %autotune run %s --function pieces --check --model none --dim b=3,n=2,m=7,k=5
// RUN: %autotune run %s --function scaled --check --model none --dim n=73,m=87,k=19
// RUN: %autotune run %s --function pieces --check --model none --dim b=2,n=73,m=87,k=19

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

// A loop around the nest goes through the array piece by piece: the product of all of it at each would take longer than the nest.
// CHECK-LABEL: @pieces
// CHECK-NOT: memref.alloc({{.*}}memref<?x?x?xf64>
// CHECK: return
func.func @pieces(%alpha: f64, %A: memref<?x?x?xf64> {autotune.dims = ["b", "n", "k"]}, %B: memref<?x?xf64> {autotune.dims = ["k", "m"]},
    %C: memref<?x?x?xf64> {autotune.dims = ["b", "n", "m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = memref.dim %A, %c0 : memref<?x?x?xf64>
  %n = memref.dim %A, %c1 : memref<?x?x?xf64>
  %m = memref.dim %B, %c1 : memref<?x?xf64>
  %k = memref.dim %A, %c2 : memref<?x?x?xf64>
  scf.for %p = %c0 to %b step %c1 {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %m {
        affine.for %l = 0 to %k {
          %a = memref.load %A[%p, %i, %l] : memref<?x?x?xf64>
          %scaled = arith.mulf %alpha, %a : f64
          %f = affine.load %B[%l, %j] : memref<?x?xf64>
          %term = arith.mulf %scaled, %f : f64
          %sum = memref.load %C[%p, %i, %j] : memref<?x?x?xf64>
          %next = arith.addf %sum, %term : f64
          memref.store %next, %C[%p, %i, %j] : memref<?x?x?xf64>
        }
      }
    }
  }
  return
}
