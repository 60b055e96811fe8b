// Where registers hold a tile of 8 rows, the columns of a product of unknown numbers of both are cut first: all rows read a piece of the
// weights while it is in the cache, and pieces of rows are one tile. Not where rows are summed up beside it,
// nor where threads share kernels, as one tile is nothing to share.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none remarks=all" 2>&1 >/dev/null | FileCheck %s
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" 2>&1 >/dev/null | FileCheck %s --check-prefix=FEW
// RUN: autotune-opt %s --autotune="target=x86-64-v4 threads=2 model=none remarks=all" 2>&1 >/dev/null | FileCheck %s --check-prefix=FEW
// RUN: %bin/autotune run %s --check --target host --dim 0 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --target host --dim 1 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --target host --dim 7 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --target host --dim 17 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --target host --dim 83 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --target host --dim 19,5,3 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --target host --dim 2,9,67 | FileCheck %s --check-prefix=CHECKED
// CHECKED-COUNT-3: : agrees

// CHECK: linalg.matmul rewritten: loop 1 of unknown extent is cut into pieces of 64, 16, 1{{$}}
// CHECK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 8, 1{{$}}
// FEW: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 8, 1{{$}}
func.func @alone(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Of a memref that is updated, too: the last pieces work on copies.
// CHECK: linalg.matmul rewritten: loop 1 of unknown extent is cut into pieces of 64, 16, 1{{$}}
// CHECK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 8, 1{{$}}
func.func @updates(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) {
  linalg.matmul ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>)
  return
}

// CHECK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 8, 1{{$}}
func.func @sums(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e1 = tensor.empty(%m) : tensor<?xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %sums = linalg.reduce ins(%r : tensor<?x?xf32>) outs(%z1 : tensor<?xf32>) dimensions = [1]
    (%in: f32, %init: f32) {
      %t = arith.addf %in, %init : f32
      linalg.yield %t : f32
    }
  return %sums : tensor<?xf32>
}
