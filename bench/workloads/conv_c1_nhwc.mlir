// conv_c1_nhwc: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<1x224x224x3xf32>, %arg1: tensor<7x7x3x64xf32>) -> tensor<1x112x112x64xf32> {
    %0 = arith.constant 0.000000e+00 : f32
    %1 = tensor.pad %arg0 low[0, 3, 3, 0] high[0, 3, 3, 0] {
    ^bb0(%p0: index, %p1: index, %p2: index, %p3: index):
      tensor.yield %0 : f32
    } : tensor<1x224x224x3xf32> to tensor<1x230x230x3xf32>
    %2 = tensor.empty() : tensor<1x112x112x64xf32>
    %3 = linalg.fill ins(%0 : f32) outs(%2 : tensor<1x112x112x64xf32>) -> tensor<1x112x112x64xf32>
    %4 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%1, %arg1 : tensor<1x230x230x3xf32>, tensor<7x7x3x64xf32>) outs(%3 : tensor<1x112x112x64xf32>) -> tensor<1x112x112x64xf32>
    return %4 : tensor<1x112x112x64xf32>
}
