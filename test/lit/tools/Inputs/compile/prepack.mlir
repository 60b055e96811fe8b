// Constant arguments: see prepack.c.
func.func @layer(%x: tensor<13x70xf32>, %w: tensor<70x53xf32> {autotune.constant}, %s: tensor<53xf32> {autotune.constant}) -> tensor<13x53xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x53xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<13x53xf32>) -> tensor<13x53xf32>
  %p = linalg.matmul {autotune.schedule = "direct(vector=i1x8, block=[13,8,1], pack=[1:0], remainder=pad, epilogue=1)"} ins(%x, %w : tensor<13x70xf32>, tensor<70x53xf32>) outs(%i : tensor<13x53xf32>) -> tensor<13x53xf32>
  %b = linalg.broadcast ins(%s : tensor<53xf32>) outs(%e : tensor<13x53xf32>) dimensions = [0]
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%p, %b : tensor<13x53xf32>, tensor<13x53xf32>) outs(%e : tensor<13x53xf32>) -> tensor<13x53xf32>
  return %r : tensor<13x53xf32>
}
