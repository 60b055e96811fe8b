// What several ops read is stored by the reduction that makes it first, where the first cache does not
// hold it, and nobody makes it in a kernel of its own.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical remarks=all" -o %t.tuned 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --check-prefix=STORED < %t.tuned
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical fusion=none" | FileCheck %s --check-prefix=APART
// The schedule says it to whoever is given it.
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical emit=annotate" | autotune-opt --autotune-kernels="target=zen4" | FileCheck %s --check-prefix=STORED
//
// What is said of it is what it was chosen by: no kernel that the learned model was trained on is of this kind.
// RUN: %autotune explain %s --target zen4 | FileCheck %s --check-prefix=EXPLAINED
//
// EXPLAINED: chosen: {{.*}}fuse_producers=2
// EXPLAINED: predicted [[SECONDS:[0-9.]+ ms]]; by the analytical model alone [[SECONDS]]
// EXPLAINED-NEXT: trust 0.00: this workload is unlike those the model was trained on, so the analytical model chooses alone
//
// TOLD: fuse_producers=2
// TOLD-NOT: fuse_producers=2

// STORED-LABEL: func.func @far
// STORED: scf.for {{.*}} -> (tensor<3xf32>, tensor<3x20011xf32>)
// STORED: fuse_producers=2
// STORED: return
// STORED-LABEL: func.func @near
// STORED-NOT: fuse_producers=2
// STORED-LABEL: func.func @read_before
// STORED-NOT: fuse_producers=2
// STORED-LABEL: func.func @read_as_it_is
// STORED-NOT: fuse_producers=2

// APART-NOT: fuse_producers=2

// RUN: %autotune run %s --check --model analytical --target zen3,cache_bytes.0=64 --max-candidates 100
// RUN: %autotune run %s --check --model analytical --target zen3,cache_bytes.0=64 --max-candidates 100 --threads 2

#at = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @far(%x: tensor<3x20011xf32>) -> (tensor<3x20011xf32>, tensor<3xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20011xf32>
  %n = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%z : f32) outs(%n : tensor<3xf32>) -> tensor<3xf32>
  %d = linalg.exp ins(%x : tensor<3x20011xf32>) outs(%e : tensor<3x20011xf32>) -> tensor<3x20011xf32>
  %s = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<3x20011xf32>) outs(%f : tensor<3xf32>) {
  ^bb0(%a: f32, %t: f32):
    %0 = arith.addf %a, %t fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  return %d, %s : tensor<3x20011xf32>, tensor<3xf32>
}
func.func @near(%x: tensor<3x211xf32>) -> (tensor<3x211xf32>, tensor<3xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x211xf32>
  %n = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%z : f32) outs(%n : tensor<3xf32>) -> tensor<3xf32>
  %d = linalg.exp ins(%x : tensor<3x211xf32>) outs(%e : tensor<3x211xf32>) -> tensor<3x211xf32>
  %s = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<3x211xf32>) outs(%f : tensor<3xf32>) {
  ^bb0(%a: f32, %t: f32):
    %0 = arith.addf %a, %t fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  return %d, %s : tensor<3x211xf32>, tensor<3xf32>
}
// Another op reads it before the sum is there.
func.func @read_before(%x: tensor<3x20011xf32>) -> (tensor<20011x3xf32>, tensor<3xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20011xf32>
  %g = tensor.empty() : tensor<20011x3xf32>
  %n = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%z : f32) outs(%n : tensor<3xf32>) -> tensor<3xf32>
  %d = linalg.exp ins(%x : tensor<3x20011xf32>) outs(%e : tensor<3x20011xf32>) -> tensor<3x20011xf32>
  %y = linalg.transpose ins(%d : tensor<3x20011xf32>) outs(%g : tensor<20011x3xf32>) permutation = [1, 0]
  %s = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<3x20011xf32>) outs(%f : tensor<3xf32>) {
  ^bb0(%a: f32, %t: f32):
    %0 = arith.addf %a, %t fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  return %y, %s : tensor<20011x3xf32>, tensor<3xf32>
}
// What is read the second time, mirrored, has no statement left: the reshape between them is read from memory, so it is before the sum.
#three = affine_map<(u, a, b) -> (u, a, b)>
#mirror = affine_map<(u, a, b) -> (u, b, a)>
#last = affine_map<(u, a, b) -> (b)>
func.func @read_as_it_is(%x: tensor<149x149xf32>, %y: tensor<149xf32>) -> (tensor<149x149xf32>, tensor<149xf32>) {
  %z = arith.constant 0.0 : f32
  %n = tensor.empty() : tensor<149xf32>
  %o = tensor.empty() : tensor<149x149xf32>
  %f = linalg.fill ins(%z : f32) outs(%n : tensor<149xf32>) -> tensor<149xf32>
  %d0 = linalg.negf ins(%x : tensor<149x149xf32>) outs(%o : tensor<149x149xf32>) -> tensor<149x149xf32>
  %d1 = linalg.negf ins(%d0 : tensor<149x149xf32>) outs(%o : tensor<149x149xf32>) -> tensor<149x149xf32>
  %d2 = linalg.negf ins(%d1 : tensor<149x149xf32>) outs(%o : tensor<149x149xf32>) -> tensor<149x149xf32>
  %d3 = linalg.negf ins(%d2 : tensor<149x149xf32>) outs(%o : tensor<149x149xf32>) -> tensor<149x149xf32>
  %d4 = linalg.negf ins(%d3 : tensor<149x149xf32>) outs(%o : tensor<149x149xf32>) -> tensor<149x149xf32>
  %d5 = linalg.negf ins(%d4 : tensor<149x149xf32>) outs(%o : tensor<149x149xf32>) -> tensor<149x149xf32>
  %d6 = linalg.negf ins(%d5 : tensor<149x149xf32>) outs(%o : tensor<149x149xf32>) -> tensor<149x149xf32>
  %d7 = linalg.negf ins(%d6 : tensor<149x149xf32>) outs(%o : tensor<149x149xf32>) -> tensor<149x149xf32>
  %d8 = linalg.negf ins(%d7 : tensor<149x149xf32>) outs(%o : tensor<149x149xf32>) -> tensor<149x149xf32>
  %d9 = linalg.negf ins(%d8 : tensor<149x149xf32>) outs(%o : tensor<149x149xf32>) -> tensor<149x149xf32>
  %k = linalg.abs ins(%y : tensor<149xf32>) outs(%n : tensor<149xf32>) -> tensor<149xf32>
  %m = tensor.expand_shape %d9 [[0, 1], [2]] output_shape [1, 149, 149] : tensor<149x149xf32> into tensor<1x149x149xf32>
  %s = linalg.generic {indexing_maps = [#last, #three, #mirror, #last], iterator_types = ["reduction", "reduction", "parallel"]} ins(%k, %m, %m : tensor<149xf32>, tensor<1x149x149xf32>, tensor<1x149x149xf32>) outs(%f : tensor<149xf32>) {
  ^bb0(%h: f32, %p: f32, %q: f32, %t: f32):
    %0 = arith.addf %p, %q : f32
    %1 = arith.addf %0, %h : f32
    %2 = arith.addf %1, %t : f32
    linalg.yield %2 : f32
  } -> tensor<149xf32>
  return %d9, %s : tensor<149x149xf32>, tensor<149xf32>
}
