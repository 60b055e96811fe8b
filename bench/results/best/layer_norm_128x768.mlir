#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x128x768xf32>, %arg1: tensor<768xf32>, %arg2: tensor<768xf32>) -> tensor<1x128x768xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 7.680000e+02 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %0 = tensor.empty() : tensor<1x128x1xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<1x128x768xf32>) outs(%1 : tensor<1x128x1xf32>) attrs =  {autotune.schedule = "reduce(vector=i1x16, block=[3,32], tile0=[12,736])"} {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %out : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x1xf32>
    %3 = tensor.empty() : tensor<1x128x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<1x128x1xf32>) outs(%3 : tensor<1x128x1xf32>) attrs =  {autotune.schedule = "direct(vector=i0x16, block=[128])"} {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_0 : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x1xf32>
    %collapsed = tensor.collapse_shape %4 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %5 = tensor.empty() : tensor<1x128x768xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x128xf32>) outs(%5 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %7 = tensor.empty() : tensor<1x128x768xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %6 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%7 : tensor<1x128x768xf32>) attrs =  {autotune.schedule = "direct(vector=i1x16, block=[1,208], tile0=[128,208])"} {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.subf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x768xf32>
    %9 = tensor.empty() : tensor<1x128x768xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %8 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%9 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.mulf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x768xf32>
    %11 = tensor.empty() : tensor<1x128x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<1x128x768xf32>) outs(%12 : tensor<1x128x1xf32>) attrs =  {autotune.schedule = "reduce(vector=i1x16, block=[5,16], tile0=[10,736])"} {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %out : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x1xf32>
    %14 = tensor.empty() : tensor<1x128x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x128x1xf32>) outs(%14 : tensor<1x128x1xf32>) attrs =  {autotune.schedule = "direct(vector=i0x4, block=[8], tile0=[64], tile1=[8], epilogue=2)"} {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_0 : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x1xf32>
    %16 = tensor.empty() : tensor<1x128x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x128x1xf32>) outs(%16 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %cst_1 : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x1xf32>
    %18 = tensor.empty() : tensor<1x128x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x128x1xf32>) outs(%18 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.rsqrt %in : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_2 = tensor.collapse_shape %19 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %20 = tensor.empty() : tensor<1x128x768xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_2 : tensor<1x128xf32>) outs(%20 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %22 = tensor.empty() : tensor<1x128x768xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %21 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%22 : tensor<1x128x768xf32>) attrs =  {autotune.schedule = "direct(vector=i1x16, block=[1,384], tile0=[5,768], order2=[1,0], epilogue=2)"} {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.mulf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x768xf32>
    %24 = tensor.empty() : tensor<1x128x768xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %arg1 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%24 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.mulf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x768xf32>
    %26 = tensor.empty() : tensor<1x128x768xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %arg2 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%26 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.addf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<1x128x768xf32>
    return %27 : tensor<1x128x768xf32>
  }
}
