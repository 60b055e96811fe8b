// The C interface is made where it is asked for, by attribute or by flag, and only there.
//
// RUN: autotune-opt --autotune-to-llvm %s | FileCheck %s
// RUN: autotune-opt --llvm-request-c-wrappers --autotune-to-llvm %s | FileCheck %s --check-prefix=ALL
//
// CHECK-LABEL: llvm.func @asked(
// CHECK: llvm.func @_mlir_ciface_asked(
// CHECK-LABEL: llvm.func @plain(
// CHECK-NOT: _mlir_ciface_plain
// ALL: llvm.func @_mlir_ciface_plain(
func.func @asked(%a: tensor<4xf32>) -> tensor<4xf32> attributes {llvm.emit_c_interface} {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @plain(%a: memref<4xf32>, %r: memref<4xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<4xf32>) outs(%r : memref<4xf32>)
  return
}
