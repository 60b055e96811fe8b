// RUN: autotune-opt --autotune-lower-copies %s | FileCheck %s

// The two inner dimensions are contiguous on both sides: one loop, pieces of 64 elements.
// CHECK-LABEL: func.func @rows(
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: memref.copy {{.*}} : memref<1x8x8xf32, strided<[128, 8, 1], offset: ?>> to memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>
func.func @rows(%a: memref<4x8x8xf32, strided<[128, 8, 1]>>, %b: memref<4x8x8xf32>) {
  memref.copy %a, %b : memref<4x8x8xf32, strided<[128, 8, 1]>> to memref<4x8x8xf32>
  return
}

// Not even rows are contiguous: single elements.
// CHECK-LABEL: func.func @columns(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.load
// CHECK: memref.store
func.func @columns(%a: memref<4x8xf32, strided<[1, 4]>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[1, 4]>> to memref<4x8xf32>
  return
}

// CHECK-LABEL: func.func @whole(
// CHECK-NOT: scf.for
// CHECK: memref.copy
func.func @whole(%a: memref<?x8xf32>, %b: memref<?x8xf32>) {
  memref.copy %a, %b : memref<?x8xf32> to memref<?x8xf32>
  return
}
