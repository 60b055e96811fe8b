module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x64x56x56xf32>, %arg1: tensor<128x64x1x1xf32>) -> tensor<1x128x28x28xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x128x28x28xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %2 = linalg.conv_2d_nchw_fchw {autotune.schedule = "direct(vector=i2x16, block=[12,1,28,1], tile1=[120,28,28,64], remainder=mask)", dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x64x56x56xf32>, tensor<128x64x1x1xf32>) outs(%1 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    return %2 : tensor<1x128x28x28xf32>
  }
}
