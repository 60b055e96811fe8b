// Many columns of an unknown number of terms do not stay in a cache: 64 rows read them at once, and fewer are tiles of 4, where registers
// hold many columns of these. Few columns of a known number of terms are tiles of 4 alone, but where threads share kernels. The columns of
// batches stay inside of these, as no two batches read the same.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: autotune-opt %s --autotune="target=x86-64-v4 threads=2 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEAM
// RUN: %autotune run %s --check --target host --dim n=0,k=7/n=1,k=300/n=3,k=1/n=6,k=33/n=61,k=5/n=64,k=16/n=83,k=19/n=131,k=23 | FileCheck %s --check-prefix=CHECKED
// RUN: %autotune run %s --check --target host --threads 2 --dim n=3,k=1/n=83,k=19/n=131,k=67 | FileCheck %s --check-prefix=TWO
// CHECKED-COUNT-24: : agrees
// TWO-COUNT-9: : agrees

// CHECK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 4, 1{{$}}
// CHECK: linalg.matmul rewritten: loop 2 of unknown extent stays a loop of its kernel
// FEW: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 8, 1{{$}}
// TEAM: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 4, 1{{$}}
func.func @many(%a: tensor<?x?xf32> {autotune.dims = ["n", "k"]}, %b: tensor<?x768xf32> {autotune.dims = ["k", ""]}) -> tensor<?x768xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?x768xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x768xf32>) -> tensor<?x768xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x768xf32>) outs(%z : tensor<?x768xf32>) -> tensor<?x768xf32>
  return %r : tensor<?x768xf32>
}

// CHECK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 4, 1{{$}}
// TEAM: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 4, 1{{$}}
func.func @few(%a: tensor<?x512xf32> {autotune.dims = ["n", ""]}, %b: tensor<512x64xf32>, %others: tensor<?xf32> {autotune.dims = ["k"]}) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x512xf32>
  %e = tensor.empty(%n) : tensor<?x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x512xf32>, tensor<512x64xf32>) outs(%z : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}

// CHECK: linalg.generic rewritten: loop 0 of unknown extent is cut into pieces of 1{{$}}
// CHECK: linalg.generic rewritten: loop 1 of unknown extent is cut into pieces of 64, 16, 1{{$}}
func.func @batches(%a: tensor<?x256xf32> {autotune.dims = ["n", ""]}, %b: tensor<?x256x?xf32> {autotune.dims = ["n", "", "k"]}) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %b, %c0 : tensor<?x256x?xf32>
  %n = tensor.dim %b, %c2 : tensor<?x256x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, n, k) -> (b, k)>, affine_map<(b, n, k) -> (b, k, n)>, affine_map<(b, n, k) -> (b, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x256xf32>, tensor<?x256x?xf32>) outs(%z : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
