func.func @layer(%a: tensor<?x70xf32> {autotune.dims = ["batch", ""]}, %w: tensor<70x56xf32> {autotune.constant}) -> tensor<?x56xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x70xf32>
  %e = tensor.empty(%n) : tensor<?x56xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x56xf32>) -> tensor<?x56xf32>
  %r = linalg.matmul ins(%a, %w : tensor<?x70xf32>, tensor<70x56xf32>) outs(%i : tensor<?x56xf32>) -> tensor<?x56xf32>
  return %r : tensor<?x56xf32>
}
