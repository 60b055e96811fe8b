// Loops change places so that the innermost one runs along contiguous elements; where a dependence
// would be turned around they do not, and the remark names it.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %t.mlir --autotune="target=x86-64-v3 remarks=none" | diff %t.mlir -

// A recurrence down the columns: rows become the outer loop.
// REMARK: affine.for rewritten: loops interchanged
// CHECK-LABEL: @columns
// CHECK: scf.for %[[J:.*]] = %c1 to %c300
// CHECK: scf.for %[[I:.*]] = %c0 to %c200
// CHECK: memref.store {{.*}}[%[[J]], %[[I]]]
// CHECK-LABEL: @diagonal
func.func @columns(%a: memref<300x200xf64>, %b: memref<300x200xf64>) {
  affine.for %i = 0 to 200 {
    affine.for %j = 1 to 300 {
      %0 = affine.load %a[%j - 1, %i] : memref<300x200xf64>
      %1 = affine.load %b[%j, %i] : memref<300x200xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = arith.addf %2, %1 : f64
      affine.store %3, %a[%j, %i] : memref<300x200xf64>
    }
  }
  return
}

// Both loops carry the dependence, in the same direction: any order will do.
// REMARK: affine.for rewritten: loops interchanged
// CHECK: scf.for %{{.*}} = %c1 to %c300
// CHECK: scf.for %{{.*}} = %c1 to %c200
// CHECK-LABEL: @turned
func.func @diagonal(%a: memref<300x200xf64>) {
  affine.for %i = 1 to 200 {
    affine.for %j = 1 to 300 {
      %0 = affine.load %a[%j - 1, %i - 1] : memref<300x200xf64>
      %1 = arith.mulf %0, %0 : f64
      affine.store %1, %a[%j, %i] : memref<300x200xf64>
    }
  }
  return
}

// What an element needs is one column back but one row further: with rows outside it would not be
// there yet.
// REMARK: affine.for left untouched: {{.*}}; interchange of loops 1 and 2 refused: loop 1 carries a dependence from a store to a load of argument 0
// CHECK: affine.for
func.func @turned(%a: memref<300x200xf64>) {
  affine.for %i = 1 to 200 {
    affine.for %j = 1 to 299 {
      %0 = affine.load %a[%j + 1, %i - 1] : memref<300x200xf64>
      %1 = affine.load %a[%j - 1, %i] : memref<300x200xf64>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %a[%j, %i] : memref<300x200xf64>
    }
  }
  return
}

// Three loops: the strided one moves outside of both others.
// REMARK: affine.for rewritten: loops interchanged
// CHECK-LABEL: @three
// CHECK: scf.for %[[K:.*]] = %c1 to %c20
// CHECK: scf.for %[[J:.*]] = %c0 to %c30
// CHECK: scf.for %[[I:.*]] = %c0 to %c40
// CHECK: memref.store {{.*}}[%[[K]], %[[J]], %[[I]]]
// CHECK-LABEL: @contiguous
func.func @three(%a: memref<20x30x40xf64>, %b: memref<20x30x40xf64>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 30 {
      affine.for %k = 1 to 20 {
        %0 = affine.load %a[%k - 1, %j, %i] : memref<20x30x40xf64>
        %1 = affine.load %b[%k, %j, %i] : memref<20x30x40xf64>
        %2 = arith.mulf %0, %1 : f64
        affine.store %2, %a[%k, %j, %i] : memref<20x30x40xf64>
      }
    }
  }
  return
}

// Along rows already, of arrays that fit into the cache.
// REMARK: affine.for left untouched: loop 1 carries a dependence from a store to a load of argument 0
// REMARK-NOT: interchange
// CHECK: affine.for
func.func @contiguous(%a: memref<150x200xf64>, %b: memref<150x200xf64>) {
  affine.for %i = 1 to 150 {
    affine.for %j = 0 to 200 {
      %0 = affine.load %a[%i - 1, %j] : memref<150x200xf64>
      %1 = affine.load %b[%i, %j] : memref<150x200xf64>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %a[%i, %j] : memref<150x200xf64>
    }
  }
  return
}
