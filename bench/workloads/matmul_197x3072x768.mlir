// matmul_197x3072x768: written by bench/workloads/generate.py.
func.func @main(%arg0: tensor<197x768xf32>, %arg1: tensor<768x3072xf32>) -> tensor<197x3072xf32> {
    %0 = arith.constant 0.000000e+00 : f32
    %1 = tensor.empty() : tensor<197x3072xf32>
    %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<197x3072xf32>) -> tensor<197x3072xf32>
    %3 = linalg.matmul ins(%arg0, %arg1 : tensor<197x768xf32>, tensor<768x3072xf32>) outs(%2 : tensor<197x3072xf32>) -> tensor<197x3072xf32>
    return %3 : tensor<197x3072xf32>
}
