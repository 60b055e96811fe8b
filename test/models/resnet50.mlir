// resnet50: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<64x3x7x7xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64x64x1x1xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64x64x3x3xf32>, %arg6: tensor<64xf32>, %arg7: tensor<256x64x1x1xf32>, %arg8: tensor<256xf32>, %arg9: tensor<256x64x1x1xf32>, %arg10: tensor<256xf32>, %arg11: tensor<64x256x1x1xf32>, %arg12: tensor<64xf32>, %arg13: tensor<64x64x3x3xf32>, %arg14: tensor<64xf32>, %arg15: tensor<256x64x1x1xf32>, %arg16: tensor<256xf32>, %arg17: tensor<64x256x1x1xf32>, %arg18: tensor<64xf32>, %arg19: tensor<64x64x3x3xf32>, %arg20: tensor<64xf32>, %arg21: tensor<256x64x1x1xf32>, %arg22: tensor<256xf32>, %arg23: tensor<128x256x1x1xf32>, %arg24: tensor<128xf32>, %arg25: tensor<128x128x3x3xf32>, %arg26: tensor<128xf32>, %arg27: tensor<512x128x1x1xf32>, %arg28: tensor<512xf32>, %arg29: tensor<512x256x1x1xf32>, %arg30: tensor<512xf32>, %arg31: tensor<128x512x1x1xf32>, %arg32: tensor<128xf32>, %arg33: tensor<128x128x3x3xf32>, %arg34: tensor<128xf32>, %arg35: tensor<512x128x1x1xf32>, %arg36: tensor<512xf32>, %arg37: tensor<128x512x1x1xf32>, %arg38: tensor<128xf32>, %arg39: tensor<128x128x3x3xf32>, %arg40: tensor<128xf32>, %arg41: tensor<512x128x1x1xf32>, %arg42: tensor<512xf32>, %arg43: tensor<128x512x1x1xf32>, %arg44: tensor<128xf32>, %arg45: tensor<128x128x3x3xf32>, %arg46: tensor<128xf32>, %arg47: tensor<512x128x1x1xf32>, %arg48: tensor<512xf32>, %arg49: tensor<256x512x1x1xf32>, %arg50: tensor<256xf32>, %arg51: tensor<256x256x3x3xf32>, %arg52: tensor<256xf32>, %arg53: tensor<1024x256x1x1xf32>, %arg54: tensor<1024xf32>, %arg55: tensor<1024x512x1x1xf32>, %arg56: tensor<1024xf32>, %arg57: tensor<256x1024x1x1xf32>, %arg58: tensor<256xf32>, %arg59: tensor<256x256x3x3xf32>, %arg60: tensor<256xf32>, %arg61: tensor<1024x256x1x1xf32>, %arg62: tensor<1024xf32>, %arg63: tensor<256x1024x1x1xf32>, %arg64: tensor<256xf32>, %arg65: tensor<256x256x3x3xf32>, %arg66: tensor<256xf32>, %arg67: tensor<1024x256x1x1xf32>, %arg68: tensor<1024xf32>, %arg69: tensor<256x1024x1x1xf32>, %arg70: tensor<256xf32>, %arg71: tensor<256x256x3x3xf32>, %arg72: tensor<256xf32>, %arg73: tensor<1024x256x1x1xf32>, %arg74: tensor<1024xf32>, %arg75: tensor<256x1024x1x1xf32>, %arg76: tensor<256xf32>, %arg77: tensor<256x256x3x3xf32>, %arg78: tensor<256xf32>, %arg79: tensor<1024x256x1x1xf32>, %arg80: tensor<1024xf32>, %arg81: tensor<256x1024x1x1xf32>, %arg82: tensor<256xf32>, %arg83: tensor<256x256x3x3xf32>, %arg84: tensor<256xf32>, %arg85: tensor<1024x256x1x1xf32>, %arg86: tensor<1024xf32>, %arg87: tensor<512x1024x1x1xf32>, %arg88: tensor<512xf32>, %arg89: tensor<512x512x3x3xf32>, %arg90: tensor<512xf32>, %arg91: tensor<2048x512x1x1xf32>, %arg92: tensor<2048xf32>, %arg93: tensor<2048x1024x1x1xf32>, %arg94: tensor<2048xf32>, %arg95: tensor<512x2048x1x1xf32>, %arg96: tensor<512xf32>, %arg97: tensor<512x512x3x3xf32>, %arg98: tensor<512xf32>, %arg99: tensor<2048x512x1x1xf32>, %arg100: tensor<2048xf32>, %arg101: tensor<512x2048x1x1xf32>, %arg102: tensor<512xf32>, %arg103: tensor<512x512x3x3xf32>, %arg104: tensor<512xf32>, %arg105: tensor<2048x512x1x1xf32>, %arg106: tensor<2048xf32>, %arg107: tensor<2048x1000xf32>, %arg108: tensor<1000xf32>) -> tensor<1x1000xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 4.900000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 3, 3] high[0, 0, 3, 3] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x3x224x224xf32> to tensor<1x3x230x230xf32>
    %0 = tensor.empty() : tensor<1x64x112x112xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<64xf32>) outs(%0 : tensor<1x64x112x112xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x3x230x230xf32>, tensor<64x3x7x7xf32>) outs(%broadcasted : tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x64x112x112xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x64x112x112xf32>
    %padded_2 = tensor.pad %2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x64x112x112xf32> to tensor<1x64x114x114xf32>
    %3 = tensor.empty() : tensor<1x64x56x56xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %5 = tensor.empty() : tensor<3x3xf32>
    %6 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_2, %5 : tensor<1x64x114x114xf32>, tensor<3x3xf32>) outs(%4 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %broadcasted_3 = linalg.broadcast ins(%arg4 : tensor<64xf32>) outs(%3 : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3] 
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%6, %arg3 : tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>) outs(%broadcasted_3 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x64x56x56xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x64x56x56xf32>
    %padded_4 = tensor.pad %8 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
    %broadcasted_5 = linalg.broadcast ins(%arg6 : tensor<64xf32>) outs(%3 : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3] 
    %9 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_4, %arg5 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%broadcasted_5 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x64x56x56xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x64x56x56xf32>
    %11 = tensor.empty() : tensor<1x256x56x56xf32>
    %broadcasted_6 = linalg.broadcast ins(%arg8 : tensor<256xf32>) outs(%11 : tensor<1x256x56x56xf32>) dimensions = [0, 2, 3] 
    %12 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%10, %arg7 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%broadcasted_6 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %broadcasted_7 = linalg.broadcast ins(%arg10 : tensor<256xf32>) outs(%11 : tensor<1x256x56x56xf32>) dimensions = [0, 2, 3] 
    %13 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%6, %arg9 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%broadcasted_7 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %13 : tensor<1x256x56x56xf32>, tensor<1x256x56x56xf32>) outs(%11 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x256x56x56xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<1x256x56x56xf32>) outs(%11 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x56x56xf32>
    %broadcasted_8 = linalg.broadcast ins(%arg12 : tensor<64xf32>) outs(%3 : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3] 
    %16 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%15, %arg11 : tensor<1x256x56x56xf32>, tensor<64x256x1x1xf32>) outs(%broadcasted_8 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x64x56x56xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x64x56x56xf32>
    %padded_9 = tensor.pad %17 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
    %broadcasted_10 = linalg.broadcast ins(%arg14 : tensor<64xf32>) outs(%3 : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3] 
    %18 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_9, %arg13 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%broadcasted_10 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<1x64x56x56xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x64x56x56xf32>
    %broadcasted_11 = linalg.broadcast ins(%arg16 : tensor<256xf32>) outs(%11 : tensor<1x256x56x56xf32>) dimensions = [0, 2, 3] 
    %20 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%19, %arg15 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%broadcasted_11 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %15 : tensor<1x256x56x56xf32>, tensor<1x256x56x56xf32>) outs(%11 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x256x56x56xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<1x256x56x56xf32>) outs(%11 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x56x56xf32>
    %broadcasted_12 = linalg.broadcast ins(%arg18 : tensor<64xf32>) outs(%3 : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3] 
    %23 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%22, %arg17 : tensor<1x256x56x56xf32>, tensor<64x256x1x1xf32>) outs(%broadcasted_12 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<1x64x56x56xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x64x56x56xf32>
    %padded_13 = tensor.pad %24 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
    %broadcasted_14 = linalg.broadcast ins(%arg20 : tensor<64xf32>) outs(%3 : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3] 
    %25 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_13, %arg19 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%broadcasted_14 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<1x64x56x56xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x64x56x56xf32>
    %broadcasted_15 = linalg.broadcast ins(%arg22 : tensor<256xf32>) outs(%11 : tensor<1x256x56x56xf32>) dimensions = [0, 2, 3] 
    %27 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%26, %arg21 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%broadcasted_15 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %22 : tensor<1x256x56x56xf32>, tensor<1x256x56x56xf32>) outs(%11 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x256x56x56xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<1x256x56x56xf32>) outs(%11 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x56x56xf32>
    %30 = tensor.empty() : tensor<1x128x56x56xf32>
    %broadcasted_16 = linalg.broadcast ins(%arg24 : tensor<128xf32>) outs(%30 : tensor<1x128x56x56xf32>) dimensions = [0, 2, 3] 
    %31 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%29, %arg23 : tensor<1x256x56x56xf32>, tensor<128x256x1x1xf32>) outs(%broadcasted_16 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<1x128x56x56xf32>) outs(%30 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x128x56x56xf32>
    %padded_17 = tensor.pad %32 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %33 = tensor.empty() : tensor<1x128x28x28xf32>
    %broadcasted_18 = linalg.broadcast ins(%arg26 : tensor<128xf32>) outs(%33 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %34 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_17, %arg25 : tensor<1x128x58x58xf32>, tensor<128x128x3x3xf32>) outs(%broadcasted_18 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<1x128x28x28xf32>) outs(%33 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x128x28x28xf32>
    %36 = tensor.empty() : tensor<1x512x28x28xf32>
    %broadcasted_19 = linalg.broadcast ins(%arg28 : tensor<512xf32>) outs(%36 : tensor<1x512x28x28xf32>) dimensions = [0, 2, 3] 
    %37 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%35, %arg27 : tensor<1x128x28x28xf32>, tensor<512x128x1x1xf32>) outs(%broadcasted_19 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %broadcasted_20 = linalg.broadcast ins(%arg30 : tensor<512xf32>) outs(%36 : tensor<1x512x28x28xf32>) dimensions = [0, 2, 3] 
    %38 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%29, %arg29 : tensor<1x256x56x56xf32>, tensor<512x256x1x1xf32>) outs(%broadcasted_20 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %38 : tensor<1x512x28x28xf32>, tensor<1x512x28x28xf32>) outs(%36 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x512x28x28xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<1x512x28x28xf32>) outs(%36 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x512x28x28xf32>
    %broadcasted_21 = linalg.broadcast ins(%arg32 : tensor<128xf32>) outs(%33 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %41 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%40, %arg31 : tensor<1x512x28x28xf32>, tensor<128x512x1x1xf32>) outs(%broadcasted_21 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<1x128x28x28xf32>) outs(%33 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_22 = tensor.pad %42 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %broadcasted_23 = linalg.broadcast ins(%arg34 : tensor<128xf32>) outs(%33 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %43 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_22, %arg33 : tensor<1x128x30x30xf32>, tensor<128x128x3x3xf32>) outs(%broadcasted_23 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43 : tensor<1x128x28x28xf32>) outs(%33 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x128x28x28xf32>
    %broadcasted_24 = linalg.broadcast ins(%arg36 : tensor<512xf32>) outs(%36 : tensor<1x512x28x28xf32>) dimensions = [0, 2, 3] 
    %45 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%44, %arg35 : tensor<1x128x28x28xf32>, tensor<512x128x1x1xf32>) outs(%broadcasted_24 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %40 : tensor<1x512x28x28xf32>, tensor<1x512x28x28xf32>) outs(%36 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x512x28x28xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<1x512x28x28xf32>) outs(%36 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x512x28x28xf32>
    %broadcasted_25 = linalg.broadcast ins(%arg38 : tensor<128xf32>) outs(%33 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %48 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%47, %arg37 : tensor<1x512x28x28xf32>, tensor<128x512x1x1xf32>) outs(%broadcasted_25 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<1x128x28x28xf32>) outs(%33 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_26 = tensor.pad %49 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %broadcasted_27 = linalg.broadcast ins(%arg40 : tensor<128xf32>) outs(%33 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %50 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_26, %arg39 : tensor<1x128x30x30xf32>, tensor<128x128x3x3xf32>) outs(%broadcasted_27 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50 : tensor<1x128x28x28xf32>) outs(%33 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x128x28x28xf32>
    %broadcasted_28 = linalg.broadcast ins(%arg42 : tensor<512xf32>) outs(%36 : tensor<1x512x28x28xf32>) dimensions = [0, 2, 3] 
    %52 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%51, %arg41 : tensor<1x128x28x28xf32>, tensor<512x128x1x1xf32>) outs(%broadcasted_28 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %47 : tensor<1x512x28x28xf32>, tensor<1x512x28x28xf32>) outs(%36 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x512x28x28xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<1x512x28x28xf32>) outs(%36 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x512x28x28xf32>
    %broadcasted_29 = linalg.broadcast ins(%arg44 : tensor<128xf32>) outs(%33 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %55 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%54, %arg43 : tensor<1x512x28x28xf32>, tensor<128x512x1x1xf32>) outs(%broadcasted_29 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<1x128x28x28xf32>) outs(%33 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_30 = tensor.pad %56 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %broadcasted_31 = linalg.broadcast ins(%arg46 : tensor<128xf32>) outs(%33 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %57 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_30, %arg45 : tensor<1x128x30x30xf32>, tensor<128x128x3x3xf32>) outs(%broadcasted_31 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<1x128x28x28xf32>) outs(%33 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x128x28x28xf32>
    %broadcasted_32 = linalg.broadcast ins(%arg48 : tensor<512xf32>) outs(%36 : tensor<1x512x28x28xf32>) dimensions = [0, 2, 3] 
    %59 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%58, %arg47 : tensor<1x128x28x28xf32>, tensor<512x128x1x1xf32>) outs(%broadcasted_32 : tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %54 : tensor<1x512x28x28xf32>, tensor<1x512x28x28xf32>) outs(%36 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x512x28x28xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x512x28x28xf32>) outs(%36 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x512x28x28xf32>
    %62 = tensor.empty() : tensor<1x256x28x28xf32>
    %broadcasted_33 = linalg.broadcast ins(%arg50 : tensor<256xf32>) outs(%62 : tensor<1x256x28x28xf32>) dimensions = [0, 2, 3] 
    %63 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%61, %arg49 : tensor<1x512x28x28xf32>, tensor<256x512x1x1xf32>) outs(%broadcasted_33 : tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<1x256x28x28xf32>) outs(%62 : tensor<1x256x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x28x28xf32>
    %padded_34 = tensor.pad %64 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x256x28x28xf32> to tensor<1x256x30x30xf32>
    %65 = tensor.empty() : tensor<1x256x14x14xf32>
    %broadcasted_35 = linalg.broadcast ins(%arg52 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %66 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_34, %arg51 : tensor<1x256x30x30xf32>, tensor<256x256x3x3xf32>) outs(%broadcasted_35 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %68 = tensor.empty() : tensor<1x1024x14x14xf32>
    %broadcasted_36 = linalg.broadcast ins(%arg54 : tensor<1024xf32>) outs(%68 : tensor<1x1024x14x14xf32>) dimensions = [0, 2, 3] 
    %69 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%67, %arg53 : tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) outs(%broadcasted_36 : tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32>
    %broadcasted_37 = linalg.broadcast ins(%arg56 : tensor<1024xf32>) outs(%68 : tensor<1x1024x14x14xf32>) dimensions = [0, 2, 3] 
    %70 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%61, %arg55 : tensor<1x512x28x28xf32>, tensor<1024x512x1x1xf32>) outs(%broadcasted_37 : tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69, %70 : tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x1024x14x14xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x1024x14x14xf32>
    %broadcasted_38 = linalg.broadcast ins(%arg58 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %73 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%72, %arg57 : tensor<1x1024x14x14xf32>, tensor<256x1024x1x1xf32>) outs(%broadcasted_38 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %padded_39 = tensor.pad %74 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x256x14x14xf32> to tensor<1x256x16x16xf32>
    %broadcasted_40 = linalg.broadcast ins(%arg60 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %75 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_39, %arg59 : tensor<1x256x16x16xf32>, tensor<256x256x3x3xf32>) outs(%broadcasted_40 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %broadcasted_41 = linalg.broadcast ins(%arg62 : tensor<1024xf32>) outs(%68 : tensor<1x1024x14x14xf32>) dimensions = [0, 2, 3] 
    %77 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%76, %arg61 : tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) outs(%broadcasted_41 : tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %72 : tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x1024x14x14xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x1024x14x14xf32>
    %broadcasted_42 = linalg.broadcast ins(%arg64 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %80 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%79, %arg63 : tensor<1x1024x14x14xf32>, tensor<256x1024x1x1xf32>) outs(%broadcasted_42 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %padded_43 = tensor.pad %81 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x256x14x14xf32> to tensor<1x256x16x16xf32>
    %broadcasted_44 = linalg.broadcast ins(%arg66 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %82 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_43, %arg65 : tensor<1x256x16x16xf32>, tensor<256x256x3x3xf32>) outs(%broadcasted_44 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %broadcasted_45 = linalg.broadcast ins(%arg68 : tensor<1024xf32>) outs(%68 : tensor<1x1024x14x14xf32>) dimensions = [0, 2, 3] 
    %84 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%83, %arg67 : tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) outs(%broadcasted_45 : tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %79 : tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x1024x14x14xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85 : tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x1024x14x14xf32>
    %broadcasted_46 = linalg.broadcast ins(%arg70 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %87 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%86, %arg69 : tensor<1x1024x14x14xf32>, tensor<256x1024x1x1xf32>) outs(%broadcasted_46 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %padded_47 = tensor.pad %88 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x256x14x14xf32> to tensor<1x256x16x16xf32>
    %broadcasted_48 = linalg.broadcast ins(%arg72 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %89 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_47, %arg71 : tensor<1x256x16x16xf32>, tensor<256x256x3x3xf32>) outs(%broadcasted_48 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %broadcasted_49 = linalg.broadcast ins(%arg74 : tensor<1024xf32>) outs(%68 : tensor<1x1024x14x14xf32>) dimensions = [0, 2, 3] 
    %91 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%90, %arg73 : tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) outs(%broadcasted_49 : tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91, %86 : tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x1024x14x14xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x1024x14x14xf32>
    %broadcasted_50 = linalg.broadcast ins(%arg76 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %94 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%93, %arg75 : tensor<1x1024x14x14xf32>, tensor<256x1024x1x1xf32>) outs(%broadcasted_50 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %padded_51 = tensor.pad %95 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x256x14x14xf32> to tensor<1x256x16x16xf32>
    %broadcasted_52 = linalg.broadcast ins(%arg78 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %96 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_51, %arg77 : tensor<1x256x16x16xf32>, tensor<256x256x3x3xf32>) outs(%broadcasted_52 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %broadcasted_53 = linalg.broadcast ins(%arg80 : tensor<1024xf32>) outs(%68 : tensor<1x1024x14x14xf32>) dimensions = [0, 2, 3] 
    %98 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%97, %arg79 : tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) outs(%broadcasted_53 : tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98, %93 : tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x1024x14x14xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99 : tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x1024x14x14xf32>
    %broadcasted_54 = linalg.broadcast ins(%arg82 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %101 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%100, %arg81 : tensor<1x1024x14x14xf32>, tensor<256x1024x1x1xf32>) outs(%broadcasted_54 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %padded_55 = tensor.pad %102 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x256x14x14xf32> to tensor<1x256x16x16xf32>
    %broadcasted_56 = linalg.broadcast ins(%arg84 : tensor<256xf32>) outs(%65 : tensor<1x256x14x14xf32>) dimensions = [0, 2, 3] 
    %103 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_55, %arg83 : tensor<1x256x16x16xf32>, tensor<256x256x3x3xf32>) outs(%broadcasted_56 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103 : tensor<1x256x14x14xf32>) outs(%65 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x256x14x14xf32>
    %broadcasted_57 = linalg.broadcast ins(%arg86 : tensor<1024xf32>) outs(%68 : tensor<1x1024x14x14xf32>) dimensions = [0, 2, 3] 
    %105 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%104, %arg85 : tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) outs(%broadcasted_57 : tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105, %100 : tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x1024x14x14xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106 : tensor<1x1024x14x14xf32>) outs(%68 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x1024x14x14xf32>
    %108 = tensor.empty() : tensor<1x512x14x14xf32>
    %broadcasted_58 = linalg.broadcast ins(%arg88 : tensor<512xf32>) outs(%108 : tensor<1x512x14x14xf32>) dimensions = [0, 2, 3] 
    %109 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%107, %arg87 : tensor<1x1024x14x14xf32>, tensor<512x1024x1x1xf32>) outs(%broadcasted_58 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109 : tensor<1x512x14x14xf32>) outs(%108 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x512x14x14xf32>
    %padded_59 = tensor.pad %110 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x512x14x14xf32> to tensor<1x512x16x16xf32>
    %111 = tensor.empty() : tensor<1x512x7x7xf32>
    %broadcasted_60 = linalg.broadcast ins(%arg90 : tensor<512xf32>) outs(%111 : tensor<1x512x7x7xf32>) dimensions = [0, 2, 3] 
    %112 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_59, %arg89 : tensor<1x512x16x16xf32>, tensor<512x512x3x3xf32>) outs(%broadcasted_60 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%112 : tensor<1x512x7x7xf32>) outs(%111 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x512x7x7xf32>
    %114 = tensor.empty() : tensor<1x2048x7x7xf32>
    %broadcasted_61 = linalg.broadcast ins(%arg92 : tensor<2048xf32>) outs(%114 : tensor<1x2048x7x7xf32>) dimensions = [0, 2, 3] 
    %115 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%113, %arg91 : tensor<1x512x7x7xf32>, tensor<2048x512x1x1xf32>) outs(%broadcasted_61 : tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32>
    %broadcasted_62 = linalg.broadcast ins(%arg94 : tensor<2048xf32>) outs(%114 : tensor<1x2048x7x7xf32>) dimensions = [0, 2, 3] 
    %116 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%107, %arg93 : tensor<1x1024x14x14xf32>, tensor<2048x1024x1x1xf32>) outs(%broadcasted_62 : tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115, %116 : tensor<1x2048x7x7xf32>, tensor<1x2048x7x7xf32>) outs(%114 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x2048x7x7xf32>
    %118 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%117 : tensor<1x2048x7x7xf32>) outs(%114 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x2048x7x7xf32>
    %broadcasted_63 = linalg.broadcast ins(%arg96 : tensor<512xf32>) outs(%111 : tensor<1x512x7x7xf32>) dimensions = [0, 2, 3] 
    %119 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%118, %arg95 : tensor<1x2048x7x7xf32>, tensor<512x2048x1x1xf32>) outs(%broadcasted_63 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119 : tensor<1x512x7x7xf32>) outs(%111 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x512x7x7xf32>
    %padded_64 = tensor.pad %120 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x512x7x7xf32> to tensor<1x512x9x9xf32>
    %broadcasted_65 = linalg.broadcast ins(%arg98 : tensor<512xf32>) outs(%111 : tensor<1x512x7x7xf32>) dimensions = [0, 2, 3] 
    %121 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_64, %arg97 : tensor<1x512x9x9xf32>, tensor<512x512x3x3xf32>) outs(%broadcasted_65 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121 : tensor<1x512x7x7xf32>) outs(%111 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x512x7x7xf32>
    %broadcasted_66 = linalg.broadcast ins(%arg100 : tensor<2048xf32>) outs(%114 : tensor<1x2048x7x7xf32>) dimensions = [0, 2, 3] 
    %123 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%122, %arg99 : tensor<1x512x7x7xf32>, tensor<2048x512x1x1xf32>) outs(%broadcasted_66 : tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32>
    %124 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %118 : tensor<1x2048x7x7xf32>, tensor<1x2048x7x7xf32>) outs(%114 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x2048x7x7xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%124 : tensor<1x2048x7x7xf32>) outs(%114 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x2048x7x7xf32>
    %broadcasted_67 = linalg.broadcast ins(%arg102 : tensor<512xf32>) outs(%111 : tensor<1x512x7x7xf32>) dimensions = [0, 2, 3] 
    %126 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%125, %arg101 : tensor<1x2048x7x7xf32>, tensor<512x2048x1x1xf32>) outs(%broadcasted_67 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%126 : tensor<1x512x7x7xf32>) outs(%111 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x512x7x7xf32>
    %padded_68 = tensor.pad %127 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg109: index, %arg110: index, %arg111: index, %arg112: index):
      tensor.yield %cst : f32
    } : tensor<1x512x7x7xf32> to tensor<1x512x9x9xf32>
    %broadcasted_69 = linalg.broadcast ins(%arg104 : tensor<512xf32>) outs(%111 : tensor<1x512x7x7xf32>) dimensions = [0, 2, 3] 
    %128 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_68, %arg103 : tensor<1x512x9x9xf32>, tensor<512x512x3x3xf32>) outs(%broadcasted_69 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%128 : tensor<1x512x7x7xf32>) outs(%111 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x512x7x7xf32>
    %broadcasted_70 = linalg.broadcast ins(%arg106 : tensor<2048xf32>) outs(%114 : tensor<1x2048x7x7xf32>) dimensions = [0, 2, 3] 
    %130 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%129, %arg105 : tensor<1x512x7x7xf32>, tensor<2048x512x1x1xf32>) outs(%broadcasted_70 : tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%130, %125 : tensor<1x2048x7x7xf32>, tensor<1x2048x7x7xf32>) outs(%114 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x2048x7x7xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131 : tensor<1x2048x7x7xf32>) outs(%114 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.cmpf ugt, %in, %cst : f32
      %154 = arith.select %153, %in, %cst : f32
      linalg.yield %154 : f32
    } -> tensor<1x2048x7x7xf32>
    %133 = tensor.empty() : tensor<1x2048x1x1xf32>
    %134 = linalg.fill ins(%cst : f32) outs(%133 : tensor<1x2048x1x1xf32>) -> tensor<1x2048x1x1xf32>
    %135 = tensor.empty() : tensor<7x7xf32>
    %136 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%132, %135 : tensor<1x2048x7x7xf32>, tensor<7x7xf32>) outs(%134 : tensor<1x2048x1x1xf32>) -> tensor<1x2048x1x1xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136 : tensor<1x2048x1x1xf32>) outs(%133 : tensor<1x2048x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.divf %in, %cst_1 : f32
      linalg.yield %153 : f32
    } -> tensor<1x2048x1x1xf32>
    %collapsed = tensor.collapse_shape %137 [[0], [1, 2, 3]] : tensor<1x2048x1x1xf32> into tensor<1x2048xf32>
    %138 = tensor.empty() : tensor<1x1000xf32>
    %139 = linalg.fill ins(%cst : f32) outs(%138 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %140 = linalg.matmul ins(%collapsed, %arg107 : tensor<1x2048xf32>, tensor<2048x1000xf32>) outs(%139 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%140, %arg108 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%138 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.addf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x1000xf32>
    %142 = tensor.empty() : tensor<1xi64>
    %143 = linalg.fill ins(%c0_i64 : i64) outs(%142 : tensor<1xi64>) -> tensor<1xi64>
    %144 = tensor.empty() : tensor<1xf32>
    %145 = linalg.fill ins(%cst_0 : f32) outs(%144 : tensor<1xf32>) -> tensor<1xf32>
    %146:2 = linalg.generic {indexing_maps = [#map1, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%141 : tensor<1x1000xf32>) outs(%145, %143 : tensor<1xf32>, tensor<1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_71: i64):
      %153 = linalg.index 1 : index
      %154 = arith.index_cast %153 : index to i64
      %155 = arith.maximumf %in, %out : f32
      %156 = arith.cmpf ogt, %in, %out : f32
      %157 = arith.select %156, %154, %out_71 : i64
      linalg.yield %155, %157 : f32, i64
    } -> (tensor<1xf32>, tensor<1xi64>)
    %expanded = tensor.expand_shape %146#0 [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%141, %expanded : tensor<1x1000xf32>, tensor<1x1xf32>) outs(%138 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.subf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x1000xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<1x1000xf32>) outs(%138 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = math.exp %in : f32
      linalg.yield %153 : f32
    } -> tensor<1x1000xf32>
    %149 = tensor.empty() : tensor<1x1xf32>
    %150 = linalg.fill ins(%cst : f32) outs(%149 : tensor<1x1xf32>) -> tensor<1x1xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "reduction"]} ins(%148 : tensor<1x1000xf32>) outs(%150 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %153 = arith.addf %in, %out : f32
      linalg.yield %153 : f32
    } -> tensor<1x1xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%148, %151 : tensor<1x1000xf32>, tensor<1x1xf32>) outs(%138 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_71: f32, %out: f32):
      %153 = arith.divf %in, %in_71 : f32
      linalg.yield %153 : f32
    } -> tensor<1x1000xf32>
    return %152 : tensor<1x1000xf32>
  }
}

