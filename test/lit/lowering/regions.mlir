// Neighbouring loops that threads share have one parallel region, with barriers between them.
//
// RUN: autotune-opt --split-input-file --autotune-openmp %s | FileCheck %s

// What lies between them and touches no memory goes before the region.
// CHECK-LABEL: func.func @neighbours
// CHECK: memref.subview
// CHECK: scf.if
// CHECK-NEXT: call @[[ONE:autotune_team_0]](
// CHECK-NEXT: call @[[TWO:autotune_team_1]](
// CHECK-NEXT: call @[[THREE:autotune_team_2]](
// CHECK-NEXT: } else {
// CHECK-NEXT: omp.parallel
// CHECK: %[[THREAD:.*]] = arith.index_cast
// CHECK: %[[THREADS:.*]] = arith.index_cast
// CHECK-NEXT: call @[[ONE]](%{{.*}}, %[[THREAD]], %[[THREADS]])
// CHECK-NEXT: omp.barrier
// CHECK-NEXT: call @[[TWO]](%{{.*}}, %[[THREAD]], %[[THREADS]])
// CHECK-NEXT: omp.barrier
// CHECK-NEXT: call @[[THREE]](%{{.*}}, %[[THREAD]], %[[THREADS]])
// CHECK-NEXT: omp.terminator
// CHECK-NOT: omp.parallel
func.func @neighbours(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %v = memref.load %a[%i] : memref<64xf32>
    memref.store %v, %b[%i] : memref<64xf32>
    scf.reduce
  } {autotune.threads = 4 : i64}
  %c63 = arith.constant 63 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %j = arith.subi %c63, %i : index
    %v = memref.load %b[%j] : memref<64xf32>
    memref.store %v, %a[%i] : memref<64xf32>
    scf.reduce
  } {autotune.threads = 4 : i64}
  %half = memref.subview %a[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %c32 = arith.constant 32 : index
  scf.parallel (%i) = (%c0) to (%c32) step (%c1) {
    %v = memref.load %half[%i] : memref<32xf32, strided<[1]>>
    memref.store %v, %b[%i] : memref<64xf32>
    scf.reduce
  } {autotune.threads = 4 : i64}
  return
}

// -----

// Other numbers of threads, and what touches memory, have regions of their own.
// CHECK-LABEL: func.func @apart
// CHECK: omp.parallel
// CHECK-NOT: omp.barrier
// CHECK: memref.load
// CHECK: omp.parallel
// CHECK-NOT: omp.barrier
// CHECK: omp.parallel
// CHECK-NOT: omp.barrier
// CHECK: return
func.func @apart(%a: memref<64xf32>, %b: memref<64xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    memref.store %i, %b[%i] : memref<64xindex>
    scf.reduce
  } {autotune.threads = 4 : i64}
  %n = memref.load %b[%c1] : memref<64xindex>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %i, %b[%i] : memref<64xindex>
    scf.reduce
  } {autotune.threads = 4 : i64}
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    memref.store %i, %b[%i] : memref<64xindex>
    scf.reduce
  } {autotune.threads = 2 : i64}
  return
}

// -----

// A buffer is made before the region of the loops around it, its end is an end of the region.
// CHECK-LABEL: func.func @buffers
// CHECK: memref.alloc
// CHECK: omp.parallel
// CHECK: omp.barrier
// CHECK: omp.terminator
// CHECK: memref.dealloc
// CHECK: omp.parallel
// CHECK-NOT: omp.barrier
// CHECK: return
func.func @buffers(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    memref.store %zero, %a[%i] : memref<64xf32>
    scf.reduce
  } {autotune.threads = 4 : i64}
  %b = memref.alloc() : memref<64xf32>
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %v = memref.load %a[%i] : memref<64xf32>
    memref.store %v, %b[%i] : memref<64xf32>
    scf.reduce
  } {autotune.threads = 4 : i64}
  memref.dealloc %b : memref<64xf32>
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    memref.store %zero, %a[%i] : memref<64xf32>
    scf.reduce
  } {autotune.threads = 4 : i64}
  return
}
