module {
  func.func @main(%arg0: tensor<1x14x14x256xf32>, %arg1: tensor<1x1x256x512xf32>) -> tensor<1x7x7x512xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x7x7x512xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x7x7x512xf32>) -> tensor<1x7x7x512xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {autotune.schedule = "direct(vector=i2x16, block=[1,7,48,1], tile0=[6,7,512,256], tile1=[3,7,512,256], order2=[2,0], pack=[0:2])", dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x14x14x256xf32>, tensor<1x1x256x512xf32>) outs(%1 : tensor<1x7x7x512xf32>) -> tensor<1x7x7x512xf32>
    return %2 : tensor<1x7x7x512xf32>
  }
}
