// A softmax over rows of which only the run knows how many there are is computed in the result: its
// pieces read the argument where it is, no piece is copied, and as all of them are known to read
// one piece of the argument, the maximum starts from a number.
// RUN: autotune-opt --autotune="target=zen4 remarks=all" %s -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-decompose,canonicalize{region-simplify=disabled},cse,autotune-protect-caller,autotune-bufferize-loops,one-shot-bufferize{bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=true},canonicalize,cse,canonicalize)" %t | FileCheck %s

// REMARK: its maximum starts from a number
// REMARK: it is computed in place

// CHECK-LABEL: func.func @softmax(
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?x128xf32>
// CHECK-NOT: memref.copy
// CHECK: return
func.func @softmax(%x: tensor<?x128xf32>) -> tensor<?x128xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x128xf32>
  %e = tensor.empty(%n) : tensor<?x128xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<?x128xf32>) outs(%e : tensor<?x128xf32>) -> tensor<?x128xf32>
  return %s : tensor<?x128xf32>
}
