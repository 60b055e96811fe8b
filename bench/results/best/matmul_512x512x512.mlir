module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<512x512xf32>, %arg1: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<512x512xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<512x512xf32>) -> tensor<512x512xf32>
    %2 = linalg.matmul {autotune.schedule = "direct(vector=i1x16, block=[8,48,1], tile0=[512,96,216], tile1=[264,48,108], order0=[2,1], order1=[0,2,1], pack=[1:2])"} ins(%arg0, %arg1 : tensor<512x512xf32>, tensor<512x512xf32>) outs(%1 : tensor<512x512xf32>) -> tensor<512x512xf32>
    return %2 : tensor<512x512xf32>
  }
}
