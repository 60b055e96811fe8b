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

// APART-NOT: fuse_producers=2

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
