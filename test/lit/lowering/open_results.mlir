// A buffer of unknown size that a function for C returns is the caller's, in another shape too; what
// is copied to two results is copied once.
// RUN: autotune-opt --autotune-results-to-arguments %s | FileCheck %s

// CHECK-LABEL: func.func @plain(
// CHECK-SAME: %[[A:.*]]: memref<?xf32>, %[[R:.*]]: memref<?xf32>)
// CHECK-NOT: memref.alloc
// CHECK: linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%[[A]] : memref<?xf32>) outs(%[[R]] : memref<?xf32>)
// CHECK-NOT: memref.copy
// CHECK: return
func.func @plain(%a: memref<?xf32>) -> memref<?xf32> attributes {autotune.c_function} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %b = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  return %b : memref<?xf32>
}

// CHECK-LABEL: func.func @collapsed(
// CHECK-SAME: %[[A:.*]]: memref<?x4xf32>, %[[R:.*]]: memref<?xf32>)
// CHECK: %[[N:.*]] = memref.dim %[[A]]
// CHECK-NOT: memref.alloc
// CHECK: %[[V:.*]] = memref.expand_shape %[[R]] {{\[\[}}0, 1]] output_shape [%[[N]], 4]
// CHECK: linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%[[A]] : memref<?x4xf32>) outs(%[[V]] : memref<?x4xf32>)
// CHECK-NOT: memref.copy
// CHECK: return
func.func @collapsed(%a: memref<?x4xf32>) -> memref<?xf32> attributes {autotune.c_function} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x4xf32>
  %b = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<?x4xf32>) outs(%b : memref<?x4xf32>)
  %r = memref.collapse_shape %b [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  return %r : memref<?xf32>
}

// CHECK-LABEL: func.func @expanded(
// CHECK-SAME: %[[A:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[R:.*]]: memref<?x4xf32>)
// CHECK-NOT: memref.alloc
// CHECK: %[[V:.*]] = memref.collapse_shape %[[R]]
// CHECK: linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%[[A]] : memref<?xf32>) outs(%[[V]] : memref<?xf32>)
// CHECK-NOT: memref.copy
// CHECK: return
func.func @expanded(%a: memref<?xf32>, %n: index) -> memref<?x4xf32> attributes {autotune.c_function} {
  %c0 = arith.constant 0 : index
  %m = memref.dim %a, %c0 : memref<?xf32>
  %b = memref.alloc(%m) {alignment = 64 : i64} : memref<?xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  %r = memref.expand_shape %b [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  return %r : memref<?x4xf32>
}

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[A:.*]]: memref<?xf32>, %[[R:.*]]: memref<?xf32>, %[[S:.*]]: memref<?xf32>)
// CHECK-NOT: memref.alloc
// CHECK: linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%[[A]] : memref<?xf32>) outs(%[[R]] : memref<?xf32>)
// CHECK: memref.copy %[[R]], %[[S]]
// CHECK-NOT: memref.copy
func.func @twice(%a: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) attributes {autotune.c_function} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %b = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  return %b, %b : memref<?xf32>, memref<?xf32>
}

// What a branch allocates is copied.
// CHECK-LABEL: func.func @branch(
// CHECK: memref.copy
func.func @branch(%a: memref<?xf32>, %flag: i1) -> memref<?xf32> attributes {autotune.c_function} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %b = scf.if %flag -> memref<?xf32> {
    %c = memref.alloc(%n) : memref<?xf32>
    linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<?xf32>) outs(%c : memref<?xf32>)
    scf.yield %c : memref<?xf32>
  } else {
    scf.yield %a : memref<?xf32>
  }
  return %b : memref<?xf32>
}
