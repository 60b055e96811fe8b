// Columns of arrays with rows of unknown length: the step from row to row is not known, that of the columns is 1, so the ops
// on them are tuned. The last piece of a memref that only is written ends where the extent ends.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none remarks=all" -o %t.once 2>%t.remarks
// RUN: FileCheck %s --input-file %t.remarks --check-prefix=REMARK
// RUN: FileCheck %s --input-file %t.once
// RUN: %autotune run %s --check --dim 77 --model none
//
// REMARK-NOT: left untouched

// CHECK-LABEL: @triangle
// CHECK: memref.subview {{.*}} memref<?x?xf32> to memref<?x1xf32, strided<[?, 1], offset: ?>>
func.func @triangle(%A: memref<?x?xf32>, %R: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %k = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
      affine.for %i = 0 to %n {
        %sum = affine.load %R[%k, %j] : memref<?x?xf32>
        %q = affine.load %A[%i, %k] : memref<?x?xf32>
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %term = arith.mulf %q, %a : f32
        %next = arith.addf %sum, %term : f32
        affine.store %next, %R[%k, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: @sum
// CHECK: memref.subview {{.*}} memref<?x?xf32> to memref<?x1xf32, strided<[?, 1]>>
func.func @sum(%A: memref<?x?xf32>, %at: index, %y: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %A[%i, %c0] : memref<?x?xf32>
    %sum = memref.load %y[] : memref<f32>
    %next = arith.addf %sum, %a : f32
    memref.store %next, %y[] : memref<f32>
  }
  return
}

// CHECK-LABEL: @twice
// CHECK: arith.minsi
func.func @twice(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

// CHECK-LABEL: @in_place
// CHECK-NOT: arith.minsi
func.func @in_place(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  return
}
