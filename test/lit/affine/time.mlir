// Sweeps over arrays that do not fit into the cache are tiled in time: eight steps on one part of
// space, then the next part, each part slanted by two rows a step, one for each sweep. Where no
// slope makes that legal, or a dependence forbids to take loops apart, nothing of it is done.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: FileCheck %s < %t.mlir

// REMARK: affine.for raised: 2 linalg ops and 0 scalar statements
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0, d1, d2) -> (1, d0 * 16 + d1 * 13 - d2 * 2 + 1)>
// CHECK-DAG: #[[$LAST:.*]] = affine_map<(d0, d1, d2) -> (699, d0 * 16 + d1 * 13 - d2 * 2 + 14)>
// CHECK-LABEL: @jacobi
// The loops over eight steps and over parts of space are outside time and rows.
// CHECK: scf.for %[[BLOCK:.*]] = %c0{{.*}} to %c5
// CHECK: scf.for %[[PART:.*]] = %c0
// CHECK: %[[FROM:.*]] = affine.apply #{{.*}}(%[[BLOCK]])
// CHECK: scf.for %[[STEP:.*]] = %[[FROM]] to
// CHECK: affine.max #[[$FIRST]](%[[BLOCK]], %[[PART]], %[[STEP]])
// CHECK: affine.min #[[$LAST]](%[[BLOCK]], %[[PART]], %[[STEP]])
// CHECK: return
func.func @jacobi(%a: memref<700x700xf64>, %b: memref<700x700xf64>) {
  affine.for %t = 0 to 40 {
    affine.for %i = 1 to 699 {
      affine.for %j = 1 to 699 {
        %0 = affine.load %a[%i - 1, %j] : memref<700x700xf64>
        %1 = affine.load %a[%i + 1, %j] : memref<700x700xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %b[%i, %j] : memref<700x700xf64>
      }
    }
    affine.for %i = 1 to 699 {
      affine.for %j = 1 to 699 {
        %0 = affine.load %b[%i, %j] : memref<700x700xf64>
        affine.store %0, %a[%i, %j] : memref<700x700xf64>
      }
    }
  }
  return
}

// One pair of steps reads the mirrored row: no slope is steep enough for tiles of time, and the
// sweeps stay one after the other in each step.
// REMARK: affine.for raised: 2 linalg ops and 0 scalar statements
// CHECK-LABEL: @mirror
// CHECK-NOT: affine.max
// CHECK: return
func.func @mirror(%a: memref<700x700xf64>, %b: memref<700x700xf64>) {
  affine.for %t = 0 to 40 {
    affine.for %i = 0 to 700 {
      affine.for %j = 0 to 700 {
        %0 = affine.load %a[%i, %j] : memref<700x700xf64>
        affine.store %0, %b[699 - %i, %j] : memref<700x700xf64>
      }
    }
    affine.for %i = 0 to 700 {
      affine.for %j = 0 to 700 {
        %0 = affine.load %b[%i, %j] : memref<700x700xf64>
        affine.store %0, %a[%i, %j] : memref<700x700xf64>
      }
    }
  }
  return
}

// Taken apart, the first statement would read elements of b that are not there yet.
// REMARK: affine.for left untouched: loop 1 carries a dependence from a store to a load of argument 1
// CHECK-LABEL: @chain
// CHECK: affine.for
// CHECK: return
func.func @chain(%a: memref<64xf64>, %b: memref<64xf64>) {
  affine.for %i = 1 to 63 {
    %0 = affine.load %b[%i - 1] : memref<64xf64>
    affine.store %0, %a[%i] : memref<64xf64>
    %1 = affine.load %a[%i] : memref<64xf64>
    %2 = arith.addf %1, %1 : f64
    affine.store %2, %b[%i] : memref<64xf64>
  }
  return
}
