// layer_norm_128x768: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<1x128x768xf32>, %arg1: tensor<768xf32>, %arg2: tensor<768xf32>) -> tensor<1x128x768xf32> {
    %0 = arith.constant 0.000000e+00 : f32
    %1 = arith.constant 768.0 : f32
    %2 = arith.constant 9.99999974E-6 : f32
    %3 = tensor.empty() : tensor<1x128x1xf32>
    %4 = linalg.fill ins(%0 : f32) outs(%3 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<1x128x768xf32>) outs(%4 : tensor<1x128x1xf32>) {
    ^bb0(%a: f32, %out: f32):
      %r = arith.addf %a, %out : f32
      linalg.yield %r : f32
    } -> tensor<1x128x1xf32>
    %6 = tensor.empty() : tensor<1x128x1xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%a: f32, %out: f32):
      %r = arith.divf %a, %1 : f32
      linalg.yield %r : f32
    } -> tensor<1x128x1xf32>
    %8 = tensor.collapse_shape %7 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %9 = tensor.empty() : tensor<1x128x768xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x128xf32>) outs(%9 : tensor<1x128x768xf32>) {
    ^bb0(%a: f32, %out: f32):
      linalg.yield %a : f32
    } -> tensor<1x128x768xf32>
    %11 = tensor.empty() : tensor<1x128x768xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %10 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%11 : tensor<1x128x768xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.subf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1x128x768xf32>
    %13 = tensor.empty() : tensor<1x128x768xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %12 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%13 : tensor<1x128x768xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.mulf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1x128x768xf32>
    %15 = tensor.empty() : tensor<1x128x1xf32>
    %16 = linalg.fill ins(%0 : f32) outs(%15 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<1x128x768xf32>) outs(%16 : tensor<1x128x1xf32>) {
    ^bb0(%a: f32, %out: f32):
      %r = arith.addf %a, %out : f32
      linalg.yield %r : f32
    } -> tensor<1x128x1xf32>
    %18 = tensor.empty() : tensor<1x128x1xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x128x1xf32>) outs(%18 : tensor<1x128x1xf32>) {
    ^bb0(%a: f32, %out: f32):
      %r = arith.divf %a, %1 : f32
      linalg.yield %r : f32
    } -> tensor<1x128x1xf32>
    %20 = tensor.empty() : tensor<1x128x1xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<1x128x1xf32>) outs(%20 : tensor<1x128x1xf32>) {
    ^bb0(%a: f32, %out: f32):
      %r = arith.addf %a, %2 : f32
      linalg.yield %r : f32
    } -> tensor<1x128x1xf32>
    %22 = tensor.empty() : tensor<1x128x1xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<1x128x1xf32>) outs(%22 : tensor<1x128x1xf32>) {
    ^bb0(%a: f32, %out: f32):
      %r = math.rsqrt %a : f32
      linalg.yield %r : f32
    } -> tensor<1x128x1xf32>
    %24 = tensor.collapse_shape %23 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %25 = tensor.empty() : tensor<1x128x768xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x128xf32>) outs(%25 : tensor<1x128x768xf32>) {
    ^bb0(%a: f32, %out: f32):
      linalg.yield %a : f32
    } -> tensor<1x128x768xf32>
    %27 = tensor.empty() : tensor<1x128x768xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %26 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%27 : tensor<1x128x768xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.mulf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1x128x768xf32>
    %29 = tensor.empty() : tensor<1x128x768xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %arg1 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%29 : tensor<1x128x768xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.mulf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1x128x768xf32>
    %31 = tensor.empty() : tensor<1x128x768xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %arg2 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%31 : tensor<1x128x768xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.addf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1x128x768xf32>
    return %32 : tensor<1x128x768xf32>
}
