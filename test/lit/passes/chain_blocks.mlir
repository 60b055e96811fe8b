// Ops of known sizes that need a whole row first are computed in blocks where that is predicted to be
// faster, and what lies between them is never there as a whole.
//
// RUN: autotune-opt %s --autotune="target=zen3 model=analytical remarks=all" -o %t.tuned 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --check-prefix=BLOCKS < %t.tuned
// RUN: autotune-opt %t.tuned --autotune-to-llvm | FileCheck %s --check-prefix=ARENA
// RUN: autotune-opt %s --autotune="target=zen3 model=analytical threads=2" | FileCheck %s --check-prefix=SHARED
// Without fusion, or where schedules are asked for, they stay apart.
// RUN: autotune-opt %s --autotune="target=zen3 model=analytical fusion=none remarks=all" 2>&1 -o /dev/null | FileCheck %s --check-prefix=APART
// RUN: autotune-opt %s --autotune="target=zen3 model=analytical emit=annotate remarks=all" 2>&1 -o /dev/null | FileCheck %s --check-prefix=APART
//
// TOLD: rewritten: blocks of 1 of 6, {{[0-9]+}} of 1500 with the products beside stay in a cache; predicted {{.*}} s as a whole, {{.*}} s in blocks
// APART-NOT: blocks of

// BLOCKS-LABEL: func.func @attention
// BLOCKS: scf.for {{.*}} iter_args({{.*}}) -> (tensor<6x1500x64xf32>)
// BLOCKS: scf.for {{.*}} iter_args({{.*}}) -> (tensor<1x1500x64xf32>)
// BLOCKS-NOT: tensor<6x1500x1500xf32>
// BLOCKS: return

// SHARED-LABEL: func.func @attention
// SHARED: scf.forall {{.*}} in (6) shared_outs
// SHARED: scf.forall.in_parallel
// SHARED-NEXT: tensor.parallel_insert_slice
// SHARED: autotune.threads = 2

// The scores are 54 MB. The largest buffer, offset and extent have less than eight digits.
// ARENA: llvm.func @attention
// ARENA-NOT: constant({{[0-9]+}}{{[0-9][0-9][0-9][0-9][0-9][0-9][0-9]}} : index)
// ARENA: llvm.return
func.func @attention(%q: tensor<6x1500x64xf32>, %k: tensor<6x64x1500xf32>, %v: tensor<6x1500x64xf32>) -> tensor<6x1500x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x1500x1500xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6x1500x1500xf32>) -> tensor<6x1500x1500xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<6x1500x64xf32>, tensor<6x64x1500xf32>) outs(%f : tensor<6x1500x1500xf32>) -> tensor<6x1500x1500xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<6x1500x1500xf32>) outs(%e : tensor<6x1500x1500xf32>) -> tensor<6x1500x1500xf32>
  %w = tensor.empty() : tensor<6x1500x64xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<6x1500x64xf32>) -> tensor<6x1500x64xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<6x1500x1500xf32>, tensor<6x1500x64xf32>) outs(%g : tensor<6x1500x64xf32>) -> tensor<6x1500x64xf32>
  return %y : tensor<6x1500x64xf32>
}
