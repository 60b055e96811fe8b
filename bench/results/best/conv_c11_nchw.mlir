module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x256x14x14xf32>, %arg1: tensor<512x256x1x1xf32>) -> tensor<1x512x7x7xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x512x7x7xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %2 = linalg.conv_2d_nchw_fchw {autotune.schedule = "reduce(vector=i3x16, block=[3,1,7,16], tile1=[512,2,7,256], pack=[0:0])", dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x256x14x14xf32>, tensor<512x256x1x1xf32>) outs(%1 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    return %2 : tensor<1x512x7x7xf32>
  }
}
