// A step of decoding writes its keys behind those before it and adds up over all of them; a loop of unknown trips carries a
// sum of unknown length. All is tuned, and right where there is one key or no trip.
//
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none remarks=none" %s | FileCheck %s
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 1 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 37 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 300 | FileCheck %s --check-prefix=AGREES
//
// CHECK-NOT: linalg.
// AGREES: @append: agrees
// AGREES: @steps: agrees

func.func @append(%cache: tensor<4x?x64xf32>, %new: tensor<4x1x64xf32>, %q: tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4x?x64xf32>) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %cache, %c1 : tensor<4x?x64xf32>
  %last = arith.subi %n, %c1 : index
  %z = arith.constant 0.0 : f32
  %kv = tensor.insert_slice %new into %cache[0, %last, 0] [4, 1, 64] [1, 1, 1] : tensor<4x1x64xf32> into tensor<4x?x64xf32>
  %len = arith.addi %last, %c1 : index
  %used = tensor.extract_slice %kv[0, 0, 0] [4, %len, 64] [1, 1, 1] : tensor<4x?x64xf32> to tensor<4x?x64xf32>
  %e = tensor.empty(%len) : tensor<4x?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(h, l, d) -> (h, d)>, affine_map<(h, l, d) -> (h, l, d)>, affine_map<(h, l, d) -> (h, l)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %used : tensor<4x64xf32>, tensor<4x?x64xf32>) outs(%i : tensor<4x?xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %t = arith.addf %o, %m : f32
      linalg.yield %t : f32
  } -> tensor<4x?xf32>
  %e2 = tensor.empty() : tensor<4x64xf32>
  %i2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<4x64xf32>) -> tensor<4x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(h, d, l) -> (h, l)>, affine_map<(h, d, l) -> (h, l, d)>, affine_map<(h, d, l) -> (h, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s, %used : tensor<4x?xf32>, tensor<4x?x64xf32>) outs(%i2 : tensor<4x64xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %t = arith.addf %o, %m : f32
      linalg.yield %t : f32
  } -> tensor<4x64xf32>
  return %r, %kv : tensor<4x64xf32>, tensor<4x?x64xf32>
}
func.func @steps(%x: tensor<4x?xf32>, %w: tensor<?x16xf32>, %n: index) -> tensor<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %f) -> (tensor<4x16xf32>) {
    %p = linalg.matmul ins(%x, %w : tensor<4x?xf32>, tensor<?x16xf32>) outs(%a : tensor<4x16xf32>) -> tensor<4x16xf32>
    scf.yield %p : tensor<4x16xf32>
  }
  return %r : tensor<4x16xf32>
}
