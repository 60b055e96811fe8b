func.func @main(%x: tensor<1536x128xf32>) -> tensor<1536x128xf32> {
  %e = tensor.empty() : tensor<1536x128xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<1536x128xf32>) outs(%e : tensor<1536x128xf32>) -> tensor<1536x128xf32>
  return %r : tensor<1536x128xf32>
}
