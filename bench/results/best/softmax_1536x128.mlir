#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1536x128xf32>) -> tensor<1536x128xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1536x1xf32>
    %1 = linalg.fill {autotune.schedule = "direct(vector=i0x8, block=[128], tile1=[256])"} ins(%cst : f32) outs(%0 : tensor<1536x1xf32>) -> tensor<1536x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<1536x128xf32>) outs(%1 : tensor<1536x1xf32>) attrs =  {autotune.schedule = "reduce(vector=i1x16, block=[24,16], tile1=[48,128])"} {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.maximumf %in, %out : f32
      linalg.yield %12 : f32
    } -> tensor<1536x1xf32>
    %3 = tensor.empty() : tensor<1536x128xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %2 : tensor<1536x128xf32>, tensor<1536x1xf32>) outs(%3 : tensor<1536x128xf32>) attrs =  {autotune.schedule = "direct(vector=i1x16, block=[1,128], pack=[1:1], epilogue=1)"} {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %12 = arith.subf %in, %in_1 : f32
      linalg.yield %12 : f32
    } -> tensor<1536x128xf32>
    %5 = tensor.empty() : tensor<1536x128xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1536x128xf32>) outs(%5 : tensor<1536x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = math.exp %in : f32
      linalg.yield %12 : f32
    } -> tensor<1536x128xf32>
    %7 = tensor.empty() : tensor<1536x1xf32>
    %8 = linalg.fill {autotune.schedule = "direct(vector=i0x8, block=[128], tile1=[128])"} ins(%cst_0 : f32) outs(%7 : tensor<1536x1xf32>) -> tensor<1536x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<1536x128xf32>) outs(%8 : tensor<1536x1xf32>) attrs =  {autotune.schedule = "reduce(vector=i1x16, block=[6,64], tile0=[6,128], fuse_init=0, fuse_producers=0)"} {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.addf %in, %out : f32
      linalg.yield %12 : f32
    } -> tensor<1536x1xf32>
    %10 = tensor.empty() : tensor<1536x128xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %9 : tensor<1536x128xf32>, tensor<1536x1xf32>) outs(%10 : tensor<1536x128xf32>) attrs =  {autotune.schedule = "direct(vector=i1x16, block=[16,16], tile0=[16,112])"} {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %12 = arith.divf %in, %in_1 : f32
      linalg.yield %12 : f32
    } -> tensor<1536x128xf32>
    return %11 : tensor<1536x128xf32>
  }
}
