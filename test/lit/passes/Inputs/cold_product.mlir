func.func @main(%x: tensor<1x650xf32>, %w: tensor<650x2600xf32>, %v: tensor<650x20000xf32>)
    -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%e : tensor<1x2600xf32>) -> tensor<1x2600xf32>
  %g = tensor.empty() : tensor<1x20000xf32>
  %1 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %1 : tensor<1x2600xf32>, tensor<1x20000xf32>
}
