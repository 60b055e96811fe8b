// batch_matmul_12x128x128x64: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<12x128x64xf32>, %arg1: tensor<12x64x128xf32>) -> tensor<12x128x128xf32> {
    %0 = arith.constant 0.000000e+00 : f32
    %1 = tensor.empty() : tensor<12x128x128xf32>
    %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %3 = linalg.batch_matmul ins(%arg0, %arg1 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%2 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    return %3 : tensor<12x128x128xf32>
}
