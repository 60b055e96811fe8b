func.func @g(%a: tensor<64x256xi8>, %b: tensor<256x128xi8>, %c: tensor<64x128xi32>) -> tensor<64x128xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x256xi8>, tensor<256x128xi8>) outs(%c : tensor<64x128xi32>) -> tensor<64x128xi32>
  return %0 : tensor<64x128xi32>
}
