// A product of f16 with a bias, and a multiply-add of every element.
func.func @product(%a: tensor<45x70xf16>, %b: tensor<70x97xf16>, %bias: tensor<97xf16>) -> tensor<45x97xf16> {
  %e = tensor.empty() : tensor<45x97xf16>
  %i = linalg.broadcast ins(%bias : tensor<97xf16>) outs(%e : tensor<45x97xf16>) dimensions = [0]
  %r = linalg.matmul ins(%a, %b : tensor<45x70xf16>, tensor<70x97xf16>) outs(%i : tensor<45x97xf16>) -> tensor<45x97xf16>
  return %r : tensor<45x97xf16>
}
func.func @chain(%a: tensor<4096xf16>, %b: tensor<4096xf16>, %c: tensor<4096xf16>) -> tensor<4096xf16> {
  %e = tensor.empty() : tensor<4096xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a, %b, %c : tensor<4096xf16>, tensor<4096xf16>, tensor<4096xf16>) outs(%e : tensor<4096xf16>) {
  ^bb0(%x: f16, %y: f16, %z: f16, %o: f16):
    %0 = arith.mulf %x, %y : f16
    %1 = arith.addf %0, %z : f16
    linalg.yield %1 : f16
  } -> tensor<4096xf16>
  return %r : tensor<4096xf16>
}
