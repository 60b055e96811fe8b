module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x128x28x28xf32>, %arg1: tensor<256x128x1x1xf32>) -> tensor<1x256x14x14xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x256x14x14xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %2 = linalg.conv_2d_nchw_fchw {autotune.schedule = "direct(vector=i2x16, block=[7,2,14,1], tile0=[256,2,14,128], pack=[0:1], remainder=mask)", dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x128x28x28xf32>, tensor<256x128x1x1xf32>) outs(%1 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    return %2 : tensor<1x256x14x14xf32>
  }
}
