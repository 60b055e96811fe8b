// Reads at constant places are slices: the parts Q, K and V of one tensor, taken by a number, by a
// tensor that holds one number, and by a number that counts from the end.
//
// RUN: %autotune run %s --check --model none
// RUN: autotune-opt %s --autotune="model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s
// CHECK-COUNT-4: linalg.generic rewritten: what it reads at affine places became an operand
// CHECK-NOT: not tuned
// RUN: autotune-opt %s --autotune="model=none remarks=none" | FileCheck %s --check-prefix=LEFT
// LEFT-LABEL: @attention
// LEFT-NOT: linalg.generic
// LEFT-LABEL: @scale
// LEFT-NOT: linalg.generic
#map = affine_map<(h, s, d) -> (h, s, d)>
#one = affine_map<(h, s, d) -> ()>
func.func @attention(%qkv: tensor<3x4x16x8xf32>) -> tensor<4x16x8xf32> {
  %c0 = arith.constant 0 : index
  %first = arith.constant dense<1> : tensor<i64>
  %last = arith.constant dense<-1> : tensor<1xi64>
  %e = tensor.empty() : tensor<4x16x8xf32>
  %q = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<4x16x8xf32>) {
  ^bb0(%o: f32):
    %h = linalg.index 0 : index
    %s = linalg.index 1 : index
    %d = linalg.index 2 : index
    %v = tensor.extract %qkv[%c0, %h, %s, %d] : tensor<3x4x16x8xf32>
    linalg.yield %v : f32
  } -> tensor<4x16x8xf32>
  %k = linalg.generic {indexing_maps = [#one, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%first : tensor<i64>) outs(%e : tensor<4x16x8xf32>) {
  ^bb0(%n: i64, %o: f32):
    %p = arith.index_cast %n : i64 to index
    %h = linalg.index 0 : index
    %s = linalg.index 1 : index
    %d = linalg.index 2 : index
    %v = tensor.extract %qkv[%p, %h, %s, %d] : tensor<3x4x16x8xf32>
    linalg.yield %v : f32
  } -> tensor<4x16x8xf32>
  %v = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<4x16x8xf32>) {
  ^bb0(%o: f32):
    %zero = arith.constant 0 : i64
    %three = arith.constant 3 : i64
    %n = tensor.extract %last[%c0] : tensor<1xi64>
    %behind = arith.addi %n, %three : i64
    %is_behind = arith.cmpi slt, %n, %zero : i64
    %m = arith.select %is_behind, %behind, %n : i64
    %p = arith.index_cast %m : i64 to index
    %h = linalg.index 0 : index
    %s = linalg.index 1 : index
    %d = linalg.index 2 : index
    %v = tensor.extract %qkv[%p, %h, %s, %d] : tensor<3x4x16x8xf32>
    linalg.yield %v : f32
  } -> tensor<4x16x8xf32>
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<4x16x16xf32>
  %sz = linalg.fill ins(%zero : f32) outs(%se : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %scores = linalg.generic {indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (h, j, d)>, affine_map<(h, i, j, d) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<4x16x8xf32>, tensor<4x16x8xf32>) outs(%sz : tensor<4x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %n = arith.addf %o, %m : f32
    linalg.yield %n : f32
  } -> tensor<4x16x16xf32>
  %weights = linalg.softmax dimension(2) ins(%scores : tensor<4x16x16xf32>) outs(%se : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
  %r = linalg.batch_matmul ins(%weights, %v : tensor<4x16x16xf32>, tensor<4x16x8xf32>) outs(%z : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
  return %r : tensor<4x16x8xf32>
}

// No loop is looked at in the body.
func.func @scale(%x: tensor<5x7xf32>, %t: tensor<3x4xf32>) -> tensor<5x7xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<5x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = tensor.extract %t[%c2, %c1] : tensor<3x4xf32>
    %m = arith.mulf %a, %v : f32
    linalg.yield %m : f32
  } -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}
