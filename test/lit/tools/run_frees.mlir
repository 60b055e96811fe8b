// LLVM makes one call of calloc of an allocation and the loop that fills it with zeros: it must come
// from the allocator that frees it.
//
// RUN: %autotune run %s --check | FileCheck %s
// CHECK: {{^.* 1 function, 0 failures$}}
func.func @zeros(%a: memref<21x5xf32>, %b: memref<5xf32>) {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<21x5xf32>
  linalg.fill ins(%zero : f32) outs(%m : memref<21x5xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %m : memref<21x5xf32>, memref<21x5xf32>) outs(%m : memref<21x5xf32>)
  linalg.reduce { arith.addf } ins(%m : memref<21x5xf32>) outs(%b : memref<5xf32>) dimensions = [0]
  memref.dealloc %m : memref<21x5xf32>
  return
}
