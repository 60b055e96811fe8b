#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> ()>
module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<128x768xf32>, %arg1: tensor<768x3072xf32>, %arg2: tensor<3072xf32>) -> tensor<1x128x3072xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x3072xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %2 = linalg.matmul {autotune.schedule = "direct(vector=i1x16, block=[4,48,2], tile0=[128,288,156], order2=[1,0], pack=[0:0,1:3])"} ins(%arg0, %arg1 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%1 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %3 = tensor.empty() : tensor<128x3072xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg2 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%3 : tensor<128x3072xf32>) attrs =  {autotune.schedule = "direct(vector=i1x16, block=[8,16], tile1=[88,3072], epilogue=5)"} {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %15 = arith.addf %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<128x3072xf32>
    %expanded = tensor.expand_shape %4 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %cst_0 = arith.constant dense<1.41421354> : tensor<f32>
    %5 = tensor.empty() : tensor<1x128x3072xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %cst_0 : tensor<1x128x3072xf32>, tensor<f32>) outs(%5 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %15 = arith.divf %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<1x128x3072xf32>
    %7 = tensor.empty() : tensor<1x128x3072xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x128x3072xf32>) outs(%7 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.erf %in : f32
      linalg.yield %15 : f32
    } -> tensor<1x128x3072xf32>
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<f32>
    %9 = tensor.empty() : tensor<1x128x3072xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %cst_1 : tensor<1x128x3072xf32>, tensor<f32>) outs(%9 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %15 = arith.addf %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<1x128x3072xf32>
    %11 = tensor.empty() : tensor<1x128x3072xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %10 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%11 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %15 = arith.mulf %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<1x128x3072xf32>
    %cst_2 = arith.constant dense<5.000000e-01> : tensor<f32>
    %13 = tensor.empty() : tensor<1x128x3072xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %cst_2 : tensor<1x128x3072xf32>, tensor<f32>) outs(%13 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %15 = arith.mulf %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<1x128x3072xf32>
    return %14 : tensor<1x128x3072xf32>
  }
}
