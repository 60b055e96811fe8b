// Lanes of a masked vector that lie beyond the end are never divided by zero: integer division
// would stop the program.
//
// RUN: %autotune run %s --check
// RUN: %autotune run %s --check --schedule "direct(vector=i1x8, block=[1,8], remainder=mask, fuse_producers=0)"
// RUN: %autotune run %s --check --schedule "direct(vector=i1x8, block=[2,16], pack=[0:0,1:0], remainder=pad, fuse_producers=0)"
// RUN: %autotune run %s --check --schedule "reduce(vector=i1x8, block=[1,16], remainder=mask, fuse_producers=0)"
#m = affine_map<(i,j)->(i,j)>
#r = affine_map<(i,j)->(j)>
#v = affine_map<(j)->(j)>
func.func @quotients(%a: tensor<5x1013xi32>, %b: tensor<1013xi32>) -> tensor<5x1013xi32> {
  %e = tensor.empty() : tensor<5x1013xi32>
  %f = tensor.empty() : tensor<1013xi32>
  %c = arith.constant 7 : i32
  %k = arith.constant 1 : i32
  %b1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%b : tensor<1013xi32>) outs(%f : tensor<1013xi32>) {
  ^bb0(%x: i32, %z: i32):
    %q = arith.andi %x, %c : i32
    %q2 = arith.addi %q, %k : i32
    linalg.yield %q2 : i32
  } -> tensor<1013xi32>
  %0 = linalg.generic {indexing_maps = [#m, #r, #m], iterator_types = ["parallel","parallel"]}
      ins(%a, %b1 : tensor<5x1013xi32>, tensor<1013xi32>) outs(%e : tensor<5x1013xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %1 = arith.divsi %x, %y : i32
    %2 = arith.remui %x, %y : i32
    %3 = arith.addi %1, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<5x1013xi32>
  return %0 : tensor<5x1013xi32>
}

func.func @sum_of_quotients(%a: tensor<5x1013xi32>, %b: tensor<1013xi32>) -> tensor<5xi32> {
  %e = tensor.empty() : tensor<5xi32>
  %f = tensor.empty() : tensor<1013xi32>
  %c = arith.constant 7 : i32
  %k = arith.constant 1 : i32
  %z0 = arith.constant 0 : i32
  %i = linalg.fill ins(%z0 : i32) outs(%e : tensor<5xi32>) -> tensor<5xi32>
  %b1 = linalg.generic {indexing_maps = [affine_map<(j)->(j)>, affine_map<(j)->(j)>], iterator_types = ["parallel"]}
      ins(%b : tensor<1013xi32>) outs(%f : tensor<1013xi32>) {
  ^bb0(%x: i32, %z: i32):
    %q = arith.andi %x, %c : i32
    %q2 = arith.addi %q, %k : i32
    linalg.yield %q2 : i32
  } -> tensor<1013xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(j)>, affine_map<(i,j)->(i)>], iterator_types = ["parallel","reduction"]}
      ins(%a, %b1 : tensor<5x1013xi32>, tensor<1013xi32>) outs(%i : tensor<5xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %1 = arith.divsi %x, %y : i32
    %3 = arith.addi %1, %z : i32
    linalg.yield %3 : i32
  } -> tensor<5xi32>
  return %0 : tensor<5xi32>
}
