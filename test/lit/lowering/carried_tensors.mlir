// A loop that makes a new tensor in every iteration: the buffer of the old one is freed.
//
// RUN: %autotune run %s --check | FileCheck %s
// CHECK: {{^}}4 ops tuned, 0 untouched; 4 functions, 0 failures{{$}}
// RUN: autotune-opt %s --autotune-to-llvm -o /dev/null
#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
func.func @carried(%a: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %a) -> tensor<16x16xf32> {
    %e = tensor.empty() : tensor<16x16xf32>
    %y = linalg.generic {indexing_maps = [#id, #tr, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x : tensor<16x16xf32>, tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %c = arith.constant 0.25 : f32
      %s = arith.mulf %c, %q : f32
      %t = arith.subf %p, %s : f32
      linalg.yield %t : f32
    } -> tensor<16x16xf32>
    scf.yield %y : tensor<16x16xf32>
  }
  return %r : tensor<16x16xf32>
}
func.func @power(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %a) -> tensor<16x16xf32> {
    %e = tensor.empty() : tensor<16x16xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
    %y = linalg.matmul ins(%x, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %y : tensor<16x16xf32>
  }
  return %r : tensor<16x16xf32>
}
func.func @swap(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %a, %w = %b) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
    %y = linalg.matmul ins(%x, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%w : tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %y, %x : tensor<16x16xf32>, tensor<16x16xf32>
  }
  return %r#0, %r#1 : tensor<16x16xf32>, tensor<16x16xf32>
}
func.func @while(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0.0 : f32
  %r:2 = scf.while (%i = %c0, %x = %a) : (index, tensor<16x16xf32>) -> (index, tensor<16x16xf32>) {
    %c = arith.cmpi ult, %i, %c5 : index
    scf.condition(%c) %i, %x : index, tensor<16x16xf32>
  } do {
  ^bb0(%i: index, %x: tensor<16x16xf32>):
    %e = tensor.empty() : tensor<16x16xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
    %y = linalg.matmul ins(%x, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %y : index, tensor<16x16xf32>
  }
  return %r#1 : tensor<16x16xf32>
}
