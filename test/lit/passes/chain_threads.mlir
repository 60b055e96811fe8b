// Several threads share the blocks of a chain of sums. Blocks are taken for them that one thread would not take: threads that
// share kernels one by one wait for one another. The analytical model prices both: what another training says of them is no matter here.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical threads=4 remarks=all" -o %t.four 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: FileCheck %s < %t.four
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical threads=2 remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: %autotune run %s --check --target zen4 --threads 4 | FileCheck %s --check-prefix=AGREES
//
// ONE: blocks of {{[0-9]+}} of 1536 of the sums would not be faster
// ONE: blocks of 1 of 8 of the sums would not be faster
// FOUR: rewritten: blocks of {{[0-9]+}} of 1536 of the sums stay in a cache
// FOUR: rewritten: blocks of 1 of 8 of the sums stay in a cache; predicted {{.*}} s as a whole, {{.*}} s in blocks that threads share
// AGREES: @softmax: agrees
// AGREES: @rms_norm: agrees

// CHECK-LABEL: func.func @softmax
// CHECK: scf.forall {{.*}} = (0) to (1536)
// CHECK-NOT: scf.forall (
// CHECK: } {autotune.threads = 4 : i64}
func.func @softmax(%x: tensor<1536x128xf32>) -> tensor<1536x128xf32> {
  %e = tensor.empty() : tensor<1536x128xf32>
  %p = linalg.softmax dimension(1) ins(%x : tensor<1536x128xf32>) outs(%e : tensor<1536x128xf32>) -> tensor<1536x128xf32>
  return %p : tensor<1536x128xf32>
}

// CHECK-LABEL: func.func @rms_norm
// CHECK: scf.forall {{.*}} in (8)
// CHECK-NOT: scf.forall (
// CHECK: } {autotune.threads = 4 : i64}
func.func @rms_norm(%x: tensor<8x50257xf32>, %gain: tensor<50257xf32>) -> tensor<8x50257xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %squares = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x50257xf32>) outs(%zeros : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %y = arith.addf %o, %q : f32
    linalg.yield %y : f32
  } -> tensor<8xf32>
  %e1 = tensor.empty() : tensor<8x50257xf32>
  %norm = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %squares, %gain : tensor<8x50257xf32>, tensor<8xf32>, tensor<50257xf32>) outs(%e1 : tensor<8x50257xf32>) {
  ^bb0(%a: f32, %s: f32, %g: f32, %o: f32):
    %n = arith.constant 50257.0 : f32
    %e = arith.constant 1.0e-5 : f32
    %m = arith.divf %s, %n : f32
    %d = arith.addf %m, %e : f32
    %r = math.rsqrt %d : f32
    %c = arith.mulf %a, %r : f32
    %y = arith.mulf %c, %g : f32
    linalg.yield %y : f32
  } -> tensor<8x50257xf32>
  return %norm : tensor<8x50257xf32>
}
