// Memrefs of unknown sizes, strides and offsets as arguments of a call: rows after rows of the sizes given.
// RUN: %autotune run %s --target zen3 --model none --check --dim 7 | FileCheck %s
// CHECK: @strides: agrees, max error
// CHECK: {{^}}3 ops tuned, 0 untouched; 1 function, 0 failures
// RUN: %autotune run %s --target zen3 --model none --dim 0 | FileCheck %s --check-prefix=EMPTY
// EMPTY: @strides: agrees, as no result has an element

func.func @strides(%a: memref<?x16xf32, strided<[?, ?], offset: ?>>, %b: memref<?x16xf32, strided<[?, 1]>>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<?x16xf32, strided<[?, ?], offset: ?>>) outs(%b : memref<?x16xf32, strided<[?, 1]>>)
  return
}
