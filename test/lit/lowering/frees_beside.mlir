// A function that frees its own buffer keeps that, and what another one allocates is freed all the same.
//
// RUN: autotune-opt %s --pass-pipeline="builtin.module(autotune-deallocate)" | FileCheck %s
// RUN: autotune-opt %s --pass-pipeline="builtin.module(autotune-deallocate)" | grep -c memref.dealloc | FileCheck %s --check-prefix=EIGHT
// EIGHT: {{^}}8{{$}}

// CHECK-LABEL: @frees
// CHECK: %[[OWN:.+]] = memref.alloc
// CHECK: memref.store %{{.+}}, %[[OWN]]
// CHECK: memref.dealloc %[[OWN]]
func.func @frees(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %own = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %own[%c0] : memref<?xf32>
  %y = memref.load %own[%n] : memref<?xf32>
  memref.dealloc %own : memref<?xf32>
  return %y : f32
}

// CHECK-LABEL: @leaves
// CHECK: %[[TEMPORARY:.+]] = memref.alloc
// CHECK: %[[RESULT:.+]] = memref.alloc
// CHECK: memref.dealloc %[[TEMPORARY]]
// CHECK: return %[[RESULT]]
func.func @leaves(%n: index, %x: f32) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %temporary = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %temporary[%c0] : memref<?xf32>
  %y = memref.load %temporary[%n] : memref<?xf32>
  %result = memref.alloc(%n) : memref<?xf32>
  memref.store %y, %result[%c0] : memref<?xf32>
  return %result : memref<?xf32>
}

// Its caller knows what it returns.
// CHECK-LABEL: @same
// CHECK-NEXT: return %{{.+}} : memref<?xf32>
func.func @same(%given: memref<?xf32>) -> memref<?xf32> {
  return %given : memref<?xf32>
}

// What it does not free itself is freed, too, and its own frees stay where they were.
// CHECK-LABEL: @both
// CHECK: %[[OWN:.+]] = memref.alloc
// CHECK: %[[TEMPORARY:.+]] = memref.alloc
// CHECK: memref.dealloc %[[OWN]]
// CHECK-NEXT: memref.load
// CHECK: memref.dealloc %[[TEMPORARY]]
func.func @both(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %own = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  %temporary = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %own[%c0] : memref<?xf32>
  %y = memref.load %own[%n] : memref<?xf32>
  memref.store %y, %temporary[%c0] : memref<?xf32>
  memref.dealloc %own : memref<?xf32>
  %z = memref.load %temporary[%n] : memref<?xf32>
  return %z : f32
}

// In a loop.
// CHECK-LABEL: @loop
// CHECK: scf.for
// CHECK: %[[OWN:.+]] = memref.alloc
// CHECK: %[[TEMPORARY:.+]] = memref.alloc
// CHECK: memref.dealloc %[[OWN]]
// CHECK-NEXT: memref.load %[[TEMPORARY]]
// CHECK: memref.dealloc %[[TEMPORARY]]
// CHECK: scf.yield
func.func @loop(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %x) -> (f32) {
    %own = memref.alloc(%n) : memref<?xf32>
    memref.store %before, %own[%i] : memref<?xf32>
    %y = memref.load %own[%c0] : memref<?xf32>
    %temporary = memref.alloc(%n) : memref<?xf32>
    memref.store %y, %temporary[%i] : memref<?xf32>
    memref.dealloc %own : memref<?xf32>
    %z = memref.load %temporary[%c0] : memref<?xf32>
    scf.yield %z : f32
  }
  return %last : f32
}

// What @same returns is its argument, which is freed here already, or is the caller's.
// CHECK-LABEL: @calls
// CHECK: %[[OWN:.+]] = memref.alloc
// CHECK: call @same(%[[OWN]])
// CHECK-NEXT: memref.store
// CHECK-NEXT: memref.dealloc %[[OWN]]
// CHECK-NEXT: return
func.func @calls(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %own = memref.alloc(%n) : memref<?xf32>
  %again = func.call @same(%own) : (memref<?xf32>) -> memref<?xf32>
  memref.store %x, %again[%c0] : memref<?xf32>
  memref.dealloc %own : memref<?xf32>
  return
}

// CHECK-LABEL: @calls_with_given
// CHECK: call @same
// CHECK-NEXT: memref.store
// CHECK-NEXT: return
func.func @calls_with_given(%given: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %again = func.call @same(%given) : (memref<?xf32>) -> memref<?xf32>
  memref.store %x, %again[%c0] : memref<?xf32>
  return
}

// @leaves returns a buffer that it has allocated: its caller's.
// CHECK-LABEL: @calls_for_result
// CHECK: %[[RESULT:.+]] = call @leaves
// CHECK: memref.load
// CHECK: memref.extract_strided_metadata %[[RESULT]]
// CHECK: memref.dealloc
// CHECK: return
func.func @calls_for_result(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %result = func.call @leaves(%n, %x) : (index, f32) -> memref<?xf32>
  %y = memref.load %result[%c0] : memref<?xf32>
  return %y : f32
}
