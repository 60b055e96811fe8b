// lstm_lm: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @main(%arg0: tensor<1x1xi64>, %arg1: tensor<1x650xf32>, %arg2: tensor<1x650xf32>, %arg3: tensor<1x650xf32>, %arg4: tensor<1x650xf32>, %arg5: tensor<650x2600xf32>, %arg6: tensor<2600xf32>, %arg7: tensor<650x2600xf32>, %arg8: tensor<2600xf32>, %arg9: tensor<10000x650xf32>, %arg10: tensor<650x2600xf32>, %arg11: tensor<2600xf32>, %arg12: tensor<650x2600xf32>, %arg13: tensor<2600xf32>, %arg14: tensor<650x10000xf32>, %arg15: tensor<10000xf32>) -> (tensor<1x10000xf32>, tensor<1x650xf32>, tensor<1x650xf32>, tensor<1x650xf32>, tensor<1x650xf32>) {
    %c10000_i64 = arith.constant 10000 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x2600xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x2600xf32>) -> tensor<1x2600xf32>
    %2 = linalg.matmul ins(%arg3, %arg5 : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%1 : tensor<1x2600xf32>) -> tensor<1x2600xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg6 : tensor<1x2600xf32>, tensor<2600xf32>) outs(%0 : tensor<1x2600xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x2600xf32>
    %4 = linalg.matmul ins(%arg1, %arg7 : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%1 : tensor<1x2600xf32>) -> tensor<1x2600xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %arg8 : tensor<1x2600xf32>, tensor<2600xf32>) outs(%0 : tensor<1x2600xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x2600xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<1x1xi64> into tensor<1xi64>
    %6 = tensor.empty() : tensor<1xi1>
    %7 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed : tensor<1xi64>) outs(%6 : tensor<1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %41 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %41 : i1
    } -> tensor<1xi1>
    %8 = tensor.empty() : tensor<1xi64>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed : tensor<1xi64>) outs(%8 : tensor<1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %41 = arith.addi %in, %c10000_i64 : i64
      linalg.yield %41 : i64
    } -> tensor<1xi64>
    %10 = linalg.generic {indexing_maps = [#map2, #map2, #map2, #map2], iterator_types = ["parallel"]} ins(%7, %9, %collapsed : tensor<1xi1>, tensor<1xi64>, tensor<1xi64>) outs(%8 : tensor<1xi64>) {
    ^bb0(%in: i1, %in_8: i64, %in_9: i64, %out: i64):
      %41 = arith.select %in, %in_8, %in_9 : i64
      linalg.yield %41 : i64
    } -> tensor<1xi64>
    %11 = tensor.empty() : tensor<1x650xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<1xi64>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: i64, %out: f32):
      %41 = arith.index_cast %in : i64 to index
      %42 = linalg.index 1 : index
      %extracted = tensor.extract %arg9[%41, %42] : tensor<10000x650xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x650xf32>
    %13 = linalg.matmul ins(%12, %arg10 : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%1 : tensor<1x2600xf32>) -> tensor<1x2600xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %arg11 : tensor<1x2600xf32>, tensor<2600xf32>) outs(%0 : tensor<1x2600xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x2600xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%14, %5 : tensor<1x2600xf32>, tensor<1x2600xf32>) outs(%0 : tensor<1x2600xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x2600xf32>
    %extracted_slice = tensor.extract_slice %15[0, 1300] [1, 650] [1, 1] : tensor<1x2600xf32> to tensor<1x650xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = math.tanh %in : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %extracted_slice_1 = tensor.extract_slice %15[0, 0] [1, 650] [1, 1] : tensor<1x2600xf32> to tensor<1x650xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_1 : tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.negf %in : f32
      %42 = math.exp %41 : f32
      %43 = arith.addf %42, %cst_0 : f32
      %44 = arith.divf %cst_0, %43 : f32
      linalg.yield %44 : f32
    } -> tensor<1x650xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %16 : tensor<1x650xf32>, tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %extracted_slice_2 = tensor.extract_slice %15[0, 650] [1, 650] [1, 1] : tensor<1x2600xf32> to tensor<1x650xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_2 : tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.negf %in : f32
      %42 = math.exp %41 : f32
      %43 = arith.addf %42, %cst_0 : f32
      %44 = arith.divf %cst_0, %43 : f32
      linalg.yield %44 : f32
    } -> tensor<1x650xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %arg2 : tensor<1x650xf32>, tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %18 : tensor<1x650xf32>, tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = math.tanh %in : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %extracted_slice_3 = tensor.extract_slice %15[0, 1950] [1, 650] [1, 1] : tensor<1x2600xf32> to tensor<1x650xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3 : tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.negf %in : f32
      %42 = math.exp %41 : f32
      %43 = arith.addf %42, %cst_0 : f32
      %44 = arith.divf %cst_0, %43 : f32
      linalg.yield %44 : f32
    } -> tensor<1x650xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %22 : tensor<1x650xf32>, tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %25 = linalg.matmul ins(%24, %arg12 : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%1 : tensor<1x2600xf32>) -> tensor<1x2600xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %arg13 : tensor<1x2600xf32>, tensor<2600xf32>) outs(%0 : tensor<1x2600xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x2600xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %3 : tensor<1x2600xf32>, tensor<1x2600xf32>) outs(%0 : tensor<1x2600xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x2600xf32>
    %extracted_slice_4 = tensor.extract_slice %27[0, 1300] [1, 650] [1, 1] : tensor<1x2600xf32> to tensor<1x650xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_4 : tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = math.tanh %in : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %extracted_slice_5 = tensor.extract_slice %27[0, 0] [1, 650] [1, 1] : tensor<1x2600xf32> to tensor<1x650xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_5 : tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.negf %in : f32
      %42 = math.exp %41 : f32
      %43 = arith.addf %42, %cst_0 : f32
      %44 = arith.divf %cst_0, %43 : f32
      linalg.yield %44 : f32
    } -> tensor<1x650xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %28 : tensor<1x650xf32>, tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %extracted_slice_6 = tensor.extract_slice %27[0, 650] [1, 650] [1, 1] : tensor<1x2600xf32> to tensor<1x650xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_6 : tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.negf %in : f32
      %42 = math.exp %41 : f32
      %43 = arith.addf %42, %cst_0 : f32
      %44 = arith.divf %cst_0, %43 : f32
      linalg.yield %44 : f32
    } -> tensor<1x650xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%31, %arg4 : tensor<1x650xf32>, tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%32, %30 : tensor<1x650xf32>, tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = math.tanh %in : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %extracted_slice_7 = tensor.extract_slice %27[0, 1950] [1, 650] [1, 1] : tensor<1x2600xf32> to tensor<1x650xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_7 : tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.negf %in : f32
      %42 = math.exp %41 : f32
      %43 = arith.addf %42, %cst_0 : f32
      %44 = arith.divf %cst_0, %43 : f32
      linalg.yield %44 : f32
    } -> tensor<1x650xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%35, %34 : tensor<1x650xf32>, tensor<1x650xf32>) outs(%11 : tensor<1x650xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.mulf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x650xf32>
    %37 = tensor.empty() : tensor<1x10000xf32>
    %38 = linalg.fill ins(%cst : f32) outs(%37 : tensor<1x10000xf32>) -> tensor<1x10000xf32>
    %39 = linalg.matmul ins(%36, %arg14 : tensor<1x650xf32>, tensor<650x10000xf32>) outs(%38 : tensor<1x10000xf32>) -> tensor<1x10000xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%39, %arg15 : tensor<1x10000xf32>, tensor<10000xf32>) outs(%37 : tensor<1x10000xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %41 = arith.addf %in, %in_8 : f32
      linalg.yield %41 : f32
    } -> tensor<1x10000xf32>
    return %40, %24, %21, %36, %33 : tensor<1x10000xf32>, tensor<1x650xf32>, tensor<1x650xf32>, tensor<1x650xf32>, tensor<1x650xf32>
  }
}

