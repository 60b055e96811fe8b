// An argument without elements whose other extents 64 bits do not hold the product of.
//
// RUN: autotune-opt %s --autotune-legalize-empty | FileCheck %s
// RUN: %autotune compile %s -o %t.so --prefix e --quiet && FileCheck %s --check-prefix=HEADER --input-file=%t.h

// CHECK-LABEL: func.func @empty
// CHECK-SAME: memref<2x0x4611686018427387904x4611686018427387904xf32, strided<[0, 0, 4611686018427387904, 1]>>
// HEADER: arg0: float[2][0][4611686018427387904][4611686018427387904], read and written as the function says
func.func @empty(%a: memref<2x0x4611686018427387904x4611686018427387904xf32>, %y: memref<4xf32>) attributes {llvm.bareptr} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<4xf32>)
  return
}
