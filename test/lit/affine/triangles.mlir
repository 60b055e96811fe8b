// Triangular loops: tiled, the inner loops split where the tile ends, so that most of the work is
// contractions of whole tiles and little is left on the diagonal.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 fp=reassoc remarks=all max-candidates=50" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %t.mlir --autotune="target=x86-64-v3 remarks=none" | diff %t.mlir -

// The lower triangle of A times its transpose.
// REMARK: affine.for raised: {{[0-9]+}} linalg ops and {{[0-9]+}} scalar statements, loops split into rectangles
// CHECK-LABEL: @syrk
// CHECK: memref.subview {{.*}} : memref<256x128xf64>
// CHECK: vector.fma
// CHECK: return
func.func @syrk(%a: memref<256x128xf64>, %c: memref<256x256xf64>) {
  affine.for %i = 0 to 256 {
    affine.for %k = 0 to 128 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %a[%i, %k] : memref<256x128xf64>
        %1 = affine.load %a[%j, %k] : memref<256x128xf64>
        %2 = affine.load %c[%i, %j] : memref<256x256xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<256x256xf64>
      }
    }
  }
  return
}

// LU factorisation: the updates by finished blocks are contractions, the rest keeps its order.
// REMARK: affine.for raised: {{[0-9]+}} linalg ops and {{[0-9]+}} scalar statements, loops split into rectangles
// CHECK-LABEL: @lu
// CHECK: vector.fma
// CHECK: arith.divf
// CHECK: return
func.func @lu(%a: memref<256x256xf64>) {
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %a[%i, %k] : memref<256x256xf64>
        %1 = affine.load %a[%k, %j] : memref<256x256xf64>
        %2 = affine.load %a[%i, %j] : memref<256x256xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.subf %2, %3 : f64
        affine.store %4, %a[%i, %j] : memref<256x256xf64>
      }
      %5 = affine.load %a[%j, %j] : memref<256x256xf64>
      %6 = affine.load %a[%i, %j] : memref<256x256xf64>
      %7 = arith.divf %6, %5 : f64
      affine.store %7, %a[%i, %j] : memref<256x256xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 256 {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %a[%i, %k] : memref<256x256xf64>
        %1 = affine.load %a[%k, %j] : memref<256x256xf64>
        %2 = affine.load %a[%i, %j] : memref<256x256xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.subf %2, %3 : f64
        affine.store %4, %a[%i, %j] : memref<256x256xf64>
      }
    }
  }
  return
}
