// Rows of unknown length of an elementwise op come one after the other, as they lie in memory; with a
// function, or an operand whose columns lie so, they are cut in blocks.
//
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none remarks=all" %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 37 | FileCheck %s --check-prefix=AGREES
// AGREES-COUNT-3: agrees

// CHECK: :[[@LINE+2]]:{{.*}} linalg.add rewritten: loop 0 of unknown extent is cut into pieces of 1{{$}}
func.func @rows(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.add ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// CHECK: :[[@LINE+2]]:{{.*}} linalg.exp rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 1{{$}}
func.func @functions(%a: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.exp ins(%a : memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// CHECK: :[[@LINE+2]]:{{.*}} linalg.transpose rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 1{{$}}
func.func @turned(%a: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.transpose ins(%a : memref<?x?xf32>) outs(%c : memref<?x?xf32>) permutation = [1, 0]
  return
}
