// A window of unknown size is a loop around the op, so that what moves it can be cut; sizes that other operands tell are
// those of an operand.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// REMARK: linalg.conv_1d rewritten: loop 1 of unknown extent, of windows, is one around the op
// REMARK: linalg.conv_1d rewritten: loop 0 of unknown extent is cut into pieces
// REMARK-NOT: untouched

// CHECK-LABEL: func.func @windows
// CHECK: %[[TAPS:.+]] = tensor.dim %arg1
// CHECK: scf.for %[[K:.+]] = %c0 to %[[TAPS]] step %c1
// CHECK-NOT: linalg.
func.func @windows(%x: tensor<?xf32>, %w: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.conv_1d ins(%x, %w : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @known
// CHECK: tensor.cast %arg0 : tensor<?x?xf32> to tensor<7x9xf32>
// CHECK-NOT: linalg.
func.func @known(%a: tensor<?x?xf32>, %b: tensor<9x24xf32>, %c: tensor<7x24xf32>) -> tensor<7x24xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<9x24xf32>) outs(%c : tensor<7x24xf32>) -> tensor<7x24xf32>
  return %r : tensor<7x24xf32>
}
