// conv_c2_bias_relu_nchw: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<1x64x56x56xf32>, %arg1: tensor<64x64x3x3xf32>, %arg2: tensor<64xf32>) -> tensor<1x64x56x56xf32> {
    %0 = tensor.empty() : tensor<1x64x56x56xf32>
    %1 = linalg.broadcast ins(%arg2 : tensor<64xf32>) outs(%0 : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3]
    %2 = arith.constant 0.000000e+00 : f32
    %3 = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%p0: index, %p1: index, %p2: index, %p3: index):
      tensor.yield %2 : f32
    } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
    %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%3, %arg1 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%1 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %5 = arith.constant 0.000000e+00 : f32
    %6 = tensor.empty() : tensor<1x64x56x56xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x64x56x56xf32>) outs(%6 : tensor<1x64x56x56xf32>) {
    ^bb0(%a: f32, %out: f32):
      %p = arith.cmpf ugt, %a, %5 : f32
      %r = arith.select %p, %a, %5 : f32
      linalg.yield %r : f32
    } -> tensor<1x64x56x56xf32>
    return %7 : tensor<1x64x56x56xf32>
}
