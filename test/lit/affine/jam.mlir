// Iterations of an outer loop are done together where they use the same elements; where a dependence
// would be turned around they are not, and the remark names it.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %t.mlir --autotune="target=x86-64-v3 remarks=none" | diff %t.mlir -

// Every row is made from the one above: of four rows only the first loads it. Three rows are left.
// REMARK: affine.for rewritten: outer loops unrolled and jammed
// CHECK-LABEL: @rows
// CHECK: scf.for %{{.*}} = %c0 to %c74
// CHECK: scf.for
// CHECK: memref.load
// CHECK-NOT: memref.load
// CHECK: %[[ROW:.*]] = arith.mulf
// CHECK: memref.store %[[ROW]]
// CHECK: arith.mulf %[[ROW]], %[[ROW]]
// CHECK-COUNT-3: memref.store
// CHECK: scf.for %{{.*}} = %c297 to %c300
// CHECK: memref.load
// CHECK-LABEL: @chains
func.func @rows(%a: memref<300x200xf64>) {
  affine.for %i = 1 to 300 {
    affine.for %j = 0 to 200 {
      %0 = affine.load %a[%i - 1, %j] : memref<300x200xf64>
      %1 = arith.mulf %0, %0 : f64
      affine.store %1, %a[%i, %j] : memref<300x200xf64>
    }
  }
  return
}

// Sums of terms that no linalg op computes: four at a time, each in an iter_arg that is stored
// after the loop. The number of rows varies, and so does what is left.
// REMARK: affine.for rewritten: outer loops unrolled and jammed
// CHECK: scf.for
// CHECK: affine.apply #{{.*}}
// CHECK: scf.for
// CHECK-COUNT-4: memref.load %arg2
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (f64, f64, f64, f64)
// CHECK: memref.load %arg1
// CHECK-NOT: memref.load %arg1
// CHECK-COUNT-4: arith.addf
// CHECK-NOT: memref.store
// CHECK: scf.yield
// CHECK-COUNT-4: memref.store
// CHECK: affine.max
// CHECK-LABEL: @turned
func.func @chains(%a: memref<100x64x200xf64>, %b: memref<200xf64>, %c: memref<100x64xf64>) {
  affine.for %t = 40 to 64 {
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%t) {
      affine.for %j = 0 to 200 {
        %0 = affine.load %a[%t, %i, %j] : memref<100x64x200xf64>
        %1 = affine.load %b[%j] : memref<200xf64>
        %2 = affine.load %c[%t, %i] : memref<100x64xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.index_cast %j : index to i64
        %5 = arith.sitofp %4 : i64 to f64
        %6 = arith.mulf %3, %5 : f64
        %7 = arith.addf %2, %6 : f64
        affine.store %7, %c[%t, %i] : memref<100x64xf64>
      }
    }
  }
  return
}

// The row above is needed one element further on: in one pass over four rows it would not be there.
// REMARK: affine.for left untouched: {{.*}}; unroll-and-jam of loop 1 refused: loop 1 carries a dependence from a store to a load of argument 0
// CHECK: affine.for
func.func @turned(%a: memref<300x200xf64>, %b: memref<200xf64>) {
  affine.for %i = 1 to 300 {
    affine.for %j = 0 to 199 {
      %0 = affine.load %a[%i - 1, %j + 1] : memref<300x200xf64>
      %1 = affine.load %b[%j] : memref<200xf64>
      %2 = affine.load %b[%j + 1] : memref<200xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %a[%i, %j] : memref<300x200xf64>
    }
  }
  return
}
