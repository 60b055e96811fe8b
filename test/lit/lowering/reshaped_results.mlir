// A buffer that a function for C returns in another shape becomes an argument of that shape, and is
// copied only where the same buffer is another result too.
// RUN: autotune-opt --autotune-results-to-arguments %s | FileCheck %s

// CHECK-LABEL: func.func @expanded(
// CHECK-SAME: %[[A:.*]]: memref<6xf32>, %[[R:.*]]: memref<2x3xf32>)
// CHECK-NOT: memref.alloc
// CHECK: %[[V:.*]] = memref.collapse_shape %[[R]]
// CHECK: linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%[[A]] : memref<6xf32>) outs(%[[V]] : memref<6xf32>)
// CHECK-NOT: memref.copy
// CHECK: return
func.func @expanded(%a: memref<6xf32>) -> memref<2x3xf32> attributes {autotune.c_function} {
  %b = memref.alloc() {alignment = 64 : i64} : memref<6xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<6xf32>) outs(%b : memref<6xf32>)
  %r = memref.expand_shape %b [[0, 1]] output_shape [2, 3] : memref<6xf32> into memref<2x3xf32>
  return %r : memref<2x3xf32>
}

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[A:.*]]: memref<6xf32>, %[[R:.*]]: memref<2x3xf32>, %[[S:.*]]: memref<3x2xf32>)
// CHECK: %[[V:.*]] = memref.collapse_shape %[[R]]
// CHECK: linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%[[A]] : memref<6xf32>) outs(%[[V]] : memref<6xf32>)
// CHECK: %[[W:.*]] = memref.expand_shape %[[V]]
// CHECK: memref.copy %[[W]], %[[S]]
// CHECK-NOT: memref.copy
func.func @twice(%a: memref<6xf32>) -> (memref<2x3xf32>, memref<3x2xf32>) attributes {autotune.c_function} {
  %b = memref.alloc() {alignment = 64 : i64} : memref<6xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<6xf32>) outs(%b : memref<6xf32>)
  %r = memref.expand_shape %b [[0, 1]] output_shape [2, 3] : memref<6xf32> into memref<2x3xf32>
  %s = memref.expand_shape %b [[0, 1]] output_shape [3, 2] : memref<6xf32> into memref<3x2xf32>
  return %r, %s : memref<2x3xf32>, memref<3x2xf32>
}
