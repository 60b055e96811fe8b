// The matmuls of two workloads of small.dataset.gz: a perturbed one, and one of resnet18.
func.func @perturbed(%a: tensor<64x128xf32>, %b: tensor<128x96xf32>) -> tensor<64x96xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x96xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x96xf32>) -> tensor<64x96xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x96xf32>)
                     outs(%init : tensor<64x96xf32>) -> tensor<64x96xf32>
  return %c : tensor<64x96xf32>
}

func.func @of_network(%a: tensor<480x900xf32>, %b: tensor<900x128xf32>) -> tensor<480x128xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<480x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<480x128xf32>) -> tensor<480x128xf32>
  %c = linalg.matmul ins(%a, %b : tensor<480x900xf32>, tensor<900x128xf32>)
                     outs(%init : tensor<480x128xf32>) -> tensor<480x128xf32>
  return %c : tensor<480x128xf32>
}
