module attributes {autotune.target = "zen4,cores=2"} {
  func.func @main(%a: tensor<24x16xf32>, %b: tensor<16x48xf32>, %c: tensor<24x48xf32>) -> tensor<24x48xf32> {
    %r = linalg.matmul {autotune.schedule = "direct(vector=i1x16, block=[4,16,1])"} ins(%a, %b : tensor<24x16xf32>, tensor<16x48xf32>) outs(%c : tensor<24x48xf32>) -> tensor<24x48xf32>
    return %r : tensor<24x48xf32>
  }
}
