module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x128x28x28xf32>, %arg1: tensor<256x128x3x3xf32>) -> tensor<1x256x14x14xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } {autotune.schedule = "direct(vector=i2x4, block=[3,1,30], tile1=[102,30,30], pack=[0:0], remainder=mask, pad=pack)"} : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %0 = tensor.empty() : tensor<1x256x14x14xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %2 = linalg.conv_2d_nchw_fchw {autotune.schedule = "direct(vector=i2x16, block=[8,2,14,1,3,3], tile0=[168,14,14,20,3,3], order0=[3,0], order2=[1,0], kernel=[4,3,5], pack=[0:0], remainder=mask)", dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x128x30x30xf32>, tensor<256x128x3x3xf32>) outs(%1 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    return %2 : tensor<1x256x14x14xf32>
  }
}
