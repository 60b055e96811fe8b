module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x4096xf32>, %arg1: tensor<4096x4096xf32>) -> tensor<1x4096xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x4096xf32>
    %1 = linalg.fill {autotune.schedule = "direct(vector=i0x16, block=[160], tile1=[160], remainder=pad)"} ins(%cst : f32) outs(%0 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %2 = linalg.matmul {autotune.schedule = "direct(vector=i0x16, block=[480,1], tile0=[4096,8], tile1=[2400,8], pack=[1:0], fuse_init=0, fuse_producers=0)"} ins(%arg0, %arg1 : tensor<1x4096xf32>, tensor<4096x4096xf32>) outs(%1 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    return %2 : tensor<1x4096xf32>
  }
}
