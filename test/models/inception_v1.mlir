// inception_v1: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<64x3x7x7xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64x64x1x1xf32>, %arg4: tensor<64xf32>, %arg5: tensor<192x64x3x3xf32>, %arg6: tensor<192xf32>, %arg7: tensor<64x192x1x1xf32>, %arg8: tensor<64xf32>, %arg9: tensor<96x192x1x1xf32>, %arg10: tensor<96xf32>, %arg11: tensor<128x96x3x3xf32>, %arg12: tensor<128xf32>, %arg13: tensor<16x192x1x1xf32>, %arg14: tensor<16xf32>, %arg15: tensor<32x16x5x5xf32>, %arg16: tensor<32xf32>, %arg17: tensor<32x192x1x1xf32>, %arg18: tensor<32xf32>, %arg19: tensor<128x256x1x1xf32>, %arg20: tensor<128xf32>, %arg21: tensor<128x256x1x1xf32>, %arg22: tensor<128xf32>, %arg23: tensor<192x128x3x3xf32>, %arg24: tensor<192xf32>, %arg25: tensor<32x256x1x1xf32>, %arg26: tensor<32xf32>, %arg27: tensor<96x32x5x5xf32>, %arg28: tensor<96xf32>, %arg29: tensor<64x256x1x1xf32>, %arg30: tensor<64xf32>, %arg31: tensor<192x480x1x1xf32>, %arg32: tensor<192xf32>, %arg33: tensor<96x480x1x1xf32>, %arg34: tensor<96xf32>, %arg35: tensor<208x96x3x3xf32>, %arg36: tensor<208xf32>, %arg37: tensor<16x480x1x1xf32>, %arg38: tensor<16xf32>, %arg39: tensor<48x16x5x5xf32>, %arg40: tensor<48xf32>, %arg41: tensor<64x480x1x1xf32>, %arg42: tensor<64xf32>, %arg43: tensor<160x512x1x1xf32>, %arg44: tensor<160xf32>, %arg45: tensor<112x512x1x1xf32>, %arg46: tensor<112xf32>, %arg47: tensor<224x112x3x3xf32>, %arg48: tensor<224xf32>, %arg49: tensor<24x512x1x1xf32>, %arg50: tensor<24xf32>, %arg51: tensor<64x24x5x5xf32>, %arg52: tensor<64xf32>, %arg53: tensor<64x512x1x1xf32>, %arg54: tensor<64xf32>, %arg55: tensor<128x512x1x1xf32>, %arg56: tensor<128xf32>, %arg57: tensor<128x512x1x1xf32>, %arg58: tensor<128xf32>, %arg59: tensor<256x128x3x3xf32>, %arg60: tensor<256xf32>, %arg61: tensor<24x512x1x1xf32>, %arg62: tensor<24xf32>, %arg63: tensor<64x24x5x5xf32>, %arg64: tensor<64xf32>, %arg65: tensor<64x512x1x1xf32>, %arg66: tensor<64xf32>, %arg67: tensor<112x512x1x1xf32>, %arg68: tensor<112xf32>, %arg69: tensor<144x512x1x1xf32>, %arg70: tensor<144xf32>, %arg71: tensor<288x144x3x3xf32>, %arg72: tensor<288xf32>, %arg73: tensor<32x512x1x1xf32>, %arg74: tensor<32xf32>, %arg75: tensor<64x32x5x5xf32>, %arg76: tensor<64xf32>, %arg77: tensor<64x512x1x1xf32>, %arg78: tensor<64xf32>, %arg79: tensor<256x528x1x1xf32>, %arg80: tensor<256xf32>, %arg81: tensor<160x528x1x1xf32>, %arg82: tensor<160xf32>, %arg83: tensor<320x160x3x3xf32>, %arg84: tensor<320xf32>, %arg85: tensor<32x528x1x1xf32>, %arg86: tensor<32xf32>, %arg87: tensor<128x32x5x5xf32>, %arg88: tensor<128xf32>, %arg89: tensor<128x528x1x1xf32>, %arg90: tensor<128xf32>, %arg91: tensor<256x832x1x1xf32>, %arg92: tensor<256xf32>, %arg93: tensor<160x832x1x1xf32>, %arg94: tensor<160xf32>, %arg95: tensor<320x160x3x3xf32>, %arg96: tensor<320xf32>, %arg97: tensor<32x832x1x1xf32>, %arg98: tensor<32xf32>, %arg99: tensor<128x32x5x5xf32>, %arg100: tensor<128xf32>, %arg101: tensor<128x832x1x1xf32>, %arg102: tensor<128xf32>, %arg103: tensor<384x832x1x1xf32>, %arg104: tensor<384xf32>, %arg105: tensor<192x832x1x1xf32>, %arg106: tensor<192xf32>, %arg107: tensor<384x192x3x3xf32>, %arg108: tensor<384xf32>, %arg109: tensor<48x832x1x1xf32>, %arg110: tensor<48xf32>, %arg111: tensor<128x48x5x5xf32>, %arg112: tensor<128xf32>, %arg113: tensor<128x832x1x1xf32>, %arg114: tensor<128xf32>, %arg115: tensor<1024x1000xf32>, %arg116: tensor<1000xf32>) -> tensor<1x1000xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 5.000000e+00 : f32
    %cst_2 = arith.constant 9.99999974E-5 : f32
    %cst_3 = arith.constant 1.000000e+00 : f32
    %cst_4 = arith.constant 7.500000e-01 : f32
    %cst_5 = arith.constant 3.600000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 3, 3] high[0, 0, 3, 3] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x3x224x224xf32> to tensor<1x3x230x230xf32>
    %0 = tensor.empty() : tensor<1x64x112x112xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<64xf32>) outs(%0 : tensor<1x64x112x112xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x3x230x230xf32>, tensor<64x3x7x7xf32>) outs(%broadcasted : tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x64x112x112xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x112x112xf32>
    %3 = tensor.empty() : tensor<1x64x55x55xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<1x64x55x55xf32>) -> tensor<1x64x55x55xf32>
    %5 = tensor.empty() : tensor<3x3xf32>
    %6 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%2, %5 : tensor<1x64x112x112xf32>, tensor<3x3xf32>) outs(%4 : tensor<1x64x55x55xf32>) -> tensor<1x64x55x55xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<1x64x55x55xf32>, tensor<1x64x55x55xf32>) outs(%3 : tensor<1x64x55x55xf32>) {
    ^bb0(%in: f32, %in_108: f32, %out: f32):
      %216 = arith.mulf %in, %in_108 : f32
      linalg.yield %216 : f32
    } -> tensor<1x64x55x55xf32>
    %expanded = tensor.expand_shape %7 [[0], [1, 2], [3], [4]] output_shape [1, 1, 64, 55, 55] : tensor<1x64x55x55xf32> into tensor<1x1x64x55x55xf32>
    %padded_6 = tensor.pad %expanded low[0, 0, 2, 0, 0] high[0, 0, 2, 0, 0] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index, %arg121: index):
      tensor.yield %cst : f32
    } : tensor<1x1x64x55x55xf32> to tensor<1x1x68x55x55xf32>
    %8 = tensor.empty() : tensor<1x1x64x55x55xf32>
    %9 = tensor.empty() : tensor<5x1x1xf32>
    %10 = tensor.empty() : tensor<1x68x55x55x1xf32>
    %transposed = linalg.transpose ins(%padded_6 : tensor<1x1x68x55x55xf32>) outs(%10 : tensor<1x68x55x55x1xf32>) permutation = [0, 2, 3, 4, 1] 
    %11 = tensor.empty() : tensor<1x64x55x55x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<1x64x55x55x1xf32>) -> tensor<1x64x55x55x1xf32>
    %13 = linalg.pooling_ndhwc_sum {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>} ins(%transposed, %9 : tensor<1x68x55x55x1xf32>, tensor<5x1x1xf32>) outs(%12 : tensor<1x64x55x55x1xf32>) -> tensor<1x64x55x55x1xf32>
    %transposed_7 = linalg.transpose ins(%13 : tensor<1x64x55x55x1xf32>) outs(%8 : tensor<1x1x64x55x55xf32>) permutation = [0, 4, 1, 2, 3] 
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_7 : tensor<1x1x64x55x55xf32>) outs(%8 : tensor<1x1x64x55x55xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.divf %in, %cst_1 : f32
      linalg.yield %216 : f32
    } -> tensor<1x1x64x55x55xf32>
    %collapsed = tensor.collapse_shape %14 [[0, 1], [2], [3], [4]] : tensor<1x1x64x55x55xf32> into tensor<1x64x55x55xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x64x55x55xf32>) outs(%3 : tensor<1x64x55x55xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.mulf %in, %cst_2 : f32
      linalg.yield %216 : f32
    } -> tensor<1x64x55x55xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<1x64x55x55xf32>) outs(%3 : tensor<1x64x55x55xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.addf %in, %cst_3 : f32
      linalg.yield %216 : f32
    } -> tensor<1x64x55x55xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x64x55x55xf32>) outs(%3 : tensor<1x64x55x55xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.powf %in, %cst_4 : f32
      linalg.yield %216 : f32
    } -> tensor<1x64x55x55xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %17 : tensor<1x64x55x55xf32>, tensor<1x64x55x55xf32>) outs(%3 : tensor<1x64x55x55xf32>) {
    ^bb0(%in: f32, %in_108: f32, %out: f32):
      %216 = arith.divf %in, %in_108 : f32
      linalg.yield %216 : f32
    } -> tensor<1x64x55x55xf32>
    %broadcasted_8 = linalg.broadcast ins(%arg4 : tensor<64xf32>) outs(%3 : tensor<1x64x55x55xf32>) dimensions = [0, 2, 3] 
    %19 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%18, %arg3 : tensor<1x64x55x55xf32>, tensor<64x64x1x1xf32>) outs(%broadcasted_8 : tensor<1x64x55x55xf32>) -> tensor<1x64x55x55xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x64x55x55xf32>) outs(%3 : tensor<1x64x55x55xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x55x55xf32>
    %padded_9 = tensor.pad %20 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x64x55x55xf32> to tensor<1x64x57x57xf32>
    %21 = tensor.empty() : tensor<1x192x55x55xf32>
    %broadcasted_10 = linalg.broadcast ins(%arg6 : tensor<192xf32>) outs(%21 : tensor<1x192x55x55xf32>) dimensions = [0, 2, 3] 
    %22 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_9, %arg5 : tensor<1x64x57x57xf32>, tensor<192x64x3x3xf32>) outs(%broadcasted_10 : tensor<1x192x55x55xf32>) -> tensor<1x192x55x55xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x192x55x55xf32>) outs(%21 : tensor<1x192x55x55xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x192x55x55xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %23 : tensor<1x192x55x55xf32>, tensor<1x192x55x55xf32>) outs(%21 : tensor<1x192x55x55xf32>) {
    ^bb0(%in: f32, %in_108: f32, %out: f32):
      %216 = arith.mulf %in, %in_108 : f32
      linalg.yield %216 : f32
    } -> tensor<1x192x55x55xf32>
    %expanded_11 = tensor.expand_shape %24 [[0], [1, 2], [3], [4]] output_shape [1, 1, 192, 55, 55] : tensor<1x192x55x55xf32> into tensor<1x1x192x55x55xf32>
    %padded_12 = tensor.pad %expanded_11 low[0, 0, 2, 0, 0] high[0, 0, 2, 0, 0] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index, %arg121: index):
      tensor.yield %cst : f32
    } : tensor<1x1x192x55x55xf32> to tensor<1x1x196x55x55xf32>
    %25 = tensor.empty() : tensor<1x1x192x55x55xf32>
    %26 = tensor.empty() : tensor<1x196x55x55x1xf32>
    %transposed_13 = linalg.transpose ins(%padded_12 : tensor<1x1x196x55x55xf32>) outs(%26 : tensor<1x196x55x55x1xf32>) permutation = [0, 2, 3, 4, 1] 
    %27 = tensor.empty() : tensor<1x192x55x55x1xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<1x192x55x55x1xf32>) -> tensor<1x192x55x55x1xf32>
    %29 = linalg.pooling_ndhwc_sum {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>} ins(%transposed_13, %9 : tensor<1x196x55x55x1xf32>, tensor<5x1x1xf32>) outs(%28 : tensor<1x192x55x55x1xf32>) -> tensor<1x192x55x55x1xf32>
    %transposed_14 = linalg.transpose ins(%29 : tensor<1x192x55x55x1xf32>) outs(%25 : tensor<1x1x192x55x55xf32>) permutation = [0, 4, 1, 2, 3] 
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_14 : tensor<1x1x192x55x55xf32>) outs(%25 : tensor<1x1x192x55x55xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.divf %in, %cst_1 : f32
      linalg.yield %216 : f32
    } -> tensor<1x1x192x55x55xf32>
    %collapsed_15 = tensor.collapse_shape %30 [[0, 1], [2], [3], [4]] : tensor<1x1x192x55x55xf32> into tensor<1x192x55x55xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_15 : tensor<1x192x55x55xf32>) outs(%21 : tensor<1x192x55x55xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.mulf %in, %cst_2 : f32
      linalg.yield %216 : f32
    } -> tensor<1x192x55x55xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<1x192x55x55xf32>) outs(%21 : tensor<1x192x55x55xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.addf %in, %cst_3 : f32
      linalg.yield %216 : f32
    } -> tensor<1x192x55x55xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<1x192x55x55xf32>) outs(%21 : tensor<1x192x55x55xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.powf %in, %cst_4 : f32
      linalg.yield %216 : f32
    } -> tensor<1x192x55x55xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %33 : tensor<1x192x55x55xf32>, tensor<1x192x55x55xf32>) outs(%21 : tensor<1x192x55x55xf32>) {
    ^bb0(%in: f32, %in_108: f32, %out: f32):
      %216 = arith.divf %in, %in_108 : f32
      linalg.yield %216 : f32
    } -> tensor<1x192x55x55xf32>
    %35 = tensor.empty() : tensor<1x192x27x27xf32>
    %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : tensor<1x192x27x27xf32>) -> tensor<1x192x27x27xf32>
    %37 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%34, %5 : tensor<1x192x55x55xf32>, tensor<3x3xf32>) outs(%36 : tensor<1x192x27x27xf32>) -> tensor<1x192x27x27xf32>
    %38 = tensor.empty() : tensor<1x64x27x27xf32>
    %broadcasted_16 = linalg.broadcast ins(%arg8 : tensor<64xf32>) outs(%38 : tensor<1x64x27x27xf32>) dimensions = [0, 2, 3] 
    %39 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%37, %arg7 : tensor<1x192x27x27xf32>, tensor<64x192x1x1xf32>) outs(%broadcasted_16 : tensor<1x64x27x27xf32>) -> tensor<1x64x27x27xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<1x64x27x27xf32>) outs(%38 : tensor<1x64x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x27x27xf32>
    %41 = tensor.empty() : tensor<1x96x27x27xf32>
    %broadcasted_17 = linalg.broadcast ins(%arg10 : tensor<96xf32>) outs(%41 : tensor<1x96x27x27xf32>) dimensions = [0, 2, 3] 
    %42 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%37, %arg9 : tensor<1x192x27x27xf32>, tensor<96x192x1x1xf32>) outs(%broadcasted_17 : tensor<1x96x27x27xf32>) -> tensor<1x96x27x27xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x96x27x27xf32>) outs(%41 : tensor<1x96x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x96x27x27xf32>
    %padded_18 = tensor.pad %43 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x96x27x27xf32> to tensor<1x96x29x29xf32>
    %44 = tensor.empty() : tensor<1x128x27x27xf32>
    %broadcasted_19 = linalg.broadcast ins(%arg12 : tensor<128xf32>) outs(%44 : tensor<1x128x27x27xf32>) dimensions = [0, 2, 3] 
    %45 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_18, %arg11 : tensor<1x96x29x29xf32>, tensor<128x96x3x3xf32>) outs(%broadcasted_19 : tensor<1x128x27x27xf32>) -> tensor<1x128x27x27xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<1x128x27x27xf32>) outs(%44 : tensor<1x128x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x27x27xf32>
    %47 = tensor.empty() : tensor<1x16x27x27xf32>
    %broadcasted_20 = linalg.broadcast ins(%arg14 : tensor<16xf32>) outs(%47 : tensor<1x16x27x27xf32>) dimensions = [0, 2, 3] 
    %48 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%37, %arg13 : tensor<1x192x27x27xf32>, tensor<16x192x1x1xf32>) outs(%broadcasted_20 : tensor<1x16x27x27xf32>) -> tensor<1x16x27x27xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<1x16x27x27xf32>) outs(%47 : tensor<1x16x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x16x27x27xf32>
    %padded_21 = tensor.pad %49 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x16x27x27xf32> to tensor<1x16x31x31xf32>
    %50 = tensor.empty() : tensor<1x32x27x27xf32>
    %broadcasted_22 = linalg.broadcast ins(%arg16 : tensor<32xf32>) outs(%50 : tensor<1x32x27x27xf32>) dimensions = [0, 2, 3] 
    %51 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_21, %arg15 : tensor<1x16x31x31xf32>, tensor<32x16x5x5xf32>) outs(%broadcasted_22 : tensor<1x32x27x27xf32>) -> tensor<1x32x27x27xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<1x32x27x27xf32>) outs(%50 : tensor<1x32x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x32x27x27xf32>
    %padded_23 = tensor.pad %37 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x192x27x27xf32> to tensor<1x192x29x29xf32>
    %53 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_23, %5 : tensor<1x192x29x29xf32>, tensor<3x3xf32>) outs(%36 : tensor<1x192x27x27xf32>) -> tensor<1x192x27x27xf32>
    %broadcasted_24 = linalg.broadcast ins(%arg18 : tensor<32xf32>) outs(%50 : tensor<1x32x27x27xf32>) dimensions = [0, 2, 3] 
    %54 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%53, %arg17 : tensor<1x192x27x27xf32>, tensor<32x192x1x1xf32>) outs(%broadcasted_24 : tensor<1x32x27x27xf32>) -> tensor<1x32x27x27xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<1x32x27x27xf32>) outs(%50 : tensor<1x32x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x32x27x27xf32>
    %concat = tensor.concat dim(1) %40, %46, %52, %55 : (tensor<1x64x27x27xf32>, tensor<1x128x27x27xf32>, tensor<1x32x27x27xf32>, tensor<1x32x27x27xf32>) -> tensor<1x256x27x27xf32>
    %broadcasted_25 = linalg.broadcast ins(%arg20 : tensor<128xf32>) outs(%44 : tensor<1x128x27x27xf32>) dimensions = [0, 2, 3] 
    %56 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat, %arg19 : tensor<1x256x27x27xf32>, tensor<128x256x1x1xf32>) outs(%broadcasted_25 : tensor<1x128x27x27xf32>) -> tensor<1x128x27x27xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<1x128x27x27xf32>) outs(%44 : tensor<1x128x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x27x27xf32>
    %broadcasted_26 = linalg.broadcast ins(%arg22 : tensor<128xf32>) outs(%44 : tensor<1x128x27x27xf32>) dimensions = [0, 2, 3] 
    %58 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat, %arg21 : tensor<1x256x27x27xf32>, tensor<128x256x1x1xf32>) outs(%broadcasted_26 : tensor<1x128x27x27xf32>) -> tensor<1x128x27x27xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x128x27x27xf32>) outs(%44 : tensor<1x128x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x27x27xf32>
    %padded_27 = tensor.pad %59 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x128x27x27xf32> to tensor<1x128x29x29xf32>
    %broadcasted_28 = linalg.broadcast ins(%arg24 : tensor<192xf32>) outs(%35 : tensor<1x192x27x27xf32>) dimensions = [0, 2, 3] 
    %60 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_27, %arg23 : tensor<1x128x29x29xf32>, tensor<192x128x3x3xf32>) outs(%broadcasted_28 : tensor<1x192x27x27xf32>) -> tensor<1x192x27x27xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x192x27x27xf32>) outs(%35 : tensor<1x192x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x192x27x27xf32>
    %broadcasted_29 = linalg.broadcast ins(%arg26 : tensor<32xf32>) outs(%50 : tensor<1x32x27x27xf32>) dimensions = [0, 2, 3] 
    %62 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat, %arg25 : tensor<1x256x27x27xf32>, tensor<32x256x1x1xf32>) outs(%broadcasted_29 : tensor<1x32x27x27xf32>) -> tensor<1x32x27x27xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<1x32x27x27xf32>) outs(%50 : tensor<1x32x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x32x27x27xf32>
    %padded_30 = tensor.pad %63 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x32x27x27xf32> to tensor<1x32x31x31xf32>
    %broadcasted_31 = linalg.broadcast ins(%arg28 : tensor<96xf32>) outs(%41 : tensor<1x96x27x27xf32>) dimensions = [0, 2, 3] 
    %64 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_30, %arg27 : tensor<1x32x31x31xf32>, tensor<96x32x5x5xf32>) outs(%broadcasted_31 : tensor<1x96x27x27xf32>) -> tensor<1x96x27x27xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x96x27x27xf32>) outs(%41 : tensor<1x96x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x96x27x27xf32>
    %padded_32 = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x256x27x27xf32> to tensor<1x256x29x29xf32>
    %66 = tensor.empty() : tensor<1x256x27x27xf32>
    %67 = linalg.fill ins(%cst_0 : f32) outs(%66 : tensor<1x256x27x27xf32>) -> tensor<1x256x27x27xf32>
    %68 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_32, %5 : tensor<1x256x29x29xf32>, tensor<3x3xf32>) outs(%67 : tensor<1x256x27x27xf32>) -> tensor<1x256x27x27xf32>
    %broadcasted_33 = linalg.broadcast ins(%arg30 : tensor<64xf32>) outs(%38 : tensor<1x64x27x27xf32>) dimensions = [0, 2, 3] 
    %69 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%68, %arg29 : tensor<1x256x27x27xf32>, tensor<64x256x1x1xf32>) outs(%broadcasted_33 : tensor<1x64x27x27xf32>) -> tensor<1x64x27x27xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<1x64x27x27xf32>) outs(%38 : tensor<1x64x27x27xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x27x27xf32>
    %concat_34 = tensor.concat dim(1) %57, %61, %65, %70 : (tensor<1x128x27x27xf32>, tensor<1x192x27x27xf32>, tensor<1x96x27x27xf32>, tensor<1x64x27x27xf32>) -> tensor<1x480x27x27xf32>
    %71 = tensor.empty() : tensor<1x480x13x13xf32>
    %72 = linalg.fill ins(%cst_0 : f32) outs(%71 : tensor<1x480x13x13xf32>) -> tensor<1x480x13x13xf32>
    %73 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%concat_34, %5 : tensor<1x480x27x27xf32>, tensor<3x3xf32>) outs(%72 : tensor<1x480x13x13xf32>) -> tensor<1x480x13x13xf32>
    %74 = tensor.empty() : tensor<1x192x13x13xf32>
    %broadcasted_35 = linalg.broadcast ins(%arg32 : tensor<192xf32>) outs(%74 : tensor<1x192x13x13xf32>) dimensions = [0, 2, 3] 
    %75 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%73, %arg31 : tensor<1x480x13x13xf32>, tensor<192x480x1x1xf32>) outs(%broadcasted_35 : tensor<1x192x13x13xf32>) -> tensor<1x192x13x13xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75 : tensor<1x192x13x13xf32>) outs(%74 : tensor<1x192x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x192x13x13xf32>
    %77 = tensor.empty() : tensor<1x96x13x13xf32>
    %broadcasted_36 = linalg.broadcast ins(%arg34 : tensor<96xf32>) outs(%77 : tensor<1x96x13x13xf32>) dimensions = [0, 2, 3] 
    %78 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%73, %arg33 : tensor<1x480x13x13xf32>, tensor<96x480x1x1xf32>) outs(%broadcasted_36 : tensor<1x96x13x13xf32>) -> tensor<1x96x13x13xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<1x96x13x13xf32>) outs(%77 : tensor<1x96x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x96x13x13xf32>
    %padded_37 = tensor.pad %79 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x96x13x13xf32> to tensor<1x96x15x15xf32>
    %80 = tensor.empty() : tensor<1x208x13x13xf32>
    %broadcasted_38 = linalg.broadcast ins(%arg36 : tensor<208xf32>) outs(%80 : tensor<1x208x13x13xf32>) dimensions = [0, 2, 3] 
    %81 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_37, %arg35 : tensor<1x96x15x15xf32>, tensor<208x96x3x3xf32>) outs(%broadcasted_38 : tensor<1x208x13x13xf32>) -> tensor<1x208x13x13xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81 : tensor<1x208x13x13xf32>) outs(%80 : tensor<1x208x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x208x13x13xf32>
    %83 = tensor.empty() : tensor<1x16x13x13xf32>
    %broadcasted_39 = linalg.broadcast ins(%arg38 : tensor<16xf32>) outs(%83 : tensor<1x16x13x13xf32>) dimensions = [0, 2, 3] 
    %84 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%73, %arg37 : tensor<1x480x13x13xf32>, tensor<16x480x1x1xf32>) outs(%broadcasted_39 : tensor<1x16x13x13xf32>) -> tensor<1x16x13x13xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84 : tensor<1x16x13x13xf32>) outs(%83 : tensor<1x16x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x16x13x13xf32>
    %padded_40 = tensor.pad %85 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x16x13x13xf32> to tensor<1x16x17x17xf32>
    %86 = tensor.empty() : tensor<1x48x13x13xf32>
    %broadcasted_41 = linalg.broadcast ins(%arg40 : tensor<48xf32>) outs(%86 : tensor<1x48x13x13xf32>) dimensions = [0, 2, 3] 
    %87 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_40, %arg39 : tensor<1x16x17x17xf32>, tensor<48x16x5x5xf32>) outs(%broadcasted_41 : tensor<1x48x13x13xf32>) -> tensor<1x48x13x13xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87 : tensor<1x48x13x13xf32>) outs(%86 : tensor<1x48x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x48x13x13xf32>
    %padded_42 = tensor.pad %73 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x480x13x13xf32> to tensor<1x480x15x15xf32>
    %89 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_42, %5 : tensor<1x480x15x15xf32>, tensor<3x3xf32>) outs(%72 : tensor<1x480x13x13xf32>) -> tensor<1x480x13x13xf32>
    %90 = tensor.empty() : tensor<1x64x13x13xf32>
    %broadcasted_43 = linalg.broadcast ins(%arg42 : tensor<64xf32>) outs(%90 : tensor<1x64x13x13xf32>) dimensions = [0, 2, 3] 
    %91 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%89, %arg41 : tensor<1x480x13x13xf32>, tensor<64x480x1x1xf32>) outs(%broadcasted_43 : tensor<1x64x13x13xf32>) -> tensor<1x64x13x13xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91 : tensor<1x64x13x13xf32>) outs(%90 : tensor<1x64x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x13x13xf32>
    %concat_44 = tensor.concat dim(1) %76, %82, %88, %92 : (tensor<1x192x13x13xf32>, tensor<1x208x13x13xf32>, tensor<1x48x13x13xf32>, tensor<1x64x13x13xf32>) -> tensor<1x512x13x13xf32>
    %93 = tensor.empty() : tensor<1x160x13x13xf32>
    %broadcasted_45 = linalg.broadcast ins(%arg44 : tensor<160xf32>) outs(%93 : tensor<1x160x13x13xf32>) dimensions = [0, 2, 3] 
    %94 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_44, %arg43 : tensor<1x512x13x13xf32>, tensor<160x512x1x1xf32>) outs(%broadcasted_45 : tensor<1x160x13x13xf32>) -> tensor<1x160x13x13xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94 : tensor<1x160x13x13xf32>) outs(%93 : tensor<1x160x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x160x13x13xf32>
    %96 = tensor.empty() : tensor<1x112x13x13xf32>
    %broadcasted_46 = linalg.broadcast ins(%arg46 : tensor<112xf32>) outs(%96 : tensor<1x112x13x13xf32>) dimensions = [0, 2, 3] 
    %97 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_44, %arg45 : tensor<1x512x13x13xf32>, tensor<112x512x1x1xf32>) outs(%broadcasted_46 : tensor<1x112x13x13xf32>) -> tensor<1x112x13x13xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97 : tensor<1x112x13x13xf32>) outs(%96 : tensor<1x112x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x112x13x13xf32>
    %padded_47 = tensor.pad %98 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x112x13x13xf32> to tensor<1x112x15x15xf32>
    %99 = tensor.empty() : tensor<1x224x13x13xf32>
    %broadcasted_48 = linalg.broadcast ins(%arg48 : tensor<224xf32>) outs(%99 : tensor<1x224x13x13xf32>) dimensions = [0, 2, 3] 
    %100 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_47, %arg47 : tensor<1x112x15x15xf32>, tensor<224x112x3x3xf32>) outs(%broadcasted_48 : tensor<1x224x13x13xf32>) -> tensor<1x224x13x13xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%100 : tensor<1x224x13x13xf32>) outs(%99 : tensor<1x224x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x224x13x13xf32>
    %102 = tensor.empty() : tensor<1x24x13x13xf32>
    %broadcasted_49 = linalg.broadcast ins(%arg50 : tensor<24xf32>) outs(%102 : tensor<1x24x13x13xf32>) dimensions = [0, 2, 3] 
    %103 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_44, %arg49 : tensor<1x512x13x13xf32>, tensor<24x512x1x1xf32>) outs(%broadcasted_49 : tensor<1x24x13x13xf32>) -> tensor<1x24x13x13xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103 : tensor<1x24x13x13xf32>) outs(%102 : tensor<1x24x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x24x13x13xf32>
    %padded_50 = tensor.pad %104 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x24x13x13xf32> to tensor<1x24x17x17xf32>
    %broadcasted_51 = linalg.broadcast ins(%arg52 : tensor<64xf32>) outs(%90 : tensor<1x64x13x13xf32>) dimensions = [0, 2, 3] 
    %105 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_50, %arg51 : tensor<1x24x17x17xf32>, tensor<64x24x5x5xf32>) outs(%broadcasted_51 : tensor<1x64x13x13xf32>) -> tensor<1x64x13x13xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105 : tensor<1x64x13x13xf32>) outs(%90 : tensor<1x64x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x13x13xf32>
    %padded_52 = tensor.pad %concat_44 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x512x13x13xf32> to tensor<1x512x15x15xf32>
    %107 = tensor.empty() : tensor<1x512x13x13xf32>
    %108 = linalg.fill ins(%cst_0 : f32) outs(%107 : tensor<1x512x13x13xf32>) -> tensor<1x512x13x13xf32>
    %109 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_52, %5 : tensor<1x512x15x15xf32>, tensor<3x3xf32>) outs(%108 : tensor<1x512x13x13xf32>) -> tensor<1x512x13x13xf32>
    %broadcasted_53 = linalg.broadcast ins(%arg54 : tensor<64xf32>) outs(%90 : tensor<1x64x13x13xf32>) dimensions = [0, 2, 3] 
    %110 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%109, %arg53 : tensor<1x512x13x13xf32>, tensor<64x512x1x1xf32>) outs(%broadcasted_53 : tensor<1x64x13x13xf32>) -> tensor<1x64x13x13xf32>
    %111 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%110 : tensor<1x64x13x13xf32>) outs(%90 : tensor<1x64x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x13x13xf32>
    %concat_54 = tensor.concat dim(1) %95, %101, %106, %111 : (tensor<1x160x13x13xf32>, tensor<1x224x13x13xf32>, tensor<1x64x13x13xf32>, tensor<1x64x13x13xf32>) -> tensor<1x512x13x13xf32>
    %112 = tensor.empty() : tensor<1x128x13x13xf32>
    %broadcasted_55 = linalg.broadcast ins(%arg56 : tensor<128xf32>) outs(%112 : tensor<1x128x13x13xf32>) dimensions = [0, 2, 3] 
    %113 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_54, %arg55 : tensor<1x512x13x13xf32>, tensor<128x512x1x1xf32>) outs(%broadcasted_55 : tensor<1x128x13x13xf32>) -> tensor<1x128x13x13xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113 : tensor<1x128x13x13xf32>) outs(%112 : tensor<1x128x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x13x13xf32>
    %broadcasted_56 = linalg.broadcast ins(%arg58 : tensor<128xf32>) outs(%112 : tensor<1x128x13x13xf32>) dimensions = [0, 2, 3] 
    %115 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_54, %arg57 : tensor<1x512x13x13xf32>, tensor<128x512x1x1xf32>) outs(%broadcasted_56 : tensor<1x128x13x13xf32>) -> tensor<1x128x13x13xf32>
    %116 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115 : tensor<1x128x13x13xf32>) outs(%112 : tensor<1x128x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x13x13xf32>
    %padded_57 = tensor.pad %116 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x128x13x13xf32> to tensor<1x128x15x15xf32>
    %117 = tensor.empty() : tensor<1x256x13x13xf32>
    %broadcasted_58 = linalg.broadcast ins(%arg60 : tensor<256xf32>) outs(%117 : tensor<1x256x13x13xf32>) dimensions = [0, 2, 3] 
    %118 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_57, %arg59 : tensor<1x128x15x15xf32>, tensor<256x128x3x3xf32>) outs(%broadcasted_58 : tensor<1x256x13x13xf32>) -> tensor<1x256x13x13xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%118 : tensor<1x256x13x13xf32>) outs(%117 : tensor<1x256x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x256x13x13xf32>
    %broadcasted_59 = linalg.broadcast ins(%arg62 : tensor<24xf32>) outs(%102 : tensor<1x24x13x13xf32>) dimensions = [0, 2, 3] 
    %120 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_54, %arg61 : tensor<1x512x13x13xf32>, tensor<24x512x1x1xf32>) outs(%broadcasted_59 : tensor<1x24x13x13xf32>) -> tensor<1x24x13x13xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<1x24x13x13xf32>) outs(%102 : tensor<1x24x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x24x13x13xf32>
    %padded_60 = tensor.pad %121 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x24x13x13xf32> to tensor<1x24x17x17xf32>
    %broadcasted_61 = linalg.broadcast ins(%arg64 : tensor<64xf32>) outs(%90 : tensor<1x64x13x13xf32>) dimensions = [0, 2, 3] 
    %122 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_60, %arg63 : tensor<1x24x17x17xf32>, tensor<64x24x5x5xf32>) outs(%broadcasted_61 : tensor<1x64x13x13xf32>) -> tensor<1x64x13x13xf32>
    %123 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122 : tensor<1x64x13x13xf32>) outs(%90 : tensor<1x64x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x13x13xf32>
    %padded_62 = tensor.pad %concat_54 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x512x13x13xf32> to tensor<1x512x15x15xf32>
    %124 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_62, %5 : tensor<1x512x15x15xf32>, tensor<3x3xf32>) outs(%108 : tensor<1x512x13x13xf32>) -> tensor<1x512x13x13xf32>
    %broadcasted_63 = linalg.broadcast ins(%arg66 : tensor<64xf32>) outs(%90 : tensor<1x64x13x13xf32>) dimensions = [0, 2, 3] 
    %125 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%124, %arg65 : tensor<1x512x13x13xf32>, tensor<64x512x1x1xf32>) outs(%broadcasted_63 : tensor<1x64x13x13xf32>) -> tensor<1x64x13x13xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%125 : tensor<1x64x13x13xf32>) outs(%90 : tensor<1x64x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x13x13xf32>
    %concat_64 = tensor.concat dim(1) %114, %119, %123, %126 : (tensor<1x128x13x13xf32>, tensor<1x256x13x13xf32>, tensor<1x64x13x13xf32>, tensor<1x64x13x13xf32>) -> tensor<1x512x13x13xf32>
    %broadcasted_65 = linalg.broadcast ins(%arg68 : tensor<112xf32>) outs(%96 : tensor<1x112x13x13xf32>) dimensions = [0, 2, 3] 
    %127 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_64, %arg67 : tensor<1x512x13x13xf32>, tensor<112x512x1x1xf32>) outs(%broadcasted_65 : tensor<1x112x13x13xf32>) -> tensor<1x112x13x13xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%127 : tensor<1x112x13x13xf32>) outs(%96 : tensor<1x112x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x112x13x13xf32>
    %129 = tensor.empty() : tensor<1x144x13x13xf32>
    %broadcasted_66 = linalg.broadcast ins(%arg70 : tensor<144xf32>) outs(%129 : tensor<1x144x13x13xf32>) dimensions = [0, 2, 3] 
    %130 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_64, %arg69 : tensor<1x512x13x13xf32>, tensor<144x512x1x1xf32>) outs(%broadcasted_66 : tensor<1x144x13x13xf32>) -> tensor<1x144x13x13xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%130 : tensor<1x144x13x13xf32>) outs(%129 : tensor<1x144x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x144x13x13xf32>
    %padded_67 = tensor.pad %131 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x144x13x13xf32> to tensor<1x144x15x15xf32>
    %132 = tensor.empty() : tensor<1x288x13x13xf32>
    %broadcasted_68 = linalg.broadcast ins(%arg72 : tensor<288xf32>) outs(%132 : tensor<1x288x13x13xf32>) dimensions = [0, 2, 3] 
    %133 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_67, %arg71 : tensor<1x144x15x15xf32>, tensor<288x144x3x3xf32>) outs(%broadcasted_68 : tensor<1x288x13x13xf32>) -> tensor<1x288x13x13xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133 : tensor<1x288x13x13xf32>) outs(%132 : tensor<1x288x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x288x13x13xf32>
    %135 = tensor.empty() : tensor<1x32x13x13xf32>
    %broadcasted_69 = linalg.broadcast ins(%arg74 : tensor<32xf32>) outs(%135 : tensor<1x32x13x13xf32>) dimensions = [0, 2, 3] 
    %136 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_64, %arg73 : tensor<1x512x13x13xf32>, tensor<32x512x1x1xf32>) outs(%broadcasted_69 : tensor<1x32x13x13xf32>) -> tensor<1x32x13x13xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136 : tensor<1x32x13x13xf32>) outs(%135 : tensor<1x32x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x32x13x13xf32>
    %padded_70 = tensor.pad %137 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x32x13x13xf32> to tensor<1x32x17x17xf32>
    %broadcasted_71 = linalg.broadcast ins(%arg76 : tensor<64xf32>) outs(%90 : tensor<1x64x13x13xf32>) dimensions = [0, 2, 3] 
    %138 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_70, %arg75 : tensor<1x32x17x17xf32>, tensor<64x32x5x5xf32>) outs(%broadcasted_71 : tensor<1x64x13x13xf32>) -> tensor<1x64x13x13xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%138 : tensor<1x64x13x13xf32>) outs(%90 : tensor<1x64x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x13x13xf32>
    %padded_72 = tensor.pad %concat_64 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x512x13x13xf32> to tensor<1x512x15x15xf32>
    %140 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_72, %5 : tensor<1x512x15x15xf32>, tensor<3x3xf32>) outs(%108 : tensor<1x512x13x13xf32>) -> tensor<1x512x13x13xf32>
    %broadcasted_73 = linalg.broadcast ins(%arg78 : tensor<64xf32>) outs(%90 : tensor<1x64x13x13xf32>) dimensions = [0, 2, 3] 
    %141 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%140, %arg77 : tensor<1x512x13x13xf32>, tensor<64x512x1x1xf32>) outs(%broadcasted_73 : tensor<1x64x13x13xf32>) -> tensor<1x64x13x13xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%141 : tensor<1x64x13x13xf32>) outs(%90 : tensor<1x64x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x64x13x13xf32>
    %concat_74 = tensor.concat dim(1) %128, %134, %139, %142 : (tensor<1x112x13x13xf32>, tensor<1x288x13x13xf32>, tensor<1x64x13x13xf32>, tensor<1x64x13x13xf32>) -> tensor<1x528x13x13xf32>
    %broadcasted_75 = linalg.broadcast ins(%arg80 : tensor<256xf32>) outs(%117 : tensor<1x256x13x13xf32>) dimensions = [0, 2, 3] 
    %143 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_74, %arg79 : tensor<1x528x13x13xf32>, tensor<256x528x1x1xf32>) outs(%broadcasted_75 : tensor<1x256x13x13xf32>) -> tensor<1x256x13x13xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%143 : tensor<1x256x13x13xf32>) outs(%117 : tensor<1x256x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x256x13x13xf32>
    %broadcasted_76 = linalg.broadcast ins(%arg82 : tensor<160xf32>) outs(%93 : tensor<1x160x13x13xf32>) dimensions = [0, 2, 3] 
    %145 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_74, %arg81 : tensor<1x528x13x13xf32>, tensor<160x528x1x1xf32>) outs(%broadcasted_76 : tensor<1x160x13x13xf32>) -> tensor<1x160x13x13xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%145 : tensor<1x160x13x13xf32>) outs(%93 : tensor<1x160x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x160x13x13xf32>
    %padded_77 = tensor.pad %146 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x160x13x13xf32> to tensor<1x160x15x15xf32>
    %147 = tensor.empty() : tensor<1x320x13x13xf32>
    %broadcasted_78 = linalg.broadcast ins(%arg84 : tensor<320xf32>) outs(%147 : tensor<1x320x13x13xf32>) dimensions = [0, 2, 3] 
    %148 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_77, %arg83 : tensor<1x160x15x15xf32>, tensor<320x160x3x3xf32>) outs(%broadcasted_78 : tensor<1x320x13x13xf32>) -> tensor<1x320x13x13xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%148 : tensor<1x320x13x13xf32>) outs(%147 : tensor<1x320x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x320x13x13xf32>
    %broadcasted_79 = linalg.broadcast ins(%arg86 : tensor<32xf32>) outs(%135 : tensor<1x32x13x13xf32>) dimensions = [0, 2, 3] 
    %150 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_74, %arg85 : tensor<1x528x13x13xf32>, tensor<32x528x1x1xf32>) outs(%broadcasted_79 : tensor<1x32x13x13xf32>) -> tensor<1x32x13x13xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%150 : tensor<1x32x13x13xf32>) outs(%135 : tensor<1x32x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x32x13x13xf32>
    %padded_80 = tensor.pad %151 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x32x13x13xf32> to tensor<1x32x17x17xf32>
    %broadcasted_81 = linalg.broadcast ins(%arg88 : tensor<128xf32>) outs(%112 : tensor<1x128x13x13xf32>) dimensions = [0, 2, 3] 
    %152 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_80, %arg87 : tensor<1x32x17x17xf32>, tensor<128x32x5x5xf32>) outs(%broadcasted_81 : tensor<1x128x13x13xf32>) -> tensor<1x128x13x13xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%152 : tensor<1x128x13x13xf32>) outs(%112 : tensor<1x128x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x13x13xf32>
    %padded_82 = tensor.pad %concat_74 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x528x13x13xf32> to tensor<1x528x15x15xf32>
    %154 = tensor.empty() : tensor<1x528x13x13xf32>
    %155 = linalg.fill ins(%cst_0 : f32) outs(%154 : tensor<1x528x13x13xf32>) -> tensor<1x528x13x13xf32>
    %156 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_82, %5 : tensor<1x528x15x15xf32>, tensor<3x3xf32>) outs(%155 : tensor<1x528x13x13xf32>) -> tensor<1x528x13x13xf32>
    %broadcasted_83 = linalg.broadcast ins(%arg90 : tensor<128xf32>) outs(%112 : tensor<1x128x13x13xf32>) dimensions = [0, 2, 3] 
    %157 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%156, %arg89 : tensor<1x528x13x13xf32>, tensor<128x528x1x1xf32>) outs(%broadcasted_83 : tensor<1x128x13x13xf32>) -> tensor<1x128x13x13xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157 : tensor<1x128x13x13xf32>) outs(%112 : tensor<1x128x13x13xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x13x13xf32>
    %concat_84 = tensor.concat dim(1) %144, %149, %153, %158 : (tensor<1x256x13x13xf32>, tensor<1x320x13x13xf32>, tensor<1x128x13x13xf32>, tensor<1x128x13x13xf32>) -> tensor<1x832x13x13xf32>
    %159 = tensor.empty() : tensor<1x832x6x6xf32>
    %160 = linalg.fill ins(%cst_0 : f32) outs(%159 : tensor<1x832x6x6xf32>) -> tensor<1x832x6x6xf32>
    %161 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%concat_84, %5 : tensor<1x832x13x13xf32>, tensor<3x3xf32>) outs(%160 : tensor<1x832x6x6xf32>) -> tensor<1x832x6x6xf32>
    %162 = tensor.empty() : tensor<1x256x6x6xf32>
    %broadcasted_85 = linalg.broadcast ins(%arg92 : tensor<256xf32>) outs(%162 : tensor<1x256x6x6xf32>) dimensions = [0, 2, 3] 
    %163 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%161, %arg91 : tensor<1x832x6x6xf32>, tensor<256x832x1x1xf32>) outs(%broadcasted_85 : tensor<1x256x6x6xf32>) -> tensor<1x256x6x6xf32>
    %164 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163 : tensor<1x256x6x6xf32>) outs(%162 : tensor<1x256x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x256x6x6xf32>
    %165 = tensor.empty() : tensor<1x160x6x6xf32>
    %broadcasted_86 = linalg.broadcast ins(%arg94 : tensor<160xf32>) outs(%165 : tensor<1x160x6x6xf32>) dimensions = [0, 2, 3] 
    %166 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%161, %arg93 : tensor<1x832x6x6xf32>, tensor<160x832x1x1xf32>) outs(%broadcasted_86 : tensor<1x160x6x6xf32>) -> tensor<1x160x6x6xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%166 : tensor<1x160x6x6xf32>) outs(%165 : tensor<1x160x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x160x6x6xf32>
    %padded_87 = tensor.pad %167 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x160x6x6xf32> to tensor<1x160x8x8xf32>
    %168 = tensor.empty() : tensor<1x320x6x6xf32>
    %broadcasted_88 = linalg.broadcast ins(%arg96 : tensor<320xf32>) outs(%168 : tensor<1x320x6x6xf32>) dimensions = [0, 2, 3] 
    %169 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_87, %arg95 : tensor<1x160x8x8xf32>, tensor<320x160x3x3xf32>) outs(%broadcasted_88 : tensor<1x320x6x6xf32>) -> tensor<1x320x6x6xf32>
    %170 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%169 : tensor<1x320x6x6xf32>) outs(%168 : tensor<1x320x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x320x6x6xf32>
    %171 = tensor.empty() : tensor<1x32x6x6xf32>
    %broadcasted_89 = linalg.broadcast ins(%arg98 : tensor<32xf32>) outs(%171 : tensor<1x32x6x6xf32>) dimensions = [0, 2, 3] 
    %172 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%161, %arg97 : tensor<1x832x6x6xf32>, tensor<32x832x1x1xf32>) outs(%broadcasted_89 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
    %173 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172 : tensor<1x32x6x6xf32>) outs(%171 : tensor<1x32x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x32x6x6xf32>
    %padded_90 = tensor.pad %173 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x32x6x6xf32> to tensor<1x32x10x10xf32>
    %174 = tensor.empty() : tensor<1x128x6x6xf32>
    %broadcasted_91 = linalg.broadcast ins(%arg100 : tensor<128xf32>) outs(%174 : tensor<1x128x6x6xf32>) dimensions = [0, 2, 3] 
    %175 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_90, %arg99 : tensor<1x32x10x10xf32>, tensor<128x32x5x5xf32>) outs(%broadcasted_91 : tensor<1x128x6x6xf32>) -> tensor<1x128x6x6xf32>
    %176 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%175 : tensor<1x128x6x6xf32>) outs(%174 : tensor<1x128x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x6x6xf32>
    %padded_92 = tensor.pad %161 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x832x6x6xf32> to tensor<1x832x8x8xf32>
    %177 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_92, %5 : tensor<1x832x8x8xf32>, tensor<3x3xf32>) outs(%160 : tensor<1x832x6x6xf32>) -> tensor<1x832x6x6xf32>
    %broadcasted_93 = linalg.broadcast ins(%arg102 : tensor<128xf32>) outs(%174 : tensor<1x128x6x6xf32>) dimensions = [0, 2, 3] 
    %178 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%177, %arg101 : tensor<1x832x6x6xf32>, tensor<128x832x1x1xf32>) outs(%broadcasted_93 : tensor<1x128x6x6xf32>) -> tensor<1x128x6x6xf32>
    %179 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178 : tensor<1x128x6x6xf32>) outs(%174 : tensor<1x128x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x6x6xf32>
    %concat_94 = tensor.concat dim(1) %164, %170, %176, %179 : (tensor<1x256x6x6xf32>, tensor<1x320x6x6xf32>, tensor<1x128x6x6xf32>, tensor<1x128x6x6xf32>) -> tensor<1x832x6x6xf32>
    %180 = tensor.empty() : tensor<1x384x6x6xf32>
    %broadcasted_95 = linalg.broadcast ins(%arg104 : tensor<384xf32>) outs(%180 : tensor<1x384x6x6xf32>) dimensions = [0, 2, 3] 
    %181 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_94, %arg103 : tensor<1x832x6x6xf32>, tensor<384x832x1x1xf32>) outs(%broadcasted_95 : tensor<1x384x6x6xf32>) -> tensor<1x384x6x6xf32>
    %182 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<1x384x6x6xf32>) outs(%180 : tensor<1x384x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x384x6x6xf32>
    %183 = tensor.empty() : tensor<1x192x6x6xf32>
    %broadcasted_96 = linalg.broadcast ins(%arg106 : tensor<192xf32>) outs(%183 : tensor<1x192x6x6xf32>) dimensions = [0, 2, 3] 
    %184 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_94, %arg105 : tensor<1x832x6x6xf32>, tensor<192x832x1x1xf32>) outs(%broadcasted_96 : tensor<1x192x6x6xf32>) -> tensor<1x192x6x6xf32>
    %185 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%184 : tensor<1x192x6x6xf32>) outs(%183 : tensor<1x192x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x192x6x6xf32>
    %padded_97 = tensor.pad %185 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x192x6x6xf32> to tensor<1x192x8x8xf32>
    %broadcasted_98 = linalg.broadcast ins(%arg108 : tensor<384xf32>) outs(%180 : tensor<1x384x6x6xf32>) dimensions = [0, 2, 3] 
    %186 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_97, %arg107 : tensor<1x192x8x8xf32>, tensor<384x192x3x3xf32>) outs(%broadcasted_98 : tensor<1x384x6x6xf32>) -> tensor<1x384x6x6xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%186 : tensor<1x384x6x6xf32>) outs(%180 : tensor<1x384x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x384x6x6xf32>
    %188 = tensor.empty() : tensor<1x48x6x6xf32>
    %broadcasted_99 = linalg.broadcast ins(%arg110 : tensor<48xf32>) outs(%188 : tensor<1x48x6x6xf32>) dimensions = [0, 2, 3] 
    %189 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_94, %arg109 : tensor<1x832x6x6xf32>, tensor<48x832x1x1xf32>) outs(%broadcasted_99 : tensor<1x48x6x6xf32>) -> tensor<1x48x6x6xf32>
    %190 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%189 : tensor<1x48x6x6xf32>) outs(%188 : tensor<1x48x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x48x6x6xf32>
    %padded_100 = tensor.pad %190 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x48x6x6xf32> to tensor<1x48x10x10xf32>
    %broadcasted_101 = linalg.broadcast ins(%arg112 : tensor<128xf32>) outs(%174 : tensor<1x128x6x6xf32>) dimensions = [0, 2, 3] 
    %191 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_100, %arg111 : tensor<1x48x10x10xf32>, tensor<128x48x5x5xf32>) outs(%broadcasted_101 : tensor<1x128x6x6xf32>) -> tensor<1x128x6x6xf32>
    %192 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%191 : tensor<1x128x6x6xf32>) outs(%174 : tensor<1x128x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x6x6xf32>
    %padded_102 = tensor.pad %concat_94 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x832x6x6xf32> to tensor<1x832x8x8xf32>
    %193 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_102, %5 : tensor<1x832x8x8xf32>, tensor<3x3xf32>) outs(%160 : tensor<1x832x6x6xf32>) -> tensor<1x832x6x6xf32>
    %broadcasted_103 = linalg.broadcast ins(%arg114 : tensor<128xf32>) outs(%174 : tensor<1x128x6x6xf32>) dimensions = [0, 2, 3] 
    %194 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%193, %arg113 : tensor<1x832x6x6xf32>, tensor<128x832x1x1xf32>) outs(%broadcasted_103 : tensor<1x128x6x6xf32>) -> tensor<1x128x6x6xf32>
    %195 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%194 : tensor<1x128x6x6xf32>) outs(%174 : tensor<1x128x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.cmpf ugt, %in, %cst : f32
      %217 = arith.select %216, %in, %cst : f32
      linalg.yield %217 : f32
    } -> tensor<1x128x6x6xf32>
    %concat_104 = tensor.concat dim(1) %182, %187, %192, %195 : (tensor<1x384x6x6xf32>, tensor<1x384x6x6xf32>, tensor<1x128x6x6xf32>, tensor<1x128x6x6xf32>) -> tensor<1x1024x6x6xf32>
    %padded_105 = tensor.pad %concat_104 low[0, 0, 0, 0] high[0, 0, 1, 1] {
    ^bb0(%arg117: index, %arg118: index, %arg119: index, %arg120: index):
      tensor.yield %cst : f32
    } : tensor<1x1024x6x6xf32> to tensor<1x1024x7x7xf32>
    %196 = tensor.empty() : tensor<1x1024x1x1xf32>
    %197 = linalg.fill ins(%cst : f32) outs(%196 : tensor<1x1024x1x1xf32>) -> tensor<1x1024x1x1xf32>
    %198 = tensor.empty() : tensor<7x7xf32>
    %199 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_105, %198 : tensor<1x1024x7x7xf32>, tensor<7x7xf32>) outs(%197 : tensor<1x1024x1x1xf32>) -> tensor<1x1024x1x1xf32>
    %200 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%199 : tensor<1x1024x1x1xf32>) outs(%196 : tensor<1x1024x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.divf %in, %cst_5 : f32
      linalg.yield %216 : f32
    } -> tensor<1x1024x1x1xf32>
    %collapsed_106 = tensor.collapse_shape %200 [[0], [1, 2, 3]] : tensor<1x1024x1x1xf32> into tensor<1x1024xf32>
    %201 = tensor.empty() : tensor<1x1000xf32>
    %202 = linalg.fill ins(%cst : f32) outs(%201 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %203 = linalg.matmul ins(%collapsed_106, %arg115 : tensor<1x1024xf32>, tensor<1024x1000xf32>) outs(%202 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %204 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%203, %arg116 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%201 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_108: f32, %out: f32):
      %216 = arith.addf %in, %in_108 : f32
      linalg.yield %216 : f32
    } -> tensor<1x1000xf32>
    %205 = tensor.empty() : tensor<1xi64>
    %206 = linalg.fill ins(%c0_i64 : i64) outs(%205 : tensor<1xi64>) -> tensor<1xi64>
    %207 = tensor.empty() : tensor<1xf32>
    %208 = linalg.fill ins(%cst_0 : f32) outs(%207 : tensor<1xf32>) -> tensor<1xf32>
    %209:2 = linalg.generic {indexing_maps = [#map2, #map4, #map4], iterator_types = ["parallel", "reduction"]} ins(%204 : tensor<1x1000xf32>) outs(%208, %206 : tensor<1xf32>, tensor<1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_108: i64):
      %216 = linalg.index 1 : index
      %217 = arith.index_cast %216 : index to i64
      %218 = arith.maximumf %in, %out : f32
      %219 = arith.cmpf ogt, %in, %out : f32
      %220 = arith.select %219, %217, %out_108 : i64
      linalg.yield %218, %220 : f32, i64
    } -> (tensor<1xf32>, tensor<1xi64>)
    %expanded_107 = tensor.expand_shape %209#0 [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
    %210 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%204, %expanded_107 : tensor<1x1000xf32>, tensor<1x1xf32>) outs(%201 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_108: f32, %out: f32):
      %216 = arith.subf %in, %in_108 : f32
      linalg.yield %216 : f32
    } -> tensor<1x1000xf32>
    %211 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%210 : tensor<1x1000xf32>) outs(%201 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.exp %in : f32
      linalg.yield %216 : f32
    } -> tensor<1x1000xf32>
    %212 = tensor.empty() : tensor<1x1xf32>
    %213 = linalg.fill ins(%cst : f32) outs(%212 : tensor<1x1xf32>) -> tensor<1x1xf32>
    %214 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "reduction"]} ins(%211 : tensor<1x1000xf32>) outs(%213 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.addf %in, %out : f32
      linalg.yield %216 : f32
    } -> tensor<1x1xf32>
    %215 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%211, %214 : tensor<1x1000xf32>, tensor<1x1xf32>) outs(%201 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_108: f32, %out: f32):
      %216 = arith.divf %in, %in_108 : f32
      linalg.yield %216 : f32
    } -> tensor<1x1000xf32>
    return %215 : tensor<1x1000xf32>
  }
}

