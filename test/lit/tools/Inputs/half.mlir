// Untouched, each of 2,048 sums is rounded to bf16.
func.func @main(%a: tensor<24x2048xbf16>, %b: tensor<2048x32xbf16>) -> tensor<24x32xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<24x32xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<24x32xbf16>) -> tensor<24x32xbf16>
  %r = linalg.matmul ins(%a, %b : tensor<24x2048xbf16>, tensor<2048x32xbf16>) outs(%f : tensor<24x32xbf16>) -> tensor<24x32xbf16>
  return %r : tensor<24x32xbf16>
}
