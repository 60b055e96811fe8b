func.func @dense(%a: tensor<19x37xf32>, %b: tensor<37x53xf32>, %c: tensor<19x53xf32>) -> tensor<19x53xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<19x37xf32>, tensor<37x53xf32>) outs(%c : tensor<19x53xf32>) -> tensor<19x53xf32>
  return %0 : tensor<19x53xf32>
}
