// Every call has another second result: as if a schedule had spoilt it.
func.func private @rand() -> i32
func.func @main(%a: tensor<48x64xf32>, %b: tensor<64x80xf32>) -> (tensor<48x80xf32>, tensor<1xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x80xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<48x80xf32>) -> tensor<48x80xf32>
  %r = linalg.matmul ins(%a, %b : tensor<48x64xf32>, tensor<64x80xf32>) outs(%f : tensor<48x80xf32>) -> tensor<48x80xf32>
  %i = func.call @rand() : () -> i32
  %x = arith.sitofp %i : i32 to f32
  %s = tensor.from_elements %x : tensor<1xf32>
  return %r, %s : tensor<48x80xf32>, tensor<1xf32>
}
