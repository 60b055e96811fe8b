// A reshape to several dynamic dimensions of one, which upstream's expand-strided-metadata crashes on.
//
// RUN: autotune-opt %s --autotune-to-llvm | mlir-translate --mlir-to-llvmir -o /dev/null
// RUN: autotune-opt %s --autotune-to-llvm --llvm-request-c-wrappers -o /dev/null
// RUN: autotune-opt %s --autotune-to-llvm -o %t.lowered
// RUN: mlir-runner %t.lowered -e main -entry-point-result=i32 | FileCheck %s
// CHECK: {{^23$}}
func.func private @reshape(%a: tensor<?xf32>, %n: index, %m: index) -> tensor<1x1x?x?xf32> {
  %e = tensor.expand_shape %a [[0, 1, 2, 3]] output_shape [1, 1, %n, %m] : tensor<?xf32> into tensor<1x1x?x?xf32>
  %g = tensor.empty(%n, %m) : tensor<1x1x?x?xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%e, %e : tensor<1x1x?x?xf32>, tensor<1x1x?x?xf32>) outs(%g : tensor<1x1x?x?xf32>) -> tensor<1x1x?x?xf32>
  return %r : tensor<1x1x?x?xf32>
}

// Every second row of a matrix, and of those the element [1, 2] twice.
func.func private @slice(%a: tensor<?x?xf32>, %n: index, %m: index) -> tensor<1x?x1x?xf32> {
  %s = tensor.extract_slice %a[0, 1] [%n, %m] [2, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %e = tensor.expand_shape %s [[0, 1, 2], [3]] output_shape [1, %n, 1, %m] : tensor<?x?xf32> into tensor<1x?x1x?xf32>
  return %e : tensor<1x?x1x?xf32>
}

func.func @main() -> i32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %numbers = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>
  %any = tensor.cast %numbers : tensor<6xf32> to tensor<?xf32>
  %r = func.call @reshape(%any, %c2, %c3) : (tensor<?xf32>, index, index) -> tensor<1x1x?x?xf32>
  %x = tensor.extract %r[%c0, %c0, %c1, %c2] : tensor<1x1x?x?xf32>
  %matrix = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 13.0]]> : tensor<3x4xf32>
  %dynamic = tensor.cast %matrix : tensor<3x4xf32> to tensor<?x?xf32>
  %s = func.call @slice(%dynamic, %c2, %c3) : (tensor<?x?xf32>, index, index) -> tensor<1x?x1x?xf32>
  %y = tensor.extract %s[%c0, %c1, %c0, %c2] : tensor<1x?x1x?xf32>
  %sum = arith.addf %x, %y : f32
  %i = arith.fptosi %sum : f32 to i32
  return %i : i32
}
