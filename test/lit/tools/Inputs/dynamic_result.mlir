// Two results, of which the second has no size.
func.func @main(%a: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<?x4xf32> {autotune.name = "wanted"}) {
  %b = tensor.cast %a : tensor<8x4xf32> to tensor<?x4xf32>
  return %a, %b : tensor<8x4xf32>, tensor<?x4xf32>
}
