// Sums that no linalg op computes stay in a register, with flags that let LLVM do several vectors of
// terms at a time.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 fp=reassoc remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %t.mlir --autotune="target=x86-64-v3 remarks=none" | diff %t.mlir -

// Every step needs the sum of the one before, also back to front.
// REMARK: affine.for rewritten: sums in registers
// CHECK-LABEL: @steps
// CHECK: scf.for
// CHECK: %[[START:.*]] = memref.load %arg1
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[OLD:.*]] = %[[START]]) -> (f64)
// CHECK: %[[NEW:.*]] = arith.addf {{.*}} fastmath<reassoc,contract> : f64
// CHECK: scf.yield %[[NEW]]
// CHECK: memref.store %[[SUM]], %arg1
// CHECK-LABEL: @filter
func.func @steps(%r: memref<200xf64>, %y: memref<200xf64>) {
  affine.for %k = 20 to 200 {
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %0 = affine.load %r[-%i + %k - 1] : memref<200xf64>
      %1 = affine.load %y[%i] : memref<200xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %y[%k] : memref<200xf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %y[%k] : memref<200xf64>
    }
    %5 = affine.load %y[%k] : memref<200xf64>
    affine.store %5, %r[%k] : memref<200xf64>
  }
  return
}

// A filter has no terms to reorder: its state would only be handed on.
// REMARK: affine.for left untouched
// CHECK: affine.for
func.func @filter(%c: f64, %a: memref<200xf64>) {
  affine.for %i = 1 to 200 {
    %0 = affine.load %a[%i - 1] : memref<200xf64>
    %1 = arith.mulf %0, %c : f64
    %2 = affine.load %a[%i] : memref<200xf64>
    %3 = arith.addf %1, %2 : f64
    affine.store %3, %a[%i] : memref<200xf64>
  }
  return
}
