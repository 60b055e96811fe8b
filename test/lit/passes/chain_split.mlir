// Rows of an attention that are too long for a cache are split into parts, each with a maximum of its own,
// where that is predicted to be faster: the scores, 8 MB, are never there together.
//
// RUN: autotune-opt %s --autotune="target=zen3,cache_bytes_per_cycle.2=2,memory_bytes_per_cycle=1 model=analytical remarks=all" -o %t.tuned 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --check-prefix=PARTS < %t.tuned
// RUN: autotune-opt %t.tuned --autotune-to-llvm | FileCheck %s --check-prefix=ARENA
// RUN: autotune-opt %s --autotune="target=zen3,cache_bytes_per_cycle.2=2,memory_bytes_per_cycle=1 model=analytical threads=2" | FileCheck %s --check-prefix=SHARED
// The order of sums stays the source's, and elements are read as a whole, unless fp= allows another one.
// RUN: autotune-opt %s --autotune="target=zen3,cache_bytes_per_cycle.2=2,memory_bytes_per_cycle=1 model=analytical fp=strict remarks=all" 2>&1 -o /dev/null | FileCheck %s --check-prefix=STRICT
// RUN: %autotune run %s --check --target zen3,cache_bytes_per_cycle.2=2,memory_bytes_per_cycle=1 --model analytical | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --check --target zen3,cache_bytes_per_cycle.2=2,memory_bytes_per_cycle=1 --model analytical --threads 2 | FileCheck %s --check-prefix=AGREES
//
// TOLD: rewritten: rows in 8 parts, blocks of 1 of 8, {{[0-9]+}} of 256 with the products beside stay in a cache; predicted
// STRICT-NOT: rows in
// AGREES: @attention: agrees

// PARTS-LABEL: func.func @attention
// PARTS-NOT: tensor<256x8192xf32>
// PARTS: scf.for {{.*}} -> (tensor<256x8xf32>, tensor<256x8xf32>, tensor<256x8xf32>, tensor<256x8x32xf32>)
// PARTS-NOT: tensor<256x8192xf32>
// PARTS: return

// Threads share the parts of the keys.
// SHARED-LABEL: func.func @attention
// SHARED: scf.forall {{.*}} in (8) shared_outs
// SHARED: autotune.threads = 2

// The largest buffer, offset and extent have less than seven digits.
// ARENA: llvm.func @attention
// ARENA-NOT: constant({{[0-9]+}}{{[0-9][0-9][0-9][0-9][0-9][0-9]}} : index)
// ARENA: llvm.return
func.func @attention(%q: tensor<256x32xf32>, %k: tensor<8192x32xf32>, %v: tensor<8192x32xf32>) -> tensor<256x32xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %scores = tensor.empty() : tensor<256x8192xf32>
  %start = linalg.fill ins(%zero : f32) outs(%scores : tensor<256x8192xf32>) -> tensor<256x8192xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<256x32xf32>, tensor<8192x32xf32>) outs(%start : tensor<256x8192xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<256x8192xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<256x8192xf32>) outs(%scores : tensor<256x8192xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.mulf %a, %scale : f32
    linalg.yield %y : f32
  } -> tensor<256x8192xf32>
  %p = linalg.softmax dimension(1) ins(%c : tensor<256x8192xf32>) outs(%scores : tensor<256x8192xf32>) -> tensor<256x8192xf32>
  %out = tensor.empty() : tensor<256x32xf32>
  %none = linalg.fill ins(%zero : f32) outs(%out : tensor<256x32xf32>) -> tensor<256x32xf32>
  %r = linalg.matmul ins(%p, %v : tensor<256x8192xf32>, tensor<8192x32xf32>) outs(%none : tensor<256x32xf32>) -> tensor<256x32xf32>
  return %r : tensor<256x32xf32>
}
