// Attention with an unknown number of positions on two threads: each has two of the four heads of keys, from the scores to the
// mixed values, in one loop that threads share, also where the caller asks for the shares. Three heads, which two threads do not
// share evenly, stay one op after the other, and so do few positions, which take less time than threads to start.
//
// RUN: autotune-opt %s --autotune="target=zen5 model=analytical threads=2 remarks=all" -o %t 2>&1 | FileCheck %s
// CHECK-COUNT-7: each of 2 threads has its part of 4 batches
// CHECK-COUNT-7: each of 2 threads has its part of 2 batches
// CHECK-NOT: has its part
// RUN: FileCheck %s --check-prefix=IR < %t
// RUN: autotune-opt %s --autotune="target=zen5,cores=2 model=analytical threads=auto remarks=all" -o /dev/null 2>&1 | FileCheck %s
// IR-LABEL: func @heads
// IR: scf.forall ({{.*}}) = (0) to (4) step (2)
// IR-NOT: scf.forall (
// IR: autotune.threads = 2
// IR-LABEL: func @returned
// IR: scf.forall ({{.*}}) in (2)
// IR: autotune.threads = 2
// IR-LABEL: func @three
// RUN: %autotune run %s --target host --model analytical --max-candidates 200 --threads 2 --dim 1/2/17/131 --check | FileCheck %s --check-prefix=EXECUTED
// EXECUTED: tuned, 0 untouched; 4 functions, 0 failures

#q = affine_map<(g, r, l, d) -> (g, r, d)>
#k = affine_map<(g, r, l, d) -> (g, l, d)>
#s = affine_map<(g, r, l, d) -> (g, r, l)>
#p = affine_map<(g, r, d, l) -> (g, r, l)>
#v = affine_map<(g, r, d, l) -> (g, l, d)>
#o = affine_map<(g, r, d, l) -> (g, r, d)>

func.func @heads(%q: tensor<4x3x16xf32>, %keys: tensor<4x?x16xf32> {autotune.dims = ["", "n", ""]}, %values: tensor<4x?x16xf32> {autotune.dims = ["", "n", ""]}) -> tensor<4x3x16xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %keys, %c1 : tensor<4x?x16xf32>
  %e = tensor.empty(%n) : tensor<4x3x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x3x?xf32>) -> tensor<4x3x?xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %keys : tensor<4x3x16xf32>, tensor<4x?x16xf32>) outs(%z : tensor<4x3x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %y = arith.addf %c, %m : f32
    linalg.yield %y : f32
  } -> tensor<4x3x?xf32>
  %shares = linalg.softmax dimension(2) ins(%scores : tensor<4x3x?xf32>) outs(%e : tensor<4x3x?xf32>) -> tensor<4x3x?xf32>
  %w = tensor.empty() : tensor<4x3x16xf32>
  %x = linalg.fill ins(%zero : f32) outs(%w : tensor<4x3x16xf32>) -> tensor<4x3x16xf32>
  %mixed = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%shares, %values : tensor<4x3x?xf32>, tensor<4x?x16xf32>) outs(%x : tensor<4x3x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %y = arith.addf %c, %m : f32
    linalg.yield %y : f32
  } -> tensor<4x3x16xf32>
  return %mixed : tensor<4x3x16xf32>
}

func.func @returned(%q: tensor<2x3x16xf32>, %keys: tensor<2x?x16xf32> {autotune.dims = ["", "n", ""]}, %values: tensor<2x?x16xf32> {autotune.dims = ["", "n", ""]}) -> (tensor<2x3x16xf32>, tensor<2x3x?xf32>)
    attributes {autotune.sizes = {n = [131, 1024]}} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %keys, %c1 : tensor<2x?x16xf32>
  %e = tensor.empty(%n) : tensor<2x3x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %keys : tensor<2x3x16xf32>, tensor<2x?x16xf32>) outs(%z : tensor<2x3x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %y = arith.addf %c, %m : f32
    linalg.yield %y : f32
  } -> tensor<2x3x?xf32>
  %shares = linalg.softmax dimension(2) ins(%scores : tensor<2x3x?xf32>) outs(%e : tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %w = tensor.empty() : tensor<2x3x16xf32>
  %x = linalg.fill ins(%zero : f32) outs(%w : tensor<2x3x16xf32>) -> tensor<2x3x16xf32>
  %mixed = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%shares, %values : tensor<2x3x?xf32>, tensor<2x?x16xf32>) outs(%x : tensor<2x3x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %y = arith.addf %c, %m : f32
    linalg.yield %y : f32
  } -> tensor<2x3x16xf32>
  return %mixed, %shares : tensor<2x3x16xf32>, tensor<2x3x?xf32>
}

func.func @three(%q: tensor<3x3x16xf32>, %keys: tensor<3x?x16xf32> {autotune.dims = ["", "n", ""]}, %values: tensor<3x?x16xf32> {autotune.dims = ["", "n", ""]}) -> tensor<3x3x16xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %keys, %c1 : tensor<3x?x16xf32>
  %e = tensor.empty(%n) : tensor<3x3x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x3x?xf32>) -> tensor<3x3x?xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %keys : tensor<3x3x16xf32>, tensor<3x?x16xf32>) outs(%z : tensor<3x3x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %y = arith.addf %c, %m : f32
    linalg.yield %y : f32
  } -> tensor<3x3x?xf32>
  %shares = linalg.softmax dimension(2) ins(%scores : tensor<3x3x?xf32>) outs(%e : tensor<3x3x?xf32>) -> tensor<3x3x?xf32>
  %w = tensor.empty() : tensor<3x3x16xf32>
  %x = linalg.fill ins(%zero : f32) outs(%w : tensor<3x3x16xf32>) -> tensor<3x3x16xf32>
  %mixed = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%shares, %values : tensor<3x3x?xf32>, tensor<3x?x16xf32>) outs(%x : tensor<3x3x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %y = arith.addf %c, %m : f32
    linalg.yield %y : f32
  } -> tensor<3x3x16xf32>
  return %mixed : tensor<3x3x16xf32>
}

func.func @few(%q: tensor<4x3x16xf32>, %keys: tensor<4x?x16xf32> {autotune.dims = ["", "n", ""]}, %values: tensor<4x?x16xf32> {autotune.dims = ["", "n", ""]}) -> tensor<4x3x16xf32>
    attributes {autotune.sizes = {n = 64}} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %keys, %c1 : tensor<4x?x16xf32>
  %e = tensor.empty(%n) : tensor<4x3x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x3x?xf32>) -> tensor<4x3x?xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %keys : tensor<4x3x16xf32>, tensor<4x?x16xf32>) outs(%z : tensor<4x3x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %y = arith.addf %c, %m : f32
    linalg.yield %y : f32
  } -> tensor<4x3x?xf32>
  %shares = linalg.softmax dimension(2) ins(%scores : tensor<4x3x?xf32>) outs(%e : tensor<4x3x?xf32>) -> tensor<4x3x?xf32>
  %w = tensor.empty() : tensor<4x3x16xf32>
  %x = linalg.fill ins(%zero : f32) outs(%w : tensor<4x3x16xf32>) -> tensor<4x3x16xf32>
  %mixed = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%shares, %values : tensor<4x3x?xf32>, tensor<4x?x16xf32>) outs(%x : tensor<4x3x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %y = arith.addf %c, %m : f32
    linalg.yield %y : f32
  } -> tensor<4x3x16xf32>
  return %mixed : tensor<4x3x16xf32>
}
