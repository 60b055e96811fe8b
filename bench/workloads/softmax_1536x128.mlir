// softmax_1536x128: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<1536x128xf32>) -> tensor<1536x128xf32> {
    %0 = arith.constant 0xFF800000 : f32
    %1 = arith.constant 0.000000e+00 : f32
    %2 = tensor.empty() : tensor<1536x1xf32>
    %3 = linalg.fill ins(%0 : f32) outs(%2 : tensor<1536x1xf32>) -> tensor<1536x1xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<1536x128xf32>) outs(%3 : tensor<1536x1xf32>) {
    ^bb0(%a: f32, %out: f32):
      %r = arith.maximumf %a, %out : f32
      linalg.yield %r : f32
    } -> tensor<1536x1xf32>
    %5 = tensor.empty() : tensor<1536x128xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<1536x128xf32>, tensor<1536x1xf32>) outs(%5 : tensor<1536x128xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.subf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1536x128xf32>
    %7 = tensor.empty() : tensor<1536x128xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1536x128xf32>) outs(%7 : tensor<1536x128xf32>) {
    ^bb0(%a: f32, %out: f32):
      %r = math.exp %a : f32
      linalg.yield %r : f32
    } -> tensor<1536x128xf32>
    %9 = tensor.empty() : tensor<1536x1xf32>
    %10 = linalg.fill ins(%1 : f32) outs(%9 : tensor<1536x1xf32>) -> tensor<1536x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<1536x128xf32>) outs(%10 : tensor<1536x1xf32>) {
    ^bb0(%a: f32, %out: f32):
      %r = arith.addf %a, %out : f32
      linalg.yield %r : f32
    } -> tensor<1536x1xf32>
    %12 = tensor.empty() : tensor<1536x128xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%8, %11 : tensor<1536x128xf32>, tensor<1536x1xf32>) outs(%12 : tensor<1536x128xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %r = arith.divf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<1536x128xf32>
    return %13 : tensor<1536x128xf32>
}
