// Buffers in numbered memory spaces are freed, by whom they may be.
//
// RUN: autotune-opt %s --autotune-legalize-frees | FileCheck %s
// RUN: autotune-opt %s --autotune-to-llvm | mlir-translate --mlir-to-llvmir -o /dev/null
// RUN: %autotune run %s --check

// CHECK-LABEL: func.func @frees
// CHECK: %[[CAST:.*]] = memref.memory_space_cast {{.*}} : memref<16xf32, 3> to memref<16xf32>
// CHECK: memref.dealloc %[[CAST]] : memref<16xf32>
func.func @frees(%a: memref<16xf32>, %b: memref<16xf32>) {
  %e = memref.alloc() : memref<16xf32, 3>
  memref.copy %a, %e : memref<16xf32> to memref<16xf32, 3>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%e : memref<16xf32, 3>) outs(%b : memref<16xf32>)
  memref.dealloc %e : memref<16xf32, 3>
  return
}

// CHECK-LABEL: func.func @unranked
// CHECK: memref.memory_space_cast {{.*}} : memref<*xf32, 1 : i32> to memref<*xf32>
func.func @unranked(%a: memref<16xf32>, %b: memref<16xf32>) {
  %e = memref.alloc() : memref<16xf32, 1 : i32>
  %u = memref.cast %e : memref<16xf32, 1 : i32> to memref<*xf32, 1 : i32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<16xf32>) outs(%e : memref<16xf32, 1 : i32>)
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%e : memref<16xf32, 1 : i32>) outs(%b : memref<16xf32>)
  memref.dealloc %u : memref<*xf32, 1 : i32>
  return
}

// CHECK-LABEL: func.func @plain
// CHECK-NOT: memory_space_cast
func.func @plain(%a: memref<16xf32>, %b: memref<16xf32>) {
  %e = memref.alloc() : memref<16xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<16xf32>) outs(%e : memref<16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%e : memref<16xf32>) outs(%b : memref<16xf32>)
  memref.dealloc %e : memref<16xf32>
  return
}
