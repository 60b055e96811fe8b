// Nests whose outermost loop has results: the carried values live in scalars, which are read after
// the nest.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 fp=reassoc remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// A dot product.
// REMARK: affine.for raised: 1 linalg ops and 1 scalar statements
// CHECK-LABEL: @dot
// CHECK: %[[SUM:.*]] = memref.alloca() {{.*}} : memref<f32>
// CHECK: memref.store %{{.*}}, %[[SUM]][]
// CHECK-NOT: affine.for
// CHECK: vector.fma
// CHECK: memref.store %{{.*}}, %[[SUM]][]
// CHECK: %[[RESULT:.*]] = memref.load %[[SUM]][]
// CHECK-NEXT: return %[[RESULT]]
func.func @dot(%a: memref<4096xf32>, %b: memref<4096xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 4096 iter_args(%s = %zero) -> (f32) {
    %0 = affine.load %a[%i] : memref<4096xf32>
    %1 = affine.load %b[%i] : memref<4096xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %s, %2 : f32
    affine.yield %3 : f32
  }
  return %sum : f32
}

// A sum over two loops is one op: the inner scalar gives way to the outer one.
// REMARK: affine.for raised: 1 linalg ops and 1 scalar statements
// CHECK-LABEL: @all_elements
// CHECK-COUNT-1: memref.alloca
// CHECK-NOT: memref.alloc
// CHECK-NOT: affine.for
// CHECK: return
func.func @all_elements(%a: memref<64x64xf32>, %init: f32) -> f32 {
  %sum = affine.for %i = 0 to 64 iter_args(%s = %init) -> (f32) {
    %row = affine.for %j = 0 to 64 iter_args(%t = %s) -> (f32) {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = arith.addf %t, %0 : f32
      affine.yield %1 : f32
    }
    affine.yield %row : f32
  }
  return %sum : f32
}

// The sum of sums of rows gets a sum for each row first.
// REMARK: affine.for raised: 3 linalg ops and 1 scalar statements
// CHECK-LABEL: @rows
// CHECK: memref.alloc() {{.*}} : memref<64xf32>
// CHECK-NOT: affine.for
// CHECK: return
func.func @rows(%a: memref<64x64xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 64 iter_args(%s = %zero) -> (f32) {
    %row = affine.for %j = 0 to 64 iter_args(%t = %zero) -> (f32) {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = arith.addf %t, %0 : f32
      affine.yield %1 : f32
    }
    %0 = arith.addf %s, %row : f32
    affine.yield %0 : f32
  }
  return %sum : f32
}

// Two values at once, from a value of their own.
// REMARK: affine.for raised: 2 linalg ops and 2 scalar statements
// CHECK-LABEL: @extremes
// CHECK-NOT: affine.for
// CHECK: arith.maximumf
// CHECK: arith.minimumf
// CHECK: return
func.func @extremes(%a: memref<4096xf32>) -> (f32, f32) {
  %first = affine.load %a[0] : memref<4096xf32>
  %most, %least = affine.for %i = 1 to 4096 iter_args(%s = %first, %t = %first) -> (f32, f32) {
    %0 = affine.load %a[%i] : memref<4096xf32>
    %1 = arith.maximumf %s, %0 : f32
    %2 = arith.minimumf %t, %0 : f32
    affine.yield %1, %2 : f32, f32
  }
  return %most, %least : f32, f32
}

// The result of one nest is where the next one starts.
// REMARK: affine.for raised: 1 linalg ops and 1 scalar statements
// REMARK: affine.for raised: 1 linalg ops and 1 scalar statements
// CHECK-LABEL: @chain
// CHECK-NOT: affine.for
// CHECK: return
func.func @chain(%a: memref<4096xf32>, %b: memref<4096xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %first = affine.for %i = 0 to 4096 iter_args(%s = %zero) -> (f32) {
    %0 = affine.load %a[%i] : memref<4096xf32>
    %1 = arith.addf %s, %0 : f32
    affine.yield %1 : f32
  }
  %sum = affine.for %i = 0 to 4096 iter_args(%s = %first) -> (f32) {
    %0 = affine.load %b[%i] : memref<4096xf32>
    %1 = arith.addf %s, %0 : f32
    affine.yield %1 : f32
  }
  return %sum : f32
}
