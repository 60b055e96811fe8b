// What the body of an op computes of the counters of an op around it depends on none of its own loops.
//
// RUN: %autotune run %s --check

#row = affine_map<(d0)->(d0)>
#rows = affine_map<(d0,d1)->(d0,d1)>
func.func @f(%a: tensor<8xi32>, %b: tensor<4x64xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %e2 = tensor.empty() : tensor<4x64xi32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %r = linalg.generic {indexing_maps = [#row, #row],iterator_types = ["parallel"]} ins(%a : tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%v: i32, %u: i32):
    %k = linalg.index 0 : index
    %in = linalg.generic {indexing_maps = [#rows, #rows],iterator_types = ["parallel", "parallel"]} ins(%b : tensor<4x64xi32>) outs(%e2 : tensor<4x64xi32>) {
    ^bb0(%p: i32, %q: i32):
      %kk = arith.index_cast %k : index to i32
      %s = arith.addi %p, %kk : i32
      linalg.yield %s : i32
    } -> tensor<4x64xi32>
    %x = tensor.extract %in[%c3, %c3] : tensor<4x64xi32>
    %y = arith.addi %x, %v : i32
    linalg.yield %y : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}
