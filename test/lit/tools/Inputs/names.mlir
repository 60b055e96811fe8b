func.func @"f\0A#error injected\0Aint x\1B[31m\C2\9B\5C"(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32> loc("<img src=x>\1B[31m"("<img src=y>\1B[31m":1:2))
  return %s : tensor<64x64xf32>
} loc("<b>x</b>")
