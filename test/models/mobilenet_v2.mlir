// mobilenet_v2: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> ()>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<32x3x3x3xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32x1x3x3xf32>, %arg4: tensor<32xf32>, %arg5: tensor<16x32x1x1xf32>, %arg6: tensor<16xf32>, %arg7: tensor<96x16x1x1xf32>, %arg8: tensor<96xf32>, %arg9: tensor<96x1x3x3xf32>, %arg10: tensor<96xf32>, %arg11: tensor<24x96x1x1xf32>, %arg12: tensor<24xf32>, %arg13: tensor<144x24x1x1xf32>, %arg14: tensor<144xf32>, %arg15: tensor<144x1x3x3xf32>, %arg16: tensor<144xf32>, %arg17: tensor<24x144x1x1xf32>, %arg18: tensor<24xf32>, %arg19: tensor<144x24x1x1xf32>, %arg20: tensor<144xf32>, %arg21: tensor<144x1x3x3xf32>, %arg22: tensor<144xf32>, %arg23: tensor<32x144x1x1xf32>, %arg24: tensor<32xf32>, %arg25: tensor<192x32x1x1xf32>, %arg26: tensor<192xf32>, %arg27: tensor<192x1x3x3xf32>, %arg28: tensor<192xf32>, %arg29: tensor<32x192x1x1xf32>, %arg30: tensor<32xf32>, %arg31: tensor<192x32x1x1xf32>, %arg32: tensor<192xf32>, %arg33: tensor<192x1x3x3xf32>, %arg34: tensor<192xf32>, %arg35: tensor<32x192x1x1xf32>, %arg36: tensor<32xf32>, %arg37: tensor<192x32x1x1xf32>, %arg38: tensor<192xf32>, %arg39: tensor<192x1x3x3xf32>, %arg40: tensor<192xf32>, %arg41: tensor<64x192x1x1xf32>, %arg42: tensor<64xf32>, %arg43: tensor<384x64x1x1xf32>, %arg44: tensor<384xf32>, %arg45: tensor<384x1x3x3xf32>, %arg46: tensor<384xf32>, %arg47: tensor<64x384x1x1xf32>, %arg48: tensor<64xf32>, %arg49: tensor<384x64x1x1xf32>, %arg50: tensor<384xf32>, %arg51: tensor<384x1x3x3xf32>, %arg52: tensor<384xf32>, %arg53: tensor<64x384x1x1xf32>, %arg54: tensor<64xf32>, %arg55: tensor<384x64x1x1xf32>, %arg56: tensor<384xf32>, %arg57: tensor<384x1x3x3xf32>, %arg58: tensor<384xf32>, %arg59: tensor<64x384x1x1xf32>, %arg60: tensor<64xf32>, %arg61: tensor<384x64x1x1xf32>, %arg62: tensor<384xf32>, %arg63: tensor<384x1x3x3xf32>, %arg64: tensor<384xf32>, %arg65: tensor<96x384x1x1xf32>, %arg66: tensor<96xf32>, %arg67: tensor<576x96x1x1xf32>, %arg68: tensor<576xf32>, %arg69: tensor<576x1x3x3xf32>, %arg70: tensor<576xf32>, %arg71: tensor<96x576x1x1xf32>, %arg72: tensor<96xf32>, %arg73: tensor<576x96x1x1xf32>, %arg74: tensor<576xf32>, %arg75: tensor<576x1x3x3xf32>, %arg76: tensor<576xf32>, %arg77: tensor<96x576x1x1xf32>, %arg78: tensor<96xf32>, %arg79: tensor<576x96x1x1xf32>, %arg80: tensor<576xf32>, %arg81: tensor<576x1x3x3xf32>, %arg82: tensor<576xf32>, %arg83: tensor<160x576x1x1xf32>, %arg84: tensor<160xf32>, %arg85: tensor<960x160x1x1xf32>, %arg86: tensor<960xf32>, %arg87: tensor<960x1x3x3xf32>, %arg88: tensor<960xf32>, %arg89: tensor<160x960x1x1xf32>, %arg90: tensor<160xf32>, %arg91: tensor<960x160x1x1xf32>, %arg92: tensor<960xf32>, %arg93: tensor<960x1x3x3xf32>, %arg94: tensor<960xf32>, %arg95: tensor<160x960x1x1xf32>, %arg96: tensor<160xf32>, %arg97: tensor<960x160x1x1xf32>, %arg98: tensor<960xf32>, %arg99: tensor<960x1x3x3xf32>, %arg100: tensor<960xf32>, %arg101: tensor<320x960x1x1xf32>, %arg102: tensor<320xf32>, %arg103: tensor<1280x320x1x1xf32>, %arg104: tensor<1280xf32>, %arg105: tensor<1280x1000xf32>, %arg106: tensor<1000xf32>) -> tensor<1x1000xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 4.900000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x3x224x224xf32> to tensor<1x3x226x226xf32>
    %0 = tensor.empty() : tensor<1x32x112x112xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<32xf32>) outs(%0 : tensor<1x32x112x112xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x3x226x226xf32>, tensor<32x3x3x3xf32>) outs(%broadcasted : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %cst_1, %cst_0 : tensor<1x32x112x112xf32>, tensor<f32>, tensor<f32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x32x112x112xf32>
    %padded_3 = tensor.pad %2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x32x112x112xf32> to tensor<1x32x114x114xf32>
    %broadcasted_4 = linalg.broadcast ins(%arg4 : tensor<32xf32>) outs(%0 : tensor<1x32x112x112xf32>) dimensions = [0, 2, 3] 
    %collapsed = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : tensor<32x1x3x3xf32> into tensor<32x3x3xf32>
    %3 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_3, %collapsed : tensor<1x32x114x114xf32>, tensor<32x3x3xf32>) outs(%broadcasted_4 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %cst_1, %cst_0 : tensor<1x32x112x112xf32>, tensor<f32>, tensor<f32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x32x112x112xf32>
    %5 = tensor.empty() : tensor<1x16x112x112xf32>
    %broadcasted_5 = linalg.broadcast ins(%arg6 : tensor<16xf32>) outs(%5 : tensor<1x16x112x112xf32>) dimensions = [0, 2, 3] 
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%4, %arg5 : tensor<1x32x112x112xf32>, tensor<16x32x1x1xf32>) outs(%broadcasted_5 : tensor<1x16x112x112xf32>) -> tensor<1x16x112x112xf32>
    %7 = tensor.empty() : tensor<1x96x112x112xf32>
    %broadcasted_6 = linalg.broadcast ins(%arg8 : tensor<96xf32>) outs(%7 : tensor<1x96x112x112xf32>) dimensions = [0, 2, 3] 
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%6, %arg7 : tensor<1x16x112x112xf32>, tensor<96x16x1x1xf32>) outs(%broadcasted_6 : tensor<1x96x112x112xf32>) -> tensor<1x96x112x112xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %cst_1, %cst_0 : tensor<1x96x112x112xf32>, tensor<f32>, tensor<f32>) outs(%7 : tensor<1x96x112x112xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x96x112x112xf32>
    %padded_7 = tensor.pad %9 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x96x112x112xf32> to tensor<1x96x114x114xf32>
    %10 = tensor.empty() : tensor<1x96x56x56xf32>
    %broadcasted_8 = linalg.broadcast ins(%arg10 : tensor<96xf32>) outs(%10 : tensor<1x96x56x56xf32>) dimensions = [0, 2, 3] 
    %collapsed_9 = tensor.collapse_shape %arg9 [[0, 1], [2], [3]] : tensor<96x1x3x3xf32> into tensor<96x3x3xf32>
    %11 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_7, %collapsed_9 : tensor<1x96x114x114xf32>, tensor<96x3x3xf32>) outs(%broadcasted_8 : tensor<1x96x56x56xf32>) -> tensor<1x96x56x56xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %cst_1, %cst_0 : tensor<1x96x56x56xf32>, tensor<f32>, tensor<f32>) outs(%10 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x96x56x56xf32>
    %13 = tensor.empty() : tensor<1x24x56x56xf32>
    %broadcasted_10 = linalg.broadcast ins(%arg12 : tensor<24xf32>) outs(%13 : tensor<1x24x56x56xf32>) dimensions = [0, 2, 3] 
    %14 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%12, %arg11 : tensor<1x96x56x56xf32>, tensor<24x96x1x1xf32>) outs(%broadcasted_10 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %15 = tensor.empty() : tensor<1x144x56x56xf32>
    %broadcasted_11 = linalg.broadcast ins(%arg14 : tensor<144xf32>) outs(%15 : tensor<1x144x56x56xf32>) dimensions = [0, 2, 3] 
    %16 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%14, %arg13 : tensor<1x24x56x56xf32>, tensor<144x24x1x1xf32>) outs(%broadcasted_11 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %cst_1, %cst_0 : tensor<1x144x56x56xf32>, tensor<f32>, tensor<f32>) outs(%15 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x144x56x56xf32>
    %padded_12 = tensor.pad %17 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x144x56x56xf32> to tensor<1x144x58x58xf32>
    %broadcasted_13 = linalg.broadcast ins(%arg16 : tensor<144xf32>) outs(%15 : tensor<1x144x56x56xf32>) dimensions = [0, 2, 3] 
    %collapsed_14 = tensor.collapse_shape %arg15 [[0, 1], [2], [3]] : tensor<144x1x3x3xf32> into tensor<144x3x3xf32>
    %18 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_12, %collapsed_14 : tensor<1x144x58x58xf32>, tensor<144x3x3xf32>) outs(%broadcasted_13 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %cst_1, %cst_0 : tensor<1x144x56x56xf32>, tensor<f32>, tensor<f32>) outs(%15 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x144x56x56xf32>
    %broadcasted_15 = linalg.broadcast ins(%arg18 : tensor<24xf32>) outs(%13 : tensor<1x24x56x56xf32>) dimensions = [0, 2, 3] 
    %20 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%19, %arg17 : tensor<1x144x56x56xf32>, tensor<24x144x1x1xf32>) outs(%broadcasted_15 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %20 : tensor<1x24x56x56xf32>, tensor<1x24x56x56xf32>) outs(%13 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x24x56x56xf32>
    %broadcasted_16 = linalg.broadcast ins(%arg20 : tensor<144xf32>) outs(%15 : tensor<1x144x56x56xf32>) dimensions = [0, 2, 3] 
    %22 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%21, %arg19 : tensor<1x24x56x56xf32>, tensor<144x24x1x1xf32>) outs(%broadcasted_16 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %cst_1, %cst_0 : tensor<1x144x56x56xf32>, tensor<f32>, tensor<f32>) outs(%15 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x144x56x56xf32>
    %padded_17 = tensor.pad %23 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x144x56x56xf32> to tensor<1x144x58x58xf32>
    %24 = tensor.empty() : tensor<1x144x28x28xf32>
    %broadcasted_18 = linalg.broadcast ins(%arg22 : tensor<144xf32>) outs(%24 : tensor<1x144x28x28xf32>) dimensions = [0, 2, 3] 
    %collapsed_19 = tensor.collapse_shape %arg21 [[0, 1], [2], [3]] : tensor<144x1x3x3xf32> into tensor<144x3x3xf32>
    %25 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_17, %collapsed_19 : tensor<1x144x58x58xf32>, tensor<144x3x3xf32>) outs(%broadcasted_18 : tensor<1x144x28x28xf32>) -> tensor<1x144x28x28xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %cst_1, %cst_0 : tensor<1x144x28x28xf32>, tensor<f32>, tensor<f32>) outs(%24 : tensor<1x144x28x28xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x144x28x28xf32>
    %27 = tensor.empty() : tensor<1x32x28x28xf32>
    %broadcasted_20 = linalg.broadcast ins(%arg24 : tensor<32xf32>) outs(%27 : tensor<1x32x28x28xf32>) dimensions = [0, 2, 3] 
    %28 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%26, %arg23 : tensor<1x144x28x28xf32>, tensor<32x144x1x1xf32>) outs(%broadcasted_20 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %29 = tensor.empty() : tensor<1x192x28x28xf32>
    %broadcasted_21 = linalg.broadcast ins(%arg26 : tensor<192xf32>) outs(%29 : tensor<1x192x28x28xf32>) dimensions = [0, 2, 3] 
    %30 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%28, %arg25 : tensor<1x32x28x28xf32>, tensor<192x32x1x1xf32>) outs(%broadcasted_21 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %cst_1, %cst_0 : tensor<1x192x28x28xf32>, tensor<f32>, tensor<f32>) outs(%29 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x192x28x28xf32>
    %padded_22 = tensor.pad %31 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x192x28x28xf32> to tensor<1x192x30x30xf32>
    %broadcasted_23 = linalg.broadcast ins(%arg28 : tensor<192xf32>) outs(%29 : tensor<1x192x28x28xf32>) dimensions = [0, 2, 3] 
    %collapsed_24 = tensor.collapse_shape %arg27 [[0, 1], [2], [3]] : tensor<192x1x3x3xf32> into tensor<192x3x3xf32>
    %32 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_22, %collapsed_24 : tensor<1x192x30x30xf32>, tensor<192x3x3xf32>) outs(%broadcasted_23 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %cst_1, %cst_0 : tensor<1x192x28x28xf32>, tensor<f32>, tensor<f32>) outs(%29 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x192x28x28xf32>
    %broadcasted_25 = linalg.broadcast ins(%arg30 : tensor<32xf32>) outs(%27 : tensor<1x32x28x28xf32>) dimensions = [0, 2, 3] 
    %34 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%33, %arg29 : tensor<1x192x28x28xf32>, tensor<32x192x1x1xf32>) outs(%broadcasted_25 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %34 : tensor<1x32x28x28xf32>, tensor<1x32x28x28xf32>) outs(%27 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x32x28x28xf32>
    %broadcasted_26 = linalg.broadcast ins(%arg32 : tensor<192xf32>) outs(%29 : tensor<1x192x28x28xf32>) dimensions = [0, 2, 3] 
    %36 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%35, %arg31 : tensor<1x32x28x28xf32>, tensor<192x32x1x1xf32>) outs(%broadcasted_26 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %cst_1, %cst_0 : tensor<1x192x28x28xf32>, tensor<f32>, tensor<f32>) outs(%29 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x192x28x28xf32>
    %padded_27 = tensor.pad %37 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x192x28x28xf32> to tensor<1x192x30x30xf32>
    %broadcasted_28 = linalg.broadcast ins(%arg34 : tensor<192xf32>) outs(%29 : tensor<1x192x28x28xf32>) dimensions = [0, 2, 3] 
    %collapsed_29 = tensor.collapse_shape %arg33 [[0, 1], [2], [3]] : tensor<192x1x3x3xf32> into tensor<192x3x3xf32>
    %38 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_27, %collapsed_29 : tensor<1x192x30x30xf32>, tensor<192x3x3xf32>) outs(%broadcasted_28 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %cst_1, %cst_0 : tensor<1x192x28x28xf32>, tensor<f32>, tensor<f32>) outs(%29 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x192x28x28xf32>
    %broadcasted_30 = linalg.broadcast ins(%arg36 : tensor<32xf32>) outs(%27 : tensor<1x32x28x28xf32>) dimensions = [0, 2, 3] 
    %40 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%39, %arg35 : tensor<1x192x28x28xf32>, tensor<32x192x1x1xf32>) outs(%broadcasted_30 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %40 : tensor<1x32x28x28xf32>, tensor<1x32x28x28xf32>) outs(%27 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x32x28x28xf32>
    %broadcasted_31 = linalg.broadcast ins(%arg38 : tensor<192xf32>) outs(%29 : tensor<1x192x28x28xf32>) dimensions = [0, 2, 3] 
    %42 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%41, %arg37 : tensor<1x32x28x28xf32>, tensor<192x32x1x1xf32>) outs(%broadcasted_31 : tensor<1x192x28x28xf32>) -> tensor<1x192x28x28xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %cst_1, %cst_0 : tensor<1x192x28x28xf32>, tensor<f32>, tensor<f32>) outs(%29 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x192x28x28xf32>
    %padded_32 = tensor.pad %43 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x192x28x28xf32> to tensor<1x192x30x30xf32>
    %44 = tensor.empty() : tensor<1x192x14x14xf32>
    %broadcasted_33 = linalg.broadcast ins(%arg40 : tensor<192xf32>) outs(%44 : tensor<1x192x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_34 = tensor.collapse_shape %arg39 [[0, 1], [2], [3]] : tensor<192x1x3x3xf32> into tensor<192x3x3xf32>
    %45 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_32, %collapsed_34 : tensor<1x192x30x30xf32>, tensor<192x3x3xf32>) outs(%broadcasted_33 : tensor<1x192x14x14xf32>) -> tensor<1x192x14x14xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %cst_1, %cst_0 : tensor<1x192x14x14xf32>, tensor<f32>, tensor<f32>) outs(%44 : tensor<1x192x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x192x14x14xf32>
    %47 = tensor.empty() : tensor<1x64x14x14xf32>
    %broadcasted_35 = linalg.broadcast ins(%arg42 : tensor<64xf32>) outs(%47 : tensor<1x64x14x14xf32>) dimensions = [0, 2, 3] 
    %48 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%46, %arg41 : tensor<1x192x14x14xf32>, tensor<64x192x1x1xf32>) outs(%broadcasted_35 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %49 = tensor.empty() : tensor<1x384x14x14xf32>
    %broadcasted_36 = linalg.broadcast ins(%arg44 : tensor<384xf32>) outs(%49 : tensor<1x384x14x14xf32>) dimensions = [0, 2, 3] 
    %50 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%48, %arg43 : tensor<1x64x14x14xf32>, tensor<384x64x1x1xf32>) outs(%broadcasted_36 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %cst_1, %cst_0 : tensor<1x384x14x14xf32>, tensor<f32>, tensor<f32>) outs(%49 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x384x14x14xf32>
    %padded_37 = tensor.pad %51 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x384x14x14xf32> to tensor<1x384x16x16xf32>
    %broadcasted_38 = linalg.broadcast ins(%arg46 : tensor<384xf32>) outs(%49 : tensor<1x384x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_39 = tensor.collapse_shape %arg45 [[0, 1], [2], [3]] : tensor<384x1x3x3xf32> into tensor<384x3x3xf32>
    %52 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_37, %collapsed_39 : tensor<1x384x16x16xf32>, tensor<384x3x3xf32>) outs(%broadcasted_38 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %cst_1, %cst_0 : tensor<1x384x14x14xf32>, tensor<f32>, tensor<f32>) outs(%49 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x384x14x14xf32>
    %broadcasted_40 = linalg.broadcast ins(%arg48 : tensor<64xf32>) outs(%47 : tensor<1x64x14x14xf32>) dimensions = [0, 2, 3] 
    %54 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%53, %arg47 : tensor<1x384x14x14xf32>, tensor<64x384x1x1xf32>) outs(%broadcasted_40 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %54 : tensor<1x64x14x14xf32>, tensor<1x64x14x14xf32>) outs(%47 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x64x14x14xf32>
    %broadcasted_41 = linalg.broadcast ins(%arg50 : tensor<384xf32>) outs(%49 : tensor<1x384x14x14xf32>) dimensions = [0, 2, 3] 
    %56 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%55, %arg49 : tensor<1x64x14x14xf32>, tensor<384x64x1x1xf32>) outs(%broadcasted_41 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %cst_1, %cst_0 : tensor<1x384x14x14xf32>, tensor<f32>, tensor<f32>) outs(%49 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x384x14x14xf32>
    %padded_42 = tensor.pad %57 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x384x14x14xf32> to tensor<1x384x16x16xf32>
    %broadcasted_43 = linalg.broadcast ins(%arg52 : tensor<384xf32>) outs(%49 : tensor<1x384x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_44 = tensor.collapse_shape %arg51 [[0, 1], [2], [3]] : tensor<384x1x3x3xf32> into tensor<384x3x3xf32>
    %58 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_42, %collapsed_44 : tensor<1x384x16x16xf32>, tensor<384x3x3xf32>) outs(%broadcasted_43 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %cst_1, %cst_0 : tensor<1x384x14x14xf32>, tensor<f32>, tensor<f32>) outs(%49 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x384x14x14xf32>
    %broadcasted_45 = linalg.broadcast ins(%arg54 : tensor<64xf32>) outs(%47 : tensor<1x64x14x14xf32>) dimensions = [0, 2, 3] 
    %60 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%59, %arg53 : tensor<1x384x14x14xf32>, tensor<64x384x1x1xf32>) outs(%broadcasted_45 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %60 : tensor<1x64x14x14xf32>, tensor<1x64x14x14xf32>) outs(%47 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x64x14x14xf32>
    %broadcasted_46 = linalg.broadcast ins(%arg56 : tensor<384xf32>) outs(%49 : tensor<1x384x14x14xf32>) dimensions = [0, 2, 3] 
    %62 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%61, %arg55 : tensor<1x64x14x14xf32>, tensor<384x64x1x1xf32>) outs(%broadcasted_46 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %cst_1, %cst_0 : tensor<1x384x14x14xf32>, tensor<f32>, tensor<f32>) outs(%49 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x384x14x14xf32>
    %padded_47 = tensor.pad %63 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x384x14x14xf32> to tensor<1x384x16x16xf32>
    %broadcasted_48 = linalg.broadcast ins(%arg58 : tensor<384xf32>) outs(%49 : tensor<1x384x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_49 = tensor.collapse_shape %arg57 [[0, 1], [2], [3]] : tensor<384x1x3x3xf32> into tensor<384x3x3xf32>
    %64 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_47, %collapsed_49 : tensor<1x384x16x16xf32>, tensor<384x3x3xf32>) outs(%broadcasted_48 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64, %cst_1, %cst_0 : tensor<1x384x14x14xf32>, tensor<f32>, tensor<f32>) outs(%49 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x384x14x14xf32>
    %broadcasted_50 = linalg.broadcast ins(%arg60 : tensor<64xf32>) outs(%47 : tensor<1x64x14x14xf32>) dimensions = [0, 2, 3] 
    %66 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%65, %arg59 : tensor<1x384x14x14xf32>, tensor<64x384x1x1xf32>) outs(%broadcasted_50 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %66 : tensor<1x64x14x14xf32>, tensor<1x64x14x14xf32>) outs(%47 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x64x14x14xf32>
    %broadcasted_51 = linalg.broadcast ins(%arg62 : tensor<384xf32>) outs(%49 : tensor<1x384x14x14xf32>) dimensions = [0, 2, 3] 
    %68 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%67, %arg61 : tensor<1x64x14x14xf32>, tensor<384x64x1x1xf32>) outs(%broadcasted_51 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %cst_1, %cst_0 : tensor<1x384x14x14xf32>, tensor<f32>, tensor<f32>) outs(%49 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x384x14x14xf32>
    %padded_52 = tensor.pad %69 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x384x14x14xf32> to tensor<1x384x16x16xf32>
    %broadcasted_53 = linalg.broadcast ins(%arg64 : tensor<384xf32>) outs(%49 : tensor<1x384x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_54 = tensor.collapse_shape %arg63 [[0, 1], [2], [3]] : tensor<384x1x3x3xf32> into tensor<384x3x3xf32>
    %70 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_52, %collapsed_54 : tensor<1x384x16x16xf32>, tensor<384x3x3xf32>) outs(%broadcasted_53 : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %cst_1, %cst_0 : tensor<1x384x14x14xf32>, tensor<f32>, tensor<f32>) outs(%49 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x384x14x14xf32>
    %72 = tensor.empty() : tensor<1x96x14x14xf32>
    %broadcasted_55 = linalg.broadcast ins(%arg66 : tensor<96xf32>) outs(%72 : tensor<1x96x14x14xf32>) dimensions = [0, 2, 3] 
    %73 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%71, %arg65 : tensor<1x384x14x14xf32>, tensor<96x384x1x1xf32>) outs(%broadcasted_55 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %74 = tensor.empty() : tensor<1x576x14x14xf32>
    %broadcasted_56 = linalg.broadcast ins(%arg68 : tensor<576xf32>) outs(%74 : tensor<1x576x14x14xf32>) dimensions = [0, 2, 3] 
    %75 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%73, %arg67 : tensor<1x96x14x14xf32>, tensor<576x96x1x1xf32>) outs(%broadcasted_56 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %cst_1, %cst_0 : tensor<1x576x14x14xf32>, tensor<f32>, tensor<f32>) outs(%74 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x576x14x14xf32>
    %padded_57 = tensor.pad %76 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x576x14x14xf32> to tensor<1x576x16x16xf32>
    %broadcasted_58 = linalg.broadcast ins(%arg70 : tensor<576xf32>) outs(%74 : tensor<1x576x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_59 = tensor.collapse_shape %arg69 [[0, 1], [2], [3]] : tensor<576x1x3x3xf32> into tensor<576x3x3xf32>
    %77 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_57, %collapsed_59 : tensor<1x576x16x16xf32>, tensor<576x3x3xf32>) outs(%broadcasted_58 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %cst_1, %cst_0 : tensor<1x576x14x14xf32>, tensor<f32>, tensor<f32>) outs(%74 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x576x14x14xf32>
    %broadcasted_60 = linalg.broadcast ins(%arg72 : tensor<96xf32>) outs(%72 : tensor<1x96x14x14xf32>) dimensions = [0, 2, 3] 
    %79 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%78, %arg71 : tensor<1x576x14x14xf32>, tensor<96x576x1x1xf32>) outs(%broadcasted_60 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %79 : tensor<1x96x14x14xf32>, tensor<1x96x14x14xf32>) outs(%72 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x96x14x14xf32>
    %broadcasted_61 = linalg.broadcast ins(%arg74 : tensor<576xf32>) outs(%74 : tensor<1x576x14x14xf32>) dimensions = [0, 2, 3] 
    %81 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%80, %arg73 : tensor<1x96x14x14xf32>, tensor<576x96x1x1xf32>) outs(%broadcasted_61 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %cst_1, %cst_0 : tensor<1x576x14x14xf32>, tensor<f32>, tensor<f32>) outs(%74 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x576x14x14xf32>
    %padded_62 = tensor.pad %82 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x576x14x14xf32> to tensor<1x576x16x16xf32>
    %broadcasted_63 = linalg.broadcast ins(%arg76 : tensor<576xf32>) outs(%74 : tensor<1x576x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_64 = tensor.collapse_shape %arg75 [[0, 1], [2], [3]] : tensor<576x1x3x3xf32> into tensor<576x3x3xf32>
    %83 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_62, %collapsed_64 : tensor<1x576x16x16xf32>, tensor<576x3x3xf32>) outs(%broadcasted_63 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83, %cst_1, %cst_0 : tensor<1x576x14x14xf32>, tensor<f32>, tensor<f32>) outs(%74 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x576x14x14xf32>
    %broadcasted_65 = linalg.broadcast ins(%arg78 : tensor<96xf32>) outs(%72 : tensor<1x96x14x14xf32>) dimensions = [0, 2, 3] 
    %85 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%84, %arg77 : tensor<1x576x14x14xf32>, tensor<96x576x1x1xf32>) outs(%broadcasted_65 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %85 : tensor<1x96x14x14xf32>, tensor<1x96x14x14xf32>) outs(%72 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x96x14x14xf32>
    %broadcasted_66 = linalg.broadcast ins(%arg80 : tensor<576xf32>) outs(%74 : tensor<1x576x14x14xf32>) dimensions = [0, 2, 3] 
    %87 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%86, %arg79 : tensor<1x96x14x14xf32>, tensor<576x96x1x1xf32>) outs(%broadcasted_66 : tensor<1x576x14x14xf32>) -> tensor<1x576x14x14xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87, %cst_1, %cst_0 : tensor<1x576x14x14xf32>, tensor<f32>, tensor<f32>) outs(%74 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x576x14x14xf32>
    %padded_67 = tensor.pad %88 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x576x14x14xf32> to tensor<1x576x16x16xf32>
    %89 = tensor.empty() : tensor<1x576x7x7xf32>
    %broadcasted_68 = linalg.broadcast ins(%arg82 : tensor<576xf32>) outs(%89 : tensor<1x576x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_69 = tensor.collapse_shape %arg81 [[0, 1], [2], [3]] : tensor<576x1x3x3xf32> into tensor<576x3x3xf32>
    %90 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_67, %collapsed_69 : tensor<1x576x16x16xf32>, tensor<576x3x3xf32>) outs(%broadcasted_68 : tensor<1x576x7x7xf32>) -> tensor<1x576x7x7xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90, %cst_1, %cst_0 : tensor<1x576x7x7xf32>, tensor<f32>, tensor<f32>) outs(%89 : tensor<1x576x7x7xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x576x7x7xf32>
    %92 = tensor.empty() : tensor<1x160x7x7xf32>
    %broadcasted_70 = linalg.broadcast ins(%arg84 : tensor<160xf32>) outs(%92 : tensor<1x160x7x7xf32>) dimensions = [0, 2, 3] 
    %93 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%91, %arg83 : tensor<1x576x7x7xf32>, tensor<160x576x1x1xf32>) outs(%broadcasted_70 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %94 = tensor.empty() : tensor<1x960x7x7xf32>
    %broadcasted_71 = linalg.broadcast ins(%arg86 : tensor<960xf32>) outs(%94 : tensor<1x960x7x7xf32>) dimensions = [0, 2, 3] 
    %95 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%93, %arg85 : tensor<1x160x7x7xf32>, tensor<960x160x1x1xf32>) outs(%broadcasted_71 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%95, %cst_1, %cst_0 : tensor<1x960x7x7xf32>, tensor<f32>, tensor<f32>) outs(%94 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x960x7x7xf32>
    %padded_72 = tensor.pad %96 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x960x7x7xf32> to tensor<1x960x9x9xf32>
    %broadcasted_73 = linalg.broadcast ins(%arg88 : tensor<960xf32>) outs(%94 : tensor<1x960x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_74 = tensor.collapse_shape %arg87 [[0, 1], [2], [3]] : tensor<960x1x3x3xf32> into tensor<960x3x3xf32>
    %97 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_72, %collapsed_74 : tensor<1x960x9x9xf32>, tensor<960x3x3xf32>) outs(%broadcasted_73 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %cst_1, %cst_0 : tensor<1x960x7x7xf32>, tensor<f32>, tensor<f32>) outs(%94 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x960x7x7xf32>
    %broadcasted_75 = linalg.broadcast ins(%arg90 : tensor<160xf32>) outs(%92 : tensor<1x160x7x7xf32>) dimensions = [0, 2, 3] 
    %99 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%98, %arg89 : tensor<1x960x7x7xf32>, tensor<160x960x1x1xf32>) outs(%broadcasted_75 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %99 : tensor<1x160x7x7xf32>, tensor<1x160x7x7xf32>) outs(%92 : tensor<1x160x7x7xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x160x7x7xf32>
    %broadcasted_76 = linalg.broadcast ins(%arg92 : tensor<960xf32>) outs(%94 : tensor<1x960x7x7xf32>) dimensions = [0, 2, 3] 
    %101 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%100, %arg91 : tensor<1x160x7x7xf32>, tensor<960x160x1x1xf32>) outs(%broadcasted_76 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101, %cst_1, %cst_0 : tensor<1x960x7x7xf32>, tensor<f32>, tensor<f32>) outs(%94 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x960x7x7xf32>
    %padded_77 = tensor.pad %102 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x960x7x7xf32> to tensor<1x960x9x9xf32>
    %broadcasted_78 = linalg.broadcast ins(%arg94 : tensor<960xf32>) outs(%94 : tensor<1x960x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_79 = tensor.collapse_shape %arg93 [[0, 1], [2], [3]] : tensor<960x1x3x3xf32> into tensor<960x3x3xf32>
    %103 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_77, %collapsed_79 : tensor<1x960x9x9xf32>, tensor<960x3x3xf32>) outs(%broadcasted_78 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %cst_1, %cst_0 : tensor<1x960x7x7xf32>, tensor<f32>, tensor<f32>) outs(%94 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x960x7x7xf32>
    %broadcasted_80 = linalg.broadcast ins(%arg96 : tensor<160xf32>) outs(%92 : tensor<1x160x7x7xf32>) dimensions = [0, 2, 3] 
    %105 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%104, %arg95 : tensor<1x960x7x7xf32>, tensor<160x960x1x1xf32>) outs(%broadcasted_80 : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%100, %105 : tensor<1x160x7x7xf32>, tensor<1x160x7x7xf32>) outs(%92 : tensor<1x160x7x7xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x160x7x7xf32>
    %broadcasted_81 = linalg.broadcast ins(%arg98 : tensor<960xf32>) outs(%94 : tensor<1x960x7x7xf32>) dimensions = [0, 2, 3] 
    %107 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%106, %arg97 : tensor<1x160x7x7xf32>, tensor<960x160x1x1xf32>) outs(%broadcasted_81 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107, %cst_1, %cst_0 : tensor<1x960x7x7xf32>, tensor<f32>, tensor<f32>) outs(%94 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x960x7x7xf32>
    %padded_82 = tensor.pad %108 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg107: index, %arg108: index, %arg109: index, %arg110: index):
      tensor.yield %cst : f32
    } : tensor<1x960x7x7xf32> to tensor<1x960x9x9xf32>
    %broadcasted_83 = linalg.broadcast ins(%arg100 : tensor<960xf32>) outs(%94 : tensor<1x960x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_84 = tensor.collapse_shape %arg99 [[0, 1], [2], [3]] : tensor<960x1x3x3xf32> into tensor<960x3x3xf32>
    %109 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_82, %collapsed_84 : tensor<1x960x9x9xf32>, tensor<960x3x3xf32>) outs(%broadcasted_83 : tensor<1x960x7x7xf32>) -> tensor<1x960x7x7xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109, %cst_1, %cst_0 : tensor<1x960x7x7xf32>, tensor<f32>, tensor<f32>) outs(%94 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x960x7x7xf32>
    %111 = tensor.empty() : tensor<1x320x7x7xf32>
    %broadcasted_85 = linalg.broadcast ins(%arg102 : tensor<320xf32>) outs(%111 : tensor<1x320x7x7xf32>) dimensions = [0, 2, 3] 
    %112 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%110, %arg101 : tensor<1x960x7x7xf32>, tensor<320x960x1x1xf32>) outs(%broadcasted_85 : tensor<1x320x7x7xf32>) -> tensor<1x320x7x7xf32>
    %113 = tensor.empty() : tensor<1x1280x7x7xf32>
    %broadcasted_86 = linalg.broadcast ins(%arg104 : tensor<1280xf32>) outs(%113 : tensor<1x1280x7x7xf32>) dimensions = [0, 2, 3] 
    %114 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%112, %arg103 : tensor<1x320x7x7xf32>, tensor<1280x320x1x1xf32>) outs(%broadcasted_86 : tensor<1x1280x7x7xf32>) -> tensor<1x1280x7x7xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114, %cst_1, %cst_0 : tensor<1x1280x7x7xf32>, tensor<f32>, tensor<f32>) outs(%113 : tensor<1x1280x7x7xf32>) {
    ^bb0(%in: f32, %in_88: f32, %in_89: f32, %out: f32):
      %125 = arith.cmpf ult, %in, %in_88 : f32
      %126 = arith.select %125, %in_88, %in : f32
      %127 = arith.cmpf ugt, %126, %in_89 : f32
      %128 = arith.select %127, %in_89, %126 : f32
      linalg.yield %128 : f32
    } -> tensor<1x1280x7x7xf32>
    %116 = tensor.empty() : tensor<1x1280x1x1xf32>
    %117 = linalg.fill ins(%cst : f32) outs(%116 : tensor<1x1280x1x1xf32>) -> tensor<1x1280x1x1xf32>
    %118 = tensor.empty() : tensor<7x7xf32>
    %119 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%115, %118 : tensor<1x1280x7x7xf32>, tensor<7x7xf32>) outs(%117 : tensor<1x1280x1x1xf32>) -> tensor<1x1280x1x1xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119 : tensor<1x1280x1x1xf32>) outs(%116 : tensor<1x1280x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %125 = arith.divf %in, %cst_2 : f32
      linalg.yield %125 : f32
    } -> tensor<1x1280x1x1xf32>
    %collapsed_87 = tensor.collapse_shape %120 [[0], [1, 2, 3]] : tensor<1x1280x1x1xf32> into tensor<1x1280xf32>
    %121 = tensor.empty() : tensor<1x1000xf32>
    %122 = linalg.fill ins(%cst : f32) outs(%121 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %123 = linalg.matmul ins(%collapsed_87, %arg105 : tensor<1x1280xf32>, tensor<1280x1000xf32>) outs(%122 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %124 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%123, %arg106 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%121 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_88: f32, %out: f32):
      %125 = arith.addf %in, %in_88 : f32
      linalg.yield %125 : f32
    } -> tensor<1x1000xf32>
    return %124 : tensor<1x1000xf32>
  }
}

