module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x2048xf32>, %arg1: tensor<2048x1000xf32>) -> tensor<1x1000xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x1000xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %2 = linalg.matmul {autotune.schedule = "direct(vector=i0x16, block=[336,2], tile0=[672,384], order0=[1,0], remainder=mask)"} ins(%arg0, %arg1 : tensor<1x2048xf32>, tensor<2048x1000xf32>) outs(%1 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    return %2 : tensor<1x1000xf32>
  }
}
