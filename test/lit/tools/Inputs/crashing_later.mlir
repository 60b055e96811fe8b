// The second call of a process fails an assertion: the first after that of the untouched module.
func.func private @rand() -> i32
func.func @main(%a: tensor<48x64xf32>, %b: tensor<64x80xf32>) -> tensor<48x80xf32> {
  %z = arith.constant 0.0 : f32
  %bound = arith.constant 1000000000 : i32
  %i = func.call @rand() : () -> i32
  %ok = arith.cmpi sgt, %i, %bound : i32
  cf.assert %ok, "the second number"
  %e = tensor.empty() : tensor<48x80xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<48x80xf32>) -> tensor<48x80xf32>
  %r = linalg.matmul ins(%a, %b : tensor<48x64xf32>, tensor<64x80xf32>) outs(%f : tensor<48x80xf32>) -> tensor<48x80xf32>
  return %r : tensor<48x80xf32>
}
