// A slice without its innermost dimension, such as a column of one, is read and written by vectors: the accesses go through
// a memref.reinterpret_cast, because folded into those of the source they would run along the wrong dimension of it.
//
// RUN: autotune-opt %s --autotune-legalize-reshapes | FileCheck %s
// RUN: %autotune run %s --check --target zen3
// RUN: %autotune run %s --check --target x86-64-v4
// RUN: autotune-opt %s --autotune-to-llvm -o %t.lowered
// RUN: mlir-runner %t.lowered -e main -entry-point-result=i32 | FileCheck %s --check-prefix=VALUE
// VALUE: {{^98$}}

#id = affine_map<(i) -> (i)>

func.func @pads(%a: tensor<7x1xf32>) -> tensor<6xf32> {
  %c = arith.constant -1.0 : f32
  %s = tensor.extract_slice %a[2, 0] [4, 1] [1, 1] : tensor<7x1xf32> to tensor<4xf32>
  %p = tensor.pad %s low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %p : tensor<6xf32>
}

func.func @adds(%a: tensor<64x1xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %s = tensor.extract_slice %a[2, 0] [32, 1] [1, 1] : tensor<64x1xf32> to tensor<32xf32>
  %e = tensor.empty() : tensor<32xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%s, %b : tensor<32xf32>, tensor<32xf32>) outs(%e : tensor<32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %v = arith.addf %x, %y : f32
    linalg.yield %v : f32
  } -> tensor<32xf32>
  return %r : tensor<32xf32>
}

func.func @multiplies(%a: tensor<20x40x1xf32>, %b: tensor<32x24xf32>, %c: tensor<16x24xf32>) -> tensor<16x24xf32> {
  %s = tensor.extract_slice %a[2, 1, 0] [16, 32, 1] [1, 1, 1] : tensor<20x40x1xf32> to tensor<16x32xf32>
  %r = linalg.matmul ins(%s, %b : tensor<16x32xf32>, tensor<32x24xf32>) outs(%c : tensor<16x24xf32>) -> tensor<16x24xf32>
  return %r : tensor<16x24xf32>
}

func.func @steps(%a: tensor<64x1xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %s = tensor.extract_slice %a[1, 0] [32, 1] [2, 1] : tensor<64x1xf32> to tensor<32xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%s, %b : tensor<32xf32>, tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}

func.func @inserts(%a: tensor<32xf32>, %b: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %e = tensor.empty() : tensor<32xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<32xf32>) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %s = tensor.insert_slice %r into %b[2, 0] [32, 1] [1, 1] : tensor<32xf32> into tensor<64x1xf32>
  return %s : tensor<64x1xf32>
}

// CHECK-LABEL: func.func @writes
// CHECK: memref.reinterpret_cast {{.*}} to offset: [2], sizes: [32], strides: [1]
func.func @writes(%a: memref<64x1xf32>, %b: memref<32xf32>) {
  %s = memref.subview %a[2, 0] [32, 1] [1, 1] : memref<64x1xf32> to memref<32xf32, strided<[1], offset: 2>>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%b : memref<32xf32>) outs(%s : memref<32xf32, strided<[1], offset: 2>>)
  return
}

// With one that has steps there are no vectors to be read.
// CHECK-LABEL: func.func @column
// CHECK: memref.subview
func.func @column(%a: memref<64x8xf32>, %b: memref<32xf32>) {
  %s = memref.subview %a[2, 3] [32, 1] [1, 1] : memref<64x8xf32> to memref<32xf32, strided<[8], offset: 19>>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%s : memref<32xf32, strided<[8], offset: 19>>) outs(%b : memref<32xf32>)
  return
}

// Strides and offsets that are known at run time only.
func.func private @reads(%a: memref<3x8x1xf32, strided<[?, 1, 1], offset: ?>>, %i: index, %j: index) -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %s = memref.subview %a[%i, %j, 0] [1, 4, 1] [1, 1, 1]
    : memref<3x8x1xf32, strided<[?, 1, 1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  %v = vector.transfer_read %s[%c0], %zero {in_bounds = [true]} : memref<4xf32, strided<[1], offset: ?>>, vector<4xf32>
  %sum = vector.reduction <add>, %v : vector<4xf32> into f32
  return %sum : f32
}

memref.global "private" constant @numbers : memref<4x10x1xf32> = dense<[
  [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0], [6.0], [7.0], [8.0], [9.0]],
  [[10.0], [11.0], [12.0], [13.0], [14.0], [15.0], [16.0], [17.0], [18.0], [19.0]],
  [[20.0], [21.0], [22.0], [23.0], [24.0], [25.0], [26.0], [27.0], [28.0], [29.0]],
  [[30.0], [31.0], [32.0], [33.0], [34.0], [35.0], [36.0], [37.0], [38.0], [39.0]]]>

// 23 + 24 + 25 + 26.
func.func @main() -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.get_global @numbers : memref<4x10x1xf32>
  %s = memref.subview %m[1, 1, 0] [3, 8, 1] [1, 1, 1]
    : memref<4x10x1xf32> to memref<3x8x1xf32, strided<[10, 1, 1], offset: 11>>
  %a = memref.cast %s : memref<3x8x1xf32, strided<[10, 1, 1], offset: 11>> to memref<3x8x1xf32, strided<[?, 1, 1], offset: ?>>
  %sum = func.call @reads(%a, %c1, %c2) : (memref<3x8x1xf32, strided<[?, 1, 1], offset: ?>>, index, index) -> f32
  %i = arith.fptosi %sum : f32 to i32
  return %i : i32
}
