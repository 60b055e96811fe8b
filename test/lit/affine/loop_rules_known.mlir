// Groups of lanes around a loop of a trip that varies are no pieces of unknown extents.
// RUN: autotune-opt %s --autotune="target=zen4 model=none remarks=all" 2>&1 | FileCheck %s

// CHECK: iterations of a parallel loop side by side
// CHECK: @below
// CHECK-NOT: autotune.pieces
func.func @below(%A: memref<400x400xf32>) {
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %a = affine.load %A[%i, %k] : memref<400x400xf32>
        %b = affine.load %A[%j, %k] : memref<400x400xf32>
        %term = arith.mulf %a, %b : f32
        %old = affine.load %A[%i, %j] : memref<400x400xf32>
        %next = arith.subf %old, %term : f32
        affine.store %next, %A[%i, %j] : memref<400x400xf32>
      }
      %pivot = affine.load %A[%j, %j] : memref<400x400xf32>
      %rest = affine.load %A[%i, %j] : memref<400x400xf32>
      %part = arith.divf %rest, %pivot : f32
      affine.store %part, %A[%i, %j] : memref<400x400xf32>
    }
  }
  return
}
