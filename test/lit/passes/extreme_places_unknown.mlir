// Searches for the place of an extreme go by lanes along rows of unknown number as well: of equal elements the first.
// RUN: autotune-opt %s --autotune="target=zen3 model=analytical remarks=all" 2>&1 >/dev/null | FileCheck %s
// CHECK-COUNT-2: linalg.generic rewritten: each of 32 lanes looks for its place in a row
// RUN: %autotune run %s --target x86-64-v3 --model analytical --check --tolerance 0 --dim 0 --quiet | FileCheck %s --check-prefix SAME
// RUN: %autotune run %s --target x86-64-v3 --model analytical --check --tolerance 0 --dim 1 --quiet | FileCheck %s --check-prefix SAME
// RUN: %autotune run %s --target x86-64-v3 --model analytical --check --tolerance 0 --dim 2 --quiet | FileCheck %s --check-prefix SAME
// RUN: %autotune run %s --target x86-64-v3 --model analytical --check --tolerance 0 --dim 5 --quiet | FileCheck %s --check-prefix SAME
// RUN: %autotune run %s --target x86-64-v3 --model analytical --check --tolerance 0 --dim 13 --quiet | FileCheck %s --check-prefix SAME
// RUN: %autotune run %s --target x86-64-v3 --model analytical --check --tolerance 0 --dim 67 --quiet | FileCheck %s --check-prefix SAME
// SAME-COUNT-2: agrees

#row = affine_map<(i, r) -> (i, r)>
#best = affine_map<(i, r) -> (i)>
func.func @greatest(%a: tensor<?x131xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x131xf32>
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %e = tensor.empty(%n) : tensor<?xf32>
  %g = tensor.empty(%n) : tensor<?xi64>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %h = linalg.fill ins(%zero : i64) outs(%g : tensor<?xi64>) -> tensor<?xi64>
  %r:2 = linalg.generic {indexing_maps = [#row, #best, #best], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<?x131xf32>) outs(%f, %h : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%x: f32, %p: f32, %q: i64):
    %k = linalg.index 1 : index
    %i = arith.index_cast %k : index to i64
    %c = arith.cmpf ogt, %x, %p : f32
    %v = arith.select %c, %x, %p : f32
    %w = arith.select %c, %i, %q : i64
    linalg.yield %v, %w : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}

#rows = affine_map<(i, j, r) -> (i, j, r)>
#bests = affine_map<(i, j, r) -> (i, j)>
func.func @least(%a: tensor<3x?x257xi8>) -> (tensor<3x?xi8>, tensor<3x?xi32>) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c1 : tensor<3x?x257xi8>
  %high = arith.constant 127 : i8
  %zero = arith.constant 0 : i32
  %e = tensor.empty(%n) : tensor<3x?xi8>
  %g = tensor.empty(%n) : tensor<3x?xi32>
  %f = linalg.fill ins(%high : i8) outs(%e : tensor<3x?xi8>) -> tensor<3x?xi8>
  %h = linalg.fill ins(%zero : i32) outs(%g : tensor<3x?xi32>) -> tensor<3x?xi32>
  %r:2 = linalg.generic {indexing_maps = [#rows, #bests, #bests], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<3x?x257xi8>) outs(%f, %h : tensor<3x?xi8>, tensor<3x?xi32>) {
  ^bb0(%x: i8, %p: i8, %q: i32):
    %k = linalg.index 2 : index
    %i = arith.index_cast %k : index to i32
    %c = arith.cmpi slt, %x, %p : i8
    %v = arith.select %c, %x, %p : i8
    %w = arith.select %c, %i, %q : i32
    linalg.yield %v, %w : i8, i32
  } -> (tensor<3x?xi8>, tensor<3x?xi32>)
  return %r#0, %r#1 : tensor<3x?xi8>, tensor<3x?xi32>
}
