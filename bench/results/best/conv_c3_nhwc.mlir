module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x56x56x64xf32>, %arg1: tensor<1x1x64x64xf32>) -> tensor<1x56x56x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x56x56x64xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {autotune.schedule = "direct(vector=i1x16, block=[4,64,2], tile0=[2592,64,64], tile1=[648,64,64])", dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x56x56x64xf32>, tensor<1x1x64x64xf32>) outs(%1 : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
    return %2 : tensor<1x56x56x64xf32>
  }
}
