// A sum of two products of rows and columns becomes two contractions; where there is nothing to sum
// up over, it stays one op.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 fp=reassoc remarks=all" -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: autotune: affine.for raised: 2 linalg ops and 0 scalar statements
func.func @two(%a: memref<40x48xf64>, %b: memref<40x48xf64>, %c: memref<40x40xf64>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      affine.for %k = 0 to 48 {
        %c0 = affine.load %c[%i, %j] : memref<40x40xf64>
        %a0 = affine.load %a[%i, %k] : memref<40x48xf64>
        %b0 = affine.load %b[%j, %k] : memref<40x48xf64>
        %a1 = affine.load %a[%j, %k] : memref<40x48xf64>
        %b1 = affine.load %b[%i, %k] : memref<40x48xf64>
        %p0 = arith.mulf %a0, %b0 : f64
        %p1 = arith.mulf %a1, %b1 : f64
        %p = arith.addf %p0, %p1 : f64
        %s = arith.addf %c0, %p : f64
        affine.store %s, %c[%i, %j] : memref<40x40xf64>
      }
    }
  }
  return
}

// CHECK: remark: autotune: affine.for raised: 1 linalg ops and 0 scalar statements
func.func @outer(%u: memref<40xf64>, %v: memref<40xf64>, %c: memref<40x40xf64>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      %c0 = affine.load %c[%i, %j] : memref<40x40xf64>
      %u0 = affine.load %u[%i] : memref<40xf64>
      %v0 = affine.load %v[%j] : memref<40xf64>
      %u1 = affine.load %u[%j] : memref<40xf64>
      %v1 = affine.load %v[%i] : memref<40xf64>
      %p0 = arith.mulf %u0, %v0 : f64
      %p1 = arith.mulf %u1, %v1 : f64
      %p = arith.addf %p0, %p1 : f64
      %s = arith.addf %c0, %p : f64
      affine.store %s, %c[%i, %j] : memref<40x40xf64>
    }
  }
  return
}
