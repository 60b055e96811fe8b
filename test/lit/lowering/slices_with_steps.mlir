// One of two dimensions of size 1 is dropped while another one has a step: memref.subview cannot tell
// which, and crashes.
//
// RUN: autotune-opt %s --autotune-legalize-slices | FileCheck %s
// RUN: %autotune run %s --check
// RUN: autotune-opt %s --autotune-to-llvm -o /dev/null

// CHECK-LABEL: func.func @extracts
// CHECK: tensor.extract_slice {{.*}} to tensor<6x1x1xf32>
// CHECK-NEXT: tensor.collapse_shape {{.*}} into tensor<6x1xf32>
func.func @extracts(%a: tensor<19x1x1xf32>) -> tensor<6x1xf32> {
  %e = tensor.empty() : tensor<19x1x1xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<19x1x1xf32>) outs(%e : tensor<19x1x1xf32>) -> tensor<19x1x1xf32>
  %1 = tensor.extract_slice %0[5, 0, 0] [6, 1, 1] [2, 1, 1]
    : tensor<19x1x1xf32> to tensor<6x1xf32>
  return %1 : tensor<6x1xf32>
}

// CHECK-LABEL: func.func @inserts
// CHECK: tensor.expand_shape {{.*}} into tensor<6x1x1xf32>
// CHECK: tensor.insert_slice {{.*}} : tensor<6x1x1xf32> into tensor<19x1x1xf32>
func.func @inserts(%a: tensor<6x1xf32>, %b: tensor<19x1x1xf32>) -> tensor<19x1x1xf32> {
  %e = tensor.empty() : tensor<6x1xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<6x1xf32>) outs(%e : tensor<6x1xf32>) -> tensor<6x1xf32>
  %1 = tensor.insert_slice %0 into %b[5, 0, 0] [6, 1, 1] [2, 1, 1]
    : tensor<6x1xf32> into tensor<19x1x1xf32>
  return %1 : tensor<19x1x1xf32>
}

// CHECK-LABEL: func.func @clear
// CHECK: tensor.extract_slice {{.*}} to tensor<6x4xf32>
func.func @clear(%a: tensor<19x1x4xf32>) -> tensor<6x4xf32> {
  %1 = tensor.extract_slice %a[5, 0, 0] [6, 1, 4] [2, 1, 1]
    : tensor<19x1x4xf32> to tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}
