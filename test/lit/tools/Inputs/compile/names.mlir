// Arguments with the names of a model; the second one has a new line and a backslash.
func.func @f(%a: tensor<4xf32> {autotune.name = "pixels"}, %b: tensor<4xf32> {autotune.name = "a\0A#error b\\"})
    -> (tensor<4xf32> {autotune.name = "/out"}) {
  %empty = tensor.empty() : tensor<4xf32>
  %sum = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %sum : tensor<4xf32>
}
