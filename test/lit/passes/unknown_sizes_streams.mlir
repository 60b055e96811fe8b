// Rows of a matrix that are summed up as they lie, each of which is read once, have pieces of 16;
// columns, which lie side by side, pieces of 64.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s
// RUN: %autotune run %s --check --model none --fp source --dim n=1,k=1
// RUN: %autotune run %s --check --model none --fp source --dim n=2,k=7
// RUN: %autotune run %s --check --model none --fp source --dim n=37,k=19
// RUN: %autotune run %s --check --model none --fp source --dim n=128,k=64
// RUN: %autotune run %s --check --model none --fp source --dim n=0,k=3
// RUN: %autotune run %s --check --model none --fp source --dim n=17,k=0

// CHECK: linalg.matvec rewritten: loop 0 of unknown extent is cut into pieces of 16, 1
func.func @rows(%A: memref<?x?xf64> {autotune.dims = ["n", "k"]}, %x: memref<?xf64> {autotune.dims = ["k"]},
    %y: memref<?xf64> {autotune.dims = ["n"]}) {
  linalg.matvec ins(%A, %x : memref<?x?xf64>, memref<?xf64>) outs(%y : memref<?xf64>)
  return
}

// CHECK: linalg.vecmat rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 1
func.func @columns(%A: memref<?x?xf64> {autotune.dims = ["k", "n"]}, %x: memref<?xf64> {autotune.dims = ["k"]},
    %y: memref<?xf64> {autotune.dims = ["n"]}) {
  linalg.vecmat ins(%x, %A : memref<?xf64>, memref<?x?xf64>) outs(%y : memref<?xf64>)
  return
}
