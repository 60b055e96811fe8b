// A place in collapsed dimensions is multiplied by their stride: it is not divided into places in each of
// them. Sizes that are not known stay as they are.
//
// RUN: autotune-opt %s --autotune-to-llvm -o %t.lowered
// RUN: FileCheck %s --check-prefix=CODE < %t.lowered
// RUN: mlir-runner %t.lowered -e main -entry-point-result=i32 | FileCheck %s
// CHECK: {{^31$}}

// CODE-LABEL: llvm.func @whole
// CODE-NOT: llvm.{{[su](div|rem)}}
// CODE: llvm.return
func.func private @whole(%a: memref<3x4x2xf32>, %i: index) -> f32 {
  %c = memref.collapse_shape %a [[0, 1, 2]] : memref<3x4x2xf32> into memref<24xf32>
  %x = memref.load %c[%i] : memref<24xf32>
  return %x : f32
}

// Of rows that lie 8 apart, from the place that the caller says on.
// CODE-LABEL: llvm.func @part
// CODE-NOT: llvm.{{[su](div|rem)}}
// CODE: llvm.return
func.func private @part(%a: memref<3x4x2xf32>, %row: index, %i: index) -> f32 {
  %s = memref.subview %a[%row, 0, 0] [2, 2, 2] [1, 1, 1] : memref<3x4x2xf32> to memref<2x2x2xf32, strided<[8, 2, 1], offset: ?>>
  %c = memref.collapse_shape %s [[0], [1, 2]] : memref<2x2x2xf32, strided<[8, 2, 1], offset: ?>> into memref<2x4xf32, strided<[8, 1], offset: ?>>
  %c1 = arith.constant 1 : index
  %x = memref.load %c[%c1, %i] : memref<2x4xf32, strided<[8, 1], offset: ?>>
  return %x : f32
}

func.func private @unknown(%a: memref<?x2xf32>, %i: index) -> f32 {
  %c = memref.collapse_shape %a [[0, 1]] : memref<?x2xf32> into memref<?xf32>
  %x = memref.load %c[%i] : memref<?xf32>
  return %x : f32
}

// 11 of the whole, 1 * 8 + 8 + 3 - 10 = 9 of a part, and 11 of the first three rows of pairs.
func.func @main() -> i32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c11 = arith.constant 11 : index
  %numbers = memref.get_global @numbers : memref<3x4x2xf32>
  %x = func.call @whole(%numbers, %c11) : (memref<3x4x2xf32>, index) -> f32
  %y = func.call @part(%numbers, %c1, %c3) : (memref<3x4x2xf32>, index, index) -> f32
  %pairs = memref.collapse_shape %numbers [[0, 1], [2]] : memref<3x4x2xf32> into memref<12x2xf32>
  %any = memref.cast %pairs : memref<12x2xf32> to memref<?x2xf32>
  %z = func.call @unknown(%any, %c11) : (memref<?x2xf32>, index) -> f32
  %ten = arith.constant 10.0 : f32
  %part = arith.subf %y, %ten : f32
  %two = arith.addf %x, %part : f32
  %sum = arith.addf %two, %z : f32
  %i = arith.fptosi %sum : f32 to i32
  return %i : i32
}
memref.global "private" constant @numbers : memref<3x4x2xf32> = dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]>
