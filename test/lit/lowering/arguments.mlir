// Arguments of public functions are read only unless the caller allows more; results are the
// caller's own.
//
// RUN: autotune-opt --autotune-protect-caller --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --autotune-deallocate --convert-bufferization-to-memref %s | FileCheck %s

// CHECK-LABEL: func.func @update(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4xf32
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: memref.copy %[[A]], %[[COPY]]
// CHECK: memref.store {{.*}}, %[[COPY]]
// CHECK: return %[[COPY]]
func.func @update(%a: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = tensor.insert %one into %a[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4xf32
// CHECK: memref.store {{.*}}, %[[A]]
func.func @in_place(%a: tensor<4xf32> {bufferization.writable = true}, %i: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = tensor.insert %one into %a[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @pass_through(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4xf32
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: memref.copy %[[A]], %[[COPY]]
// CHECK: return %[[COPY]]
func.func @pass_through(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// CHECK-LABEL: func.func @twice(
// CHECK: %[[FIRST:.*]] = memref.alloc
// CHECK: %[[SECOND:.*]] = memref.alloc
// CHECK: return %[[FIRST]], %[[SECOND]]
func.func @twice(%x: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r, %r : tensor<4xf32>, tensor<4xf32>
}
