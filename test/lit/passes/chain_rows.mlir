// Rows that come from memory are read one after the other: side by side they are short runs, which
// prefetchers do not follow far. The next row is asked for while one is computed. Rows that a cache holds go in larger blocks.
//
// RUN: autotune-opt %s --autotune="target=znver5 remarks=all" -o %t.tuned 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --check-prefix=BLOCKS < %t.tuned
// RUN: autotune-opt %t.tuned --autotune-to-llvm | FileCheck %s --check-prefix=ASKED
// RUN: %autotune run %s --check --target znver5
// RUN: autotune-opt %s --autotune="target=znver5 threads=2" -o %t.shared
// RUN: FileCheck %s --check-prefix=SHARED < %t.shared
// RUN: autotune-opt %t.shared --autotune-to-llvm | FileCheck %s --check-prefix=ASKED
// RUN: %autotune run %s --check --target znver5 --threads 2
//
// TOLD: rewritten: blocks of 1 of 9000 of the sums stay in a cache
// TOLD: rewritten: blocks of {{[2-9]|[1-9][0-9]+}} of 1536 of the sums stay in a cache
// TOLD: rewritten: blocks of 1 of 9000, 1 of 2 of the sums stay in a cache

// Threads share pieces of rows.
// SHARED-LABEL: func.func @far
// SHARED: scf.forall {{.*}} = (0) to (9000) step (1125)
// SHARED: scf.for {{.*}} iter_args({{.*}}) -> (tensor<1125x1500xf32>)

// ASKED-LABEL: llvm.func @far
// ASKED: llvm.intr.prefetch
// ASKED-LABEL: llvm.func @near
// ASKED-NOT: llvm.intr.prefetch
// ASKED-LABEL: llvm.func @pairs
// ASKED: llvm.intr.prefetch

// BLOCKS-LABEL: func.func @far
// BLOCKS: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1{{(_[0-9]+)?}} iter_args({{.*}}) -> (tensor<9000x1500xf32>)
func.func @far(%x: tensor<9000x1500xf32>) -> tensor<9000x1500xf32> {
  %e = tensor.empty() : tensor<9000x1500xf32>
  %p = linalg.softmax dimension(1) ins(%x : tensor<9000x1500xf32>) outs(%e : tensor<9000x1500xf32>) -> tensor<9000x1500xf32>
  return %p : tensor<9000x1500xf32>
}

// BLOCKS-LABEL: func.func @near
// BLOCKS-NOT: step %c1 iter_args({{.*}}) -> (tensor<1536x128xf32>)
func.func @near(%x: tensor<1536x128xf32>) -> tensor<1536x128xf32> {
  %e = tensor.empty() : tensor<1536x128xf32>
  %p = linalg.softmax dimension(1) ins(%x : tensor<1536x128xf32>) outs(%e : tensor<1536x128xf32>) -> tensor<1536x128xf32>
  return %p : tensor<1536x128xf32>
}

// Rows of a block are those of all loops around them.
// BLOCKS-LABEL: func.func @pairs
// BLOCKS: scf.for {{.*}} -> (tensor<9000x2x750xf32>)
// BLOCKS: scf.for {{.*}} -> (tensor<1x2x750xf32>)
// SHARED-LABEL: func.func @pairs
// SHARED: scf.forall {{.*}} = (0) to (9000) step (1125)
// SHARED: scf.for {{.*}} -> (tensor<1125x2x750xf32>)
// SHARED: scf.for {{.*}} -> (tensor<1x2x750xf32>)
func.func @pairs(%x: tensor<9000x2x750xf32>) -> tensor<9000x2x750xf32> {
  %e = tensor.empty() : tensor<9000x2x750xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<9000x2x750xf32>) outs(%e : tensor<9000x2x750xf32>) -> tensor<9000x2x750xf32>
  return %p : tensor<9000x2x750xf32>
}

// What the caller passes and takes may lie anywhere: threads share it although one cache holds it.
// SHARED-LABEL: func.func @small
// SHARED: scf.forall {{.*}} -> (tensor<128x768xf32>)
// SHARED: math.exp
// SHARED: scf.forall.in_parallel
// SHARED-NOT: scf.forall
// SHARED: return
func.func @small(%x: tensor<128x768xf32>) -> tensor<128x768xf32> {
  %e = tensor.empty() : tensor<128x768xf32>
  %p = linalg.softmax dimension(1) ins(%x : tensor<128x768xf32>) outs(%e : tensor<128x768xf32>) -> tensor<128x768xf32>
  return %p : tensor<128x768xf32>
}

// What another op makes lies in the cache of one.
// SHARED-LABEL: func.func @made
// SHARED-NOT: scf.forall {{.*}} -> (tensor<128x768xf32>)
// SHARED: math.exp
func.func @made(%x: tensor<64x768xf32>) -> tensor<128x768xf32> {
  %e = tensor.empty() : tensor<128x768xf32>
  %t = tensor.concat dim(0) %x, %x : (tensor<64x768xf32>, tensor<64x768xf32>) -> tensor<128x768xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<128x768xf32>) outs(%e : tensor<128x768xf32>) -> tensor<128x768xf32>
  return %p : tensor<128x768xf32>
}
