// A scalar that multiplies a factor of a product in loops of unknown trips is multiplied beforehand,
// where a loop that makes results has steps at all.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none" | FileCheck %s
// RUN: %autotune run %s --check --model none --dim n=3,m=2,k=1
// RUN: %autotune run %s --check --model none --dim n=2,m=7,k=5
// RUN: %autotune run %s --check --model none --dim n=73,m=87,k=19
// RUN: %autotune run %s --check --model none --dim n=1,m=1,k=1
// RUN: %autotune run %s --check --model none --dim n=5,m=0,k=3
// RUN: %autotune run %s --check --model none --dim n=0,m=3,k=4
// RUN: %autotune run %s --check --model none --dim n=3,m=4,k=0

// CHECK-LABEL: @rows
// CHECK: %[[SCALED:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {alignment = 64 : i64} : memref<?x?xf64>
// CHECK: arith.cmpi sgt
// CHECK-NEXT: scf.if
// CHECK: memref.dealloc %[[SCALED]]
func.func @rows(%alpha: f64, %A: memref<?x?xf64> {autotune.dims = ["n", "k"]}, %B: memref<?x?xf64> {autotune.dims = ["k", "m"]},
    %C: memref<?x?xf64> {autotune.dims = ["n", "m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m = memref.dim %B, %c1 : memref<?x?xf64>
  %k = memref.dim %B, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %l = 0 to %k {
      %a = affine.load %A[%i, %l] : memref<?x?xf64>
      %scaled = arith.mulf %alpha, %a : f64
      affine.for %j = 0 to %m {
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

// The other factor, behind the scalar; of the rows a number is known.
// CHECK-LABEL: @columns
// CHECK: %[[SCALED:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {alignment = 64 : i64} : memref<?x?xf32>
// CHECK-NOT: arith.cmpi sgt
// CHECK: scf.for
// CHECK: memref.dealloc %[[SCALED]]
func.func @columns(%alpha: f32, %A: memref<37x?xf32> {autotune.dims = ["", "k"]}, %B: memref<?x?xf32> {autotune.dims = ["k", "m"]},
    %C: memref<37x?xf32> {autotune.dims = ["", "m"]}, %more: memref<?xf32> {autotune.dims = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %B, %c1 : memref<?x?xf32>
  %k = memref.dim %B, %c0 : memref<?x?xf32>
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to %m {
      affine.for %l = 0 to %k {
        %a = affine.load %A[%i, %l] : memref<37x?xf32>
        %b = affine.load %B[%l, %j] : memref<?x?xf32>
        %scaled = arith.mulf %b, %alpha : f32
        %term = arith.mulf %a, %scaled : f32
        %sum = affine.load %C[%i, %j] : memref<37x?xf32>
        %next = arith.addf %sum, %term : f32
        affine.store %next, %C[%i, %j] : memref<37x?xf32>
      }
    }
  }
  return
}

// A window, and what each result reads once, stay as they are.
// CHECK-LABEL: @stays
// CHECK-NOT: memref.alloc(%
// CHECK: return
func.func @stays(%alpha: f64, %x: memref<?xf64> {autotune.dims = ["n"]}, %w: memref<3xf64>, %A: memref<?x?xf64> {autotune.dims = ["m", "k"]},
    %v: memref<?xf64> {autotune.dims = ["k"]}, %y: memref<?xf64> {autotune.dims = ["n"]}, %z: memref<?xf64> {autotune.dims = ["m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %k = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to affine_map<()[s] -> (s - 2)>()[%n] {
    affine.for %l = 0 to 3 {
      %e = affine.load %x[%i + %l] : memref<?xf64>
      %scaled = arith.mulf %alpha, %e : f64
      %f = affine.load %w[%l] : memref<3xf64>
      %term = arith.mulf %scaled, %f : f64
      %sum = affine.load %y[%i] : memref<?xf64>
      %next = arith.addf %sum, %term : f64
      affine.store %next, %y[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to %m {
    affine.for %l = 0 to %k {
      %a = affine.load %A[%i, %l] : memref<?x?xf64>
      %scaled = arith.mulf %alpha, %a : f64
      %b = affine.load %v[%l] : memref<?xf64>
      %term = arith.mulf %scaled, %b : f64
      %sum = affine.load %z[%i] : memref<?xf64>
      %next = arith.addf %sum, %term : f64
      affine.store %next, %z[%i] : memref<?xf64>
    }
  }
  return
}
