// Extents of 0 in any place are lowered, by mlir-opt and into a library that C calls.
//
// RUN: autotune-opt %s --autotune-legalize-empty | FileCheck %s
// RUN: autotune-opt %s --autotune=remarks=none --autotune-to-llvm | mlir-translate --mlir-to-llvmir -o /dev/null
// RUN: %autotune compile %s -o %t.so --prefix e --target host --quiet
// RUN: %python %S/Inputs/empty_arguments.py %t.so

func.func @k(%a: tensor<8x0xf32>, %b: tensor<0x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<8x0xf32>, tensor<0x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
func.func @n(%a: tensor<4x8xf32>, %b: tensor<8x0xf32>, %c: tensor<4x0xf32>) -> tensor<4x0xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x0xf32>) outs(%c : tensor<4x0xf32>) -> tensor<4x0xf32>
  return %r : tensor<4x0xf32>
}
func.func @e(%a: tensor<4x0x8xf32>) -> tensor<4x0x8xf32> {
  %e = tensor.empty() : tensor<4x0x8xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4x0x8xf32>) outs(%e : tensor<4x0x8xf32>) -> tensor<4x0x8xf32>
  return %r : tensor<4x0x8xf32>
}
func.func @r(%a: tensor<4x0x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<4x0x8xf32>) outs(%c : tensor<4x8xf32>) dimensions = [1]
  return %r : tensor<4x8xf32>
}
func.func @call(%a: tensor<4x0x8xf32>, %c: tensor<4x8xf32>, %d: memref<3x0xf32>) -> tensor<4x8xf32> {
  %x = call @e(%a) : (tensor<4x0x8xf32>) -> tensor<4x0x8xf32>
  %r = call @r(%x, %c) : (tensor<4x0x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
func.func @pad(%a: tensor<4x0xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 2.0 : f32
  %r = tensor.pad %a low[0, 3] high[0, 5] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<4x0xf32> to tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func private @bare(
// CHECK-SAME: %[[A:.*]]: memref<8x0x3xf32, strided<[0, 3, 1]>>, %{{.*}}: memref<0x3xf32>
// CHECK: %[[CAST:.*]] = memref.cast %[[A]] : memref<8x0x3xf32, strided<[0, 3, 1]>> to memref<8x0x3xf32>
// CHECK: call @other(%[[CAST]])
func.func private @bare(%a: memref<8x0x3xf32>, %b: memref<0x3xf32>) attributes {llvm.bareptr} {
  call @other(%a) : (memref<8x0x3xf32>) -> ()
  return
}
func.func private @other(%a: memref<8x0x3xf32>) {
  return
}
// CHECK-LABEL: func.func private @calls
// CHECK: %[[CAST:.*]] = memref.cast {{.*}} to memref<8x0x3xf32, strided<[0, 3, 1]>>
// CHECK: call @bare(%[[CAST]],
func.func private @calls(%a: memref<8x0x3xf32>, %b: memref<0x3xf32>) {
  call @bare(%a, %b) : (memref<8x0x3xf32>, memref<0x3xf32>) -> ()
  return
}
