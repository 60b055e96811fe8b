// conv_c5_nhwc: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<1x56x56x64xf32>, %arg1: tensor<1x1x64x128xf32>) -> tensor<1x28x28x128xf32> {
    %0 = arith.constant 0.000000e+00 : f32
    %1 = tensor.empty() : tensor<1x28x28x128xf32>
    %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x28x28x128xf32>) -> tensor<1x28x28x128xf32>
    %3 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x56x56x64xf32>, tensor<1x1x64x128xf32>) outs(%2 : tensor<1x28x28x128xf32>) -> tensor<1x28x28x128xf32>
    return %3 : tensor<1x28x28x128xf32>
}
