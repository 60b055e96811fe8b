func.func @layer(%x: tensor<16x32xf32>, %w: tensor<32x24xf32>) -> tensor<16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x24xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x24xf32>) -> tensor<16x24xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<16x32xf32>, tensor<32x24xf32>)
                     outs(%init : tensor<16x24xf32>) -> tensor<16x24xf32>
  return %0 : tensor<16x24xf32>
}

func.func private @declared(tensor<4xf32>) -> tensor<4xf32>

func.func @reduction(%x: tensor<16x32xf32>, %y: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.reduce ins(%x : tensor<16x32xf32>) outs(%y : tensor<16xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<16xf32>
}

func.func @dynamic(%x: memref<?x32xf32, 1>, %w: memref<32x24xf32, 1>, %y: memref<?x24xf32, 1>) {
  linalg.matmul ins(%x, %w : memref<?x32xf32, 1>, memref<32x24xf32, 1>) outs(%y : memref<?x24xf32, 1>)
  return
}
