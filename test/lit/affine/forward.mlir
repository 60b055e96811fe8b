// A scalar whose value the next iteration reads stays a scalar.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none" | FileCheck %s

// Each step reads the factor of the step before.
// CHECK-LABEL: @durbin
// CHECK: %[[FACTOR:.*]] = memref.alloca() : memref<f64>
// CHECK: scf.for
// CHECK: memref.load %[[FACTOR]][]
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[FACTOR]][]
// CHECK: return
func.func @durbin(%r: memref<200xf64>, %y: memref<200xf64>) {
  %zero = arith.constant 0.0 : f64
  %factor = memref.alloca() : memref<f64>
  %sum = memref.alloca() : memref<f64>
  affine.store %zero, %factor[] : memref<f64>
  affine.for %k = 1 to 200 {
    %0 = affine.load %factor[] : memref<f64>
    affine.store %0, %sum[] : memref<f64>
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %1 = affine.load %sum[] : memref<f64>
      %2 = affine.load %r[%k - %i - 1] : memref<200xf64>
      %3 = affine.load %y[%i] : memref<200xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %1, %4 : f64
      affine.store %5, %sum[] : memref<f64>
    }
    %6 = affine.load %sum[] : memref<f64>
    %7 = affine.load %r[%k] : memref<200xf64>
    %8 = arith.divf %6, %7 : f64
    affine.store %8, %factor[] : memref<f64>
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %9 = affine.load %factor[] : memref<f64>
      %10 = affine.load %y[%i] : memref<200xf64>
      %11 = arith.mulf %9, %10 : f64
      affine.store %11, %y[%i] : memref<200xf64>
    }
    %12 = affine.load %factor[] : memref<f64>
    affine.store %12, %y[%k] : memref<200xf64>
  }
  return
}
