// A buffer that is freed twice is nobody's to free: nothing is added to the module.
//
// RUN: autotune-opt %s --pass-pipeline="builtin.module(autotune-deallocate)" | FileCheck %s

// CHECK-LABEL: @twice
// CHECK-COUNT-2: memref.dealloc %{{.+}} : memref<?xf32>
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @twice(%n: index) {
  %own = memref.alloc(%n) : memref<?xf32>
  %temporary = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %own : memref<?xf32>
  memref.dealloc %own : memref<?xf32>
  return
}
