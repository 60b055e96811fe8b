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

// -----

// Each of two threads has one part of %p, of %q and of %r. The parts of a thread lie beside each
// other, behind what both see; that of %r has bytes of that of %p.
// CHECK-LABEL: func.func @parts(
// CHECK-DAG: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<6528xi8>
// CHECK-DAG: %[[COMMON:.*]] = arith.constant 128 : index
// CHECK-DAG: %[[SECOND:.*]] = arith.constant 2176 : index
// CHECK-DAG: memref.view %[[ARENA]][%[[SECOND]]][] : memref<6528xi8> to memref<4352xi8>
// CHECK-DAG: memref.view %[[ARENA]][%[[COMMON]]][] : memref<6528xi8> to memref<5248xi8>
// CHECK-DAG: memref.view %[[ARENA]][%[[COMMON]]][] : memref<6528xi8> to memref<4288xi8>
// CHECK: scf.parallel (%[[I:.*]]) =
// CHECK: %[[STRIDE_P:.*]] = arith.constant 3200 : index
// CHECK-NEXT: %[[AT_P:.*]] = arith.muli %[[I]], %[[STRIDE_P]]
// CHECK-NEXT: memref.view %{{.*}}[%[[AT_P]]][] : memref<5248xi8> to memref<512xf32>
// CHECK: %[[STRIDE_Q:.*]] = arith.constant 3200 : index
// CHECK-NEXT: %[[AT_Q:.*]] = arith.muli %[[I]], %[[STRIDE_Q]]
// CHECK-NEXT: memref.view %{{.*}}[%[[AT_Q]]][] : memref<4352xi8> to memref<256xf32>
// CHECK: scf.parallel (%[[J:.*]]) =
// CHECK: %[[STRIDE_R:.*]] = arith.constant 3200 : index
// CHECK-NEXT: %[[AT_R:.*]] = arith.muli %[[J]], %[[STRIDE_R]]
// CHECK-NEXT: memref.view %{{.*}}[%[[AT_R]]][] : memref<4288xi8> to memref<256xf32>
func.func @parts(%x: memref<512xf32>, %y: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c1088 = arith.constant 1088 : index
  %c1152 = arith.constant 1152 : index
  %c2048 = arith.constant 2048 : index
  %all = memref.alloc() : memref<32xf32>
  %p = memref.alloc() : memref<4096xi8>
  %q = memref.alloc() : memref<2304xi8>
  %r = memref.alloc() : memref<2176xi8>
  memref.copy %y, %all : memref<32xf32> to memref<32xf32>
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %o = arith.muli %i, %c2048 : index
    %a = memref.view %p[%o][] : memref<4096xi8> to memref<512xf32>
    %n = arith.muli %i, %c1152 : index
    %b = memref.view %q[%n][] : memref<2304xi8> to memref<256xf32>
    memref.copy %x, %a : memref<512xf32> to memref<512xf32>
    %s = memref.subview %a[0] [256] [1] : memref<512xf32> to memref<256xf32, strided<[1]>>
    memref.copy %s, %b : memref<256xf32, strided<[1]>> to memref<256xf32>
  } {autotune.threads = 2 : i64}
  scf.parallel (%j) = (%c0) to (%c2) step (%c1) {
    %o = arith.muli %j, %c1088 : index
    %a = memref.view %r[%o][] : memref<2176xi8> to memref<256xf32>
    %s = memref.subview %x[0] [256] [1] : memref<512xf32> to memref<256xf32, strided<[1]>>
    memref.copy %s, %a : memref<256xf32, strided<[1]>> to memref<256xf32>
  } {autotune.threads = 2 : i64}
  memref.copy %all, %y : memref<32xf32> to memref<32xf32>
  memref.dealloc %all : memref<32xf32>
  memref.dealloc %p : memref<4096xi8>
  memref.dealloc %q : memref<2304xi8>
  memref.dealloc %r : memref<2176xi8>
  return
}

// -----

// Parts of more pieces than there are threads are a buffer as any other.
// CHECK-LABEL: func.func @pieces(
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<4096xi8>
// CHECK: memref.view %{{.*}}[%{{.*}}][] : memref<4096xi8> to memref<4096xi8>
func.func @pieces(%x: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c1024 = arith.constant 1024 : index
  %p = memref.alloc() : memref<4096xi8>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %o = arith.muli %i, %c1024 : index
    %a = memref.view %p[%o][] : memref<4096xi8> to memref<256xf32>
    memref.copy %x, %a : memref<256xf32> to memref<256xf32>
  } {autotune.threads = 2 : i64}
  memref.dealloc %p : memref<4096xi8>
  return
}
