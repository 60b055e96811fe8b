// Functions with temporary buffers and without: see workspace.c.

// The product in between is one.
func.func @chain(%a: tensor<37x41xf32>, %b: tensor<41x29xf32>, %c: tensor<29x31xf32>) -> tensor<37x31xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x29xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<37x29xf32>) -> tensor<37x29xf32>
  %p = linalg.matmul ins(%a, %b : tensor<37x41xf32>, tensor<41x29xf32>) outs(%i : tensor<37x29xf32>) -> tensor<37x29xf32>
  %f = tensor.empty() : tensor<37x31xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<37x31xf32>) -> tensor<37x31xf32>
  %q = linalg.matmul ins(%p, %c : tensor<37x29xf32>, tensor<29x31xf32>) outs(%j : tensor<37x31xf32>) -> tensor<37x31xf32>
  return %q : tensor<37x31xf32>
}

// Its callee's are part of its own.
func.func @nested(%a: tensor<37x41xf32>, %b: tensor<41x29xf32>, %c: tensor<29x31xf32>) -> tensor<37x31xf32> {
  %p = call @chain(%a, %b, %c) : (tensor<37x41xf32>, tensor<41x29xf32>, tensor<29x31xf32>) -> tensor<37x31xf32>
  %q = call @twice(%p) : (tensor<37x31xf32>) -> tensor<37x31xf32>
  %e = tensor.empty() : tensor<37x31xf32>
  %s = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%p, %q : tensor<37x31xf32>, tensor<37x31xf32>) outs(%e : tensor<37x31xf32>) -> tensor<37x31xf32>
  return %s : tensor<37x31xf32>
}

func.func @twice(%a: tensor<37x31xf32>) -> tensor<37x31xf32> {
  %zero = arith.constant 0.0 : f32
  %s = tensor.empty() : tensor<31x31xf32>
  %i = linalg.fill ins(%zero : f32) outs(%s : tensor<31x31xf32>) -> tensor<31x31xf32>
  %t = tensor.empty() : tensor<31x37xf32>
  %r = linalg.transpose ins(%a : tensor<37x31xf32>) outs(%t : tensor<31x37xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%r, %a : tensor<31x37xf32>, tensor<37x31xf32>) outs(%i : tensor<31x31xf32>) -> tensor<31x31xf32>
  %e = tensor.empty() : tensor<37x31xf32>
  %j = linalg.fill ins(%zero : f32) outs(%e : tensor<37x31xf32>) -> tensor<37x31xf32>
  %p = linalg.matmul ins(%a, %g : tensor<37x31xf32>, tensor<31x31xf32>) outs(%j : tensor<37x31xf32>) -> tensor<37x31xf32>
  return %p : tensor<37x31xf32>
}

func.func @none(%a: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %s = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %s : tensor<5xf32>
}

// One buffer for each piece that threads share.
func.func @large(%a: tensor<512x513xf32>, %b: tensor<513x768xf32>, %c: tensor<768x256xf32>) -> tensor<512x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x768xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<512x768xf32>) -> tensor<512x768xf32>
  %p = linalg.matmul ins(%a, %b : tensor<512x513xf32>, tensor<513x768xf32>) outs(%i : tensor<512x768xf32>) -> tensor<512x768xf32>
  %f = tensor.empty() : tensor<512x256xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<512x256xf32>) -> tensor<512x256xf32>
  %q = linalg.matmul ins(%p, %c : tensor<512x768xf32>, tensor<768x256xf32>) outs(%j : tensor<512x256xf32>) -> tensor<512x256xf32>
  return %q : tensor<512x256xf32>
}
