// Products whose operands are cast: of bytes with and without signs.
func.func @signed(%a: tensor<48x64xi8>, %b: tensor<64x64xi8>) -> tensor<48x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<48x64xi32>
  %start = linalg.fill ins(%zero : i32) outs(%empty : tensor<48x64xi32>) -> tensor<48x64xi32>
  %sum = linalg.matmul ins(%a, %b : tensor<48x64xi8>, tensor<64x64xi8>) outs(%start : tensor<48x64xi32>) -> tensor<48x64xi32>
  return %sum : tensor<48x64xi32>
}
func.func @unsigned(%a: tensor<48x64xi8>, %b: tensor<64x64xi8>) -> tensor<48x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<48x64xi32>
  %start = linalg.fill ins(%zero : i32) outs(%empty : tensor<48x64xi32>) -> tensor<48x64xi32>
  %sum = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<48x64xi8>, tensor<64x64xi8>) outs(%start : tensor<48x64xi32>) -> tensor<48x64xi32>
  return %sum : tensor<48x64xi32>
}
func.func @matvec(%a: tensor<128x512xi8>, %b: tensor<512xi8>) -> tensor<128xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<128xi32>
  %start = linalg.fill ins(%zero : i32) outs(%empty : tensor<128xi32>) -> tensor<128xi32>
  %sum = linalg.matvec ins(%a, %b : tensor<128x512xi8>, tensor<512xi8>) outs(%start : tensor<128xi32>) -> tensor<128xi32>
  return %sum : tensor<128xi32>
}
