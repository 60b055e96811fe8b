func.func @main(%x: tensor<1x128x768xf32>, %gamma: tensor<768xf32>, %beta: tensor<768xf32>) -> tensor<1x128x768xf32> {
  %zero = arith.constant 0.0 : f32
  %size = arith.constant 768.0 : f32
  %epsilon = arith.constant 9.99999996E-13 : f32
  %e1 = tensor.empty() : tensor<1x128x1xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
  %v3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<1x128x768xf32>) outs(%f2 : tensor<1x128x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %y = arith.addf %in0, %out : f32
    linalg.yield %y : f32
  } -> tensor<1x128x1xf32>
  %e4 = tensor.empty() : tensor<1x128x1xf32>
  %v5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v3 : tensor<1x128x1xf32>) outs(%e4 : tensor<1x128x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %y = arith.divf %in0, %size : f32
    linalg.yield %y : f32
  } -> tensor<1x128x1xf32>
  %c6 = tensor.collapse_shape %v5 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
  %e7 = tensor.empty() : tensor<1x128x768xf32>
  %b8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c6 : tensor<1x128xf32>) outs(%e7 : tensor<1x128x768xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x128x768xf32>
  %e9 = tensor.empty() : tensor<1x128x768xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %b8 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%e9 : tensor<1x128x768xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %y = arith.subf %in0, %in1 : f32
    linalg.yield %y : f32
  } -> tensor<1x128x768xf32>
  %e11 = tensor.empty() : tensor<1x128x768xf32>
  %v12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v10, %v10 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%e11 : tensor<1x128x768xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %y = arith.mulf %in0, %in1 : f32
    linalg.yield %y : f32
  } -> tensor<1x128x768xf32>
  %e13 = tensor.empty() : tensor<1x128x1xf32>
  %f14 = linalg.fill ins(%zero : f32) outs(%e13 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
  %v15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v12 : tensor<1x128x768xf32>) outs(%f14 : tensor<1x128x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %y = arith.addf %in0, %out : f32
    linalg.yield %y : f32
  } -> tensor<1x128x1xf32>
  %e16 = tensor.empty() : tensor<1x128x1xf32>
  %v17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v15 : tensor<1x128x1xf32>) outs(%e16 : tensor<1x128x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %y = arith.divf %in0, %size : f32
    linalg.yield %y : f32
  } -> tensor<1x128x1xf32>
  %e18 = tensor.empty() : tensor<1x128x1xf32>
  %v19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v17 : tensor<1x128x1xf32>) outs(%e18 : tensor<1x128x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %y = arith.addf %in0, %epsilon : f32
    linalg.yield %y : f32
  } -> tensor<1x128x1xf32>
  %e20 = tensor.empty() : tensor<1x128x1xf32>
  %v21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v19 : tensor<1x128x1xf32>) outs(%e20 : tensor<1x128x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %y = math.rsqrt %in0 : f32
    linalg.yield %y : f32
  } -> tensor<1x128x1xf32>
  %c22 = tensor.collapse_shape %v21 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
  %e23 = tensor.empty() : tensor<1x128x768xf32>
  %b24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c22 : tensor<1x128xf32>) outs(%e23 : tensor<1x128x768xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x128x768xf32>
  %e25 = tensor.empty() : tensor<1x128x768xf32>
  %v26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v10, %b24 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%e25 : tensor<1x128x768xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %y = arith.mulf %in0, %in1 : f32
    linalg.yield %y : f32
  } -> tensor<1x128x768xf32>
  %e27 = tensor.empty() : tensor<1x128x768xf32>
  %v28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v26, %gamma : tensor<1x128x768xf32>, tensor<768xf32>) outs(%e27 : tensor<1x128x768xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %y = arith.mulf %in0, %in1 : f32
    linalg.yield %y : f32
  } -> tensor<1x128x768xf32>
  %e29 = tensor.empty() : tensor<1x128x768xf32>
  %v30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v28, %beta : tensor<1x128x768xf32>, tensor<768xf32>) outs(%e29 : tensor<1x128x768xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %y = arith.addf %in0, %in1 : f32
    linalg.yield %y : f32
  } -> tensor<1x128x768xf32>
  return %v30 : tensor<1x128x768xf32>
}
