module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x512x14x14xf32>, %arg1: tensor<512x3x3xf32>) -> tensor<1x512x7x7xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %0 = tensor.empty() : tensor<1x512x7x7xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %2 = linalg.depthwise_conv_2d_nchw_chw {autotune.schedule = "direct(vector=i1x8, block=[7,7,1,3,3], tile0=[7,7,64,3,3], tile1=[7,7,32,3,3], kernel=[4,3], remainder=mask, pad=border)", dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x512x16x16xf32>, tensor<512x3x3xf32>) outs(%1 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    return %2 : tensor<1x512x7x7xf32>
  }
}
