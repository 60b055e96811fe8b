// mlp: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<1x784xf32>, %arg1: tensor<784x512xf32>, %arg2: tensor<512xf32>, %arg3: tensor<512x512xf32>, %arg4: tensor<512xf32>, %arg5: tensor<512x10xf32>, %arg6: tensor<10xf32>) -> tensor<1x10xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x512xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<1x784xf32>, tensor<784x512xf32>) outs(%1 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg2 : tensor<1x512xf32>, tensor<512xf32>) outs(%0 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.addf %in, %in_0 : f32
      linalg.yield %12 : f32
    } -> tensor<1x512xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<1x512xf32>) outs(%0 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.cmpf ugt, %in, %cst : f32
      %13 = arith.select %12, %in, %cst : f32
      linalg.yield %13 : f32
    } -> tensor<1x512xf32>
    %5 = linalg.matmul ins(%4, %arg3 : tensor<1x512xf32>, tensor<512x512xf32>) outs(%1 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %arg4 : tensor<1x512xf32>, tensor<512xf32>) outs(%0 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.addf %in, %in_0 : f32
      linalg.yield %12 : f32
    } -> tensor<1x512xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1x512xf32>) outs(%0 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.cmpf ugt, %in, %cst : f32
      %13 = arith.select %12, %in, %cst : f32
      linalg.yield %13 : f32
    } -> tensor<1x512xf32>
    %8 = tensor.empty() : tensor<1x10xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %10 = linalg.matmul ins(%7, %arg5 : tensor<1x512xf32>, tensor<512x10xf32>) outs(%9 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %arg6 : tensor<1x10xf32>, tensor<10xf32>) outs(%8 : tensor<1x10xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.addf %in, %in_0 : f32
      linalg.yield %12 : f32
    } -> tensor<1x10xf32>
    return %11 : tensor<1x10xf32>
  }
}

