// Assertions about sizes, as importers leave them, keep no op from being tuned and fused.
//
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none remarks=all" %s -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=KEPT --input-file=%t.mlir
// RUN: %autotune run %s --target x86-64-v3 --model none --dim 17 | FileCheck %s --check-prefix=AGREES
//
// CHECK-NOT: untouched
// CHECK: linalg.elementwise, piece of 64 of loop 0 of unknown extent tuned {{.*}}epilogue=1
// CHECK-NOT: linalg.elementwise, piece of 64
// KEPT: cf.assert
// AGREES: @rows: agrees
func.func @rows(%a: tensor<?x64xf32>, %b: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x64xf32>
  %m = tensor.dim %b, %c0 : tensor<?x64xf32>
  %same = arith.cmpi eq, %n, %m : index
  cf.assert %same, "sizes differ"
  %e = tensor.empty(%n) : tensor<?x64xf32>
  %sum = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %b : tensor<?x64xf32>, tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %s = tensor.dim %sum, %c0 : tensor<?x64xf32>
  %still = arith.cmpi eq, %s, %m : index
  cf.assert %still, "sizes differ"
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%sum : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}
