// Many columns of an unknown number of terms do not stay in a cache: 64 rows read them at once, and fewer are tiles of 4, where registers
// hold many columns of these.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: %autotune run %s --check --target host --dim n=0,k=7/n=1,k=300/n=3,k=1/n=6,k=33/n=61,k=5/n=64,k=16/n=83,k=19/n=131,k=23 | FileCheck %s --check-prefix=CHECKED
// CHECKED-COUNT-8: : agrees

// CHECK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 4, 1{{$}}
// CHECK: linalg.matmul rewritten: loop 2 of unknown extent stays a loop of its kernel
// FEW: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 8, 1{{$}}
func.func @many(%a: tensor<?x?xf32> {autotune.dims = ["n", "k"]}, %b: tensor<?x768xf32> {autotune.dims = ["k", ""]}) -> tensor<?x768xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?x768xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x768xf32>) -> tensor<?x768xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x768xf32>) outs(%z : tensor<?x768xf32>) -> tensor<?x768xf32>
  return %r : tensor<?x768xf32>
}
