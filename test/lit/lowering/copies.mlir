// RUN: autotune-opt --autotune-lower-copies %s | FileCheck %s

// CHECK-DAG: #[[$ROLLED:.*]] = #llvm.loop_annotation<unroll =
// CHECK-DAG: #[[$SCALAR:.*]] = #llvm.loop_annotation<vectorize =

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

// In loops over pieces of an unknown extent, loops of copies stay as they are; those over elements that do not lie side by side get no vectors.
// CHECK-LABEL: func.func @pieces(
// CHECK: memref.copy {{.*}} : memref<1x8x8xf32, strided<[128, 8, 1], offset: ?>> to memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>
// CHECK-NEXT: } {loop_annotation = #[[$ROLLED]]}
// CHECK: memref.store
// CHECK-NEXT: } {loop_annotation = #[[$SCALAR]]}
// CHECK-NEXT: } {loop_annotation = #[[$ROLLED]]}
func.func @pieces(%a: memref<4x8x8xf32, strided<[128, 8, 1]>>, %b: memref<4x8x8xf32>, %c: memref<4x8xf32, strided<[?, ?]>>, %d: memref<4x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %at = %c0 to %n step %c64 {
    memref.copy %a, %b : memref<4x8x8xf32, strided<[128, 8, 1]>> to memref<4x8x8xf32>
    memref.copy %c, %d : memref<4x8xf32, strided<[?, ?]>> to memref<4x8xf32>
  } {autotune.pieces}
  return
}
