// matmul_bias_gelu_128x3072x768: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<128x768xf32>, %arg1: tensor<768x3072xf32>, %arg2: tensor<3072xf32>) -> tensor<1x128x3072xf32> {
    %0 = arith.constant 0.000000e+00 : f32
    %1 = tensor.empty() : tensor<128x3072xf32>
    %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %3 = linalg.matmul ins(%arg0, %arg1 : tensor<128x768xf32>, tensor<768x3072xf32>) outs(%2 : tensor<128x3072xf32>) -> tensor<128x3072xf32>
    %4 = tensor.empty() : tensor<128x3072xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3, %arg2 : tensor<128x3072xf32>, tensor<3072xf32>) outs(%4 : tensor<128x3072xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.addf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<128x3072xf32>
    %6 = tensor.expand_shape %5 [[0, 1], [2]] output_shape [1, 128, 3072] : tensor<128x3072xf32> into tensor<1x128x3072xf32>
    %7 = arith.constant dense<1.41421354> : tensor<f32>
    %8 = tensor.empty() : tensor<1x128x3072xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<1x128x3072xf32>, tensor<f32>) outs(%8 : tensor<1x128x3072xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.divf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1x128x3072xf32>
    %10 = tensor.empty() : tensor<1x128x3072xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x128x3072xf32>) outs(%10 : tensor<1x128x3072xf32>) {
    ^bb0(%a: f32, %out: f32):
      %r = math.erf %a : f32
      linalg.yield %r : f32
    } -> tensor<1x128x3072xf32>
    %12 = arith.constant dense<1.000000e+00> : tensor<f32>
    %13 = tensor.empty() : tensor<1x128x3072xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %12 : tensor<1x128x3072xf32>, tensor<f32>) outs(%13 : tensor<1x128x3072xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.addf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1x128x3072xf32>
    %15 = tensor.empty() : tensor<1x128x3072xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %14 : tensor<1x128x3072xf32>, tensor<1x128x3072xf32>) outs(%15 : tensor<1x128x3072xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.mulf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1x128x3072xf32>
    %17 = arith.constant dense<5.000000e-01> : tensor<f32>
    %18 = tensor.empty() : tensor<1x128x3072xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %17 : tensor<1x128x3072xf32>, tensor<f32>) outs(%18 : tensor<1x128x3072xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.mulf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1x128x3072xf32>
    return %19 : tensor<1x128x3072xf32>
}
