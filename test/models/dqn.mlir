// dqn: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<1x4x84x84xf32>, %arg1: tensor<32x4x8x8xf32>, %arg2: tensor<32xf32>, %arg3: tensor<64x32x4x4xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64x64x3x3xf32>, %arg6: tensor<64xf32>, %arg7: tensor<3136x512xf32>, %arg8: tensor<512xf32>, %arg9: tensor<512x18xf32>, %arg10: tensor<18xf32>) -> tensor<1x18xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x20x20xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<32xf32>) outs(%0 : tensor<1x32x20x20xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<4> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x4x84x84xf32>, tensor<32x4x8x8xf32>) outs(%broadcasted : tensor<1x32x20x20xf32>) -> tensor<1x32x20x20xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x32x20x20xf32>) outs(%0 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.cmpf ugt, %in, %cst : f32
      %19 = arith.select %18, %in, %cst : f32
      linalg.yield %19 : f32
    } -> tensor<1x32x20x20xf32>
    %3 = tensor.empty() : tensor<1x64x9x9xf32>
    %broadcasted_0 = linalg.broadcast ins(%arg4 : tensor<64xf32>) outs(%3 : tensor<1x64x9x9xf32>) dimensions = [0, 2, 3] 
    %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%2, %arg3 : tensor<1x32x20x20xf32>, tensor<64x32x4x4xf32>) outs(%broadcasted_0 : tensor<1x64x9x9xf32>) -> tensor<1x64x9x9xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x64x9x9xf32>) outs(%3 : tensor<1x64x9x9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.cmpf ugt, %in, %cst : f32
      %19 = arith.select %18, %in, %cst : f32
      linalg.yield %19 : f32
    } -> tensor<1x64x9x9xf32>
    %6 = tensor.empty() : tensor<1x64x7x7xf32>
    %broadcasted_1 = linalg.broadcast ins(%arg6 : tensor<64xf32>) outs(%6 : tensor<1x64x7x7xf32>) dimensions = [0, 2, 3] 
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%5, %arg5 : tensor<1x64x9x9xf32>, tensor<64x64x3x3xf32>) outs(%broadcasted_1 : tensor<1x64x7x7xf32>) -> tensor<1x64x7x7xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x64x7x7xf32>) outs(%6 : tensor<1x64x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.cmpf ugt, %in, %cst : f32
      %19 = arith.select %18, %in, %cst : f32
      linalg.yield %19 : f32
    } -> tensor<1x64x7x7xf32>
    %collapsed = tensor.collapse_shape %8 [[0], [1, 2, 3]] : tensor<1x64x7x7xf32> into tensor<1x3136xf32>
    %9 = tensor.empty() : tensor<1x512xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %11 = linalg.matmul ins(%collapsed, %arg7 : tensor<1x3136xf32>, tensor<3136x512xf32>) outs(%10 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %arg8 : tensor<1x512xf32>, tensor<512xf32>) outs(%9 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %18 = arith.addf %in, %in_2 : f32
      linalg.yield %18 : f32
    } -> tensor<1x512xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<1x512xf32>) outs(%9 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.cmpf ugt, %in, %cst : f32
      %19 = arith.select %18, %in, %cst : f32
      linalg.yield %19 : f32
    } -> tensor<1x512xf32>
    %14 = tensor.empty() : tensor<1x18xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<1x18xf32>) -> tensor<1x18xf32>
    %16 = linalg.matmul ins(%13, %arg9 : tensor<1x512xf32>, tensor<512x18xf32>) outs(%15 : tensor<1x18xf32>) -> tensor<1x18xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%16, %arg10 : tensor<1x18xf32>, tensor<18xf32>) outs(%14 : tensor<1x18xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %18 = arith.addf %in, %in_2 : f32
      linalg.yield %18 : f32
    } -> tensor<1x18xf32>
    return %17 : tensor<1x18xf32>
  }
}

