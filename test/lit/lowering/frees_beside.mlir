// A function that frees its own buffer keeps that, and what another one allocates is freed all the same.
//
// RUN: autotune-opt %s --pass-pipeline="builtin.module(autotune-deallocate)" | FileCheck %s
// RUN: autotune-opt %s --pass-pipeline="builtin.module(autotune-deallocate)" | grep -c memref.dealloc | FileCheck %s --check-prefix=TWO
// TWO: {{^}}2{{$}}

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
