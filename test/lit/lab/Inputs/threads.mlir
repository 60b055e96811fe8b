// Threads share the first product; the other has one result, which cannot be cut.
func.func @main(%a: tensor<64x128xf32>, %b: tensor<128x256xf32>, %c: tensor<64x256xf32>, %d: tensor<1048576xf32>, %e: tensor<f32>)
    -> (tensor<64x256xf32>, tensor<f32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x256xf32>) outs(%c : tensor<64x256xf32>) -> tensor<64x256xf32>
  %1 = linalg.dot ins(%d, %d : tensor<1048576xf32>, tensor<1048576xf32>) outs(%e : tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<64x256xf32>, tensor<f32>
}
