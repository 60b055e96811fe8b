// mobilenet_v1: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> ()>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<32x3x3x3xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32x1x3x3xf32>, %arg4: tensor<32xf32>, %arg5: tensor<64x32x1x1xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64x1x3x3xf32>, %arg8: tensor<64xf32>, %arg9: tensor<128x64x1x1xf32>, %arg10: tensor<128xf32>, %arg11: tensor<128x1x3x3xf32>, %arg12: tensor<128xf32>, %arg13: tensor<128x128x1x1xf32>, %arg14: tensor<128xf32>, %arg15: tensor<128x1x3x3xf32>, %arg16: tensor<128xf32>, %arg17: tensor<256x128x1x1xf32>, %arg18: tensor<256xf32>, %arg19: tensor<256x1x3x3xf32>, %arg20: tensor<256xf32>, %arg21: tensor<256x256x1x1xf32>, %arg22: tensor<256xf32>, %arg23: tensor<256x1x3x3xf32>, %arg24: tensor<256xf32>, %arg25: tensor<512x256x1x1xf32>, %arg26: tensor<512xf32>, %arg27: tensor<512x1x3x3xf32>, %arg28: tensor<512xf32>, %arg29: tensor<512x512x1x1xf32>, %arg30: tensor<512xf32>, %arg31: tensor<512x1x3x3xf32>, %arg32: tensor<512xf32>, %arg33: tensor<512x512x1x1xf32>, %arg34: tensor<512xf32>, %arg35: tensor<512x1x3x3xf32>, %arg36: tensor<512xf32>, %arg37: tensor<512x512x1x1xf32>, %arg38: tensor<512xf32>, %arg39: tensor<512x1x3x3xf32>, %arg40: tensor<512xf32>, %arg41: tensor<512x512x1x1xf32>, %arg42: tensor<512xf32>, %arg43: tensor<512x1x3x3xf32>, %arg44: tensor<512xf32>, %arg45: tensor<512x512x1x1xf32>, %arg46: tensor<512xf32>, %arg47: tensor<512x1x3x3xf32>, %arg48: tensor<512xf32>, %arg49: tensor<1024x512x1x1xf32>, %arg50: tensor<1024xf32>, %arg51: tensor<1024x1x3x3xf32>, %arg52: tensor<1024xf32>, %arg53: tensor<1024x1024x1x1xf32>, %arg54: tensor<1024xf32>, %arg55: tensor<1024x1000xf32>, %arg56: tensor<1000xf32>) -> tensor<1x1000xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 4.900000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x3x224x224xf32> to tensor<1x3x226x226xf32>
    %0 = tensor.empty() : tensor<1x32x112x112xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<32xf32>) outs(%0 : tensor<1x32x112x112xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x3x226x226xf32>, tensor<32x3x3x3xf32>) outs(%broadcasted : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %cst_0, %cst_1 : tensor<1x32x112x112xf32>, tensor<f32>, tensor<f32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x32x112x112xf32>
    %padded_3 = tensor.pad %2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x32x112x112xf32> to tensor<1x32x114x114xf32>
    %broadcasted_4 = linalg.broadcast ins(%arg4 : tensor<32xf32>) outs(%0 : tensor<1x32x112x112xf32>) dimensions = [0, 2, 3] 
    %collapsed = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : tensor<32x1x3x3xf32> into tensor<32x3x3xf32>
    %3 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_3, %collapsed : tensor<1x32x114x114xf32>, tensor<32x3x3xf32>) outs(%broadcasted_4 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %cst_0, %cst_1 : tensor<1x32x112x112xf32>, tensor<f32>, tensor<f32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x32x112x112xf32>
    %5 = tensor.empty() : tensor<1x64x112x112xf32>
    %broadcasted_5 = linalg.broadcast ins(%arg6 : tensor<64xf32>) outs(%5 : tensor<1x64x112x112xf32>) dimensions = [0, 2, 3] 
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%4, %arg5 : tensor<1x32x112x112xf32>, tensor<64x32x1x1xf32>) outs(%broadcasted_5 : tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %cst_0, %cst_1 : tensor<1x64x112x112xf32>, tensor<f32>, tensor<f32>) outs(%5 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x64x112x112xf32>
    %padded_6 = tensor.pad %7 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x64x112x112xf32> to tensor<1x64x114x114xf32>
    %8 = tensor.empty() : tensor<1x64x56x56xf32>
    %broadcasted_7 = linalg.broadcast ins(%arg8 : tensor<64xf32>) outs(%8 : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3] 
    %collapsed_8 = tensor.collapse_shape %arg7 [[0, 1], [2], [3]] : tensor<64x1x3x3xf32> into tensor<64x3x3xf32>
    %9 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_6, %collapsed_8 : tensor<1x64x114x114xf32>, tensor<64x3x3xf32>) outs(%broadcasted_7 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %cst_0, %cst_1 : tensor<1x64x56x56xf32>, tensor<f32>, tensor<f32>) outs(%8 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x64x56x56xf32>
    %11 = tensor.empty() : tensor<1x128x56x56xf32>
    %broadcasted_9 = linalg.broadcast ins(%arg10 : tensor<128xf32>) outs(%11 : tensor<1x128x56x56xf32>) dimensions = [0, 2, 3] 
    %12 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%10, %arg9 : tensor<1x64x56x56xf32>, tensor<128x64x1x1xf32>) outs(%broadcasted_9 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %cst_0, %cst_1 : tensor<1x128x56x56xf32>, tensor<f32>, tensor<f32>) outs(%11 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x128x56x56xf32>
    %padded_10 = tensor.pad %13 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %broadcasted_11 = linalg.broadcast ins(%arg12 : tensor<128xf32>) outs(%11 : tensor<1x128x56x56xf32>) dimensions = [0, 2, 3] 
    %collapsed_12 = tensor.collapse_shape %arg11 [[0, 1], [2], [3]] : tensor<128x1x3x3xf32> into tensor<128x3x3xf32>
    %14 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_10, %collapsed_12 : tensor<1x128x58x58xf32>, tensor<128x3x3xf32>) outs(%broadcasted_11 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %cst_0, %cst_1 : tensor<1x128x56x56xf32>, tensor<f32>, tensor<f32>) outs(%11 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x128x56x56xf32>
    %broadcasted_13 = linalg.broadcast ins(%arg14 : tensor<128xf32>) outs(%11 : tensor<1x128x56x56xf32>) dimensions = [0, 2, 3] 
    %16 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%15, %arg13 : tensor<1x128x56x56xf32>, tensor<128x128x1x1xf32>) outs(%broadcasted_13 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %cst_0, %cst_1 : tensor<1x128x56x56xf32>, tensor<f32>, tensor<f32>) outs(%11 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x128x56x56xf32>
    %padded_14 = tensor.pad %17 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %18 = tensor.empty() : tensor<1x128x28x28xf32>
    %broadcasted_15 = linalg.broadcast ins(%arg16 : tensor<128xf32>) outs(%18 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %collapsed_16 = tensor.collapse_shape %arg15 [[0, 1], [2], [3]] : tensor<128x1x3x3xf32> into tensor<128x3x3xf32>
    %19 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_14, %collapsed_16 : tensor<1x128x58x58xf32>, tensor<128x3x3xf32>) outs(%broadcasted_15 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %cst_0, %cst_1 : tensor<1x128x28x28xf32>, tensor<f32>, tensor<f32>) outs(%18 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x128x28x28xf32>
    %21 = tensor.empty() : tensor<1x256x28x28xf32>
    %broadcasted_17 = linalg.broadcast ins(%arg18 : tensor<256xf32>) outs(%21 : tensor<1x256x28x28xf32>) dimensions = [0, 2, 3] 
    %22 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%20, %arg17 : tensor<1x128x28x28xf32>, tensor<256x128x1x1xf32>) outs(%broadcasted_17 : tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %cst_0, %cst_1 : tensor<1x256x28x28xf32>, tensor<f32>, tensor<f32>) outs(%21 : tensor<1x256x28x28xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x256x28x28xf32>
    %padded_18 = tensor.pad %23 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x256x28x28xf32> to tensor<1x256x30x30xf32>
    %broadcasted_19 = linalg.broadcast ins(%arg20 : tensor<256xf32>) outs(%21 : tensor<1x256x28x28xf32>) dimensions = [0, 2, 3] 
    %collapsed_20 = tensor.collapse_shape %arg19 [[0, 1], [2], [3]] : tensor<256x1x3x3xf32> into tensor<256x3x3xf32>
    %24 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_18, %collapsed_20 : tensor<1x256x30x30xf32>, tensor<256x3x3xf32>) outs(%broadcasted_19 : tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %cst_0, %cst_1 : tensor<1x256x28x28xf32>, tensor<f32>, tensor<f32>) outs(%21 : tensor<1x256x28x28xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x256x28x28xf32>
    %broadcasted_21 = linalg.broadcast ins(%arg22 : tensor<256xf32>) outs(%21 : tensor<1x256x28x28xf32>) dimensions = [0, 2, 3] 
    %26 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%25, %arg21 : tensor<1x256x28x28xf32>, tensor<256x256x1x1xf32>) outs(%broadcasted_21 : tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %cst_0, %cst_1 : tensor<1x256x28x28xf32>, tensor<f32>, tensor<f32>) outs(%21 : tensor<1x256x28x28xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x256x28x28xf32>
    %padded_22 = tensor.pad %27 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x256x28x28xf32> to tensor<1x256x30x30xf32>
    %28 = tensor.empty() : tensor<1x256x14x14xf32>
    %broadcasted_23 = linalg.broadcast ins(%arg24 : tensor<256xf32>) outs(%28 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_24 = tensor.collapse_shape %arg23 [[0, 1], [2], [3]] : tensor<256x1x3x3xf32> into tensor<256x3x3xf32>
    %29 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_22, %collapsed_24 : tensor<1x256x30x30xf32>, tensor<256x3x3xf32>) outs(%broadcasted_23 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %cst_0, %cst_1 : tensor<1x256x14x14xf32>, tensor<f32>, tensor<f32>) outs(%28 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x256x14x14xf32>
    %31 = tensor.empty() : tensor<1x512x14x14xf32>
    %broadcasted_25 = linalg.broadcast ins(%arg26 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %32 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%30, %arg25 : tensor<1x256x14x14xf32>, tensor<512x256x1x1xf32>) outs(%broadcasted_25 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %padded_26 = tensor.pad %33 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %broadcasted_27 = linalg.broadcast ins(%arg28 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_28 = tensor.collapse_shape %arg27 [[0, 1], [2], [3]] : tensor<512x1x3x3xf32> into tensor<512x3x3xf32>
    %34 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_26, %collapsed_28 : tensor<1x512x16x16xf32>, tensor<512x3x3xf32>) outs(%broadcasted_27 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %broadcasted_29 = linalg.broadcast ins(%arg30 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %36 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%35, %arg29 : tensor<1x512x14x14xf32>, tensor<512x512x1x1xf32>) outs(%broadcasted_29 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %padded_30 = tensor.pad %37 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %broadcasted_31 = linalg.broadcast ins(%arg32 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_32 = tensor.collapse_shape %arg31 [[0, 1], [2], [3]] : tensor<512x1x3x3xf32> into tensor<512x3x3xf32>
    %38 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_30, %collapsed_32 : tensor<1x512x16x16xf32>, tensor<512x3x3xf32>) outs(%broadcasted_31 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %broadcasted_33 = linalg.broadcast ins(%arg34 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %40 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%39, %arg33 : tensor<1x512x14x14xf32>, tensor<512x512x1x1xf32>) outs(%broadcasted_33 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %padded_34 = tensor.pad %41 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %broadcasted_35 = linalg.broadcast ins(%arg36 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_36 = tensor.collapse_shape %arg35 [[0, 1], [2], [3]] : tensor<512x1x3x3xf32> into tensor<512x3x3xf32>
    %42 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_34, %collapsed_36 : tensor<1x512x16x16xf32>, tensor<512x3x3xf32>) outs(%broadcasted_35 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %broadcasted_37 = linalg.broadcast ins(%arg38 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %44 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%43, %arg37 : tensor<1x512x14x14xf32>, tensor<512x512x1x1xf32>) outs(%broadcasted_37 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %padded_38 = tensor.pad %45 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %broadcasted_39 = linalg.broadcast ins(%arg40 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_40 = tensor.collapse_shape %arg39 [[0, 1], [2], [3]] : tensor<512x1x3x3xf32> into tensor<512x3x3xf32>
    %46 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_38, %collapsed_40 : tensor<1x512x16x16xf32>, tensor<512x3x3xf32>) outs(%broadcasted_39 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %broadcasted_41 = linalg.broadcast ins(%arg42 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %48 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%47, %arg41 : tensor<1x512x14x14xf32>, tensor<512x512x1x1xf32>) outs(%broadcasted_41 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %padded_42 = tensor.pad %49 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %broadcasted_43 = linalg.broadcast ins(%arg44 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_44 = tensor.collapse_shape %arg43 [[0, 1], [2], [3]] : tensor<512x1x3x3xf32> into tensor<512x3x3xf32>
    %50 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_42, %collapsed_44 : tensor<1x512x16x16xf32>, tensor<512x3x3xf32>) outs(%broadcasted_43 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %broadcasted_45 = linalg.broadcast ins(%arg46 : tensor<512xf32>) outs(%31 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %52 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%51, %arg45 : tensor<1x512x14x14xf32>, tensor<512x512x1x1xf32>) outs(%broadcasted_45 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %cst_0, %cst_1 : tensor<1x512x14x14xf32>, tensor<f32>, tensor<f32>) outs(%31 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x14x14xf32>
    %padded_46 = tensor.pad %53 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %54 = tensor.empty() : tensor<1x512x7x7xf32>
    %broadcasted_47 = linalg.broadcast ins(%arg48 : tensor<512xf32>) outs(%54 : tensor<1x512x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_48 = tensor.collapse_shape %arg47 [[0, 1], [2], [3]] : tensor<512x1x3x3xf32> into tensor<512x3x3xf32>
    %55 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_46, %collapsed_48 : tensor<1x512x16x16xf32>, tensor<512x3x3xf32>) outs(%broadcasted_47 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %cst_0, %cst_1 : tensor<1x512x7x7xf32>, tensor<f32>, tensor<f32>) outs(%54 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x512x7x7xf32>
    %57 = tensor.empty() : tensor<1x1024x7x7xf32>
    %broadcasted_49 = linalg.broadcast ins(%arg50 : tensor<1024xf32>) outs(%57 : tensor<1x1024x7x7xf32>) dimensions = [0, 2, 3] 
    %58 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%56, %arg49 : tensor<1x512x7x7xf32>, tensor<1024x512x1x1xf32>) outs(%broadcasted_49 : tensor<1x1024x7x7xf32>) -> tensor<1x1024x7x7xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %cst_0, %cst_1 : tensor<1x1024x7x7xf32>, tensor<f32>, tensor<f32>) outs(%57 : tensor<1x1024x7x7xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x1024x7x7xf32>
    %padded_50 = tensor.pad %59 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg57: index, %arg58: index, %arg59: index, %arg60: index):
      tensor.yield %cst : f32
    } : tensor<1x1024x7x7xf32> to tensor<1x1024x9x9xf32>
    %broadcasted_51 = linalg.broadcast ins(%arg52 : tensor<1024xf32>) outs(%57 : tensor<1x1024x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_52 = tensor.collapse_shape %arg51 [[0, 1], [2], [3]] : tensor<1024x1x3x3xf32> into tensor<1024x3x3xf32>
    %60 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_50, %collapsed_52 : tensor<1x1024x9x9xf32>, tensor<1024x3x3xf32>) outs(%broadcasted_51 : tensor<1x1024x7x7xf32>) -> tensor<1x1024x7x7xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %cst_0, %cst_1 : tensor<1x1024x7x7xf32>, tensor<f32>, tensor<f32>) outs(%57 : tensor<1x1024x7x7xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x1024x7x7xf32>
    %broadcasted_53 = linalg.broadcast ins(%arg54 : tensor<1024xf32>) outs(%57 : tensor<1x1024x7x7xf32>) dimensions = [0, 2, 3] 
    %62 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%61, %arg53 : tensor<1x1024x7x7xf32>, tensor<1024x1024x1x1xf32>) outs(%broadcasted_53 : tensor<1x1024x7x7xf32>) -> tensor<1x1024x7x7xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %cst_0, %cst_1 : tensor<1x1024x7x7xf32>, tensor<f32>, tensor<f32>) outs(%57 : tensor<1x1024x7x7xf32>) {
    ^bb0(%in: f32, %in_55: f32, %in_56: f32, %out: f32):
      %73 = arith.cmpf ult, %in, %in_55 : f32
      %74 = arith.select %73, %in_55, %in : f32
      %75 = arith.cmpf ugt, %74, %in_56 : f32
      %76 = arith.select %75, %in_56, %74 : f32
      linalg.yield %76 : f32
    } -> tensor<1x1024x7x7xf32>
    %64 = tensor.empty() : tensor<1x1024x1x1xf32>
    %65 = linalg.fill ins(%cst : f32) outs(%64 : tensor<1x1024x1x1xf32>) -> tensor<1x1024x1x1xf32>
    %66 = tensor.empty() : tensor<7x7xf32>
    %67 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%63, %66 : tensor<1x1024x7x7xf32>, tensor<7x7xf32>) outs(%65 : tensor<1x1024x1x1xf32>) -> tensor<1x1024x1x1xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<1x1024x1x1xf32>) outs(%64 : tensor<1x1024x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_2 : f32
      linalg.yield %73 : f32
    } -> tensor<1x1024x1x1xf32>
    %collapsed_54 = tensor.collapse_shape %68 [[0], [1, 2, 3]] : tensor<1x1024x1x1xf32> into tensor<1x1024xf32>
    %69 = tensor.empty() : tensor<1x1000xf32>
    %70 = linalg.fill ins(%cst : f32) outs(%69 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %71 = linalg.matmul ins(%collapsed_54, %arg55 : tensor<1x1024xf32>, tensor<1024x1000xf32>) outs(%70 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %72 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%71, %arg56 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%69 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %73 = arith.addf %in, %in_55 : f32
      linalg.yield %73 : f32
    } -> tensor<1x1000xf32>
    return %72 : tensor<1x1000xf32>
  }
}

