func.func @f(%a: tensor<16xf32>, %o: tensor<16xf32> {bufferization.writable = false}) -> tensor<16xf32> {
  %s = bufferization.materialize_in_destination %a in %o : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %s : tensor<16xf32>
}
