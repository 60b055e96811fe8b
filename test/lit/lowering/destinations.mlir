// What bufferization.materialize_in_destination puts into an argument is written there: directly, through a slice, in a loop.
// Other arguments are only read.
//
// RUN: autotune-opt %s --autotune-protect-caller | FileCheck %s
// RUN: autotune-opt %s --autotune=target=x86-64-v3 --autotune-to-llvm -o /dev/null
// RUN: %autotune run %s --check
// RUN: %autotune compile %s -o %t.so --prefix d --quiet && FileCheck %s --check-prefix=HEADER <%t.h
// RUN: not autotune-opt %S/Inputs/read_only_destination.mlir --autotune-to-llvm -o /dev/null 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: 'bufferization.materialize_in_destination' op not bufferizable under the given constraints: would write to read-only buffer

// CHECK-LABEL: func.func @all(
// CHECK-SAME: tensor<16xf32> {bufferization.writable = false}
// CHECK-SAME: tensor<16xf32> {bufferization.writable = true}
// HEADER: int d_all(const float *arg0, float *arg1, float *result0);
func.func @all(%a: tensor<16xf32>, %o: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %s = bufferization.materialize_in_destination %r in %o : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %s : tensor<16xf32>
}

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: tensor<16xf32> {bufferization.writable = false}
// CHECK-SAME: tensor<2x16xf32> {bufferization.writable = true}
// CHECK-SAME: tensor<16xf32> {bufferization.writable = false}
// HEADER: int d_rows(const float *arg0, float *arg1, const float *arg2, float *result0, float *result1);
func.func @rows(%a: tensor<16xf32>, %o: tensor<2x16xf32>, %p: tensor<16xf32>) -> (tensor<2x16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<16xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %t = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %o) -> tensor<2x16xf32> {
    %v = tensor.extract_slice %x[%i, 0] [1, 16] [1, 1] : tensor<2x16xf32> to tensor<16xf32>
    %w = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%v, %r : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    %m = bufferization.materialize_in_destination %w in %v : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %y = tensor.insert_slice %m into %x[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<2x16xf32>
    scf.yield %y : tensor<2x16xf32>
  }
  %q = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%p, %r : tensor<16xf32>, tensor<16xf32>) outs(%p : tensor<16xf32>) -> tensor<16xf32>
  return %t, %q : tensor<2x16xf32>, tensor<16xf32>
}

// HEADER: int d_memref(const float *arg0, float *arg1);
func.func @memref(%a: tensor<16xf32>, %o: memref<16xf32>) {
  %e = tensor.empty() : tensor<16xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<16xf32>, memref<16xf32>) -> ()
  return
}
