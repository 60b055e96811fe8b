module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x14x14x256xf32>, %arg1: tensor<3x3x256x256xf32>) -> tensor<1x14x14x256xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x14x14x256xf32> to tensor<1x16x16x256xf32>
    %0 = tensor.empty() : tensor<1x14x14x256xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x14x14x256xf32>) -> tensor<1x14x14x256xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {autotune.schedule = "direct(vector=i2x16, block=[2,5,32,3,3,1], tile0=[14,14,64,3,3,32], tile1=[14,14,64,3,3,16], order0=[5,2], order2=[2,0,1], kernel=[5,3,4], pack=[1:2], pad=border)", dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x16x16x256xf32>, tensor<3x3x256x256xf32>) outs(%1 : tensor<1x14x14x256xf32>) -> tensor<1x14x14x256xf32>
    return %2 : tensor<1x14x14x256xf32>
  }
}
