#map = affine_map<(i, j) -> (i, j)>
func.func @dense(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %bias: tensor<96xf32>) -> tensor<32x96xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x96xf32>
  %start = linalg.broadcast ins(%bias : tensor<96xf32>) outs(%empty : tensor<32x96xf32>) dimensions = [0]
  %sum = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>) outs(%start : tensor<32x96xf32>) -> tensor<32x96xf32>
  %relu = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<32x96xf32>) outs(%empty : tensor<32x96xf32>) {
  ^bb0(%x: f32, %_: f32):
    %y = arith.maximumf %x, %zero : f32
    linalg.yield %y : f32
  } -> tensor<32x96xf32>
  return %relu : tensor<32x96xf32>
}
