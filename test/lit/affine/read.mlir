// A load that a store to its array in between may change: it is read again where the store leaves its
// element alone, else kept.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none" | FileCheck %s

// Two stores for each row of a group of four, and none for the value of the column before.
// CHECK-LABEL: @column_before
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-8: memref.store
// CHECK-NOT: memref.store
// CHECK: scf.yield
func.func @column_before(%p: memref<64x64xf64>, %q: memref<64x64xf64>, %c: f64) {
  affine.for %i = 0 to 64 {
    affine.for %j = 1 to 64 {
      %0 = affine.load %p[%i, %j - 1] : memref<64x64xf64>
      %1 = arith.addf %0, %c : f64
      %2 = arith.divf %c, %1 : f64
      affine.store %2, %p[%i, %j] : memref<64x64xf64>
      %3 = affine.load %q[%i, %j - 1] : memref<64x64xf64>
      %4 = arith.divf %3, %1 : f64
      affine.store %4, %q[%i, %j] : memref<64x64xf64>
    }
  }
  return
}

// The element itself is overwritten: both get what it held.
// CHECK-LABEL: @exchange
// CHECK: %[[HELD:.*]] = memref.alloc()
// CHECK: vector.store %{{.*}}, %[[HELD]]
// CHECK: vector.load %[[HELD]]
// CHECK: return
func.func @exchange(%p: memref<64xf64>, %q: memref<64xf64>) {
  affine.for %i = 0 to 64 {
    %0 = affine.load %p[%i] : memref<64xf64>
    %1 = affine.load %q[%i] : memref<64xf64>
    affine.store %1, %p[%i] : memref<64xf64>
    affine.store %0, %q[%i] : memref<64xf64>
  }
  return
}
