module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x56x56x64xf32>, %arg1: tensor<3x3x64x128xf32>) -> tensor<1x28x28x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x56x56x64xf32> to tensor<1x58x58x64xf32>
    %0 = tensor.empty() : tensor<1x28x28x128xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x28x28x128xf32>) -> tensor<1x28x28x128xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {autotune.schedule = "direct(vector=i2x16, block=[2,2,64,3,3,1], tile0=[28,28,128,3,3,24], tile1=[28,28,64,3,3,6], order1=[5,2], kernel=[4,5,3], pack=[1:2], pad=border)", dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x58x58x64xf32>, tensor<3x3x64x128xf32>) outs(%1 : tensor<1x28x28x128xf32>) -> tensor<1x28x28x128xf32>
    return %2 : tensor<1x28x28x128xf32>
  }
}
