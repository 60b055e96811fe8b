func.func @f(%a: tensor<24x32xf32>, %b: tensor<32x48xf32>, %c: tensor<24x48xf32>) -> tensor<24x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<24x32xf32>, tensor<32x48xf32>) outs(%c : tensor<24x48xf32>) -> tensor<24x48xf32>
  return %0 : tensor<24x48xf32>
}
