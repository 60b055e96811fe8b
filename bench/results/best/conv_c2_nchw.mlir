module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x64x56x56xf32>, %arg1: tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } {autotune.schedule = "direct(vector=i2x8, block=[3,1,58], tile1=[36,58,58], pack=[0:0], remainder=mask, pad=pack)"} : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
    %0 = tensor.empty() : tensor<1x64x56x56xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %2 = linalg.conv_2d_nchw_fchw {autotune.schedule = "direct(vector=i2x16, block=[4,1,56,1,1,3], tile0=[64,28,56,64,3,3], tile1=[36,28,56,36,3,3], order1=[3,0], kernel=[4,3,5])", dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%1 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    return %2 : tensor<1x64x56x56xf32>
  }
}
