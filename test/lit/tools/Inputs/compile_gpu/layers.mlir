// Two layers with a temporary between them: the second product reads what the first kernel wrote.
func.func @two(%x: tensor<19x23xf32>, %w1: tensor<23x40xf32>, %bias: tensor<40xf32>, %w2: tensor<40x17xf32>) -> tensor<19x17xf32> {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<19x40xf32>
  %e2 = tensor.empty() : tensor<19x17xf32>
  %start = linalg.broadcast ins(%bias : tensor<40xf32>) outs(%e1 : tensor<19x40xf32>) dimensions = [0]
  %p = linalg.matmul ins(%x, %w1 : tensor<19x23xf32>, tensor<23x40xf32>) outs(%start : tensor<19x40xf32>) -> tensor<19x40xf32>
  %zeros1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<19x40xf32>) -> tensor<19x40xf32>
  %relu = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%p, %zeros1 : tensor<19x40xf32>, tensor<19x40xf32>) outs(%e1 : tensor<19x40xf32>) -> tensor<19x40xf32>
  %zeros2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<19x17xf32>) -> tensor<19x17xf32>
  %r = linalg.matmul ins(%relu, %w2 : tensor<19x40xf32>, tensor<40x17xf32>) outs(%zeros2 : tensor<19x17xf32>) -> tensor<19x17xf32>
  return %r : tensor<19x17xf32>
}

// Sums start from the buffer of the caller.
func.func @add(%a: memref<33x16xf32>, %b: memref<16x24xf32>, %c: memref<33x24xf32>) {
  linalg.matmul ins(%a, %b : memref<33x16xf32>, memref<16x24xf32>) outs(%c : memref<33x24xf32>)
  return
}

// Sums start from a number that is passed by value; a result that is returned twice is copied.
func.func @twice(%a: tensor<5x8xf32>, %b: tensor<8x6xf32>, %start: f32) -> (tensor<5x6xf32>, tensor<5x6xf32>) {
  %e = tensor.empty() : tensor<5x6xf32>
  %f = linalg.fill ins(%start : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %r = linalg.matmul ins(%a, %b : tensor<5x8xf32>, tensor<8x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r, %r : tensor<5x6xf32>, tensor<5x6xf32>
}

// A function that is called becomes a part of its callers.
func.func private @product(%a: tensor<4x8xf32>, %b: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
func.func @calls(%a: tensor<4x8xf32>, %b: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %once = call @product(%a, %b) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %again = call @product(%once, %b) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %again : tensor<4x8xf32>
}

// Constant tensors lie in the library; one of them has equal elements alone.
func.func @weights(%x: tensor<9x8xf32>) -> tensor<9x6xf32> {
  %w = arith.constant dense<[[-3.0, 2.0, 0.0, -2.0, 3.0, 1.0], [0.0, -2.0, 3.0, 1.0, -1.0, -3.0], [3.0, 1.0, -1.0, -3.0, 2.0, 0.0], [-1.0, -3.0, 2.0, 0.0, -2.0, 3.0], [2.0, 0.0, -2.0, 3.0, 1.0, -1.0], [-2.0, 3.0, 1.0, -1.0, -3.0, 2.0], [1.0, -1.0, -3.0, 2.0, 0.0, -2.0], [-3.0, 2.0, 0.0, -2.0, 3.0, 1.0]]> : tensor<8x6xf32>
  %bias = arith.constant dense<3.0> : tensor<6xf32>
  %e = tensor.empty() : tensor<9x6xf32>
  %start = linalg.broadcast ins(%bias : tensor<6xf32>) outs(%e : tensor<9x6xf32>) dimensions = [0]
  %r = linalg.matmul ins(%x, %w : tensor<9x8xf32>, tensor<8x6xf32>) outs(%start : tensor<9x6xf32>) -> tensor<9x6xf32>
  return %r : tensor<9x6xf32>
}
