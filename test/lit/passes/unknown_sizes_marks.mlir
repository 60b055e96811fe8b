// Remarks and explain say which piece of an unknown extent a kernel is; no mark stays. Smaller pieces get a share of the
// candidates of the largest one.
//
// RUN: autotune-opt --autotune="target=x86-64-v3 remarks=all" %s -o %t.mlir 2>&1 | FileCheck %s
// RUN: not grep autotune.cut %t.mlir
// RUN: %autotune explain --target x86-64-v3 --op 1 %s | FileCheck %s --check-prefix=EXPLAIN
// RUN: rm -f %t.json && autotune-opt --autotune="target=x86-64-v3 statistics=%t.json" %s -o /dev/null
// RUN: FileCheck %s --check-prefix=SHARE --input-file=%t.json
//
// CHECK: linalg.matmul, piece of 64 of loop 0 of unknown extent tuned
// CHECK: linalg.matmul, piece of 16 of loop 0 of unknown extent tuned
// EXPLAIN: op 1: linalg.matmul
// EXPLAIN-NEXT: it is a piece of 16 of loop 0 of unknown extent
// SHARE: "chosen-by-model": 4
// SHARE: "candidates": {{[67][0-9][0-9][0-9],}}
func.func @rows(%a: tensor<?x64xf32>, %b: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %s = linalg.matmul ins(%a, %b : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %s : tensor<?x96xf32>
}
