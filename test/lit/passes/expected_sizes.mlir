// The sizes that a dimension is expected to have choose the pieces, and have a name.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all sizes=batch:1..16" 2>&1 | FileCheck %s
//
// A name that is none is an error.
// RUN: not autotune-opt %s --autotune="target=x86-64-v3 model=none sizes=rows:8" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: option 'sizes': no dimension of unknown size is called rows; there are batch, arg1.0
//
// The option stays with the function.
// CHECK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 16, 4, 1
// CHECK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 4, 1
// CHECK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 4, 1
// CHECK-LABEL: func.func @option(
// CHECK-SAME: autotune.sizes = {batch = [1, 2, 4, 8, 16]}

func.func @option(%a: tensor<?x64xf32> {autotune.dims = ["batch", ""]}, %other: tensor<?x64xf32>, %w: tensor<64x32xf32>, %c: tensor<?x32xf32> {autotune.dims = ["batch", "N"]}, %d: tensor<?x32xf32>) -> (tensor<?x32xf32>, tensor<?x32xf32>) {
  %0 = linalg.matmul ins(%a, %w : tensor<?x64xf32>, tensor<64x32xf32>) outs(%c : tensor<?x32xf32>) -> tensor<?x32xf32>
  %1 = linalg.matmul ins(%other, %w : tensor<?x64xf32>, tensor<64x32xf32>) outs(%d : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %0, %1 : tensor<?x32xf32>, tensor<?x32xf32>
}

// The attribute of the function goes before the option.
func.func @attribute(%a: tensor<?x64xf32> {autotune.dims = ["batch", ""]}, %w: tensor<64x32xf32>, %c: tensor<?x32xf32>) -> tensor<?x32xf32> attributes {autotune.sizes = {batch = [1, 4]}} {
  %0 = linalg.matmul ins(%a, %w : tensor<?x64xf32>, tensor<64x32xf32>) outs(%c : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}
