module {
  func.func @main(%arg0: tensor<1x4096xf32>, %arg1: tensor<4096x4096xf32>) -> tensor<1x4096xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x4096xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %2 = linalg.matmul {autotune.schedule = "direct(vector=i0x8, block=[120,8], tile0=[4096,1024], tile1=[4096,8], pack=[0:1])"} ins(%arg0, %arg1 : tensor<1x4096xf32>, tensor<4096x4096xf32>) outs(%1 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    return %2 : tensor<1x4096xf32>
  }
}
