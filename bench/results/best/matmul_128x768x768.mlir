module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<128x768xf32>, %arg1: tensor<768x768xf32>) -> tensor<128x768xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x768xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %2 = linalg.matmul {autotune.schedule = "direct(vector=i1x16, block=[12,32,2], tile1=[72,768,384], order1=[2,0], order2=[1,0])"} ins(%arg0, %arg1 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%1 : tensor<128x768xf32>) -> tensor<128x768xf32>
    return %2 : tensor<128x768xf32>
  }
}
