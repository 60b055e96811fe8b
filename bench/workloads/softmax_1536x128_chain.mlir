func.func @main(%x: tensor<1536x128xf32>) -> tensor<1536x128xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<1536x1xf32>
  %f2 = linalg.fill ins(%lowest : f32) outs(%e1 : tensor<1536x1xf32>) -> tensor<1536x1xf32>
  %v3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1536x128xf32>) outs(%f2 : tensor<1536x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %y = arith.maximumf %in0, %out : f32
    linalg.yield %y : f32
  } -> tensor<1536x1xf32>
  %e4 = tensor.empty() : tensor<1536x128xf32>
  %v5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %v3 : tensor<1536x128xf32>, tensor<1536x1xf32>) outs(%e4 : tensor<1536x128xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %y = arith.subf %in0, %in1 : f32
    linalg.yield %y : f32
  } -> tensor<1536x128xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v5 : tensor<1536x128xf32>) outs(%e4 : tensor<1536x128xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %y = math.exp %in0 : f32
    linalg.yield %y : f32
  } -> tensor<1536x128xf32>
  %e7 = tensor.empty() : tensor<1536x1xf32>
  %f8 = linalg.fill ins(%zero : f32) outs(%e7 : tensor<1536x1xf32>) -> tensor<1536x1xf32>
  %v9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%v6 : tensor<1536x128xf32>) outs(%f8 : tensor<1536x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %y = arith.addf %in0, %out : f32
    linalg.yield %y : f32
  } -> tensor<1536x1xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v6, %v9 : tensor<1536x128xf32>, tensor<1536x1xf32>) outs(%e4 : tensor<1536x128xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %y = arith.divf %in0, %in1 : f32
    linalg.yield %y : f32
  } -> tensor<1536x128xf32>
  return %v10 : tensor<1536x128xf32>
}
