func.func @main(%a: tensor<0x16xf32>, %b: tensor<16x8xf32>, %c: tensor<0x8xf32>) -> tensor<0x8xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<0x16xf32>, tensor<16x8xf32>) outs(%c : tensor<0x8xf32>) -> tensor<0x8xf32>
  return %r : tensor<0x8xf32>
}
