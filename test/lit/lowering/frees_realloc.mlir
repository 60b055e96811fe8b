// What memref.realloc makes is freed.
//
// RUN: autotune-opt %s --pass-pipeline="builtin.module(autotune-deallocate)" | FileCheck %s
// CHECK: memref.dealloc
func.func @grows(%n: index, %m: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %few = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %few[%c0] : memref<?xf32>
  %more = memref.realloc %few(%m) : memref<?xf32> to memref<?xf32>
  %y = memref.load %more[%n] : memref<?xf32>
  return %y : f32
}
