// Bounds and extents that only the run knows are parameters of a nest: triangles are cut into tiles whose number the
// run knows, and what lies outside of the diagonal becomes linalg ops of unknown extents, which are cut into pieces.
//
// RUN: autotune-opt %s --autotune="target=zen4 remarks=all" -o /dev/null 2>&1 | FileCheck %s
// RUN: %autotune run %s --function lu --check --dim 7
// RUN: %autotune run %s --function lu --check --dim 203
// RUN: %autotune run %s --function sums --check --dim 150
// RUN: %autotune run %s --function backwards --check --dim 100

// CHECK-DAG: parameters.mlir:[[@LINE+5]]:3: remark: autotune: affine.for raised: {{.*}} loops split into rectangles
// CHECK-DAG: linalg.generic rewritten: loop 0 of unknown extent is cut into pieces
func.func @lu(%A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %rest = affine.load %A[%i, %j] : memref<?x?xf64>
        %l = affine.load %A[%i, %k] : memref<?x?xf64>
        %u = affine.load %A[%k, %j] : memref<?x?xf64>
        %term = arith.mulf %l, %u : f64
        %next = arith.subf %rest, %term : f64
        affine.store %next, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

// Sums in registers, over a triangle.
// CHECK-DAG: parameters.mlir:[[@LINE+7]]:3: remark: autotune: affine.for rewritten: sums in registers
func.func @sums(%A: memref<?x?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to min affine_map<()[n, m] -> (n, m)>()[%n, %m] {
    %row = affine.for %j = affine_map<(d0) -> (d0)>(%i) to %m iter_args(%sum = %zero) -> f32 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %next = arith.addf %sum, %a : f32
      affine.yield %next : f32
    }
    affine.store %row, %y[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: parameters.mlir:[[@LINE+5]]:3: remark: autotune: affine.for raised
func.func @backwards(%a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %a, %c0 : memref<?xf32>
  affine.for %i = 0 to 64 {
    affine.store %zero, %a[63 - %i] : memref<?xf32>
  }
  return
}
