// Rows divided by the root of the mean of their squares.
#row = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
func.func @norm(%x: tensor<61x768xf32>) -> tensor<61x768xf32> {
  %zero = arith.constant 0.0 : f32
  %part = arith.constant 0.00130208337 : f32
  %sums = tensor.empty() : tensor<61xf32>
  %start = linalg.fill ins(%zero : f32) outs(%sums : tensor<61xf32>) -> tensor<61xf32>
  %squares = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<61x768xf32>) outs(%start : tensor<61xf32>) attrs = {reduces} {
  ^bb0(%a: f32, %sum: f32):
    %square = arith.mulf %a, %a : f32
    %next = arith.addf %sum, %square : f32
    linalg.yield %next : f32
  } -> tensor<61xf32>
  %empty = tensor.empty() : tensor<61x768xf32>
  %result = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %squares : tensor<61x768xf32>, tensor<61xf32>) outs(%empty : tensor<61x768xf32>) attrs = {scales} {
  ^bb0(%a: f32, %sum: f32, %_: f32):
    %mean = arith.mulf %sum, %part : f32
    %root = math.sqrt %mean : f32
    %scaled = arith.divf %a, %root : f32
    linalg.yield %scaled : f32
  } -> tensor<61x768xf32>
  return %result : tensor<61x768xf32>
}
