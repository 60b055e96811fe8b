// efficientnet_b0: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<32x3x3x3xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32x1x3x3xf32>, %arg4: tensor<32xf32>, %arg5: tensor<8x32x1x1xf32>, %arg6: tensor<8xf32>, %arg7: tensor<32x8x1x1xf32>, %arg8: tensor<32xf32>, %arg9: tensor<16x32x1x1xf32>, %arg10: tensor<16xf32>, %arg11: tensor<96x16x1x1xf32>, %arg12: tensor<96xf32>, %arg13: tensor<96x1x3x3xf32>, %arg14: tensor<96xf32>, %arg15: tensor<4x96x1x1xf32>, %arg16: tensor<4xf32>, %arg17: tensor<96x4x1x1xf32>, %arg18: tensor<96xf32>, %arg19: tensor<24x96x1x1xf32>, %arg20: tensor<24xf32>, %arg21: tensor<144x24x1x1xf32>, %arg22: tensor<144xf32>, %arg23: tensor<144x1x3x3xf32>, %arg24: tensor<144xf32>, %arg25: tensor<6x144x1x1xf32>, %arg26: tensor<6xf32>, %arg27: tensor<144x6x1x1xf32>, %arg28: tensor<144xf32>, %arg29: tensor<24x144x1x1xf32>, %arg30: tensor<24xf32>, %arg31: tensor<144x24x1x1xf32>, %arg32: tensor<144xf32>, %arg33: tensor<144x1x5x5xf32>, %arg34: tensor<144xf32>, %arg35: tensor<6x144x1x1xf32>, %arg36: tensor<6xf32>, %arg37: tensor<144x6x1x1xf32>, %arg38: tensor<144xf32>, %arg39: tensor<40x144x1x1xf32>, %arg40: tensor<40xf32>, %arg41: tensor<240x40x1x1xf32>, %arg42: tensor<240xf32>, %arg43: tensor<240x1x5x5xf32>, %arg44: tensor<240xf32>, %arg45: tensor<10x240x1x1xf32>, %arg46: tensor<10xf32>, %arg47: tensor<240x10x1x1xf32>, %arg48: tensor<240xf32>, %arg49: tensor<40x240x1x1xf32>, %arg50: tensor<40xf32>, %arg51: tensor<240x40x1x1xf32>, %arg52: tensor<240xf32>, %arg53: tensor<240x1x3x3xf32>, %arg54: tensor<240xf32>, %arg55: tensor<10x240x1x1xf32>, %arg56: tensor<10xf32>, %arg57: tensor<240x10x1x1xf32>, %arg58: tensor<240xf32>, %arg59: tensor<80x240x1x1xf32>, %arg60: tensor<80xf32>, %arg61: tensor<480x80x1x1xf32>, %arg62: tensor<480xf32>, %arg63: tensor<480x1x3x3xf32>, %arg64: tensor<480xf32>, %arg65: tensor<20x480x1x1xf32>, %arg66: tensor<20xf32>, %arg67: tensor<480x20x1x1xf32>, %arg68: tensor<480xf32>, %arg69: tensor<80x480x1x1xf32>, %arg70: tensor<80xf32>, %arg71: tensor<480x80x1x1xf32>, %arg72: tensor<480xf32>, %arg73: tensor<480x1x3x3xf32>, %arg74: tensor<480xf32>, %arg75: tensor<20x480x1x1xf32>, %arg76: tensor<20xf32>, %arg77: tensor<480x20x1x1xf32>, %arg78: tensor<480xf32>, %arg79: tensor<80x480x1x1xf32>, %arg80: tensor<80xf32>, %arg81: tensor<480x80x1x1xf32>, %arg82: tensor<480xf32>, %arg83: tensor<480x1x5x5xf32>, %arg84: tensor<480xf32>, %arg85: tensor<20x480x1x1xf32>, %arg86: tensor<20xf32>, %arg87: tensor<480x20x1x1xf32>, %arg88: tensor<480xf32>, %arg89: tensor<112x480x1x1xf32>, %arg90: tensor<112xf32>, %arg91: tensor<672x112x1x1xf32>, %arg92: tensor<672xf32>, %arg93: tensor<672x1x5x5xf32>, %arg94: tensor<672xf32>, %arg95: tensor<28x672x1x1xf32>, %arg96: tensor<28xf32>, %arg97: tensor<672x28x1x1xf32>, %arg98: tensor<672xf32>, %arg99: tensor<112x672x1x1xf32>, %arg100: tensor<112xf32>, %arg101: tensor<672x112x1x1xf32>, %arg102: tensor<672xf32>, %arg103: tensor<672x1x5x5xf32>, %arg104: tensor<672xf32>, %arg105: tensor<28x672x1x1xf32>, %arg106: tensor<28xf32>, %arg107: tensor<672x28x1x1xf32>, %arg108: tensor<672xf32>, %arg109: tensor<112x672x1x1xf32>, %arg110: tensor<112xf32>, %arg111: tensor<672x112x1x1xf32>, %arg112: tensor<672xf32>, %arg113: tensor<672x1x5x5xf32>, %arg114: tensor<672xf32>, %arg115: tensor<28x672x1x1xf32>, %arg116: tensor<28xf32>, %arg117: tensor<672x28x1x1xf32>, %arg118: tensor<672xf32>, %arg119: tensor<192x672x1x1xf32>, %arg120: tensor<192xf32>, %arg121: tensor<1152x192x1x1xf32>, %arg122: tensor<1152xf32>, %arg123: tensor<1152x1x5x5xf32>, %arg124: tensor<1152xf32>, %arg125: tensor<48x1152x1x1xf32>, %arg126: tensor<48xf32>, %arg127: tensor<1152x48x1x1xf32>, %arg128: tensor<1152xf32>, %arg129: tensor<192x1152x1x1xf32>, %arg130: tensor<192xf32>, %arg131: tensor<1152x192x1x1xf32>, %arg132: tensor<1152xf32>, %arg133: tensor<1152x1x5x5xf32>, %arg134: tensor<1152xf32>, %arg135: tensor<48x1152x1x1xf32>, %arg136: tensor<48xf32>, %arg137: tensor<1152x48x1x1xf32>, %arg138: tensor<1152xf32>, %arg139: tensor<192x1152x1x1xf32>, %arg140: tensor<192xf32>, %arg141: tensor<1152x192x1x1xf32>, %arg142: tensor<1152xf32>, %arg143: tensor<1152x1x5x5xf32>, %arg144: tensor<1152xf32>, %arg145: tensor<48x1152x1x1xf32>, %arg146: tensor<48xf32>, %arg147: tensor<1152x48x1x1xf32>, %arg148: tensor<1152xf32>, %arg149: tensor<192x1152x1x1xf32>, %arg150: tensor<192xf32>, %arg151: tensor<1152x192x1x1xf32>, %arg152: tensor<1152xf32>, %arg153: tensor<1152x1x3x3xf32>, %arg154: tensor<1152xf32>, %arg155: tensor<48x1152x1x1xf32>, %arg156: tensor<48xf32>, %arg157: tensor<1152x48x1x1xf32>, %arg158: tensor<1152xf32>, %arg159: tensor<320x1152x1x1xf32>, %arg160: tensor<320xf32>, %arg161: tensor<1280x320x1x1xf32>, %arg162: tensor<1280xf32>, %arg163: tensor<1280x1000xf32>, %arg164: tensor<1000xf32>) -> tensor<1x1000xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 1.254400e+04 : f32
    %cst_2 = arith.constant 3.136000e+03 : f32
    %cst_3 = arith.constant 7.840000e+02 : f32
    %cst_4 = arith.constant 1.960000e+02 : f32
    %cst_5 = arith.constant 4.900000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x3x224x224xf32> to tensor<1x3x226x226xf32>
    %0 = tensor.empty() : tensor<1x32x112x112xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<32xf32>) outs(%0 : tensor<1x32x112x112xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x3x226x226xf32>, tensor<32x3x3x3xf32>) outs(%broadcasted : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x32x112x112xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x32x112x112xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %2 : tensor<1x32x112x112xf32>, tensor<1x32x112x112xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x32x112x112xf32>
    %padded_6 = tensor.pad %3 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x32x112x112xf32> to tensor<1x32x114x114xf32>
    %broadcasted_7 = linalg.broadcast ins(%arg4 : tensor<32xf32>) outs(%0 : tensor<1x32x112x112xf32>) dimensions = [0, 2, 3] 
    %collapsed = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : tensor<32x1x3x3xf32> into tensor<32x3x3xf32>
    %4 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_6, %collapsed : tensor<1x32x114x114xf32>, tensor<32x3x3xf32>) outs(%broadcasted_7 : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x32x112x112xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x32x112x112xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %5 : tensor<1x32x112x112xf32>, tensor<1x32x112x112xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x32x112x112xf32>
    %7 = tensor.empty() : tensor<1x32x1x1xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
    %9 = tensor.empty() : tensor<112x112xf32>
    %10 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%6, %9 : tensor<1x32x112x112xf32>, tensor<112x112xf32>) outs(%8 : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<1x32x1x1xf32>) outs(%7 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_1 : f32
      linalg.yield %305 : f32
    } -> tensor<1x32x1x1xf32>
    %12 = tensor.empty() : tensor<1x8x1x1xf32>
    %broadcasted_8 = linalg.broadcast ins(%arg6 : tensor<8xf32>) outs(%12 : tensor<1x8x1x1xf32>) dimensions = [0, 2, 3] 
    %13 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%11, %arg5 : tensor<1x32x1x1xf32>, tensor<8x32x1x1xf32>) outs(%broadcasted_8 : tensor<1x8x1x1xf32>) -> tensor<1x8x1x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x8x1x1xf32>) outs(%12 : tensor<1x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x8x1x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %14 : tensor<1x8x1x1xf32>, tensor<1x8x1x1xf32>) outs(%12 : tensor<1x8x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x8x1x1xf32>
    %broadcasted_9 = linalg.broadcast ins(%arg8 : tensor<32xf32>) outs(%7 : tensor<1x32x1x1xf32>) dimensions = [0, 2, 3] 
    %16 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%15, %arg7 : tensor<1x8x1x1xf32>, tensor<32x8x1x1xf32>) outs(%broadcasted_9 : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x32x1x1xf32>) outs(%7 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x32x1x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %6 : tensor<1x32x1x1xf32>, tensor<1x32x112x112xf32>) outs(%0 : tensor<1x32x112x112xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x32x112x112xf32>
    %19 = tensor.empty() : tensor<1x16x112x112xf32>
    %broadcasted_10 = linalg.broadcast ins(%arg10 : tensor<16xf32>) outs(%19 : tensor<1x16x112x112xf32>) dimensions = [0, 2, 3] 
    %20 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%18, %arg9 : tensor<1x32x112x112xf32>, tensor<16x32x1x1xf32>) outs(%broadcasted_10 : tensor<1x16x112x112xf32>) -> tensor<1x16x112x112xf32>
    %21 = tensor.empty() : tensor<1x96x112x112xf32>
    %broadcasted_11 = linalg.broadcast ins(%arg12 : tensor<96xf32>) outs(%21 : tensor<1x96x112x112xf32>) dimensions = [0, 2, 3] 
    %22 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%20, %arg11 : tensor<1x16x112x112xf32>, tensor<96x16x1x1xf32>) outs(%broadcasted_11 : tensor<1x96x112x112xf32>) -> tensor<1x96x112x112xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x96x112x112xf32>) outs(%21 : tensor<1x96x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x96x112x112xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %23 : tensor<1x96x112x112xf32>, tensor<1x96x112x112xf32>) outs(%21 : tensor<1x96x112x112xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x96x112x112xf32>
    %padded_12 = tensor.pad %24 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x96x112x112xf32> to tensor<1x96x114x114xf32>
    %25 = tensor.empty() : tensor<1x96x56x56xf32>
    %broadcasted_13 = linalg.broadcast ins(%arg14 : tensor<96xf32>) outs(%25 : tensor<1x96x56x56xf32>) dimensions = [0, 2, 3] 
    %collapsed_14 = tensor.collapse_shape %arg13 [[0, 1], [2], [3]] : tensor<96x1x3x3xf32> into tensor<96x3x3xf32>
    %26 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_12, %collapsed_14 : tensor<1x96x114x114xf32>, tensor<96x3x3xf32>) outs(%broadcasted_13 : tensor<1x96x56x56xf32>) -> tensor<1x96x56x56xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<1x96x56x56xf32>) outs(%25 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x96x56x56xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %27 : tensor<1x96x56x56xf32>, tensor<1x96x56x56xf32>) outs(%25 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x96x56x56xf32>
    %29 = tensor.empty() : tensor<1x96x1x1xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<1x96x1x1xf32>) -> tensor<1x96x1x1xf32>
    %31 = tensor.empty() : tensor<56x56xf32>
    %32 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%28, %31 : tensor<1x96x56x56xf32>, tensor<56x56xf32>) outs(%30 : tensor<1x96x1x1xf32>) -> tensor<1x96x1x1xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<1x96x1x1xf32>) outs(%29 : tensor<1x96x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_2 : f32
      linalg.yield %305 : f32
    } -> tensor<1x96x1x1xf32>
    %34 = tensor.empty() : tensor<1x4x1x1xf32>
    %broadcasted_15 = linalg.broadcast ins(%arg16 : tensor<4xf32>) outs(%34 : tensor<1x4x1x1xf32>) dimensions = [0, 2, 3] 
    %35 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%33, %arg15 : tensor<1x96x1x1xf32>, tensor<4x96x1x1xf32>) outs(%broadcasted_15 : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<1x4x1x1xf32>) outs(%34 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x4x1x1xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %36 : tensor<1x4x1x1xf32>, tensor<1x4x1x1xf32>) outs(%34 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x4x1x1xf32>
    %broadcasted_16 = linalg.broadcast ins(%arg18 : tensor<96xf32>) outs(%29 : tensor<1x96x1x1xf32>) dimensions = [0, 2, 3] 
    %38 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%37, %arg17 : tensor<1x4x1x1xf32>, tensor<96x4x1x1xf32>) outs(%broadcasted_16 : tensor<1x96x1x1xf32>) -> tensor<1x96x1x1xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<1x96x1x1xf32>) outs(%29 : tensor<1x96x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x96x1x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %28 : tensor<1x96x1x1xf32>, tensor<1x96x56x56xf32>) outs(%25 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x96x56x56xf32>
    %41 = tensor.empty() : tensor<1x24x56x56xf32>
    %broadcasted_17 = linalg.broadcast ins(%arg20 : tensor<24xf32>) outs(%41 : tensor<1x24x56x56xf32>) dimensions = [0, 2, 3] 
    %42 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%40, %arg19 : tensor<1x96x56x56xf32>, tensor<24x96x1x1xf32>) outs(%broadcasted_17 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %43 = tensor.empty() : tensor<1x144x56x56xf32>
    %broadcasted_18 = linalg.broadcast ins(%arg22 : tensor<144xf32>) outs(%43 : tensor<1x144x56x56xf32>) dimensions = [0, 2, 3] 
    %44 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%42, %arg21 : tensor<1x24x56x56xf32>, tensor<144x24x1x1xf32>) outs(%broadcasted_18 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<1x144x56x56xf32>) outs(%43 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x144x56x56xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %45 : tensor<1x144x56x56xf32>, tensor<1x144x56x56xf32>) outs(%43 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x144x56x56xf32>
    %padded_19 = tensor.pad %46 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x144x56x56xf32> to tensor<1x144x58x58xf32>
    %broadcasted_20 = linalg.broadcast ins(%arg24 : tensor<144xf32>) outs(%43 : tensor<1x144x56x56xf32>) dimensions = [0, 2, 3] 
    %collapsed_21 = tensor.collapse_shape %arg23 [[0, 1], [2], [3]] : tensor<144x1x3x3xf32> into tensor<144x3x3xf32>
    %47 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_19, %collapsed_21 : tensor<1x144x58x58xf32>, tensor<144x3x3xf32>) outs(%broadcasted_20 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<1x144x56x56xf32>) outs(%43 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x144x56x56xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %48 : tensor<1x144x56x56xf32>, tensor<1x144x56x56xf32>) outs(%43 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x144x56x56xf32>
    %50 = tensor.empty() : tensor<1x144x1x1xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<1x144x1x1xf32>) -> tensor<1x144x1x1xf32>
    %52 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%49, %31 : tensor<1x144x56x56xf32>, tensor<56x56xf32>) outs(%51 : tensor<1x144x1x1xf32>) -> tensor<1x144x1x1xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<1x144x1x1xf32>) outs(%50 : tensor<1x144x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_2 : f32
      linalg.yield %305 : f32
    } -> tensor<1x144x1x1xf32>
    %54 = tensor.empty() : tensor<1x6x1x1xf32>
    %broadcasted_22 = linalg.broadcast ins(%arg26 : tensor<6xf32>) outs(%54 : tensor<1x6x1x1xf32>) dimensions = [0, 2, 3] 
    %55 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%53, %arg25 : tensor<1x144x1x1xf32>, tensor<6x144x1x1xf32>) outs(%broadcasted_22 : tensor<1x6x1x1xf32>) -> tensor<1x6x1x1xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<1x6x1x1xf32>) outs(%54 : tensor<1x6x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x6x1x1xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %56 : tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) outs(%54 : tensor<1x6x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x6x1x1xf32>
    %broadcasted_23 = linalg.broadcast ins(%arg28 : tensor<144xf32>) outs(%50 : tensor<1x144x1x1xf32>) dimensions = [0, 2, 3] 
    %58 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%57, %arg27 : tensor<1x6x1x1xf32>, tensor<144x6x1x1xf32>) outs(%broadcasted_23 : tensor<1x144x1x1xf32>) -> tensor<1x144x1x1xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x144x1x1xf32>) outs(%50 : tensor<1x144x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x144x1x1xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %49 : tensor<1x144x1x1xf32>, tensor<1x144x56x56xf32>) outs(%43 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x144x56x56xf32>
    %broadcasted_24 = linalg.broadcast ins(%arg30 : tensor<24xf32>) outs(%41 : tensor<1x24x56x56xf32>) dimensions = [0, 2, 3] 
    %61 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%60, %arg29 : tensor<1x144x56x56xf32>, tensor<24x144x1x1xf32>) outs(%broadcasted_24 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %42 : tensor<1x24x56x56xf32>, tensor<1x24x56x56xf32>) outs(%41 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.addf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x24x56x56xf32>
    %broadcasted_25 = linalg.broadcast ins(%arg32 : tensor<144xf32>) outs(%43 : tensor<1x144x56x56xf32>) dimensions = [0, 2, 3] 
    %63 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%62, %arg31 : tensor<1x24x56x56xf32>, tensor<144x24x1x1xf32>) outs(%broadcasted_25 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<1x144x56x56xf32>) outs(%43 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x144x56x56xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %64 : tensor<1x144x56x56xf32>, tensor<1x144x56x56xf32>) outs(%43 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x144x56x56xf32>
    %padded_26 = tensor.pad %65 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x144x56x56xf32> to tensor<1x144x60x60xf32>
    %66 = tensor.empty() : tensor<1x144x28x28xf32>
    %broadcasted_27 = linalg.broadcast ins(%arg34 : tensor<144xf32>) outs(%66 : tensor<1x144x28x28xf32>) dimensions = [0, 2, 3] 
    %collapsed_28 = tensor.collapse_shape %arg33 [[0, 1], [2], [3]] : tensor<144x1x5x5xf32> into tensor<144x5x5xf32>
    %67 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_26, %collapsed_28 : tensor<1x144x60x60xf32>, tensor<144x5x5xf32>) outs(%broadcasted_27 : tensor<1x144x28x28xf32>) -> tensor<1x144x28x28xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<1x144x28x28xf32>) outs(%66 : tensor<1x144x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x144x28x28xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %68 : tensor<1x144x28x28xf32>, tensor<1x144x28x28xf32>) outs(%66 : tensor<1x144x28x28xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x144x28x28xf32>
    %70 = tensor.empty() : tensor<28x28xf32>
    %71 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%69, %70 : tensor<1x144x28x28xf32>, tensor<28x28xf32>) outs(%51 : tensor<1x144x1x1xf32>) -> tensor<1x144x1x1xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<1x144x1x1xf32>) outs(%50 : tensor<1x144x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_3 : f32
      linalg.yield %305 : f32
    } -> tensor<1x144x1x1xf32>
    %broadcasted_29 = linalg.broadcast ins(%arg36 : tensor<6xf32>) outs(%54 : tensor<1x6x1x1xf32>) dimensions = [0, 2, 3] 
    %73 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%72, %arg35 : tensor<1x144x1x1xf32>, tensor<6x144x1x1xf32>) outs(%broadcasted_29 : tensor<1x6x1x1xf32>) -> tensor<1x6x1x1xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<1x6x1x1xf32>) outs(%54 : tensor<1x6x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x6x1x1xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %74 : tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) outs(%54 : tensor<1x6x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x6x1x1xf32>
    %broadcasted_30 = linalg.broadcast ins(%arg38 : tensor<144xf32>) outs(%50 : tensor<1x144x1x1xf32>) dimensions = [0, 2, 3] 
    %76 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%75, %arg37 : tensor<1x6x1x1xf32>, tensor<144x6x1x1xf32>) outs(%broadcasted_30 : tensor<1x144x1x1xf32>) -> tensor<1x144x1x1xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<1x144x1x1xf32>) outs(%50 : tensor<1x144x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x144x1x1xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %69 : tensor<1x144x1x1xf32>, tensor<1x144x28x28xf32>) outs(%66 : tensor<1x144x28x28xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x144x28x28xf32>
    %79 = tensor.empty() : tensor<1x40x28x28xf32>
    %broadcasted_31 = linalg.broadcast ins(%arg40 : tensor<40xf32>) outs(%79 : tensor<1x40x28x28xf32>) dimensions = [0, 2, 3] 
    %80 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%78, %arg39 : tensor<1x144x28x28xf32>, tensor<40x144x1x1xf32>) outs(%broadcasted_31 : tensor<1x40x28x28xf32>) -> tensor<1x40x28x28xf32>
    %81 = tensor.empty() : tensor<1x240x28x28xf32>
    %broadcasted_32 = linalg.broadcast ins(%arg42 : tensor<240xf32>) outs(%81 : tensor<1x240x28x28xf32>) dimensions = [0, 2, 3] 
    %82 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%80, %arg41 : tensor<1x40x28x28xf32>, tensor<240x40x1x1xf32>) outs(%broadcasted_32 : tensor<1x240x28x28xf32>) -> tensor<1x240x28x28xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82 : tensor<1x240x28x28xf32>) outs(%81 : tensor<1x240x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x240x28x28xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %83 : tensor<1x240x28x28xf32>, tensor<1x240x28x28xf32>) outs(%81 : tensor<1x240x28x28xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x240x28x28xf32>
    %padded_33 = tensor.pad %84 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x240x28x28xf32> to tensor<1x240x32x32xf32>
    %broadcasted_34 = linalg.broadcast ins(%arg44 : tensor<240xf32>) outs(%81 : tensor<1x240x28x28xf32>) dimensions = [0, 2, 3] 
    %collapsed_35 = tensor.collapse_shape %arg43 [[0, 1], [2], [3]] : tensor<240x1x5x5xf32> into tensor<240x5x5xf32>
    %85 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_33, %collapsed_35 : tensor<1x240x32x32xf32>, tensor<240x5x5xf32>) outs(%broadcasted_34 : tensor<1x240x28x28xf32>) -> tensor<1x240x28x28xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85 : tensor<1x240x28x28xf32>) outs(%81 : tensor<1x240x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x240x28x28xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %86 : tensor<1x240x28x28xf32>, tensor<1x240x28x28xf32>) outs(%81 : tensor<1x240x28x28xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x240x28x28xf32>
    %88 = tensor.empty() : tensor<1x240x1x1xf32>
    %89 = linalg.fill ins(%cst : f32) outs(%88 : tensor<1x240x1x1xf32>) -> tensor<1x240x1x1xf32>
    %90 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%87, %70 : tensor<1x240x28x28xf32>, tensor<28x28xf32>) outs(%89 : tensor<1x240x1x1xf32>) -> tensor<1x240x1x1xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90 : tensor<1x240x1x1xf32>) outs(%88 : tensor<1x240x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_3 : f32
      linalg.yield %305 : f32
    } -> tensor<1x240x1x1xf32>
    %92 = tensor.empty() : tensor<1x10x1x1xf32>
    %broadcasted_36 = linalg.broadcast ins(%arg46 : tensor<10xf32>) outs(%92 : tensor<1x10x1x1xf32>) dimensions = [0, 2, 3] 
    %93 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%91, %arg45 : tensor<1x240x1x1xf32>, tensor<10x240x1x1xf32>) outs(%broadcasted_36 : tensor<1x10x1x1xf32>) -> tensor<1x10x1x1xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93 : tensor<1x10x1x1xf32>) outs(%92 : tensor<1x10x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x10x1x1xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %94 : tensor<1x10x1x1xf32>, tensor<1x10x1x1xf32>) outs(%92 : tensor<1x10x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x10x1x1xf32>
    %broadcasted_37 = linalg.broadcast ins(%arg48 : tensor<240xf32>) outs(%88 : tensor<1x240x1x1xf32>) dimensions = [0, 2, 3] 
    %96 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%95, %arg47 : tensor<1x10x1x1xf32>, tensor<240x10x1x1xf32>) outs(%broadcasted_37 : tensor<1x240x1x1xf32>) -> tensor<1x240x1x1xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96 : tensor<1x240x1x1xf32>) outs(%88 : tensor<1x240x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x240x1x1xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %87 : tensor<1x240x1x1xf32>, tensor<1x240x28x28xf32>) outs(%81 : tensor<1x240x28x28xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x240x28x28xf32>
    %broadcasted_38 = linalg.broadcast ins(%arg50 : tensor<40xf32>) outs(%79 : tensor<1x40x28x28xf32>) dimensions = [0, 2, 3] 
    %99 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%98, %arg49 : tensor<1x240x28x28xf32>, tensor<40x240x1x1xf32>) outs(%broadcasted_38 : tensor<1x40x28x28xf32>) -> tensor<1x40x28x28xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99, %80 : tensor<1x40x28x28xf32>, tensor<1x40x28x28xf32>) outs(%79 : tensor<1x40x28x28xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.addf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x40x28x28xf32>
    %broadcasted_39 = linalg.broadcast ins(%arg52 : tensor<240xf32>) outs(%81 : tensor<1x240x28x28xf32>) dimensions = [0, 2, 3] 
    %101 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%100, %arg51 : tensor<1x40x28x28xf32>, tensor<240x40x1x1xf32>) outs(%broadcasted_39 : tensor<1x240x28x28xf32>) -> tensor<1x240x28x28xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101 : tensor<1x240x28x28xf32>) outs(%81 : tensor<1x240x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x240x28x28xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101, %102 : tensor<1x240x28x28xf32>, tensor<1x240x28x28xf32>) outs(%81 : tensor<1x240x28x28xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x240x28x28xf32>
    %padded_40 = tensor.pad %103 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x240x28x28xf32> to tensor<1x240x30x30xf32>
    %104 = tensor.empty() : tensor<1x240x14x14xf32>
    %broadcasted_41 = linalg.broadcast ins(%arg54 : tensor<240xf32>) outs(%104 : tensor<1x240x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_42 = tensor.collapse_shape %arg53 [[0, 1], [2], [3]] : tensor<240x1x3x3xf32> into tensor<240x3x3xf32>
    %105 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_40, %collapsed_42 : tensor<1x240x30x30xf32>, tensor<240x3x3xf32>) outs(%broadcasted_41 : tensor<1x240x14x14xf32>) -> tensor<1x240x14x14xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105 : tensor<1x240x14x14xf32>) outs(%104 : tensor<1x240x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x240x14x14xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105, %106 : tensor<1x240x14x14xf32>, tensor<1x240x14x14xf32>) outs(%104 : tensor<1x240x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x240x14x14xf32>
    %108 = tensor.empty() : tensor<14x14xf32>
    %109 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%107, %108 : tensor<1x240x14x14xf32>, tensor<14x14xf32>) outs(%89 : tensor<1x240x1x1xf32>) -> tensor<1x240x1x1xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109 : tensor<1x240x1x1xf32>) outs(%88 : tensor<1x240x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_4 : f32
      linalg.yield %305 : f32
    } -> tensor<1x240x1x1xf32>
    %broadcasted_43 = linalg.broadcast ins(%arg56 : tensor<10xf32>) outs(%92 : tensor<1x10x1x1xf32>) dimensions = [0, 2, 3] 
    %111 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%110, %arg55 : tensor<1x240x1x1xf32>, tensor<10x240x1x1xf32>) outs(%broadcasted_43 : tensor<1x10x1x1xf32>) -> tensor<1x10x1x1xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111 : tensor<1x10x1x1xf32>) outs(%92 : tensor<1x10x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x10x1x1xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111, %112 : tensor<1x10x1x1xf32>, tensor<1x10x1x1xf32>) outs(%92 : tensor<1x10x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x10x1x1xf32>
    %broadcasted_44 = linalg.broadcast ins(%arg58 : tensor<240xf32>) outs(%88 : tensor<1x240x1x1xf32>) dimensions = [0, 2, 3] 
    %114 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%113, %arg57 : tensor<1x10x1x1xf32>, tensor<240x10x1x1xf32>) outs(%broadcasted_44 : tensor<1x240x1x1xf32>) -> tensor<1x240x1x1xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114 : tensor<1x240x1x1xf32>) outs(%88 : tensor<1x240x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x240x1x1xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115, %107 : tensor<1x240x1x1xf32>, tensor<1x240x14x14xf32>) outs(%104 : tensor<1x240x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x240x14x14xf32>
    %117 = tensor.empty() : tensor<1x80x14x14xf32>
    %broadcasted_45 = linalg.broadcast ins(%arg60 : tensor<80xf32>) outs(%117 : tensor<1x80x14x14xf32>) dimensions = [0, 2, 3] 
    %118 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%116, %arg59 : tensor<1x240x14x14xf32>, tensor<80x240x1x1xf32>) outs(%broadcasted_45 : tensor<1x80x14x14xf32>) -> tensor<1x80x14x14xf32>
    %119 = tensor.empty() : tensor<1x480x14x14xf32>
    %broadcasted_46 = linalg.broadcast ins(%arg62 : tensor<480xf32>) outs(%119 : tensor<1x480x14x14xf32>) dimensions = [0, 2, 3] 
    %120 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%118, %arg61 : tensor<1x80x14x14xf32>, tensor<480x80x1x1xf32>) outs(%broadcasted_46 : tensor<1x480x14x14xf32>) -> tensor<1x480x14x14xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x480x14x14xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120, %121 : tensor<1x480x14x14xf32>, tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x14x14xf32>
    %padded_47 = tensor.pad %122 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x480x14x14xf32> to tensor<1x480x16x16xf32>
    %broadcasted_48 = linalg.broadcast ins(%arg64 : tensor<480xf32>) outs(%119 : tensor<1x480x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_49 = tensor.collapse_shape %arg63 [[0, 1], [2], [3]] : tensor<480x1x3x3xf32> into tensor<480x3x3xf32>
    %123 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_47, %collapsed_49 : tensor<1x480x16x16xf32>, tensor<480x3x3xf32>) outs(%broadcasted_48 : tensor<1x480x14x14xf32>) -> tensor<1x480x14x14xf32>
    %124 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123 : tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x480x14x14xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %124 : tensor<1x480x14x14xf32>, tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x14x14xf32>
    %126 = tensor.empty() : tensor<1x480x1x1xf32>
    %127 = linalg.fill ins(%cst : f32) outs(%126 : tensor<1x480x1x1xf32>) -> tensor<1x480x1x1xf32>
    %128 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%125, %108 : tensor<1x480x14x14xf32>, tensor<14x14xf32>) outs(%127 : tensor<1x480x1x1xf32>) -> tensor<1x480x1x1xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%128 : tensor<1x480x1x1xf32>) outs(%126 : tensor<1x480x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_4 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x1x1xf32>
    %130 = tensor.empty() : tensor<1x20x1x1xf32>
    %broadcasted_50 = linalg.broadcast ins(%arg66 : tensor<20xf32>) outs(%130 : tensor<1x20x1x1xf32>) dimensions = [0, 2, 3] 
    %131 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%129, %arg65 : tensor<1x480x1x1xf32>, tensor<20x480x1x1xf32>) outs(%broadcasted_50 : tensor<1x20x1x1xf32>) -> tensor<1x20x1x1xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131 : tensor<1x20x1x1xf32>) outs(%130 : tensor<1x20x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x20x1x1xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131, %132 : tensor<1x20x1x1xf32>, tensor<1x20x1x1xf32>) outs(%130 : tensor<1x20x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x20x1x1xf32>
    %broadcasted_51 = linalg.broadcast ins(%arg68 : tensor<480xf32>) outs(%126 : tensor<1x480x1x1xf32>) dimensions = [0, 2, 3] 
    %134 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%133, %arg67 : tensor<1x20x1x1xf32>, tensor<480x20x1x1xf32>) outs(%broadcasted_51 : tensor<1x480x1x1xf32>) -> tensor<1x480x1x1xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%134 : tensor<1x480x1x1xf32>) outs(%126 : tensor<1x480x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x480x1x1xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%135, %125 : tensor<1x480x1x1xf32>, tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x14x14xf32>
    %broadcasted_52 = linalg.broadcast ins(%arg70 : tensor<80xf32>) outs(%117 : tensor<1x80x14x14xf32>) dimensions = [0, 2, 3] 
    %137 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%136, %arg69 : tensor<1x480x14x14xf32>, tensor<80x480x1x1xf32>) outs(%broadcasted_52 : tensor<1x80x14x14xf32>) -> tensor<1x80x14x14xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%137, %118 : tensor<1x80x14x14xf32>, tensor<1x80x14x14xf32>) outs(%117 : tensor<1x80x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.addf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x80x14x14xf32>
    %broadcasted_53 = linalg.broadcast ins(%arg72 : tensor<480xf32>) outs(%119 : tensor<1x480x14x14xf32>) dimensions = [0, 2, 3] 
    %139 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%138, %arg71 : tensor<1x80x14x14xf32>, tensor<480x80x1x1xf32>) outs(%broadcasted_53 : tensor<1x480x14x14xf32>) -> tensor<1x480x14x14xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%139 : tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x480x14x14xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%139, %140 : tensor<1x480x14x14xf32>, tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x14x14xf32>
    %padded_54 = tensor.pad %141 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x480x14x14xf32> to tensor<1x480x16x16xf32>
    %broadcasted_55 = linalg.broadcast ins(%arg74 : tensor<480xf32>) outs(%119 : tensor<1x480x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_56 = tensor.collapse_shape %arg73 [[0, 1], [2], [3]] : tensor<480x1x3x3xf32> into tensor<480x3x3xf32>
    %142 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_54, %collapsed_56 : tensor<1x480x16x16xf32>, tensor<480x3x3xf32>) outs(%broadcasted_55 : tensor<1x480x14x14xf32>) -> tensor<1x480x14x14xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142 : tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x480x14x14xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142, %143 : tensor<1x480x14x14xf32>, tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x14x14xf32>
    %145 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%144, %108 : tensor<1x480x14x14xf32>, tensor<14x14xf32>) outs(%127 : tensor<1x480x1x1xf32>) -> tensor<1x480x1x1xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%145 : tensor<1x480x1x1xf32>) outs(%126 : tensor<1x480x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_4 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x1x1xf32>
    %broadcasted_57 = linalg.broadcast ins(%arg76 : tensor<20xf32>) outs(%130 : tensor<1x20x1x1xf32>) dimensions = [0, 2, 3] 
    %147 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%146, %arg75 : tensor<1x480x1x1xf32>, tensor<20x480x1x1xf32>) outs(%broadcasted_57 : tensor<1x20x1x1xf32>) -> tensor<1x20x1x1xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%147 : tensor<1x20x1x1xf32>) outs(%130 : tensor<1x20x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x20x1x1xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%147, %148 : tensor<1x20x1x1xf32>, tensor<1x20x1x1xf32>) outs(%130 : tensor<1x20x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x20x1x1xf32>
    %broadcasted_58 = linalg.broadcast ins(%arg78 : tensor<480xf32>) outs(%126 : tensor<1x480x1x1xf32>) dimensions = [0, 2, 3] 
    %150 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%149, %arg77 : tensor<1x20x1x1xf32>, tensor<480x20x1x1xf32>) outs(%broadcasted_58 : tensor<1x480x1x1xf32>) -> tensor<1x480x1x1xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%150 : tensor<1x480x1x1xf32>) outs(%126 : tensor<1x480x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x480x1x1xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%151, %144 : tensor<1x480x1x1xf32>, tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x14x14xf32>
    %broadcasted_59 = linalg.broadcast ins(%arg80 : tensor<80xf32>) outs(%117 : tensor<1x80x14x14xf32>) dimensions = [0, 2, 3] 
    %153 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%152, %arg79 : tensor<1x480x14x14xf32>, tensor<80x480x1x1xf32>) outs(%broadcasted_59 : tensor<1x80x14x14xf32>) -> tensor<1x80x14x14xf32>
    %154 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%153, %138 : tensor<1x80x14x14xf32>, tensor<1x80x14x14xf32>) outs(%117 : tensor<1x80x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.addf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x80x14x14xf32>
    %broadcasted_60 = linalg.broadcast ins(%arg82 : tensor<480xf32>) outs(%119 : tensor<1x480x14x14xf32>) dimensions = [0, 2, 3] 
    %155 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%154, %arg81 : tensor<1x80x14x14xf32>, tensor<480x80x1x1xf32>) outs(%broadcasted_60 : tensor<1x480x14x14xf32>) -> tensor<1x480x14x14xf32>
    %156 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%155 : tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x480x14x14xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%155, %156 : tensor<1x480x14x14xf32>, tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x14x14xf32>
    %padded_61 = tensor.pad %157 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x480x14x14xf32> to tensor<1x480x18x18xf32>
    %broadcasted_62 = linalg.broadcast ins(%arg84 : tensor<480xf32>) outs(%119 : tensor<1x480x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_63 = tensor.collapse_shape %arg83 [[0, 1], [2], [3]] : tensor<480x1x5x5xf32> into tensor<480x5x5xf32>
    %158 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_61, %collapsed_63 : tensor<1x480x18x18xf32>, tensor<480x5x5xf32>) outs(%broadcasted_62 : tensor<1x480x14x14xf32>) -> tensor<1x480x14x14xf32>
    %159 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%158 : tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x480x14x14xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%158, %159 : tensor<1x480x14x14xf32>, tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x14x14xf32>
    %161 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%160, %108 : tensor<1x480x14x14xf32>, tensor<14x14xf32>) outs(%127 : tensor<1x480x1x1xf32>) -> tensor<1x480x1x1xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%161 : tensor<1x480x1x1xf32>) outs(%126 : tensor<1x480x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_4 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x1x1xf32>
    %broadcasted_64 = linalg.broadcast ins(%arg86 : tensor<20xf32>) outs(%130 : tensor<1x20x1x1xf32>) dimensions = [0, 2, 3] 
    %163 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%162, %arg85 : tensor<1x480x1x1xf32>, tensor<20x480x1x1xf32>) outs(%broadcasted_64 : tensor<1x20x1x1xf32>) -> tensor<1x20x1x1xf32>
    %164 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163 : tensor<1x20x1x1xf32>) outs(%130 : tensor<1x20x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x20x1x1xf32>
    %165 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163, %164 : tensor<1x20x1x1xf32>, tensor<1x20x1x1xf32>) outs(%130 : tensor<1x20x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x20x1x1xf32>
    %broadcasted_65 = linalg.broadcast ins(%arg88 : tensor<480xf32>) outs(%126 : tensor<1x480x1x1xf32>) dimensions = [0, 2, 3] 
    %166 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%165, %arg87 : tensor<1x20x1x1xf32>, tensor<480x20x1x1xf32>) outs(%broadcasted_65 : tensor<1x480x1x1xf32>) -> tensor<1x480x1x1xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%166 : tensor<1x480x1x1xf32>) outs(%126 : tensor<1x480x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x480x1x1xf32>
    %168 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%167, %160 : tensor<1x480x1x1xf32>, tensor<1x480x14x14xf32>) outs(%119 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x480x14x14xf32>
    %169 = tensor.empty() : tensor<1x112x14x14xf32>
    %broadcasted_66 = linalg.broadcast ins(%arg90 : tensor<112xf32>) outs(%169 : tensor<1x112x14x14xf32>) dimensions = [0, 2, 3] 
    %170 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%168, %arg89 : tensor<1x480x14x14xf32>, tensor<112x480x1x1xf32>) outs(%broadcasted_66 : tensor<1x112x14x14xf32>) -> tensor<1x112x14x14xf32>
    %171 = tensor.empty() : tensor<1x672x14x14xf32>
    %broadcasted_67 = linalg.broadcast ins(%arg92 : tensor<672xf32>) outs(%171 : tensor<1x672x14x14xf32>) dimensions = [0, 2, 3] 
    %172 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%170, %arg91 : tensor<1x112x14x14xf32>, tensor<672x112x1x1xf32>) outs(%broadcasted_67 : tensor<1x672x14x14xf32>) -> tensor<1x672x14x14xf32>
    %173 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172 : tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x672x14x14xf32>
    %174 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172, %173 : tensor<1x672x14x14xf32>, tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x14x14xf32>
    %padded_68 = tensor.pad %174 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x672x14x14xf32> to tensor<1x672x18x18xf32>
    %broadcasted_69 = linalg.broadcast ins(%arg94 : tensor<672xf32>) outs(%171 : tensor<1x672x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_70 = tensor.collapse_shape %arg93 [[0, 1], [2], [3]] : tensor<672x1x5x5xf32> into tensor<672x5x5xf32>
    %175 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_68, %collapsed_70 : tensor<1x672x18x18xf32>, tensor<672x5x5xf32>) outs(%broadcasted_69 : tensor<1x672x14x14xf32>) -> tensor<1x672x14x14xf32>
    %176 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%175 : tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x672x14x14xf32>
    %177 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%175, %176 : tensor<1x672x14x14xf32>, tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x14x14xf32>
    %178 = tensor.empty() : tensor<1x672x1x1xf32>
    %179 = linalg.fill ins(%cst : f32) outs(%178 : tensor<1x672x1x1xf32>) -> tensor<1x672x1x1xf32>
    %180 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%177, %108 : tensor<1x672x14x14xf32>, tensor<14x14xf32>) outs(%179 : tensor<1x672x1x1xf32>) -> tensor<1x672x1x1xf32>
    %181 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%180 : tensor<1x672x1x1xf32>) outs(%178 : tensor<1x672x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_4 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x1x1xf32>
    %182 = tensor.empty() : tensor<1x28x1x1xf32>
    %broadcasted_71 = linalg.broadcast ins(%arg96 : tensor<28xf32>) outs(%182 : tensor<1x28x1x1xf32>) dimensions = [0, 2, 3] 
    %183 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%181, %arg95 : tensor<1x672x1x1xf32>, tensor<28x672x1x1xf32>) outs(%broadcasted_71 : tensor<1x28x1x1xf32>) -> tensor<1x28x1x1xf32>
    %184 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183 : tensor<1x28x1x1xf32>) outs(%182 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x28x1x1xf32>
    %185 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %184 : tensor<1x28x1x1xf32>, tensor<1x28x1x1xf32>) outs(%182 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x28x1x1xf32>
    %broadcasted_72 = linalg.broadcast ins(%arg98 : tensor<672xf32>) outs(%178 : tensor<1x672x1x1xf32>) dimensions = [0, 2, 3] 
    %186 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%185, %arg97 : tensor<1x28x1x1xf32>, tensor<672x28x1x1xf32>) outs(%broadcasted_72 : tensor<1x672x1x1xf32>) -> tensor<1x672x1x1xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%186 : tensor<1x672x1x1xf32>) outs(%178 : tensor<1x672x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x672x1x1xf32>
    %188 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%187, %177 : tensor<1x672x1x1xf32>, tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x14x14xf32>
    %broadcasted_73 = linalg.broadcast ins(%arg100 : tensor<112xf32>) outs(%169 : tensor<1x112x14x14xf32>) dimensions = [0, 2, 3] 
    %189 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%188, %arg99 : tensor<1x672x14x14xf32>, tensor<112x672x1x1xf32>) outs(%broadcasted_73 : tensor<1x112x14x14xf32>) -> tensor<1x112x14x14xf32>
    %190 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%189, %170 : tensor<1x112x14x14xf32>, tensor<1x112x14x14xf32>) outs(%169 : tensor<1x112x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.addf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x112x14x14xf32>
    %broadcasted_74 = linalg.broadcast ins(%arg102 : tensor<672xf32>) outs(%171 : tensor<1x672x14x14xf32>) dimensions = [0, 2, 3] 
    %191 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%190, %arg101 : tensor<1x112x14x14xf32>, tensor<672x112x1x1xf32>) outs(%broadcasted_74 : tensor<1x672x14x14xf32>) -> tensor<1x672x14x14xf32>
    %192 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%191 : tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x672x14x14xf32>
    %193 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%191, %192 : tensor<1x672x14x14xf32>, tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x14x14xf32>
    %padded_75 = tensor.pad %193 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x672x14x14xf32> to tensor<1x672x18x18xf32>
    %broadcasted_76 = linalg.broadcast ins(%arg104 : tensor<672xf32>) outs(%171 : tensor<1x672x14x14xf32>) dimensions = [0, 2, 3] 
    %collapsed_77 = tensor.collapse_shape %arg103 [[0, 1], [2], [3]] : tensor<672x1x5x5xf32> into tensor<672x5x5xf32>
    %194 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_75, %collapsed_77 : tensor<1x672x18x18xf32>, tensor<672x5x5xf32>) outs(%broadcasted_76 : tensor<1x672x14x14xf32>) -> tensor<1x672x14x14xf32>
    %195 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%194 : tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x672x14x14xf32>
    %196 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%194, %195 : tensor<1x672x14x14xf32>, tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x14x14xf32>
    %197 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%196, %108 : tensor<1x672x14x14xf32>, tensor<14x14xf32>) outs(%179 : tensor<1x672x1x1xf32>) -> tensor<1x672x1x1xf32>
    %198 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%197 : tensor<1x672x1x1xf32>) outs(%178 : tensor<1x672x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_4 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x1x1xf32>
    %broadcasted_78 = linalg.broadcast ins(%arg106 : tensor<28xf32>) outs(%182 : tensor<1x28x1x1xf32>) dimensions = [0, 2, 3] 
    %199 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%198, %arg105 : tensor<1x672x1x1xf32>, tensor<28x672x1x1xf32>) outs(%broadcasted_78 : tensor<1x28x1x1xf32>) -> tensor<1x28x1x1xf32>
    %200 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%199 : tensor<1x28x1x1xf32>) outs(%182 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x28x1x1xf32>
    %201 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%199, %200 : tensor<1x28x1x1xf32>, tensor<1x28x1x1xf32>) outs(%182 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x28x1x1xf32>
    %broadcasted_79 = linalg.broadcast ins(%arg108 : tensor<672xf32>) outs(%178 : tensor<1x672x1x1xf32>) dimensions = [0, 2, 3] 
    %202 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%201, %arg107 : tensor<1x28x1x1xf32>, tensor<672x28x1x1xf32>) outs(%broadcasted_79 : tensor<1x672x1x1xf32>) -> tensor<1x672x1x1xf32>
    %203 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%202 : tensor<1x672x1x1xf32>) outs(%178 : tensor<1x672x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x672x1x1xf32>
    %204 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%203, %196 : tensor<1x672x1x1xf32>, tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x14x14xf32>
    %broadcasted_80 = linalg.broadcast ins(%arg110 : tensor<112xf32>) outs(%169 : tensor<1x112x14x14xf32>) dimensions = [0, 2, 3] 
    %205 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%204, %arg109 : tensor<1x672x14x14xf32>, tensor<112x672x1x1xf32>) outs(%broadcasted_80 : tensor<1x112x14x14xf32>) -> tensor<1x112x14x14xf32>
    %206 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%205, %190 : tensor<1x112x14x14xf32>, tensor<1x112x14x14xf32>) outs(%169 : tensor<1x112x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.addf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x112x14x14xf32>
    %broadcasted_81 = linalg.broadcast ins(%arg112 : tensor<672xf32>) outs(%171 : tensor<1x672x14x14xf32>) dimensions = [0, 2, 3] 
    %207 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%206, %arg111 : tensor<1x112x14x14xf32>, tensor<672x112x1x1xf32>) outs(%broadcasted_81 : tensor<1x672x14x14xf32>) -> tensor<1x672x14x14xf32>
    %208 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%207 : tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x672x14x14xf32>
    %209 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%207, %208 : tensor<1x672x14x14xf32>, tensor<1x672x14x14xf32>) outs(%171 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x14x14xf32>
    %padded_82 = tensor.pad %209 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x672x14x14xf32> to tensor<1x672x18x18xf32>
    %210 = tensor.empty() : tensor<1x672x7x7xf32>
    %broadcasted_83 = linalg.broadcast ins(%arg114 : tensor<672xf32>) outs(%210 : tensor<1x672x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_84 = tensor.collapse_shape %arg113 [[0, 1], [2], [3]] : tensor<672x1x5x5xf32> into tensor<672x5x5xf32>
    %211 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_82, %collapsed_84 : tensor<1x672x18x18xf32>, tensor<672x5x5xf32>) outs(%broadcasted_83 : tensor<1x672x7x7xf32>) -> tensor<1x672x7x7xf32>
    %212 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%211 : tensor<1x672x7x7xf32>) outs(%210 : tensor<1x672x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x672x7x7xf32>
    %213 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%211, %212 : tensor<1x672x7x7xf32>, tensor<1x672x7x7xf32>) outs(%210 : tensor<1x672x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x7x7xf32>
    %214 = tensor.empty() : tensor<7x7xf32>
    %215 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%213, %214 : tensor<1x672x7x7xf32>, tensor<7x7xf32>) outs(%179 : tensor<1x672x1x1xf32>) -> tensor<1x672x1x1xf32>
    %216 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%215 : tensor<1x672x1x1xf32>) outs(%178 : tensor<1x672x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_5 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x1x1xf32>
    %broadcasted_85 = linalg.broadcast ins(%arg116 : tensor<28xf32>) outs(%182 : tensor<1x28x1x1xf32>) dimensions = [0, 2, 3] 
    %217 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%216, %arg115 : tensor<1x672x1x1xf32>, tensor<28x672x1x1xf32>) outs(%broadcasted_85 : tensor<1x28x1x1xf32>) -> tensor<1x28x1x1xf32>
    %218 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%217 : tensor<1x28x1x1xf32>) outs(%182 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x28x1x1xf32>
    %219 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%217, %218 : tensor<1x28x1x1xf32>, tensor<1x28x1x1xf32>) outs(%182 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x28x1x1xf32>
    %broadcasted_86 = linalg.broadcast ins(%arg118 : tensor<672xf32>) outs(%178 : tensor<1x672x1x1xf32>) dimensions = [0, 2, 3] 
    %220 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%219, %arg117 : tensor<1x28x1x1xf32>, tensor<672x28x1x1xf32>) outs(%broadcasted_86 : tensor<1x672x1x1xf32>) -> tensor<1x672x1x1xf32>
    %221 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%220 : tensor<1x672x1x1xf32>) outs(%178 : tensor<1x672x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x672x1x1xf32>
    %222 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%221, %213 : tensor<1x672x1x1xf32>, tensor<1x672x7x7xf32>) outs(%210 : tensor<1x672x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x672x7x7xf32>
    %223 = tensor.empty() : tensor<1x192x7x7xf32>
    %broadcasted_87 = linalg.broadcast ins(%arg120 : tensor<192xf32>) outs(%223 : tensor<1x192x7x7xf32>) dimensions = [0, 2, 3] 
    %224 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%222, %arg119 : tensor<1x672x7x7xf32>, tensor<192x672x1x1xf32>) outs(%broadcasted_87 : tensor<1x192x7x7xf32>) -> tensor<1x192x7x7xf32>
    %225 = tensor.empty() : tensor<1x1152x7x7xf32>
    %broadcasted_88 = linalg.broadcast ins(%arg122 : tensor<1152xf32>) outs(%225 : tensor<1x1152x7x7xf32>) dimensions = [0, 2, 3] 
    %226 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%224, %arg121 : tensor<1x192x7x7xf32>, tensor<1152x192x1x1xf32>) outs(%broadcasted_88 : tensor<1x1152x7x7xf32>) -> tensor<1x1152x7x7xf32>
    %227 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%226 : tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x7x7xf32>
    %228 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%226, %227 : tensor<1x1152x7x7xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %padded_89 = tensor.pad %228 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x1152x7x7xf32> to tensor<1x1152x11x11xf32>
    %broadcasted_90 = linalg.broadcast ins(%arg124 : tensor<1152xf32>) outs(%225 : tensor<1x1152x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_91 = tensor.collapse_shape %arg123 [[0, 1], [2], [3]] : tensor<1152x1x5x5xf32> into tensor<1152x5x5xf32>
    %229 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_89, %collapsed_91 : tensor<1x1152x11x11xf32>, tensor<1152x5x5xf32>) outs(%broadcasted_90 : tensor<1x1152x7x7xf32>) -> tensor<1x1152x7x7xf32>
    %230 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%229 : tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x7x7xf32>
    %231 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%229, %230 : tensor<1x1152x7x7xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %232 = tensor.empty() : tensor<1x1152x1x1xf32>
    %233 = linalg.fill ins(%cst : f32) outs(%232 : tensor<1x1152x1x1xf32>) -> tensor<1x1152x1x1xf32>
    %234 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%231, %214 : tensor<1x1152x7x7xf32>, tensor<7x7xf32>) outs(%233 : tensor<1x1152x1x1xf32>) -> tensor<1x1152x1x1xf32>
    %235 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%234 : tensor<1x1152x1x1xf32>) outs(%232 : tensor<1x1152x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_5 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x1x1xf32>
    %236 = tensor.empty() : tensor<1x48x1x1xf32>
    %broadcasted_92 = linalg.broadcast ins(%arg126 : tensor<48xf32>) outs(%236 : tensor<1x48x1x1xf32>) dimensions = [0, 2, 3] 
    %237 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%235, %arg125 : tensor<1x1152x1x1xf32>, tensor<48x1152x1x1xf32>) outs(%broadcasted_92 : tensor<1x48x1x1xf32>) -> tensor<1x48x1x1xf32>
    %238 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%237 : tensor<1x48x1x1xf32>) outs(%236 : tensor<1x48x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x48x1x1xf32>
    %239 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%237, %238 : tensor<1x48x1x1xf32>, tensor<1x48x1x1xf32>) outs(%236 : tensor<1x48x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x48x1x1xf32>
    %broadcasted_93 = linalg.broadcast ins(%arg128 : tensor<1152xf32>) outs(%232 : tensor<1x1152x1x1xf32>) dimensions = [0, 2, 3] 
    %240 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%239, %arg127 : tensor<1x48x1x1xf32>, tensor<1152x48x1x1xf32>) outs(%broadcasted_93 : tensor<1x1152x1x1xf32>) -> tensor<1x1152x1x1xf32>
    %241 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%240 : tensor<1x1152x1x1xf32>) outs(%232 : tensor<1x1152x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x1x1xf32>
    %242 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%241, %231 : tensor<1x1152x1x1xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %broadcasted_94 = linalg.broadcast ins(%arg130 : tensor<192xf32>) outs(%223 : tensor<1x192x7x7xf32>) dimensions = [0, 2, 3] 
    %243 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%242, %arg129 : tensor<1x1152x7x7xf32>, tensor<192x1152x1x1xf32>) outs(%broadcasted_94 : tensor<1x192x7x7xf32>) -> tensor<1x192x7x7xf32>
    %244 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%243, %224 : tensor<1x192x7x7xf32>, tensor<1x192x7x7xf32>) outs(%223 : tensor<1x192x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.addf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x192x7x7xf32>
    %broadcasted_95 = linalg.broadcast ins(%arg132 : tensor<1152xf32>) outs(%225 : tensor<1x1152x7x7xf32>) dimensions = [0, 2, 3] 
    %245 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%244, %arg131 : tensor<1x192x7x7xf32>, tensor<1152x192x1x1xf32>) outs(%broadcasted_95 : tensor<1x1152x7x7xf32>) -> tensor<1x1152x7x7xf32>
    %246 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%245 : tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x7x7xf32>
    %247 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%245, %246 : tensor<1x1152x7x7xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %padded_96 = tensor.pad %247 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x1152x7x7xf32> to tensor<1x1152x11x11xf32>
    %broadcasted_97 = linalg.broadcast ins(%arg134 : tensor<1152xf32>) outs(%225 : tensor<1x1152x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_98 = tensor.collapse_shape %arg133 [[0, 1], [2], [3]] : tensor<1152x1x5x5xf32> into tensor<1152x5x5xf32>
    %248 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_96, %collapsed_98 : tensor<1x1152x11x11xf32>, tensor<1152x5x5xf32>) outs(%broadcasted_97 : tensor<1x1152x7x7xf32>) -> tensor<1x1152x7x7xf32>
    %249 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%248 : tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x7x7xf32>
    %250 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%248, %249 : tensor<1x1152x7x7xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %251 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%250, %214 : tensor<1x1152x7x7xf32>, tensor<7x7xf32>) outs(%233 : tensor<1x1152x1x1xf32>) -> tensor<1x1152x1x1xf32>
    %252 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%251 : tensor<1x1152x1x1xf32>) outs(%232 : tensor<1x1152x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_5 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x1x1xf32>
    %broadcasted_99 = linalg.broadcast ins(%arg136 : tensor<48xf32>) outs(%236 : tensor<1x48x1x1xf32>) dimensions = [0, 2, 3] 
    %253 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%252, %arg135 : tensor<1x1152x1x1xf32>, tensor<48x1152x1x1xf32>) outs(%broadcasted_99 : tensor<1x48x1x1xf32>) -> tensor<1x48x1x1xf32>
    %254 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%253 : tensor<1x48x1x1xf32>) outs(%236 : tensor<1x48x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x48x1x1xf32>
    %255 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%253, %254 : tensor<1x48x1x1xf32>, tensor<1x48x1x1xf32>) outs(%236 : tensor<1x48x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x48x1x1xf32>
    %broadcasted_100 = linalg.broadcast ins(%arg138 : tensor<1152xf32>) outs(%232 : tensor<1x1152x1x1xf32>) dimensions = [0, 2, 3] 
    %256 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%255, %arg137 : tensor<1x48x1x1xf32>, tensor<1152x48x1x1xf32>) outs(%broadcasted_100 : tensor<1x1152x1x1xf32>) -> tensor<1x1152x1x1xf32>
    %257 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%256 : tensor<1x1152x1x1xf32>) outs(%232 : tensor<1x1152x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x1x1xf32>
    %258 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%257, %250 : tensor<1x1152x1x1xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %broadcasted_101 = linalg.broadcast ins(%arg140 : tensor<192xf32>) outs(%223 : tensor<1x192x7x7xf32>) dimensions = [0, 2, 3] 
    %259 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%258, %arg139 : tensor<1x1152x7x7xf32>, tensor<192x1152x1x1xf32>) outs(%broadcasted_101 : tensor<1x192x7x7xf32>) -> tensor<1x192x7x7xf32>
    %260 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%259, %244 : tensor<1x192x7x7xf32>, tensor<1x192x7x7xf32>) outs(%223 : tensor<1x192x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.addf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x192x7x7xf32>
    %broadcasted_102 = linalg.broadcast ins(%arg142 : tensor<1152xf32>) outs(%225 : tensor<1x1152x7x7xf32>) dimensions = [0, 2, 3] 
    %261 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%260, %arg141 : tensor<1x192x7x7xf32>, tensor<1152x192x1x1xf32>) outs(%broadcasted_102 : tensor<1x1152x7x7xf32>) -> tensor<1x1152x7x7xf32>
    %262 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%261 : tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x7x7xf32>
    %263 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%261, %262 : tensor<1x1152x7x7xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %padded_103 = tensor.pad %263 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x1152x7x7xf32> to tensor<1x1152x11x11xf32>
    %broadcasted_104 = linalg.broadcast ins(%arg144 : tensor<1152xf32>) outs(%225 : tensor<1x1152x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_105 = tensor.collapse_shape %arg143 [[0, 1], [2], [3]] : tensor<1152x1x5x5xf32> into tensor<1152x5x5xf32>
    %264 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_103, %collapsed_105 : tensor<1x1152x11x11xf32>, tensor<1152x5x5xf32>) outs(%broadcasted_104 : tensor<1x1152x7x7xf32>) -> tensor<1x1152x7x7xf32>
    %265 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%264 : tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x7x7xf32>
    %266 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%264, %265 : tensor<1x1152x7x7xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %267 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%266, %214 : tensor<1x1152x7x7xf32>, tensor<7x7xf32>) outs(%233 : tensor<1x1152x1x1xf32>) -> tensor<1x1152x1x1xf32>
    %268 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%267 : tensor<1x1152x1x1xf32>) outs(%232 : tensor<1x1152x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_5 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x1x1xf32>
    %broadcasted_106 = linalg.broadcast ins(%arg146 : tensor<48xf32>) outs(%236 : tensor<1x48x1x1xf32>) dimensions = [0, 2, 3] 
    %269 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%268, %arg145 : tensor<1x1152x1x1xf32>, tensor<48x1152x1x1xf32>) outs(%broadcasted_106 : tensor<1x48x1x1xf32>) -> tensor<1x48x1x1xf32>
    %270 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%269 : tensor<1x48x1x1xf32>) outs(%236 : tensor<1x48x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x48x1x1xf32>
    %271 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%269, %270 : tensor<1x48x1x1xf32>, tensor<1x48x1x1xf32>) outs(%236 : tensor<1x48x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x48x1x1xf32>
    %broadcasted_107 = linalg.broadcast ins(%arg148 : tensor<1152xf32>) outs(%232 : tensor<1x1152x1x1xf32>) dimensions = [0, 2, 3] 
    %272 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%271, %arg147 : tensor<1x48x1x1xf32>, tensor<1152x48x1x1xf32>) outs(%broadcasted_107 : tensor<1x1152x1x1xf32>) -> tensor<1x1152x1x1xf32>
    %273 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%272 : tensor<1x1152x1x1xf32>) outs(%232 : tensor<1x1152x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x1x1xf32>
    %274 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%273, %266 : tensor<1x1152x1x1xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %broadcasted_108 = linalg.broadcast ins(%arg150 : tensor<192xf32>) outs(%223 : tensor<1x192x7x7xf32>) dimensions = [0, 2, 3] 
    %275 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%274, %arg149 : tensor<1x1152x7x7xf32>, tensor<192x1152x1x1xf32>) outs(%broadcasted_108 : tensor<1x192x7x7xf32>) -> tensor<1x192x7x7xf32>
    %276 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%275, %260 : tensor<1x192x7x7xf32>, tensor<1x192x7x7xf32>) outs(%223 : tensor<1x192x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.addf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x192x7x7xf32>
    %broadcasted_109 = linalg.broadcast ins(%arg152 : tensor<1152xf32>) outs(%225 : tensor<1x1152x7x7xf32>) dimensions = [0, 2, 3] 
    %277 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%276, %arg151 : tensor<1x192x7x7xf32>, tensor<1152x192x1x1xf32>) outs(%broadcasted_109 : tensor<1x1152x7x7xf32>) -> tensor<1x1152x7x7xf32>
    %278 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%277 : tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x7x7xf32>
    %279 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%277, %278 : tensor<1x1152x7x7xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %padded_110 = tensor.pad %279 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg165: index, %arg166: index, %arg167: index, %arg168: index):
      tensor.yield %cst : f32
    } : tensor<1x1152x7x7xf32> to tensor<1x1152x9x9xf32>
    %broadcasted_111 = linalg.broadcast ins(%arg154 : tensor<1152xf32>) outs(%225 : tensor<1x1152x7x7xf32>) dimensions = [0, 2, 3] 
    %collapsed_112 = tensor.collapse_shape %arg153 [[0, 1], [2], [3]] : tensor<1152x1x3x3xf32> into tensor<1152x3x3xf32>
    %280 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_110, %collapsed_112 : tensor<1x1152x9x9xf32>, tensor<1152x3x3xf32>) outs(%broadcasted_111 : tensor<1x1152x7x7xf32>) -> tensor<1x1152x7x7xf32>
    %281 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%280 : tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x7x7xf32>
    %282 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%280, %281 : tensor<1x1152x7x7xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %283 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%282, %214 : tensor<1x1152x7x7xf32>, tensor<7x7xf32>) outs(%233 : tensor<1x1152x1x1xf32>) -> tensor<1x1152x1x1xf32>
    %284 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%283 : tensor<1x1152x1x1xf32>) outs(%232 : tensor<1x1152x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_5 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x1x1xf32>
    %broadcasted_113 = linalg.broadcast ins(%arg156 : tensor<48xf32>) outs(%236 : tensor<1x48x1x1xf32>) dimensions = [0, 2, 3] 
    %285 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%284, %arg155 : tensor<1x1152x1x1xf32>, tensor<48x1152x1x1xf32>) outs(%broadcasted_113 : tensor<1x48x1x1xf32>) -> tensor<1x48x1x1xf32>
    %286 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%285 : tensor<1x48x1x1xf32>) outs(%236 : tensor<1x48x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x48x1x1xf32>
    %287 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%285, %286 : tensor<1x48x1x1xf32>, tensor<1x48x1x1xf32>) outs(%236 : tensor<1x48x1x1xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x48x1x1xf32>
    %broadcasted_114 = linalg.broadcast ins(%arg158 : tensor<1152xf32>) outs(%232 : tensor<1x1152x1x1xf32>) dimensions = [0, 2, 3] 
    %288 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%287, %arg157 : tensor<1x48x1x1xf32>, tensor<1152x48x1x1xf32>) outs(%broadcasted_114 : tensor<1x1152x1x1xf32>) -> tensor<1x1152x1x1xf32>
    %289 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%288 : tensor<1x1152x1x1xf32>) outs(%232 : tensor<1x1152x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1152x1x1xf32>
    %290 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%289, %282 : tensor<1x1152x1x1xf32>, tensor<1x1152x7x7xf32>) outs(%225 : tensor<1x1152x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1152x7x7xf32>
    %291 = tensor.empty() : tensor<1x320x7x7xf32>
    %broadcasted_115 = linalg.broadcast ins(%arg160 : tensor<320xf32>) outs(%291 : tensor<1x320x7x7xf32>) dimensions = [0, 2, 3] 
    %292 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%290, %arg159 : tensor<1x1152x7x7xf32>, tensor<320x1152x1x1xf32>) outs(%broadcasted_115 : tensor<1x320x7x7xf32>) -> tensor<1x320x7x7xf32>
    %293 = tensor.empty() : tensor<1x1280x7x7xf32>
    %broadcasted_116 = linalg.broadcast ins(%arg162 : tensor<1280xf32>) outs(%293 : tensor<1x1280x7x7xf32>) dimensions = [0, 2, 3] 
    %294 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%292, %arg161 : tensor<1x320x7x7xf32>, tensor<1280x320x1x1xf32>) outs(%broadcasted_116 : tensor<1x1280x7x7xf32>) -> tensor<1x1280x7x7xf32>
    %295 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%294 : tensor<1x1280x7x7xf32>) outs(%293 : tensor<1x1280x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.negf %in : f32
      %306 = math.exp %305 : f32
      %307 = arith.addf %306, %cst_0 : f32
      %308 = arith.divf %cst_0, %307 : f32
      linalg.yield %308 : f32
    } -> tensor<1x1280x7x7xf32>
    %296 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%294, %295 : tensor<1x1280x7x7xf32>, tensor<1x1280x7x7xf32>) outs(%293 : tensor<1x1280x7x7xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.mulf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1280x7x7xf32>
    %297 = tensor.empty() : tensor<1x1280x1x1xf32>
    %298 = linalg.fill ins(%cst : f32) outs(%297 : tensor<1x1280x1x1xf32>) -> tensor<1x1280x1x1xf32>
    %299 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%296, %214 : tensor<1x1280x7x7xf32>, tensor<7x7xf32>) outs(%298 : tensor<1x1280x1x1xf32>) -> tensor<1x1280x1x1xf32>
    %300 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%299 : tensor<1x1280x1x1xf32>) outs(%297 : tensor<1x1280x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %305 = arith.divf %in, %cst_5 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1280x1x1xf32>
    %collapsed_117 = tensor.collapse_shape %300 [[0], [1, 2, 3]] : tensor<1x1280x1x1xf32> into tensor<1x1280xf32>
    %301 = tensor.empty() : tensor<1x1000xf32>
    %302 = linalg.fill ins(%cst : f32) outs(%301 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %303 = linalg.matmul ins(%collapsed_117, %arg163 : tensor<1x1280xf32>, tensor<1280x1000xf32>) outs(%302 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %304 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%303, %arg164 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%301 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_118: f32, %out: f32):
      %305 = arith.addf %in, %in_118 : f32
      linalg.yield %305 : f32
    } -> tensor<1x1000xf32>
    return %304 : tensor<1x1000xf32>
  }
}

