// matmul_128x128x128: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<128x128xf32>, %arg1: tensor<128x128xf32>) -> tensor<128x128xf32> {
    %0 = arith.constant 0.000000e+00 : f32
    %1 = tensor.empty() : tensor<128x128xf32>
    %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %3 = linalg.matmul ins(%arg0, %arg1 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%2 : tensor<128x128xf32>) -> tensor<128x128xf32>
    return %3 : tensor<128x128xf32>
}
