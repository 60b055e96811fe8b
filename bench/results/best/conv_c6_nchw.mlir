module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x128x28x28xf32>, %arg1: tensor<128x128x3x3xf32>) -> tensor<1x128x28x28xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %0 = tensor.empty() : tensor<1x128x28x28xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %2 = linalg.conv_2d_nchw_fchw {autotune.schedule = "im2col(vector=i1x16, block=[8,32,1], tile0=[128,288,1152], order2=[1,0], pad=pack)", dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x128x30x30xf32>, tensor<128x128x3x3xf32>) outs(%1 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    return %2 : tensor<1x128x28x28xf32>
  }
}
