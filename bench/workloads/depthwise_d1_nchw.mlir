// depthwise_d1_nchw: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<1x32x112x112xf32>, %arg1: tensor<32x3x3xf32>) -> tensor<1x32x112x112xf32> {
    %0 = arith.constant 0.000000e+00 : f32
    %1 = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%p0: index, %p1: index, %p2: index, %p3: index):
      tensor.yield %0 : f32
    } : tensor<1x32x112x112xf32> to tensor<1x32x114x114xf32>
    %2 = tensor.empty() : tensor<1x32x112x112xf32>
    %3 = linalg.fill ins(%0 : f32) outs(%2 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %4 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%1, %arg1 : tensor<1x32x114x114xf32>, tensor<32x3x3xf32>) outs(%3 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    return %4 : tensor<1x32x112x112xf32>
}
