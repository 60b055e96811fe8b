// bert_2layer: arguments are data inputs first, then weights.
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
  func.func @main(%arg0: tensor<1x128xi64>, %arg1: tensor<30522x768xf32>, %arg2: tensor<1x128x768xf32>, %arg3: tensor<1x128x768xf32>, %arg4: tensor<768xf32>, %arg5: tensor<768xf32>, %arg6: tensor<768x768xf32>, %arg7: tensor<768xf32>, %arg8: tensor<768x768xf32>, %arg9: tensor<768xf32>, %arg10: tensor<768x768xf32>, %arg11: tensor<768xf32>, %arg12: tensor<768x768xf32>, %arg13: tensor<768xf32>, %arg14: tensor<768xf32>, %arg15: tensor<768xf32>, %arg16: tensor<768x3072xf32>, %arg17: tensor<3072xf32>, %arg18: tensor<3072x768xf32>, %arg19: tensor<768xf32>, %arg20: tensor<768xf32>, %arg21: tensor<768xf32>, %arg22: tensor<768x768xf32>, %arg23: tensor<768xf32>, %arg24: tensor<768x768xf32>, %arg25: tensor<768xf32>, %arg26: tensor<768x768xf32>, %arg27: tensor<768xf32>, %arg28: tensor<768x768xf32>, %arg29: tensor<768xf32>, %arg30: tensor<768xf32>, %arg31: tensor<768xf32>, %arg32: tensor<768x3072xf32>, %arg33: tensor<3072xf32>, %arg34: tensor<3072x768xf32>, %arg35: tensor<768xf32>, %arg36: tensor<768xf32>, %arg37: tensor<768xf32>) -> tensor<1x128x768xf32> {
    %c30522_i64 = arith.constant 30522 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<1.41421354> : tensor<f32>
    %cst_2 = arith.constant dense<1.250000e-01> : tensor<f32>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_5 = arith.constant 7.680000e+02 : f32
    %cst_6 = arith.constant 9.99999996E-13 : f32
    %0 = tensor.empty() : tensor<1x128xi1>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x128xi64>) outs(%0 : tensor<1x128xi1>) {
    ^bb0(%in: i64, %out: i1):
      %149 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %149 : i1
    } -> tensor<1x128xi1>
    %2 = tensor.empty() : tensor<1x128xi64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x128xi64>) outs(%2 : tensor<1x128xi64>) {
    ^bb0(%in: i64, %out: i64):
      %149 = arith.addi %in, %c30522_i64 : i64
      linalg.yield %149 : i64
    } -> tensor<1x128xi64>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %3, %arg0 : tensor<1x128xi1>, tensor<1x128xi64>, tensor<1x128xi64>) outs(%2 : tensor<1x128xi64>) {
    ^bb0(%in: i1, %in_64: i64, %in_65: i64, %out: i64):
      %149 = arith.select %in, %in_64, %in_65 : i64
      linalg.yield %149 : i64
    } -> tensor<1x128xi64>
    %collapsed = tensor.collapse_shape %4 [[0, 1]] : tensor<1x128xi64> into tensor<128xi64>
    %5 = tensor.empty() : tensor<128x768xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<128xi64>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: i64, %out: f32):
      %149 = arith.index_cast %in : i64 to index
      %150 = linalg.index 1 : index
      %extracted = tensor.extract %arg1[%149, %150] : tensor<30522x768xf32>
      linalg.yield %extracted : f32
    } -> tensor<128x768xf32>
    %expanded = tensor.expand_shape %6 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %7 = tensor.empty() : tensor<1x128x768xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg2 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %arg3 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %10 = tensor.empty() : tensor<1x128x1xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_5 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_7 = tensor.collapse_shape %13 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_7 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %14 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.subf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %15 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%16 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_5 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %cst_6 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.rsqrt %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_8 = tensor.collapse_shape %20 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_8 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %21 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %arg4 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %arg5 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_9 = tensor.collapse_shape %24 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%5 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %26 = linalg.matmul ins(%collapsed_9, %arg6 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_10 = tensor.expand_shape %26 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7, %expanded_10 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %expanded_11 = tensor.expand_shape %27 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %28 = tensor.empty() : tensor<1x12x128x64xf32>
    %29 = tensor.empty() : tensor<1x12x64x128xf32>
    %transposed = linalg.transpose ins(%expanded_11 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %30 = linalg.matmul ins(%collapsed_9, %arg8 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_12 = tensor.expand_shape %30 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %31 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %expanded_12 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
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
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x12x128x128xf32>
    %37 = tensor.empty() : tensor<1x12x128xi64>
    %38 = linalg.fill ins(%c0_i64 : i64) outs(%37 : tensor<1x12x128xi64>) -> tensor<1x12x128xi64>
    %39 = tensor.empty() : tensor<1x12x128xf32>
    %40 = linalg.fill ins(%cst_0 : f32) outs(%39 : tensor<1x12x128xf32>) -> tensor<1x12x128xf32>
    %41:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_64: i64):
      %149 = linalg.index 3 : index
      %150 = arith.index_cast %149 : index to i64
      %151 = arith.maximumf %in, %out : f32
      %152 = arith.cmpf ogt, %in, %out : f32
      %153 = arith.select %152, %150, %out_64 : i64
      linalg.yield %151, %153 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_18 = tensor.expand_shape %41#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %42 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %expanded_18 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.subf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x12x128x128xf32>
    %43 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.exp %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x12x128x128xf32>
    %44 = tensor.empty() : tensor<1x12x128x1xf32>
    %45 = linalg.fill ins(%cst : f32) outs(%44 : tensor<1x12x128x1xf32>) -> tensor<1x12x128x1xf32>
    %46 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%43 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x12x128x1xf32>
    %47 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %46 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.divf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x12x128x128xf32>
    %48 = linalg.matmul ins(%collapsed_9, %arg10 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_19 = tensor.expand_shape %48 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %49 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %expanded_19 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
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
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %56 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %24 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %57 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %58 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_5 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_28 = tensor.collapse_shape %58 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_28 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %60 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %59 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.subf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %61 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %60 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %62 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %63 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_5 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %64 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %cst_6 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %65 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.rsqrt %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_29 = tensor.collapse_shape %65 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %66 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_29 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %66 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %68 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %arg14 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %arg15 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_30 = tensor.collapse_shape %69 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %70 = tensor.empty() : tensor<128x3072xf32>
    %71 = linalg.fill ins(%cst : f32) outs(%70 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %72 = linalg.matmul ins(%collapsed_30, %arg16 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%72, %arg17 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<128x3072xf32>
    %expanded_31 = tensor.expand_shape %73 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %74 = tensor.empty() : tensor<1x128x3072xf32>
    %75 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.divf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x3072xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.erf %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x3072xf32>
    %77 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x3072xf32>
    %78 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %77 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x3072xf32>
    %79 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_32 = tensor.collapse_shape %79 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %80 = linalg.matmul ins(%collapsed_32, %arg18 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%80, %arg19 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<128x768xf32>
    %expanded_33 = tensor.expand_shape %81 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %82 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %69 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %83 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%82 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %84 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_5 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_34 = tensor.collapse_shape %84 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %85 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_34 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %86 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %85 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.subf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %87 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %86 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %88 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%87 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %89 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_5 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %90 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %cst_6 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %91 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.rsqrt %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_35 = tensor.collapse_shape %91 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_35 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %93 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %92 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %94 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %arg20 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %arg21 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_36 = tensor.collapse_shape %95 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %96 = linalg.matmul ins(%collapsed_36, %arg22 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_37 = tensor.expand_shape %96 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %97 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg23, %expanded_37 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %expanded_38 = tensor.expand_shape %97 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_39 = linalg.transpose ins(%expanded_38 : tensor<1x128x12x64xf32>) outs(%29 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %98 = linalg.matmul ins(%collapsed_36, %arg24 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_40 = tensor.expand_shape %98 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %99 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg25, %expanded_40 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %expanded_41 = tensor.expand_shape %99 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_42 = linalg.transpose ins(%expanded_41 : tensor<1x128x12x64xf32>) outs(%28 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_43 = tensor.collapse_shape %transposed_42 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_44 = tensor.collapse_shape %transposed_39 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %100 = linalg.batch_matmul ins(%collapsed_43, %collapsed_44 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%33 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_45 = tensor.expand_shape %100 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %101 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_45, %cst_2 : tensor<1x12x128x128xf32>, tensor<f32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x12x128x128xf32>
    %102:2 = linalg.generic {indexing_maps = [#map6, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%101 : tensor<1x12x128x128xf32>) outs(%40, %38 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_64: i64):
      %149 = linalg.index 3 : index
      %150 = arith.index_cast %149 : index to i64
      %151 = arith.maximumf %in, %out : f32
      %152 = arith.cmpf ogt, %in, %out : f32
      %153 = arith.select %152, %150, %out_64 : i64
      linalg.yield %151, %153 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_46 = tensor.expand_shape %102#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %103 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101, %expanded_46 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.subf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x12x128x128xf32>
    %104 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103 : tensor<1x12x128x128xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.exp %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x12x128x128xf32>
    %105 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104 : tensor<1x12x128x128xf32>) outs(%45 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x12x128x1xf32>
    %106 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %105 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%35 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.divf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x12x128x128xf32>
    %107 = linalg.matmul ins(%collapsed_36, %arg26 : tensor<128x768xf32>, tensor<768x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %expanded_47 = tensor.expand_shape %107 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %108 = linalg.generic {indexing_maps = [#map5, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg27, %expanded_47 : tensor<768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
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
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %112 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %95 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %113 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%112 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %114 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_5 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_56 = tensor.collapse_shape %114 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %115 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_56 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %116 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %115 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.subf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %117 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %116 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %118 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%117 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %119 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_5 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %120 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %cst_6 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %121 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.rsqrt %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_57 = tensor.collapse_shape %121 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %122 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_57 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %123 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %122 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %124 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %arg30 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %125 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %arg31 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %collapsed_58 = tensor.collapse_shape %125 [[0, 1], [2]] : tensor<1x128x768xf32> into tensor<128x768xf32>
    %126 = linalg.matmul ins(%collapsed_58, %arg32 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%71 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%126, %arg33 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%70 : tensor<128x3072xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<128x3072xf32>
    %expanded_59 = tensor.expand_shape %127 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %128 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_59, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.divf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x3072xf32>
    %129 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.erf %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x3072xf32>
    %130 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %cst_3 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x3072xf32>
    %131 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_59, %130 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x3072xf32>
    %132 = linalg.generic {indexing_maps = [#map2, #map11, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131, %cst_4 : tensor<1x128x3072xf32>, tensor<f32>) outs(%74 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x3072xf32>
    %collapsed_60 = tensor.collapse_shape %132 [[0, 1], [2]] : tensor<1x128x3072xf32> into tensor<128x3072xf32>
    %133 = linalg.matmul ins(%collapsed_60, %arg34 : tensor<128x3072xf32>, tensor<3072x768xf32>) outs(%25 : tensor<128x768xf32>) -> tensor<128x768xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map10, #map], iterator_types = ["parallel", "parallel"]} ins(%133, %arg35 : tensor<128x768xf32>, tensor<768xf32>) outs(%5 : tensor<128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<128x768xf32>
    %expanded_61 = tensor.expand_shape %134 [[0, 1], [2]] output_shape [1, 128, 768] : tensor<128x768xf32> into tensor<1x128x768xf32>
    %135 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_61, %125 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %136 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%135 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %137 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_5 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_62 = tensor.collapse_shape %137 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %138 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_62 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %139 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %138 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.subf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %140 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %139 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %141 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%140 : tensor<1x128x768xf32>) outs(%11 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %142 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_5 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %143 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %cst_6 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %144 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<1x128x1xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.rsqrt %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_63 = tensor.collapse_shape %144 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %145 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_63 : tensor<1x128xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %146 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %145 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %147 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %arg36 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.mulf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    %148 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147, %arg37 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%7 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %149 = arith.addf %in, %in_64 : f32
      linalg.yield %149 : f32
    } -> tensor<1x128x768xf32>
    return %148 : tensor<1x128x768xf32>
  }
}

