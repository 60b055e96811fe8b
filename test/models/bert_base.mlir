// bert_base: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map10 = affine_map<(d0, d1) -> (d1)>
#map11 = affine_map<(d0, d1, d2) -> ()>
module {
  func.func @main(%arg0: tensor<1x128xi64>, %arg1: tensor<30522x768xf32>, %arg2: tensor<1x128x768xf32>, %arg3: tensor<1x128x768xf32>, %arg4: tensor<768xf32>, %arg5: tensor<768xf32>, %arg6: tensor<768x768xf32>, %arg7: tensor<768xf32>, %arg8: tensor<768x768xf32>, %arg9: tensor<768xf32>, %arg10: tensor<768x768xf32>, %arg11: tensor<768xf32>, %arg12: tensor<768x768xf32>, %arg13: tensor<768xf32>, %arg14: tensor<768xf32>, %arg15: tensor<768xf32>, %arg16: tensor<768x3072xf32>, %arg17: tensor<3072xf32>, %arg18: tensor<3072x768xf32>, %arg19: tensor<768xf32>, %arg20: tensor<768xf32>, %arg21: tensor<768xf32>, %arg22: tensor<768x768xf32>, %arg23: tensor<768xf32>, %arg24: tensor<768x768xf32>, %arg25: tensor<768xf32>, %arg26: tensor<768x768xf32>, %arg27: tensor<768xf32>, %arg28: tensor<768x768xf32>, %arg29: tensor<768xf32>, %arg30: tensor<768xf32>, %arg31: tensor<768xf32>, %arg32: tensor<768x3072xf32>, %arg33: tensor<3072xf32>, %arg34: tensor<3072x768xf32>, %arg35: tensor<768xf32>, %arg36: tensor<768xf32>, %arg37: tensor<768xf32>, %arg38: tensor<768x768xf32>, %arg39: tensor<768xf32>, %arg40: tensor<768x768xf32>, %arg41: tensor<768xf32>, %arg42: tensor<768x768xf32>, %arg43: tensor<768xf32>, %arg44: tensor<768x768xf32>, %arg45: tensor<768xf32>, %arg46: tensor<768xf32>, %arg47: tensor<768xf32>, %arg48: tensor<768x3072xf32>, %arg49: tensor<3072xf32>, %arg50: tensor<3072x768xf32>, %arg51: tensor<768xf32>, %arg52: tensor<768xf32>, %arg53: tensor<768xf32>, %arg54: tensor<768x768xf32>, %arg55: tensor<768xf32>, %arg56: tensor<768x768xf32>, %arg57: tensor<768xf32>, %arg58: tensor<768x768xf32>, %arg59: tensor<768xf32>, %arg60: tensor<768x768xf32>, %arg61: tensor<768xf32>, %arg62: tensor<768xf32>, %arg63: tensor<768xf32>, %arg64: tensor<768x3072xf32>, %arg65: tensor<3072xf32>, %arg66: tensor<3072x768xf32>, %arg67: tensor<768xf32>, %arg68: tensor<768xf32>, %arg69: tensor<768xf32>, %arg70: tensor<768x768xf32>, %arg71: tensor<768xf32>, %arg72: tensor<768x768xf32>, %arg73: tensor<768xf32>, %arg74: tensor<768x768xf32>, %arg75: tensor<768xf32>, %arg76: tensor<768x768xf32>, %arg77: tensor<768xf32>, %arg78: tensor<768xf32>, %arg79: tensor<768xf32>, %arg80: tensor<768x3072xf32>, %arg81: tensor<3072xf32>, %arg82: tensor<3072x768xf32>, %arg83: tensor<768xf32>, %arg84: tensor<768xf32>, %arg85: tensor<768xf32>, %arg86: tensor<768x768xf32>, %arg87: tensor<768xf32>, %arg88: tensor<768x768xf32>, %arg89: tensor<768xf32>, %arg90: tensor<768x768xf32>, %arg91: tensor<768xf32>, %arg92: tensor<768x768xf32>, %arg93: tensor<768xf32>, %arg94: tensor<768xf32>, %arg95: tensor<768xf32>, %arg96: tensor<768x3072xf32>, %arg97: tensor<3072xf32>, %arg98: tensor<3072x768xf32>, %arg99: tensor<768xf32>, %arg100: tensor<768xf32>, %arg101: tensor<768xf32>, %arg102: tensor<768x768xf32>, %arg103: tensor<768xf32>, %arg104: tensor<768x768xf32>, %arg105: tensor<768xf32>, %arg106: tensor<768x768xf32>, %arg107: tensor<768xf32>, %arg108: tensor<768x768xf32>, %arg109: tensor<768xf32>, %arg110: tensor<768xf32>, %arg111: tensor<768xf32>, %arg112: tensor<768x3072xf32>, %arg113: tensor<3072xf32>, %arg114: tensor<3072x768xf32>, %arg115: tensor<768xf32>, %arg116: tensor<768xf32>, %arg117: tensor<768xf32>, %arg118: tensor<768x768xf32>, %arg119: tensor<768xf32>, %arg120: tensor<768x768xf32>, %arg121: tensor<768xf32>, %arg122: tensor<768x768xf32>, %arg123: tensor<768xf32>, %arg124: tensor<768x768xf32>, %arg125: tensor<768xf32>, %arg126: tensor<768xf32>, %arg127: tensor<768xf32>, %arg128: tensor<768x3072xf32>, %arg129: tensor<3072xf32>, %arg130: tensor<3072x768xf32>, %arg131: tensor<768xf32>, %arg132: tensor<768xf32>, %arg133: tensor<768xf32>, %arg134: tensor<768x768xf32>, %arg135: tensor<768xf32>, %arg136: tensor<768x768xf32>, %arg137: tensor<768xf32>, %arg138: tensor<768x768xf32>, %arg139: tensor<768xf32>, %arg140: tensor<768x768xf32>, %arg141: tensor<768xf32>, %arg142: tensor<768xf32>, %arg143: tensor<768xf32>, %arg144: tensor<768x3072xf32>, %arg145: tensor<3072xf32>, %arg146: tensor<3072x768xf32>, %arg147: tensor<768xf32>, %arg148: tensor<768xf32>, %arg149: tensor<768xf32>, %arg150: tensor<768x768xf32>, %arg151: tensor<768xf32>, %arg152: tensor<768x768xf32>, %arg153: tensor<768xf32>, %arg154: tensor<768x768xf32>, %arg155: tensor<768xf32>, %arg156: tensor<768x768xf32>, %arg157: tensor<768xf32>, %arg158: tensor<768xf32>, %arg159: tensor<768xf32>, %arg160: tensor<768x3072xf32>, %arg161: tensor<3072xf32>, %arg162: tensor<3072x768xf32>, %arg163: tensor<768xf32>, %arg164: tensor<768xf32>, %arg165: tensor<768xf32>, %arg166: tensor<768x768xf32>, %arg167: tensor<768xf32>, %arg168: tensor<768x768xf32>, %arg169: tensor<768xf32>, %arg170: tensor<768x768xf32>, %arg171: tensor<768xf32>, %arg172: tensor<768x768xf32>, %arg173: tensor<768xf32>, %arg174: tensor<768xf32>, %arg175: tensor<768xf32>, %arg176: tensor<768x3072xf32>, %arg177: tensor<3072xf32>, %arg178: tensor<3072x768xf32>, %arg179: tensor<768xf32>, %arg180: tensor<768xf32>, %arg181: tensor<768xf32>, %arg182: tensor<768x768xf32>, %arg183: tensor<768xf32>, %arg184: tensor<768x768xf32>, %arg185: tensor<768xf32>, %arg186: tensor<768x768xf32>, %arg187: tensor<768xf32>, %arg188: tensor<768x768xf32>, %arg189: tensor<768xf32>, %arg190: tensor<768xf32>, %arg191: tensor<768xf32>, %arg192: tensor<768x3072xf32>, %arg193: tensor<3072xf32>, %arg194: tensor<3072x768xf32>, %arg195: tensor<768xf32>, %arg196: tensor<768xf32>, %arg197: tensor<768xf32>) -> tensor<1x128x768xf32> {
    %c30522_i64 = arith.constant 30522 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<1.250000e-01> : tensor<f32>
    %cst_3 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_4 = arith.constant dense<1.41421354> : tensor<f32>
    %cst_5 = arith.constant 7.680000e+02 : f32
    %cst_6 = arith.constant 9.99999996E-13 : f32
    %0 = tensor.empty() : tensor<1x128xi1>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x128xi64>) outs(%0 : tensor<1x128xi1>) {
    ^bb0(%in: i64, %out: i1):
      %679 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %679 : i1
    } -> tensor<1x128xi1>
    %2 = tensor.empty() : tensor<1x128xi64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x128xi64>) outs(%2 : tensor<1x128xi64>) {
    ^bb0(%in: i64, %out: i64):
      %679 = arith.addi %in, %c30522_i64 : i64
      linalg.yield %679 : i64
    } -> tensor<1x128xi64>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %3, %arg0 : tensor<1x128xi1>, tensor<1x128xi64>, tensor<1x128xi64>) outs(%2 : tensor<1x128xi64>) {
    ^bb0(%in: i1, %in_344: i64, %in_345: i64, %out: i64):
      %679 = arith.select %in, %in_344, %in_345 : i64
      linalg.yield %679 : i64
    } -> tensor<1x128xi64>
    %collapsed = tensor.collapse_shape %4 [[0, 1]] : tensor<1x128xi64> into tensor<128xi64>
    %5 = tensor.empty() : tensor<128x768xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<128xi64>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: i64, %out: f32):
      %679 = arith.index_cast %in : i64 to index
      %680 = linalg.index 1 : index
      %extracted = tensor.extract %arg1[%679, %680] : tensor<30522x768xf32>
      linalg.yield %extracted : f32
    } -> tensor<128x768xf32>
    %expanded = tensor.expand_shape %6 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %7 = tensor.empty() : tensor<1x128x768xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg2 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %arg3 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %10 = tensor.empty() : tensor<1x128x1xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_7 = tensor.collapse_shape %13 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_7 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %14 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %15 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%16 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_8 = tensor.collapse_shape %20 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_8 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %21 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %arg4 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %arg5 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_9 = tensor.collapse_shape %24 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%5 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %26 = linalg.matmul ins(%collapsed_9, %arg6 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_10 = tensor.expand_shape %26 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7, %expanded_10 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_11 = tensor.expand_shape %27 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %28 = tensor.empty() : tensor<1x12x128x64xf32>
    %29 = tensor.empty() : tensor<1x12x64x128xf32>
    %transposed = linalg.transpose ins(%expanded_11 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %30 = linalg.matmul ins(%collapsed_9, %arg8 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_12 = tensor.expand_shape %30 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %31 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %expanded_12 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_13 = tensor.expand_shape %31 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_15 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_16 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %32 = tensor.empty() : tensor<12x128x128xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %34 = linalg.batch_matmul ins(%collapsed_15, %collapsed_16 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_17 = tensor.expand_shape %34 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %35 = tensor.empty() : tensor<1x12x128x128xf32>
    %36 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_17, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %37 = tensor.empty() : tensor<1x12x128xi64>
    %38 = linalg.fill ins(%c0_i64 : i64) outs(%37 : tensor<1x12x128xi64>) -> tensor<1x12x128xi64>
    %39 = tensor.empty() : tensor<1x12x128xf32>
    %40 = linalg.fill ins(%cst_0 : f32) outs(%39 : tensor<1x12x128xf32>) -> tensor<1x12x128xf32>
    %41:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_18 = tensor.expand_shape %41#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %42 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %expanded_18 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %43 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %44 = tensor.empty() : tensor<1x12x128x1xf32>
    %45 = linalg.fill ins(%cst : f32) outs(%44 : tensor<1x12x128x1xf32>) -> tensor<1x12x128x1xf32>
    %46 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%43 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %47 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %46 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %48 = linalg.matmul ins(%collapsed_9, %arg10 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_19 = tensor.expand_shape %48 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %49 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %expanded_19 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_20 = tensor.expand_shape %49 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_22 = tensor.collapse_shape %47 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_23 = tensor.collapse_shape %transposed_21 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %50 = tensor.empty() : tensor<12x128x64xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %52 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_24 = tensor.expand_shape %52 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %53 = tensor.empty() : tensor<1x128x12x64xf32>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_26 = tensor.collapse_shape %transposed_25 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %54 = linalg.matmul ins(%collapsed_26, %arg12 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_27 = tensor.expand_shape %54 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %55 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13, %expanded_27 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %56 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %24 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %57 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %58 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_28 = tensor.collapse_shape %58 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_28 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %60 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %59 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %61 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %60 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %62 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %63 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %64 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %65 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_29 = tensor.collapse_shape %65 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %66 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_29 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %66 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %68 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %arg14 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %arg15 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_30 = tensor.collapse_shape %69 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %70 = tensor.empty() : tensor<128x3072xf32>
    %71 = linalg.fill ins(%cst : f32) outs(%70 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %72 = linalg.matmul ins(%collapsed_30, %arg16 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%72, %arg17 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_31 = tensor.expand_shape %73 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %74 = tensor.empty() : tensor<1x128x3072xf32>
    %75 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %77 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %78 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %77 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %79 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_32 = tensor.collapse_shape %79 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %80 = linalg.matmul ins(%collapsed_32, %arg18 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%80, %arg19 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_33 = tensor.expand_shape %81 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %82 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %69 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %83 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%82 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %84 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_34 = tensor.collapse_shape %84 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %85 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_34 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %86 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %85 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %87 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %86 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %88 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%87 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %89 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %90 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %91 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_35 = tensor.collapse_shape %91 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_35 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %93 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %92 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %94 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %arg20 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %arg21 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_36 = tensor.collapse_shape %95 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %96 = linalg.matmul ins(%collapsed_36, %arg22 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_37 = tensor.expand_shape %96 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %97 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg23, %expanded_37 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_38 = tensor.expand_shape %97 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_39 = linalg.transpose ins(%expanded_38 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %98 = linalg.matmul ins(%collapsed_36, %arg24 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_40 = tensor.expand_shape %98 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %99 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg25, %expanded_40 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_41 = tensor.expand_shape %99 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_42 = linalg.transpose ins(%expanded_41 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_43 = tensor.collapse_shape %transposed_42 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_44 = tensor.collapse_shape %transposed_39 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %100 = linalg.batch_matmul ins(%collapsed_43, %collapsed_44 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_45 = tensor.expand_shape %100 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %101 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_45, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %102:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%101 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_46 = tensor.expand_shape %102#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %103 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101, %expanded_46 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %104 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %105 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %106 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %105 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %107 = linalg.matmul ins(%collapsed_36, %arg26 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_47 = tensor.expand_shape %107 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %108 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg27, %expanded_47 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_48 = tensor.expand_shape %108 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_49 = linalg.transpose ins(%expanded_48 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_50 = tensor.collapse_shape %106 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_51 = tensor.collapse_shape %transposed_49 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %109 = linalg.batch_matmul ins(%collapsed_50, %collapsed_51 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_52 = tensor.expand_shape %109 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_53 = linalg.transpose ins(%expanded_52 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_54 = tensor.collapse_shape %transposed_53 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %110 = linalg.matmul ins(%collapsed_54, %arg28 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_55 = tensor.expand_shape %110 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %111 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg29, %expanded_55 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %112 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %95 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %113 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%112 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %114 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_56 = tensor.collapse_shape %114 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %115 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_56 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %116 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %115 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %117 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %116 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %118 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%117 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %119 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %120 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %121 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_57 = tensor.collapse_shape %121 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %122 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_57 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %123 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %122 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %124 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %arg30 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %125 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %arg31 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_58 = tensor.collapse_shape %125 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %126 = linalg.matmul ins(%collapsed_58, %arg32 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%126, %arg33 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_59 = tensor.expand_shape %127 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %128 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_59, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %129 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %130 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %131 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_59, %130 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %132 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_60 = tensor.collapse_shape %132 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %133 = linalg.matmul ins(%collapsed_60, %arg34 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%133, %arg35 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_61 = tensor.expand_shape %134 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %135 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_61, %125 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %136 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%135 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %137 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_62 = tensor.collapse_shape %137 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %138 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_62 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %139 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %138 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %140 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %139 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %141 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%140 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %142 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %143 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %144 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_63 = tensor.collapse_shape %144 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %145 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_63 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %146 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %145 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %147 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %arg36 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %148 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147, %arg37 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_64 = tensor.collapse_shape %148 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %149 = linalg.matmul ins(%collapsed_64, %arg38 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_65 = tensor.expand_shape %149 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %150 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg39, %expanded_65 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_66 = tensor.expand_shape %150 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_67 = linalg.transpose ins(%expanded_66 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %151 = linalg.matmul ins(%collapsed_64, %arg40 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_68 = tensor.expand_shape %151 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %152 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg41, %expanded_68 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_69 = tensor.expand_shape %152 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_70 = linalg.transpose ins(%expanded_69 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_71 = tensor.collapse_shape %transposed_70 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_72 = tensor.collapse_shape %transposed_67 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %153 = linalg.batch_matmul ins(%collapsed_71, %collapsed_72 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_73 = tensor.expand_shape %153 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %154 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_73, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %155:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%154 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_74 = tensor.expand_shape %155#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %156 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%154, %expanded_74 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %157 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%156 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %158 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%157 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %159 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157, %158 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %160 = linalg.matmul ins(%collapsed_64, %arg42 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_75 = tensor.expand_shape %160 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %161 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg43, %expanded_75 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_76 = tensor.expand_shape %161 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_77 = linalg.transpose ins(%expanded_76 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_78 = tensor.collapse_shape %159 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_79 = tensor.collapse_shape %transposed_77 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %162 = linalg.batch_matmul ins(%collapsed_78, %collapsed_79 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_80 = tensor.expand_shape %162 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_81 = linalg.transpose ins(%expanded_80 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_82 = tensor.collapse_shape %transposed_81 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %163 = linalg.matmul ins(%collapsed_82, %arg44 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_83 = tensor.expand_shape %163 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %164 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg45, %expanded_83 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %165 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164, %148 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %166 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%165 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %167 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_84 = tensor.collapse_shape %167 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %168 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_84 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %169 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165, %168 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %170 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169, %169 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %171 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%170 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %172 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %173 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %174 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_85 = tensor.collapse_shape %174 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %175 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_85 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %176 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169, %175 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %177 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176, %arg46 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %178 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177, %arg47 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_86 = tensor.collapse_shape %178 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %179 = linalg.matmul ins(%collapsed_86, %arg48 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %180 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%179, %arg49 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_87 = tensor.expand_shape %180 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %181 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_87, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %182 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %183 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %184 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_87, %183 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %185 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_88 = tensor.collapse_shape %185 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %186 = linalg.matmul ins(%collapsed_88, %arg50 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%186, %arg51 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_89 = tensor.expand_shape %187 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %188 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_89, %178 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %189 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%188 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %190 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_90 = tensor.collapse_shape %190 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %191 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_90 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %192 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%188, %191 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %193 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %192 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %194 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%193 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %195 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %196 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %197 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_91 = tensor.collapse_shape %197 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %198 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_91 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %199 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %198 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %200 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199, %arg52 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %201 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200, %arg53 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_92 = tensor.collapse_shape %201 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %202 = linalg.matmul ins(%collapsed_92, %arg54 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_93 = tensor.expand_shape %202 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %203 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg55, %expanded_93 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_94 = tensor.expand_shape %203 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_95 = linalg.transpose ins(%expanded_94 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %204 = linalg.matmul ins(%collapsed_92, %arg56 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_96 = tensor.expand_shape %204 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %205 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg57, %expanded_96 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_97 = tensor.expand_shape %205 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_98 = linalg.transpose ins(%expanded_97 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_99 = tensor.collapse_shape %transposed_98 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_100 = tensor.collapse_shape %transposed_95 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %206 = linalg.batch_matmul ins(%collapsed_99, %collapsed_100 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_101 = tensor.expand_shape %206 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %207 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_101, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %208:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%207 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_102 = tensor.expand_shape %208#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %209 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%207, %expanded_102 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %210 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%209 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %211 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%210 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %212 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%210, %211 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %213 = linalg.matmul ins(%collapsed_92, %arg58 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_103 = tensor.expand_shape %213 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %214 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg59, %expanded_103 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_104 = tensor.expand_shape %214 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_105 = linalg.transpose ins(%expanded_104 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_106 = tensor.collapse_shape %212 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_107 = tensor.collapse_shape %transposed_105 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %215 = linalg.batch_matmul ins(%collapsed_106, %collapsed_107 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_108 = tensor.expand_shape %215 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_109 = linalg.transpose ins(%expanded_108 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_110 = tensor.collapse_shape %transposed_109 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %216 = linalg.matmul ins(%collapsed_110, %arg60 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_111 = tensor.expand_shape %216 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %217 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg61, %expanded_111 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %218 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217, %201 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %219 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%218 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %220 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_112 = tensor.collapse_shape %220 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %221 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_112 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %222 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218, %221 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %223 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%222, %222 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %224 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%223 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %225 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%224 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %226 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %227 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_113 = tensor.collapse_shape %227 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %228 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_113 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %229 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%222, %228 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %230 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%229, %arg62 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %231 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%230, %arg63 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_114 = tensor.collapse_shape %231 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %232 = linalg.matmul ins(%collapsed_114, %arg64 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %233 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%232, %arg65 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_115 = tensor.expand_shape %233 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %234 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_115, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %235 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%234 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %236 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%235, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %237 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_115, %236 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %238 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%237, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_116 = tensor.collapse_shape %238 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %239 = linalg.matmul ins(%collapsed_116, %arg66 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %240 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%239, %arg67 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_117 = tensor.expand_shape %240 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %241 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_117, %231 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %242 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%241 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %243 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%242 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_118 = tensor.collapse_shape %243 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %244 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_118 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %245 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%241, %244 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %246 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%245, %245 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %247 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%246 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %248 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%247 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %249 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%248 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %250 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%249 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_119 = tensor.collapse_shape %250 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %251 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_119 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %252 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%245, %251 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %253 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252, %arg68 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %254 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253, %arg69 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_120 = tensor.collapse_shape %254 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %255 = linalg.matmul ins(%collapsed_120, %arg70 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_121 = tensor.expand_shape %255 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %256 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg71, %expanded_121 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_122 = tensor.expand_shape %256 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_123 = linalg.transpose ins(%expanded_122 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %257 = linalg.matmul ins(%collapsed_120, %arg72 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_124 = tensor.expand_shape %257 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %258 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg73, %expanded_124 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_125 = tensor.expand_shape %258 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_126 = linalg.transpose ins(%expanded_125 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_127 = tensor.collapse_shape %transposed_126 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_128 = tensor.collapse_shape %transposed_123 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %259 = linalg.batch_matmul ins(%collapsed_127, %collapsed_128 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_129 = tensor.expand_shape %259 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %260 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_129, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %261:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%260 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_130 = tensor.expand_shape %261#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %262 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%260, %expanded_130 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %263 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%262 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %264 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%263 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %265 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%263, %264 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %266 = linalg.matmul ins(%collapsed_120, %arg74 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_131 = tensor.expand_shape %266 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %267 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg75, %expanded_131 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_132 = tensor.expand_shape %267 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_133 = linalg.transpose ins(%expanded_132 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_134 = tensor.collapse_shape %265 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_135 = tensor.collapse_shape %transposed_133 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %268 = linalg.batch_matmul ins(%collapsed_134, %collapsed_135 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_136 = tensor.expand_shape %268 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_137 = linalg.transpose ins(%expanded_136 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_138 = tensor.collapse_shape %transposed_137 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %269 = linalg.matmul ins(%collapsed_138, %arg76 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_139 = tensor.expand_shape %269 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %270 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg77, %expanded_139 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %271 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%270, %254 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %272 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%271 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %273 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%272 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_140 = tensor.collapse_shape %273 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %274 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_140 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %275 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%271, %274 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %276 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%275, %275 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %277 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%276 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %278 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%277 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %279 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%278 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %280 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%279 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_141 = tensor.collapse_shape %280 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %281 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_141 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %282 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%275, %281 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %283 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%282, %arg78 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %284 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%283, %arg79 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_142 = tensor.collapse_shape %284 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %285 = linalg.matmul ins(%collapsed_142, %arg80 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %286 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%285, %arg81 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_143 = tensor.expand_shape %286 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %287 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_143, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %288 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%287 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %289 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%288, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %290 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_143, %289 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %291 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%290, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_144 = tensor.collapse_shape %291 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %292 = linalg.matmul ins(%collapsed_144, %arg82 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %293 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%292, %arg83 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_145 = tensor.expand_shape %293 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %294 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_145, %284 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %295 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%294 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %296 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%295 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_146 = tensor.collapse_shape %296 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %297 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_146 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %298 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%294, %297 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %299 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%298, %298 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %300 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%299 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %301 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %302 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%301 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %303 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_147 = tensor.collapse_shape %303 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %304 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_147 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %305 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%298, %304 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %306 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%305, %arg84 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %307 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%306, %arg85 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_148 = tensor.collapse_shape %307 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %308 = linalg.matmul ins(%collapsed_148, %arg86 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_149 = tensor.expand_shape %308 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %309 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg87, %expanded_149 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_150 = tensor.expand_shape %309 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_151 = linalg.transpose ins(%expanded_150 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %310 = linalg.matmul ins(%collapsed_148, %arg88 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_152 = tensor.expand_shape %310 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %311 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg89, %expanded_152 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_153 = tensor.expand_shape %311 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_154 = linalg.transpose ins(%expanded_153 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_155 = tensor.collapse_shape %transposed_154 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_156 = tensor.collapse_shape %transposed_151 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %312 = linalg.batch_matmul ins(%collapsed_155, %collapsed_156 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_157 = tensor.expand_shape %312 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %313 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_157, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %314:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%313 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_158 = tensor.expand_shape %314#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %315 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%313, %expanded_158 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %316 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%315 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %317 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%316 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %318 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%316, %317 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %319 = linalg.matmul ins(%collapsed_148, %arg90 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_159 = tensor.expand_shape %319 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %320 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg91, %expanded_159 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_160 = tensor.expand_shape %320 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_161 = linalg.transpose ins(%expanded_160 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_162 = tensor.collapse_shape %318 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_163 = tensor.collapse_shape %transposed_161 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %321 = linalg.batch_matmul ins(%collapsed_162, %collapsed_163 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_164 = tensor.expand_shape %321 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_165 = linalg.transpose ins(%expanded_164 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_166 = tensor.collapse_shape %transposed_165 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %322 = linalg.matmul ins(%collapsed_166, %arg92 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_167 = tensor.expand_shape %322 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %323 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg93, %expanded_167 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %324 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%323, %307 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %325 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%324 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %326 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%325 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_168 = tensor.collapse_shape %326 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %327 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_168 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %328 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%324, %327 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %329 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%328, %328 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %330 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%329 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %331 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%330 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %332 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%331 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %333 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%332 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_169 = tensor.collapse_shape %333 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %334 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_169 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %335 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%328, %334 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %336 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335, %arg94 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %337 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%336, %arg95 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_170 = tensor.collapse_shape %337 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %338 = linalg.matmul ins(%collapsed_170, %arg96 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %339 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%338, %arg97 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_171 = tensor.expand_shape %339 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %340 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_171, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %341 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%340 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %342 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%341, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %343 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_171, %342 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %344 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%343, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_172 = tensor.collapse_shape %344 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %345 = linalg.matmul ins(%collapsed_172, %arg98 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %346 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%345, %arg99 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_173 = tensor.expand_shape %346 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %347 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_173, %337 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %348 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%347 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %349 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%348 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_174 = tensor.collapse_shape %349 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %350 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_174 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %351 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%347, %350 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %352 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%351, %351 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %353 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%352 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %354 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%353 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %355 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%354 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %356 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%355 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_175 = tensor.collapse_shape %356 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %357 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_175 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %358 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%351, %357 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %359 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%358, %arg100 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %360 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%359, %arg101 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_176 = tensor.collapse_shape %360 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %361 = linalg.matmul ins(%collapsed_176, %arg102 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_177 = tensor.expand_shape %361 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %362 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg103, %expanded_177 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_178 = tensor.expand_shape %362 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_179 = linalg.transpose ins(%expanded_178 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %363 = linalg.matmul ins(%collapsed_176, %arg104 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_180 = tensor.expand_shape %363 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %364 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg105, %expanded_180 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_181 = tensor.expand_shape %364 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_182 = linalg.transpose ins(%expanded_181 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_183 = tensor.collapse_shape %transposed_182 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_184 = tensor.collapse_shape %transposed_179 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %365 = linalg.batch_matmul ins(%collapsed_183, %collapsed_184 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_185 = tensor.expand_shape %365 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %366 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_185, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %367:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%366 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_186 = tensor.expand_shape %367#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %368 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%366, %expanded_186 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %369 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%368 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %370 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%369 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %371 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%369, %370 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %372 = linalg.matmul ins(%collapsed_176, %arg106 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_187 = tensor.expand_shape %372 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %373 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg107, %expanded_187 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_188 = tensor.expand_shape %373 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_189 = linalg.transpose ins(%expanded_188 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_190 = tensor.collapse_shape %371 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_191 = tensor.collapse_shape %transposed_189 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %374 = linalg.batch_matmul ins(%collapsed_190, %collapsed_191 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_192 = tensor.expand_shape %374 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_193 = linalg.transpose ins(%expanded_192 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_194 = tensor.collapse_shape %transposed_193 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %375 = linalg.matmul ins(%collapsed_194, %arg108 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_195 = tensor.expand_shape %375 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %376 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg109, %expanded_195 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %377 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%376, %360 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %378 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%377 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %379 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%378 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_196 = tensor.collapse_shape %379 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %380 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_196 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %381 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%377, %380 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %382 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%381, %381 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %383 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%382 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %384 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%383 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %385 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%384 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %386 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%385 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_197 = tensor.collapse_shape %386 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %387 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_197 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %388 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%381, %387 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %389 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%388, %arg110 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %390 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%389, %arg111 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_198 = tensor.collapse_shape %390 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %391 = linalg.matmul ins(%collapsed_198, %arg112 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %392 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%391, %arg113 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_199 = tensor.expand_shape %392 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %393 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_199, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %394 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%393 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %395 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%394, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %396 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_199, %395 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %397 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%396, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_200 = tensor.collapse_shape %397 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %398 = linalg.matmul ins(%collapsed_200, %arg114 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %399 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%398, %arg115 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_201 = tensor.expand_shape %399 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %400 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_201, %390 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %401 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%400 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %402 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%401 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_202 = tensor.collapse_shape %402 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %403 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_202 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %404 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%400, %403 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %405 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%404, %404 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %406 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%405 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %407 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%406 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %408 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%407 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %409 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%408 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_203 = tensor.collapse_shape %409 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %410 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_203 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %411 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%404, %410 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %412 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%411, %arg116 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %413 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%412, %arg117 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_204 = tensor.collapse_shape %413 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %414 = linalg.matmul ins(%collapsed_204, %arg118 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_205 = tensor.expand_shape %414 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %415 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg119, %expanded_205 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_206 = tensor.expand_shape %415 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_207 = linalg.transpose ins(%expanded_206 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %416 = linalg.matmul ins(%collapsed_204, %arg120 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_208 = tensor.expand_shape %416 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %417 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg121, %expanded_208 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_209 = tensor.expand_shape %417 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_210 = linalg.transpose ins(%expanded_209 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_211 = tensor.collapse_shape %transposed_210 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_212 = tensor.collapse_shape %transposed_207 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %418 = linalg.batch_matmul ins(%collapsed_211, %collapsed_212 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_213 = tensor.expand_shape %418 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %419 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_213, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %420:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%419 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_214 = tensor.expand_shape %420#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %421 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%419, %expanded_214 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %422 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%421 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %423 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%422 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %424 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%422, %423 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %425 = linalg.matmul ins(%collapsed_204, %arg122 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_215 = tensor.expand_shape %425 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %426 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg123, %expanded_215 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_216 = tensor.expand_shape %426 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_217 = linalg.transpose ins(%expanded_216 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_218 = tensor.collapse_shape %424 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_219 = tensor.collapse_shape %transposed_217 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %427 = linalg.batch_matmul ins(%collapsed_218, %collapsed_219 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_220 = tensor.expand_shape %427 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_221 = linalg.transpose ins(%expanded_220 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_222 = tensor.collapse_shape %transposed_221 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %428 = linalg.matmul ins(%collapsed_222, %arg124 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_223 = tensor.expand_shape %428 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %429 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg125, %expanded_223 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %430 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%429, %413 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %431 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%430 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %432 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%431 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_224 = tensor.collapse_shape %432 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %433 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_224 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %434 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%430, %433 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %435 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%434, %434 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %436 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%435 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %437 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%436 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %438 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%437 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %439 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%438 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_225 = tensor.collapse_shape %439 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %440 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_225 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %441 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%434, %440 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %442 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%441, %arg126 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %443 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%442, %arg127 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_226 = tensor.collapse_shape %443 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %444 = linalg.matmul ins(%collapsed_226, %arg128 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %445 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%444, %arg129 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_227 = tensor.expand_shape %445 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %446 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_227, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %447 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%446 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %448 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%447, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %449 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_227, %448 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %450 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%449, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_228 = tensor.collapse_shape %450 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %451 = linalg.matmul ins(%collapsed_228, %arg130 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %452 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%451, %arg131 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_229 = tensor.expand_shape %452 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %453 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_229, %443 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %454 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%453 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %455 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%454 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_230 = tensor.collapse_shape %455 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %456 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_230 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %457 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%453, %456 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %458 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%457, %457 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %459 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%458 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %460 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%459 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %461 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%460 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %462 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%461 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_231 = tensor.collapse_shape %462 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %463 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_231 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %464 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%457, %463 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %465 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%464, %arg132 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %466 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%465, %arg133 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_232 = tensor.collapse_shape %466 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %467 = linalg.matmul ins(%collapsed_232, %arg134 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_233 = tensor.expand_shape %467 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %468 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg135, %expanded_233 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_234 = tensor.expand_shape %468 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_235 = linalg.transpose ins(%expanded_234 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %469 = linalg.matmul ins(%collapsed_232, %arg136 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_236 = tensor.expand_shape %469 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %470 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg137, %expanded_236 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_237 = tensor.expand_shape %470 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_238 = linalg.transpose ins(%expanded_237 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_239 = tensor.collapse_shape %transposed_238 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_240 = tensor.collapse_shape %transposed_235 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %471 = linalg.batch_matmul ins(%collapsed_239, %collapsed_240 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_241 = tensor.expand_shape %471 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %472 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_241, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %473:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%472 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_242 = tensor.expand_shape %473#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %474 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%472, %expanded_242 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %475 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%474 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %476 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%475 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %477 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%475, %476 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %478 = linalg.matmul ins(%collapsed_232, %arg138 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_243 = tensor.expand_shape %478 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %479 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg139, %expanded_243 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_244 = tensor.expand_shape %479 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_245 = linalg.transpose ins(%expanded_244 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_246 = tensor.collapse_shape %477 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_247 = tensor.collapse_shape %transposed_245 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %480 = linalg.batch_matmul ins(%collapsed_246, %collapsed_247 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_248 = tensor.expand_shape %480 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_249 = linalg.transpose ins(%expanded_248 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_250 = tensor.collapse_shape %transposed_249 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %481 = linalg.matmul ins(%collapsed_250, %arg140 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_251 = tensor.expand_shape %481 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %482 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg141, %expanded_251 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %483 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%482, %466 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %484 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%483 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %485 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%484 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_252 = tensor.collapse_shape %485 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %486 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_252 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %487 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%483, %486 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %488 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%487, %487 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %489 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%488 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %490 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%489 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %491 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%490 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %492 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%491 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_253 = tensor.collapse_shape %492 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %493 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_253 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %494 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%487, %493 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %495 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%494, %arg142 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %496 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%495, %arg143 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_254 = tensor.collapse_shape %496 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %497 = linalg.matmul ins(%collapsed_254, %arg144 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %498 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%497, %arg145 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_255 = tensor.expand_shape %498 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %499 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_255, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %500 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%499 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %501 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%500, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %502 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_255, %501 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %503 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%502, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_256 = tensor.collapse_shape %503 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %504 = linalg.matmul ins(%collapsed_256, %arg146 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %505 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%504, %arg147 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_257 = tensor.expand_shape %505 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %506 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_257, %496 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %507 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%506 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %508 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%507 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_258 = tensor.collapse_shape %508 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %509 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_258 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %510 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%506, %509 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %511 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%510, %510 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %512 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%511 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %513 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%512 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %514 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%513 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %515 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%514 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_259 = tensor.collapse_shape %515 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %516 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_259 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %517 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%510, %516 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %518 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%517, %arg148 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %519 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%518, %arg149 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_260 = tensor.collapse_shape %519 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %520 = linalg.matmul ins(%collapsed_260, %arg150 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_261 = tensor.expand_shape %520 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %521 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg151, %expanded_261 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_262 = tensor.expand_shape %521 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_263 = linalg.transpose ins(%expanded_262 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %522 = linalg.matmul ins(%collapsed_260, %arg152 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_264 = tensor.expand_shape %522 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %523 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg153, %expanded_264 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_265 = tensor.expand_shape %523 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_266 = linalg.transpose ins(%expanded_265 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_267 = tensor.collapse_shape %transposed_266 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_268 = tensor.collapse_shape %transposed_263 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %524 = linalg.batch_matmul ins(%collapsed_267, %collapsed_268 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_269 = tensor.expand_shape %524 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %525 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_269, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %526:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%525 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_270 = tensor.expand_shape %526#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %527 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%525, %expanded_270 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %528 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%527 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %529 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%528 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %530 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%528, %529 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %531 = linalg.matmul ins(%collapsed_260, %arg154 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_271 = tensor.expand_shape %531 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %532 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg155, %expanded_271 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_272 = tensor.expand_shape %532 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_273 = linalg.transpose ins(%expanded_272 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_274 = tensor.collapse_shape %530 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_275 = tensor.collapse_shape %transposed_273 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %533 = linalg.batch_matmul ins(%collapsed_274, %collapsed_275 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_276 = tensor.expand_shape %533 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_277 = linalg.transpose ins(%expanded_276 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_278 = tensor.collapse_shape %transposed_277 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %534 = linalg.matmul ins(%collapsed_278, %arg156 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_279 = tensor.expand_shape %534 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %535 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg157, %expanded_279 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %536 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%535, %519 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %537 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%536 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %538 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%537 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_280 = tensor.collapse_shape %538 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %539 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_280 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %540 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%536, %539 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %541 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%540, %540 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %542 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%541 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %543 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%542 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %544 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%543 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %545 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%544 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_281 = tensor.collapse_shape %545 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %546 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_281 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %547 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%540, %546 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %548 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%547, %arg158 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %549 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%548, %arg159 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_282 = tensor.collapse_shape %549 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %550 = linalg.matmul ins(%collapsed_282, %arg160 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %551 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%550, %arg161 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_283 = tensor.expand_shape %551 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %552 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_283, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %553 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%552 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %554 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%553, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %555 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_283, %554 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %556 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%555, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_284 = tensor.collapse_shape %556 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %557 = linalg.matmul ins(%collapsed_284, %arg162 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %558 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%557, %arg163 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_285 = tensor.expand_shape %558 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %559 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_285, %549 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %560 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%559 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %561 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%560 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_286 = tensor.collapse_shape %561 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %562 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_286 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %563 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%559, %562 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %564 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%563, %563 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %565 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%564 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %566 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%565 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %567 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%566 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %568 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%567 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_287 = tensor.collapse_shape %568 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %569 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_287 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %570 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%563, %569 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %571 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%570, %arg164 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %572 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%571, %arg165 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_288 = tensor.collapse_shape %572 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %573 = linalg.matmul ins(%collapsed_288, %arg166 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_289 = tensor.expand_shape %573 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %574 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg167, %expanded_289 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_290 = tensor.expand_shape %574 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_291 = linalg.transpose ins(%expanded_290 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %575 = linalg.matmul ins(%collapsed_288, %arg168 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_292 = tensor.expand_shape %575 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %576 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg169, %expanded_292 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_293 = tensor.expand_shape %576 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_294 = linalg.transpose ins(%expanded_293 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_295 = tensor.collapse_shape %transposed_294 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_296 = tensor.collapse_shape %transposed_291 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %577 = linalg.batch_matmul ins(%collapsed_295, %collapsed_296 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_297 = tensor.expand_shape %577 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %578 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_297, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %579:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%578 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_298 = tensor.expand_shape %579#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %580 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%578, %expanded_298 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %581 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%580 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %582 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%581 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %583 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%581, %582 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %584 = linalg.matmul ins(%collapsed_288, %arg170 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_299 = tensor.expand_shape %584 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %585 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg171, %expanded_299 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_300 = tensor.expand_shape %585 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_301 = linalg.transpose ins(%expanded_300 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_302 = tensor.collapse_shape %583 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_303 = tensor.collapse_shape %transposed_301 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %586 = linalg.batch_matmul ins(%collapsed_302, %collapsed_303 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_304 = tensor.expand_shape %586 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_305 = linalg.transpose ins(%expanded_304 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_306 = tensor.collapse_shape %transposed_305 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %587 = linalg.matmul ins(%collapsed_306, %arg172 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_307 = tensor.expand_shape %587 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %588 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg173, %expanded_307 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %589 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%588, %572 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %590 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%589 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %591 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%590 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_308 = tensor.collapse_shape %591 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %592 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_308 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %593 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%589, %592 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %594 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%593, %593 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %595 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%594 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %596 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%595 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %597 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%596 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %598 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%597 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_309 = tensor.collapse_shape %598 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %599 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_309 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %600 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%593, %599 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %601 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%600, %arg174 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %602 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%601, %arg175 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_310 = tensor.collapse_shape %602 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %603 = linalg.matmul ins(%collapsed_310, %arg176 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %604 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%603, %arg177 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_311 = tensor.expand_shape %604 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %605 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_311, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %606 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%605 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %607 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%606, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %608 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_311, %607 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %609 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%608, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_312 = tensor.collapse_shape %609 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %610 = linalg.matmul ins(%collapsed_312, %arg178 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %611 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%610, %arg179 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_313 = tensor.expand_shape %611 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %612 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_313, %602 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %613 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%612 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %614 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%613 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_314 = tensor.collapse_shape %614 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %615 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_314 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %616 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%612, %615 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %617 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%616, %616 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %618 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%617 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %619 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%618 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %620 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%619 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %621 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%620 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_315 = tensor.collapse_shape %621 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %622 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_315 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %623 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%616, %622 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %624 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%623, %arg180 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %625 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%624, %arg181 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_316 = tensor.collapse_shape %625 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %626 = linalg.matmul ins(%collapsed_316, %arg182 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_317 = tensor.expand_shape %626 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %627 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg183, %expanded_317 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_318 = tensor.expand_shape %627 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_319 = linalg.transpose ins(%expanded_318 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %628 = linalg.matmul ins(%collapsed_316, %arg184 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_320 = tensor.expand_shape %628 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %629 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg185, %expanded_320 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_321 = tensor.expand_shape %629 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_322 = linalg.transpose ins(%expanded_321 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_323 = tensor.collapse_shape %transposed_322 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_324 = tensor.collapse_shape %transposed_319 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %630 = linalg.batch_matmul ins(%collapsed_323, %collapsed_324 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_325 = tensor.expand_shape %630 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %631 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_325, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %632:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%631 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_344: i64):
      %679 = linalg.index 3 : index
      %680 = arith.index_cast %679 : index to i64
      %681 = arith.maximumf %in, %out : f32
      %682 = arith.cmpf ogt, %in, %out : f32
      %683 = arith.select %682, %680, %out_344 : i64
      linalg.yield %681, %683 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_326 = tensor.expand_shape %632#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %633 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%631, %expanded_326 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %634 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%633 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.exp %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %635 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%634 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x1xf32>
    %636 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%634, %635 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x12x128x128xf32>
    %637 = linalg.matmul ins(%collapsed_316, %arg186 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_327 = tensor.expand_shape %637 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %638 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg187, %expanded_327 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %expanded_328 = tensor.expand_shape %638 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_329 = linalg.transpose ins(%expanded_328 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_330 = tensor.collapse_shape %636 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_331 = tensor.collapse_shape %transposed_329 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %639 = linalg.batch_matmul ins(%collapsed_330, %collapsed_331 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%51 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_332 = tensor.expand_shape %639 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %transposed_333 = linalg.transpose ins(%expanded_332 : tensor<1x12x128x64xf32>) outs(%53 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_334 = tensor.collapse_shape %transposed_333 [[0, 1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<128x768xf32>
    %640 = linalg.matmul ins(%collapsed_334, %arg188 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_335 = tensor.expand_shape %640 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %641 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg189, %expanded_335 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %642 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%641, %625 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %643 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%642 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %644 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%643 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_336 = tensor.collapse_shape %644 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %645 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_336 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %646 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%642, %645 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %647 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%646, %646 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %648 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%647 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %649 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%648 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %650 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%649 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %651 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%650 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_337 = tensor.collapse_shape %651 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %652 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_337 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %653 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%646, %652 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %654 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%653, %arg190 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %655 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%654, %arg191 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_338 = tensor.collapse_shape %655 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %656 = linalg.matmul ins(%collapsed_338, %arg192 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %657 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%656, %arg193 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x3072xf32>
    %expanded_339 = tensor.expand_shape %657 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %658 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_339, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.divf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %659 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%658 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.erf %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %660 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%659, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %661 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_339, %660 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %662 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%661, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_340 = tensor.collapse_shape %662 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %663 = linalg.matmul ins(%collapsed_340, %arg194 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %664 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%663, %arg195 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<128x768xf32>
    %expanded_341 = tensor.expand_shape %664 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %665 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_341, %655 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %666 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%665 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %667 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%666 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_342 = tensor.collapse_shape %667 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %668 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_342 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %669 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%665, %668 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.subf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %670 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%669, %669 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %671 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%670 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %out : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %672 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%671 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.divf %in, %cst_5 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %673 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%672 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = arith.addf %in, %cst_6 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %674 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%673 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %679 = math.rsqrt %in : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_343 = tensor.collapse_shape %674 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %675 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_343 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %676 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%669, %675 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %677 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%676, %arg196 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.mulf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    %678 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%677, %arg197 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_344: f32, %out: f32):
      %679 = arith.addf %in, %in_344 : f32
      linalg.yield %679 : f32
    } -> tensor<1x128x768xf32>
    return %678 : tensor<1x128x768xf32>
  }
}

