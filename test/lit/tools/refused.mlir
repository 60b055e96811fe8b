// A module of which every op is refused: the commands say why.

// RUN: not %autotune explain %s 2>&1 | FileCheck %s -DNAME="autotune explain"
// RUN: not %autotune schedules %s 2>&1 | FileCheck %s -DNAME="autotune schedules"
// RUN: not %autotune bench %s 2>&1 | FileCheck %s -DNAME="autotune bench"
// RUN: not %lab search %s 2>&1 | FileCheck %s -DNAME="autotune-lab search"
// CHECK: affine.parallel @loops: untouched: a subscript runs backwards
// CHECK-NEXT: scf.for @loops: untouched: other elements of a stored array are read
// CHECK-NEXT: affine.for @loops: untouched: loop 1 carries a dependence from a store to a load of argument 0
// CHECK-NEXT: linalg.matmul @main: untouched: {{.*}}dynamic
// CHECK-NEXT: {{^}}[[NAME]]: {{.*}}refused.mlir has no op that is tuned
// CHECK-NOT: {{.}}

func.func @main(%a: memref<?x16xf32, 1>, %b: memref<16x40xf32, 1>, %c: memref<?x40xf32, 1>) {
  linalg.matmul ins(%a, %b : memref<?x16xf32, 1>, memref<16x40xf32, 1>) outs(%c : memref<?x40xf32, 1>)
  return
}

func.func @loops(%a: memref<64xf32>, %n: index) {
  affine.parallel (%i) = (0) to (64) {
    %x = affine.load %a[63 - %i] : memref<64xf32>
    affine.store %x, %a[%i] : memref<64xf32>
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%c0] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %a[63 - %i] : memref<64xf32>
    affine.store %x, %a[%i] : memref<64xf32>
  }
  return
}
