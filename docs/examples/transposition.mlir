// A matrix, transposed, plus another one.
func.func @transposition(%a: tensor<192x256xf32>, %b: tensor<256x192xf32>) -> tensor<256x192xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x192xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<192x256xf32>, tensor<256x192xf32>) outs(%empty : tensor<256x192xf32>) {
  ^bb0(%x: f32, %y: f32, %_: f32):
    %s = arith.addf %x, %y : f32
    %r = arith.maximumf %s, %zero : f32
    linalg.yield %r : f32
  } -> tensor<256x192xf32>
  return %sum : tensor<256x192xf32>
}
