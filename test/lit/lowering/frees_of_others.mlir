// Where a function frees what it is given, nothing is freed for those that call it.
//
// RUN: autotune-opt %s --pass-pipeline="builtin.module(autotune-deallocate)" | grep -c memref.dealloc | FileCheck %s
// CHECK: {{^}}1{{$}}
func.func private @takes(%given: memref<?xf32>) {
  memref.dealloc %given : memref<?xf32>
  return
}

func.func @gives(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %given = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %given[%c0] : memref<?xf32>
  func.call @takes(%given) : (memref<?xf32>) -> ()
  return
}
