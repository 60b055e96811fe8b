// Triangles of sums are summed up as squares where only the run knows how many terms there are: a square has the rows and
// columns that the triangle meets, and where there is no term nothing is touched. A square is as large as a tile on the diagonal.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none" | FileCheck %s
// RUN: %autotune run %s --check --model none --dim n=2,m=5
// RUN: %autotune run %s --check --model none --dim n=17,m=3
// RUN: %autotune run %s --check --model none --dim n=80,m=0
// RUN: %autotune run %s --check --model none --dim n=81,m=1
// RUN: %autotune run %s --check --model none --dim n=163,m=29

// CHECK-LABEL: @syrk
// CHECK: memref.alloc() {{.*}} : memref<16x16xf64>
// CHECK: scf.if
func.func @syrk(%A: memref<?x?xf64> {autotune.dims = ["n", "m"]}, %C: memref<?x?xf64> {autotune.dims = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %k = 0 to %m {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %sum = affine.load %C[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %A[%j, %k] : memref<?x?xf64>
        %term = arith.mulf %a, %b : f64
        %next = arith.addf %sum, %term : f64
        affine.store %next, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
// Above the diagonal: the last row of a tile has no element there, nor has the first column.
// CHECK-LABEL: @above
// CHECK: memref.alloc() {{.*}} : memref<15x15xf64>
func.func @above(%A: memref<?x?xf64> {autotune.dims = ["m", "n"]}, %C: memref<?x?xf64> {autotune.dims = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to affine_map<(d0) -> (d0 - 1)>(%n) {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n {
      affine.for %k = 0 to %m {
        %sum = affine.load %C[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%k, %i] : memref<?x?xf64>
        %b = affine.load %A[%k, %j] : memref<?x?xf64>
        %term = arith.mulf %a, %b : f64
        %next = arith.addf %sum, %term : f64
        affine.store %next, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
// The terms lie in the array of the sums, left of the tile. In the tile rows are short, and no piece of an op of unknown extent.
// CHECK-LABEL: @below
// CHECK: memref.alloc() {{.*}} : memref<15x15xi32>
func.func @below(%A: memref<?x?xi32> {autotune.dims = ["n", "n"]}, %other: memref<?xi32> {autotune.dims = ["m"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %rest = affine.load %A[%i, %j] : memref<?x?xi32>
        %a = affine.load %A[%i, %k] : memref<?x?xi32>
        %b = affine.load %A[%j, %k] : memref<?x?xi32>
        %term = arith.muli %a, %b : i32
        %next = arith.subi %rest, %term : i32
        affine.store %next, %A[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
// Divisors that lie in the square, but not in the triangle, may be 0.
// CHECK-LABEL: @quotients
// CHECK-NOT: memref<15x15xi32>
func.func @quotients(%A: memref<?x?xi32> {autotune.dims = ["n", "m"]}, %place: memref<?xi32> {autotune.dims = ["n"]},
                     %C: memref<?x?xi32> {autotune.dims = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  %m = memref.dim %A, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %n {
    %number = arith.index_cast %i : index to i32
    affine.store %number, %place[%i] : memref<?xi32>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to %m {
        %a = affine.load %A[%i, %k] : memref<?x?xi32>
        %row = affine.load %place[%i] : memref<?xi32>
        %column = affine.load %place[%j] : memref<?xi32>
        %distance = arith.subi %row, %column : i32
        %q = arith.divsi %a, %distance : i32
        %sum = affine.load %C[%i, %j] : memref<?x?xi32>
        %next = arith.addi %sum, %q : i32
        affine.store %next, %C[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
