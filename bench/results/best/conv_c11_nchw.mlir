module {
  func.func @main(%arg0: tensor<1x256x14x14xf32>, %arg1: tensor<512x256x1x1xf32>) -> tensor<1x512x7x7xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x512x7x7xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %2 = linalg.conv_2d_nchw_fchw {autotune.schedule = "direct(vector=i2x8, block=[6,4,7,2], tile0=[512,4,7,256], pack=[0:1], remainder=mask)", dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x256x14x14xf32>, tensor<512x256x1x1xf32>) outs(%1 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    return %2 : tensor<1x512x7x7xf32>
  }
}
