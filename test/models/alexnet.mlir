// alexnet: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<96x3x11x11xf32>, %arg2: tensor<96xf32>, %arg3: tensor<256x48x5x5xf32>, %arg4: tensor<256xf32>, %arg5: tensor<384x256x3x3xf32>, %arg6: tensor<384xf32>, %arg7: tensor<384x192x3x3xf32>, %arg8: tensor<384xf32>, %arg9: tensor<256x192x3x3xf32>, %arg10: tensor<256xf32>, %arg11: tensor<9216x4096xf32>, %arg12: tensor<4096xf32>, %arg13: tensor<4096x4096xf32>, %arg14: tensor<4096xf32>, %arg15: tensor<4096x1000xf32>, %arg16: tensor<1000xf32>) -> tensor<1x1000xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant -3.40282347E+38 : f32
    %cst_2 = arith.constant 5.000000e+00 : f32
    %cst_3 = arith.constant 9.99999974E-5 : f32
    %cst_4 = arith.constant 1.000000e+00 : f32
    %cst_5 = arith.constant 7.500000e-01 : f32
    %0 = tensor.empty() : tensor<1x96x54x54xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<96xf32>) outs(%0 : tensor<1x96x54x54xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<4> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x3x224x224xf32>, tensor<96x3x11x11xf32>) outs(%broadcasted : tensor<1x96x54x54xf32>) -> tensor<1x96x54x54xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x96x54x54xf32>) outs(%0 : tensor<1x96x54x54xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.cmpf ugt, %in, %cst : f32
      %70 = arith.select %69, %in, %cst : f32
      linalg.yield %70 : f32
    } -> tensor<1x96x54x54xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %2 : tensor<1x96x54x54xf32>, tensor<1x96x54x54xf32>) outs(%0 : tensor<1x96x54x54xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %69 = arith.mulf %in, %in_35 : f32
      linalg.yield %69 : f32
    } -> tensor<1x96x54x54xf32>
    %expanded = tensor.expand_shape %3 [[0], [1, 2], [3], [4]] output_shape [1, 1, 96, 54, 54] : tensor<1x96x54x54xf32> into tensor<1x1x96x54x54xf32>
    %padded = tensor.pad %expanded low[0, 0, 2, 0, 0] high[0, 0, 2, 0, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index, %arg21: index):
      tensor.yield %cst : f32
    } : tensor<1x1x96x54x54xf32> to tensor<1x1x100x54x54xf32>
    %4 = tensor.empty() : tensor<1x1x96x54x54xf32>
    %5 = tensor.empty() : tensor<5x1x1xf32>
    %6 = tensor.empty() : tensor<1x100x54x54x1xf32>
    %transposed = linalg.transpose ins(%padded : tensor<1x1x100x54x54xf32>) outs(%6 : tensor<1x100x54x54x1xf32>) permutation = [0, 2, 3, 4, 1] 
    %7 = tensor.empty() : tensor<1x96x54x54x1xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<1x96x54x54x1xf32>) -> tensor<1x96x54x54x1xf32>
    %9 = linalg.pooling_ndhwc_sum {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>} ins(%transposed, %5 : tensor<1x100x54x54x1xf32>, tensor<5x1x1xf32>) outs(%8 : tensor<1x96x54x54x1xf32>) -> tensor<1x96x54x54x1xf32>
    %transposed_6 = linalg.transpose ins(%9 : tensor<1x96x54x54x1xf32>) outs(%4 : tensor<1x1x96x54x54xf32>) permutation = [0, 4, 1, 2, 3] 
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_6 : tensor<1x1x96x54x54xf32>) outs(%4 : tensor<1x1x96x54x54xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.divf %in, %cst_2 : f32
      linalg.yield %69 : f32
    } -> tensor<1x1x96x54x54xf32>
    %collapsed = tensor.collapse_shape %10 [[0, 1], [2], [3], [4]] : tensor<1x1x96x54x54xf32> into tensor<1x96x54x54xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x96x54x54xf32>) outs(%0 : tensor<1x96x54x54xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.mulf %in, %cst_3 : f32
      linalg.yield %69 : f32
    } -> tensor<1x96x54x54xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x96x54x54xf32>) outs(%0 : tensor<1x96x54x54xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.addf %in, %cst_4 : f32
      linalg.yield %69 : f32
    } -> tensor<1x96x54x54xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x96x54x54xf32>) outs(%0 : tensor<1x96x54x54xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = math.powf %in, %cst_5 : f32
      linalg.yield %69 : f32
    } -> tensor<1x96x54x54xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %13 : tensor<1x96x54x54xf32>, tensor<1x96x54x54xf32>) outs(%0 : tensor<1x96x54x54xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %69 = arith.divf %in, %in_35 : f32
      linalg.yield %69 : f32
    } -> tensor<1x96x54x54xf32>
    %15 = tensor.empty() : tensor<1x96x26x26xf32>
    %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : tensor<1x96x26x26xf32>) -> tensor<1x96x26x26xf32>
    %17 = tensor.empty() : tensor<3x3xf32>
    %18 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%14, %17 : tensor<1x96x54x54xf32>, tensor<3x3xf32>) outs(%16 : tensor<1x96x26x26xf32>) -> tensor<1x96x26x26xf32>
    %padded_7 = tensor.pad %18 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst : f32
    } : tensor<1x96x26x26xf32> to tensor<1x96x30x30xf32>
    %19 = tensor.empty() : tensor<1x256x26x26xf32>
    %broadcasted_8 = linalg.broadcast ins(%arg4 : tensor<256xf32>) outs(%19 : tensor<1x256x26x26xf32>) dimensions = [0, 2, 3] 
    %expanded_9 = tensor.expand_shape %padded_7 [[0], [1, 2], [3], [4]] output_shape [1, 2, 48, 30, 30] : tensor<1x96x30x30xf32> into tensor<1x2x48x30x30xf32>
    %expanded_10 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [2, 128, 48, 5, 5] : tensor<256x48x5x5xf32> into tensor<2x128x48x5x5xf32>
    %expanded_11 = tensor.expand_shape %broadcasted_8 [[0], [1, 2], [3], [4]] output_shape [1, 2, 128, 26, 26] : tensor<1x256x26x26xf32> into tensor<1x2x128x26x26xf32>
    %20 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded_9, %expanded_10 : tensor<1x2x48x30x30xf32>, tensor<2x128x48x5x5xf32>) outs(%expanded_11 : tensor<1x2x128x26x26xf32>) -> tensor<1x2x128x26x26xf32>
    %collapsed_12 = tensor.collapse_shape %20 [[0], [1, 2], [3], [4]] : tensor<1x2x128x26x26xf32> into tensor<1x256x26x26xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_12 : tensor<1x256x26x26xf32>) outs(%19 : tensor<1x256x26x26xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.cmpf ugt, %in, %cst : f32
      %70 = arith.select %69, %in, %cst : f32
      linalg.yield %70 : f32
    } -> tensor<1x256x26x26xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %21 : tensor<1x256x26x26xf32>, tensor<1x256x26x26xf32>) outs(%19 : tensor<1x256x26x26xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %69 = arith.mulf %in, %in_35 : f32
      linalg.yield %69 : f32
    } -> tensor<1x256x26x26xf32>
    %expanded_13 = tensor.expand_shape %22 [[0], [1, 2], [3], [4]] output_shape [1, 1, 256, 26, 26] : tensor<1x256x26x26xf32> into tensor<1x1x256x26x26xf32>
    %padded_14 = tensor.pad %expanded_13 low[0, 0, 2, 0, 0] high[0, 0, 2, 0, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index, %arg21: index):
      tensor.yield %cst : f32
    } : tensor<1x1x256x26x26xf32> to tensor<1x1x260x26x26xf32>
    %23 = tensor.empty() : tensor<1x1x256x26x26xf32>
    %24 = tensor.empty() : tensor<1x260x26x26x1xf32>
    %transposed_15 = linalg.transpose ins(%padded_14 : tensor<1x1x260x26x26xf32>) outs(%24 : tensor<1x260x26x26x1xf32>) permutation = [0, 2, 3, 4, 1] 
    %25 = tensor.empty() : tensor<1x256x26x26x1xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<1x256x26x26x1xf32>) -> tensor<1x256x26x26x1xf32>
    %27 = linalg.pooling_ndhwc_sum {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>} ins(%transposed_15, %5 : tensor<1x260x26x26x1xf32>, tensor<5x1x1xf32>) outs(%26 : tensor<1x256x26x26x1xf32>) -> tensor<1x256x26x26x1xf32>
    %transposed_16 = linalg.transpose ins(%27 : tensor<1x256x26x26x1xf32>) outs(%23 : tensor<1x1x256x26x26xf32>) permutation = [0, 4, 1, 2, 3] 
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_16 : tensor<1x1x256x26x26xf32>) outs(%23 : tensor<1x1x256x26x26xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.divf %in, %cst_2 : f32
      linalg.yield %69 : f32
    } -> tensor<1x1x256x26x26xf32>
    %collapsed_17 = tensor.collapse_shape %28 [[0, 1], [2], [3], [4]] : tensor<1x1x256x26x26xf32> into tensor<1x256x26x26xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_17 : tensor<1x256x26x26xf32>) outs(%19 : tensor<1x256x26x26xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.mulf %in, %cst_3 : f32
      linalg.yield %69 : f32
    } -> tensor<1x256x26x26xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<1x256x26x26xf32>) outs(%19 : tensor<1x256x26x26xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.addf %in, %cst_4 : f32
      linalg.yield %69 : f32
    } -> tensor<1x256x26x26xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<1x256x26x26xf32>) outs(%19 : tensor<1x256x26x26xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = math.powf %in, %cst_5 : f32
      linalg.yield %69 : f32
    } -> tensor<1x256x26x26xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %31 : tensor<1x256x26x26xf32>, tensor<1x256x26x26xf32>) outs(%19 : tensor<1x256x26x26xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %69 = arith.divf %in, %in_35 : f32
      linalg.yield %69 : f32
    } -> tensor<1x256x26x26xf32>
    %33 = tensor.empty() : tensor<1x256x12x12xf32>
    %34 = linalg.fill ins(%cst_0 : f32) outs(%33 : tensor<1x256x12x12xf32>) -> tensor<1x256x12x12xf32>
    %35 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%32, %17 : tensor<1x256x26x26xf32>, tensor<3x3xf32>) outs(%34 : tensor<1x256x12x12xf32>) -> tensor<1x256x12x12xf32>
    %padded_18 = tensor.pad %35 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst : f32
    } : tensor<1x256x12x12xf32> to tensor<1x256x14x14xf32>
    %36 = tensor.empty() : tensor<1x384x12x12xf32>
    %broadcasted_19 = linalg.broadcast ins(%arg6 : tensor<384xf32>) outs(%36 : tensor<1x384x12x12xf32>) dimensions = [0, 2, 3] 
    %37 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_18, %arg5 : tensor<1x256x14x14xf32>, tensor<384x256x3x3xf32>) outs(%broadcasted_19 : tensor<1x384x12x12xf32>) -> tensor<1x384x12x12xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<1x384x12x12xf32>) outs(%36 : tensor<1x384x12x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.cmpf ugt, %in, %cst : f32
      %70 = arith.select %69, %in, %cst : f32
      linalg.yield %70 : f32
    } -> tensor<1x384x12x12xf32>
    %padded_20 = tensor.pad %38 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst : f32
    } : tensor<1x384x12x12xf32> to tensor<1x384x14x14xf32>
    %broadcasted_21 = linalg.broadcast ins(%arg8 : tensor<384xf32>) outs(%36 : tensor<1x384x12x12xf32>) dimensions = [0, 2, 3] 
    %expanded_22 = tensor.expand_shape %padded_20 [[0], [1, 2], [3], [4]] output_shape [1, 2, 192, 14, 14] : tensor<1x384x14x14xf32> into tensor<1x2x192x14x14xf32>
    %expanded_23 = tensor.expand_shape %arg7 [[0, 1], [2], [3], [4]] output_shape [2, 192, 192, 3, 3] : tensor<384x192x3x3xf32> into tensor<2x192x192x3x3xf32>
    %expanded_24 = tensor.expand_shape %broadcasted_21 [[0], [1, 2], [3], [4]] output_shape [1, 2, 192, 12, 12] : tensor<1x384x12x12xf32> into tensor<1x2x192x12x12xf32>
    %39 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded_22, %expanded_23 : tensor<1x2x192x14x14xf32>, tensor<2x192x192x3x3xf32>) outs(%expanded_24 : tensor<1x2x192x12x12xf32>) -> tensor<1x2x192x12x12xf32>
    %collapsed_25 = tensor.collapse_shape %39 [[0], [1, 2], [3], [4]] : tensor<1x2x192x12x12xf32> into tensor<1x384x12x12xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_25 : tensor<1x384x12x12xf32>) outs(%36 : tensor<1x384x12x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.cmpf ugt, %in, %cst : f32
      %70 = arith.select %69, %in, %cst : f32
      linalg.yield %70 : f32
    } -> tensor<1x384x12x12xf32>
    %padded_26 = tensor.pad %40 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst : f32
    } : tensor<1x384x12x12xf32> to tensor<1x384x14x14xf32>
    %broadcasted_27 = linalg.broadcast ins(%arg10 : tensor<256xf32>) outs(%33 : tensor<1x256x12x12xf32>) dimensions = [0, 2, 3] 
    %expanded_28 = tensor.expand_shape %padded_26 [[0], [1, 2], [3], [4]] output_shape [1, 2, 192, 14, 14] : tensor<1x384x14x14xf32> into tensor<1x2x192x14x14xf32>
    %expanded_29 = tensor.expand_shape %arg9 [[0, 1], [2], [3], [4]] output_shape [2, 128, 192, 3, 3] : tensor<256x192x3x3xf32> into tensor<2x128x192x3x3xf32>
    %expanded_30 = tensor.expand_shape %broadcasted_27 [[0], [1, 2], [3], [4]] output_shape [1, 2, 128, 12, 12] : tensor<1x256x12x12xf32> into tensor<1x2x128x12x12xf32>
    %41 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded_28, %expanded_29 : tensor<1x2x192x14x14xf32>, tensor<2x128x192x3x3xf32>) outs(%expanded_30 : tensor<1x2x128x12x12xf32>) -> tensor<1x2x128x12x12xf32>
    %collapsed_31 = tensor.collapse_shape %41 [[0], [1, 2], [3], [4]] : tensor<1x2x128x12x12xf32> into tensor<1x256x12x12xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_31 : tensor<1x256x12x12xf32>) outs(%33 : tensor<1x256x12x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.cmpf ugt, %in, %cst : f32
      %70 = arith.select %69, %in, %cst : f32
      linalg.yield %70 : f32
    } -> tensor<1x256x12x12xf32>
    %padded_32 = tensor.pad %42 low[0, 0, 0, 0] high[0, 0, 1, 1] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x256x12x12xf32> to tensor<1x256x13x13xf32>
    %43 = tensor.empty() : tensor<1x256x6x6xf32>
    %44 = linalg.fill ins(%cst_0 : f32) outs(%43 : tensor<1x256x6x6xf32>) -> tensor<1x256x6x6xf32>
    %45 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_32, %17 : tensor<1x256x13x13xf32>, tensor<3x3xf32>) outs(%44 : tensor<1x256x6x6xf32>) -> tensor<1x256x6x6xf32>
    %collapsed_33 = tensor.collapse_shape %45 [[0], [1, 2, 3]] : tensor<1x256x6x6xf32> into tensor<1x9216xf32>
    %46 = tensor.empty() : tensor<1x4096xf32>
    %47 = linalg.fill ins(%cst : f32) outs(%46 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %48 = linalg.matmul ins(%collapsed_33, %arg11 : tensor<1x9216xf32>, tensor<9216x4096xf32>) outs(%47 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %49 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%48, %arg12 : tensor<1x4096xf32>, tensor<4096xf32>) outs(%46 : tensor<1x4096xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %69 = arith.addf %in, %in_35 : f32
      linalg.yield %69 : f32
    } -> tensor<1x4096xf32>
    %50 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<1x4096xf32>) outs(%46 : tensor<1x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.cmpf ugt, %in, %cst : f32
      %70 = arith.select %69, %in, %cst : f32
      linalg.yield %70 : f32
    } -> tensor<1x4096xf32>
    %51 = linalg.matmul ins(%50, %arg13 : tensor<1x4096xf32>, tensor<4096x4096xf32>) outs(%47 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
    %52 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%51, %arg14 : tensor<1x4096xf32>, tensor<4096xf32>) outs(%46 : tensor<1x4096xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %69 = arith.addf %in, %in_35 : f32
      linalg.yield %69 : f32
    } -> tensor<1x4096xf32>
    %53 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<1x4096xf32>) outs(%46 : tensor<1x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.cmpf ugt, %in, %cst : f32
      %70 = arith.select %69, %in, %cst : f32
      linalg.yield %70 : f32
    } -> tensor<1x4096xf32>
    %54 = tensor.empty() : tensor<1x1000xf32>
    %55 = linalg.fill ins(%cst : f32) outs(%54 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %56 = linalg.matmul ins(%53, %arg15 : tensor<1x4096xf32>, tensor<4096x1000xf32>) outs(%55 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %57 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%56, %arg16 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%54 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %69 = arith.addf %in, %in_35 : f32
      linalg.yield %69 : f32
    } -> tensor<1x1000xf32>
    %58 = tensor.empty() : tensor<1xi64>
    %59 = linalg.fill ins(%c0_i64 : i64) outs(%58 : tensor<1xi64>) -> tensor<1xi64>
    %60 = tensor.empty() : tensor<1xf32>
    %61 = linalg.fill ins(%cst_0 : f32) outs(%60 : tensor<1xf32>) -> tensor<1xf32>
    %62:2 = linalg.generic {indexing_maps = [#map2, #map4, #map4], iterator_types = ["parallel", "reduction"]} ins(%57 : tensor<1x1000xf32>) outs(%61, %59 : tensor<1xf32>, tensor<1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_35: i64):
      %69 = linalg.index 1 : index
      %70 = arith.index_cast %69 : index to i64
      %71 = arith.maximumf %in, %out : f32
      %72 = arith.cmpf ogt, %in, %out : f32
      %73 = arith.select %72, %70, %out_35 : i64
      linalg.yield %71, %73 : f32, i64
    } -> (tensor<1xf32>, tensor<1xi64>)
    %expanded_34 = tensor.expand_shape %62#0 [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
    %63 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%57, %expanded_34 : tensor<1x1000xf32>, tensor<1x1xf32>) outs(%54 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %69 = arith.subf %in, %in_35 : f32
      linalg.yield %69 : f32
    } -> tensor<1x1000xf32>
    %64 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%63 : tensor<1x1000xf32>) outs(%54 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = math.exp %in : f32
      linalg.yield %69 : f32
    } -> tensor<1x1000xf32>
    %65 = tensor.empty() : tensor<1x1xf32>
    %66 = linalg.fill ins(%cst : f32) outs(%65 : tensor<1x1xf32>) -> tensor<1x1xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "reduction"]} ins(%64 : tensor<1x1000xf32>) outs(%66 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.addf %in, %out : f32
      linalg.yield %69 : f32
    } -> tensor<1x1xf32>
    %68 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%64, %67 : tensor<1x1000xf32>, tensor<1x1xf32>) outs(%54 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %69 = arith.divf %in, %in_35 : f32
      linalg.yield %69 : f32
    } -> tensor<1x1000xf32>
    return %68 : tensor<1x1000xf32>
  }
}

