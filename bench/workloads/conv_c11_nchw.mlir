// conv_c11_nchw: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<1x256x14x14xf32>, %arg1: tensor<512x256x1x1xf32>) -> tensor<1x512x7x7xf32> {
    %0 = arith.constant 0.000000e+00 : f32
    %1 = tensor.empty() : tensor<1x512x7x7xf32>
    %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x256x14x14xf32>, tensor<512x256x1x1xf32>) outs(%2 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    return %3 : tensor<1x512x7x7xf32>
}
