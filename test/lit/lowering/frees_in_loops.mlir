// A buffer that a loop allocates and frees leaves the loop together with its dealloc; one that is
// freed elsewhere stays where it is.
//
// RUN: autotune-opt %s --pass-pipeline="builtin.module(autotune-hoist-buffers)" | FileCheck %s
// RUN: %autotune run %s --check --function beside

// CHECK-LABEL: func.func @beside
// CHECK: memref.alloc
// CHECK-NEXT: scf.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.dealloc
// CHECK-COUNT-2: }
// CHECK-NEXT: memref.dealloc
func.func @beside(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    affine.for %j = 0 to 2 {
      %b = memref.alloc() : memref<8xf32>
      linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
      linalg.copy ins(%b : memref<8xf32>) outs(%a : memref<8xf32>)
      memref.dealloc %b : memref<8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @sometimes
// CHECK: scf.for
// CHECK: memref.alloc
// CHECK: scf.if
// CHECK: memref.dealloc
func.func @sometimes(%a: memref<8xf32>, %keep: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %b = memref.alloc() : memref<8xf32>
    linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
    scf.if %keep {
      memref.dealloc %b : memref<8xf32>
    } else {
      linalg.copy ins(%b : memref<8xf32>) outs(%a : memref<8xf32>)
      memref.dealloc %b : memref<8xf32>
    }
  }
  return
}
