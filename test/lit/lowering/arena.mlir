// RUN: autotune-opt --autotune-place-buffers --split-input-file %s | FileCheck %s

// %a dies at the second copy, so %c may have its bytes; the returned buffer stays outside.
// CHECK-LABEL: func.func @chain(
// CHECK-DAG: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<832xi8>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[AFTER:.*]] = arith.constant 448 : index
// CHECK-DAG: %[[A:.*]] = memref.view %[[ARENA]][%[[ZERO]]][] : memref<832xi8> to memref<100xf32>
// CHECK-DAG: %[[B:.*]] = memref.view %[[ARENA]][%[[AFTER]]][] : memref<832xi8> to memref<90xf32>
// CHECK-DAG: %[[C:.*]] = memref.view %[[ARENA]][%[[ZERO]]][] : memref<832xi8> to memref<80xf32>
// CHECK: memref.dealloc %[[ARENA]]
// CHECK-NEXT: return
func.func @chain(%x: memref<100xf32>, %s: memref<90xf32>, %t: memref<80xf32>) -> memref<80xf32> {
  %a = memref.alloc() {alignment = 64 : i64} : memref<100xf32>
  %b = memref.alloc() {alignment = 64 : i64} : memref<90xf32>
  %c = memref.alloc() {alignment = 64 : i64} : memref<80xf32>
  %r = memref.alloc() {alignment = 64 : i64} : memref<80xf32>
  memref.copy %x, %a : memref<100xf32> to memref<100xf32>
  %v = memref.subview %a[0] [90] [1] : memref<100xf32> to memref<90xf32, strided<[1]>>
  memref.copy %v, %b : memref<90xf32, strided<[1]>> to memref<90xf32>
  %w = memref.subview %b[0] [80] [1] : memref<90xf32> to memref<80xf32, strided<[1]>>
  memref.copy %w, %c : memref<80xf32, strided<[1]>> to memref<80xf32>
  memref.copy %c, %r : memref<80xf32> to memref<80xf32>
  memref.dealloc %a : memref<100xf32>
  memref.dealloc %b : memref<90xf32>
  memref.dealloc %c : memref<80xf32>
  return %r : memref<80xf32>
}

// -----

// A buffer that the program keeps elsewhere is not touched.
// CHECK-LABEL: func.func @escapes(
// CHECK: memref.alloc() : memref<4xf32>
// CHECK-NOT: memref.view
func.func @escapes(%table: memref<1xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %a, %table[%c0] : memref<1xmemref<4xf32>>
  return
}

// -----

// The op that reads a buffer last writes the next, larger one: they lie apart.
// CHECK-LABEL: func.func @grows(
// CHECK-DAG: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<192xi8>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[AFTER:.*]] = arith.constant 128 : index
// CHECK-DAG: memref.view %[[ARENA]][%[[AFTER]]][] : memref<192xi8> to memref<16xf32>
// CHECK-DAG: memref.view %[[ARENA]][%[[ZERO]]][] : memref<192xi8> to memref<32xf32>
func.func private @repeat(memref<16xf32>, memref<32xf32>)
func.func @grows(%x: memref<16xf32>, %y: memref<32xf32>) {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<32xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  call @repeat(%a, %b) : (memref<16xf32>, memref<32xf32>) -> ()
  memref.copy %b, %y : memref<32xf32> to memref<32xf32>
  memref.dealloc %a : memref<16xf32>
  memref.dealloc %b : memref<32xf32>
  return
}
