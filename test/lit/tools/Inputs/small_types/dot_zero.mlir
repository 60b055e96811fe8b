func.func @zero_point(%a: tensor<48x64xi8>, %b: tensor<64x64xi8>, %p: i32) -> tensor<48x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<48x64xi32>
  %start = linalg.fill ins(%zero : i32) outs(%empty : tensor<48x64xi32>) -> tensor<48x64xi32>
  %sum = linalg.quantized_matmul ins(%a, %b, %p, %zero : tensor<48x64xi8>, tensor<64x64xi8>, i32, i32) outs(%start : tensor<48x64xi32>) -> tensor<48x64xi32>
  return %sum : tensor<48x64xi32>
}
