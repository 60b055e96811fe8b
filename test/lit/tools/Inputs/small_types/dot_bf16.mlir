func.func @bf16(%a: tensor<48x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<48x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<48x64xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<48x64xf32>) -> tensor<48x64xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<48x64xbf16>, tensor<64x64xbf16>) outs(%start : tensor<48x64xf32>) -> tensor<48x64xf32>
  return %sum : tensor<48x64xf32>
}
