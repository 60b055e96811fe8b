module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x7x7x512xf32>, %arg1: tensor<3x3x512x512xf32>) -> tensor<1x7x7x512xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } {autotune.schedule = "direct(vector=i2x8, block=[1,3,64], tile0=[1,9,64], pack=[0:0], pad=pack)"} : tensor<1x7x7x512xf32> to tensor<1x9x9x512xf32>
    %0 = tensor.empty() : tensor<1x7x7x512xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x7x7x512xf32>) -> tensor<1x7x7x512xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {autotune.schedule = "direct(vector=i2x16, block=[1,7,48,1,3,1], tile0=[7,7,512,2,3,132], tile1=[7,7,288,1,3,132], order0=[5,3])", dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x9x9x512xf32>, tensor<3x3x512x512xf32>) outs(%1 : tensor<1x7x7x512xf32>) -> tensor<1x7x7x512xf32>
    return %2 : tensor<1x7x7x512xf32>
  }
}
