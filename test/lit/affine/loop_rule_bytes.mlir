// Bytes fill two registers with 128 lanes, and an index in the body keeps them scalar chains.

// RUN: autotune-opt %s --autotune="target=zen4 remarks=none" | FileCheck %s
// CHECK-COUNT-128: arith.muli

func.func @bytes(%first: i8, %a: memref<512x512xi8>) {
  affine.for %i = 0 to 512 {
    affine.store %first, %a[0, %i] : memref<512x512xi8>
    affine.for %j = 1 to 512 {
      %0 = affine.load %a[%j - 1, %i] : memref<512x512xi8>
      %1 = arith.index_cast %j : index to i8
      %2 = arith.muli %0, %1 : i8
      %3 = arith.addi %2, %0 : i8
      affine.store %3, %a[%j, %i] : memref<512x512xi8>
    }
  }
  return
}
