// Functions with chains of sums, for test_chains: each is cut into blocks of several sizes.

#hij = affine_map<(h, i, j) -> (h, i, j)>
#mask = affine_map<(h, i, j) -> (i, j)>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#r = affine_map<(i) -> (i)>

func.func @attention(%q: tensor<3x7x4xf32>, %k: tensor<3x4x5xf32>, %v: tensor<3x5x4xf32>, %mask: tensor<7x5xf32>) -> tensor<3x7x4xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<3x7x5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x7x5xf32>) -> tensor<3x7x5xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<3x7x4xf32>, tensor<3x4x5xf32>) outs(%f : tensor<3x7x5xf32>) -> tensor<3x7x5xf32>
  %c = linalg.generic {indexing_maps = [#hij, #mask, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<3x7x5xf32>, tensor<7x5xf32>) outs(%e : tensor<3x7x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %r = arith.addf %t, %b : f32
    linalg.yield %r : f32
  } -> tensor<3x7x5xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<3x7x5xf32>) outs(%e : tensor<3x7x5xf32>) -> tensor<3x7x5xf32>
  %w = tensor.empty() : tensor<3x7x4xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<3x7x4xf32>) -> tensor<3x7x4xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<3x7x5xf32>, tensor<3x5x4xf32>) outs(%g : tensor<3x7x4xf32>) -> tensor<3x7x4xf32>
  return %y : tensor<3x7x4xf32>
}

func.func @one_head(%q: tensor<1x100x8xf32>, %k: tensor<1x8x130xf32>, %v: tensor<1x130x8xf32>, %mask: tensor<100x130xf32>) -> tensor<1x100x8xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<1x100x130xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x100x130xf32>) -> tensor<1x100x130xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<1x100x8xf32>, tensor<1x8x130xf32>) outs(%f : tensor<1x100x130xf32>) -> tensor<1x100x130xf32>
  %c = linalg.generic {indexing_maps = [#hij, #mask, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<1x100x130xf32>, tensor<100x130xf32>) outs(%e : tensor<1x100x130xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %r = arith.addf %t, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x100x130xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<1x100x130xf32>) outs(%e : tensor<1x100x130xf32>) -> tensor<1x100x130xf32>
  %w = tensor.empty() : tensor<1x100x8xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<1x100x8xf32>) -> tensor<1x100x8xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<1x100x130xf32>, tensor<1x130x8xf32>) outs(%g : tensor<1x100x8xf32>) -> tensor<1x100x8xf32>
  return %y : tensor<1x100x8xf32>
}

func.func @one_row(%q: tensor<3x1x8xf32>, %k: tensor<3x8x130xf32>, %v: tensor<3x130x8xf32>, %mask: tensor<1x130xf32>) -> tensor<3x1x8xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<3x1x130xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x1x130xf32>) -> tensor<3x1x130xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<3x1x8xf32>, tensor<3x8x130xf32>) outs(%f : tensor<3x1x130xf32>) -> tensor<3x1x130xf32>
  %c = linalg.generic {indexing_maps = [#hij, #mask, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<3x1x130xf32>, tensor<1x130xf32>) outs(%e : tensor<3x1x130xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %r = arith.addf %t, %b : f32
    linalg.yield %r : f32
  } -> tensor<3x1x130xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<3x1x130xf32>) outs(%e : tensor<3x1x130xf32>) -> tensor<3x1x130xf32>
  %w = tensor.empty() : tensor<3x1x8xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<3x1x8xf32>) -> tensor<3x1x8xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<3x1x130xf32>, tensor<3x130x8xf32>) outs(%g : tensor<3x1x8xf32>) -> tensor<3x1x8xf32>
  return %y : tensor<3x1x8xf32>
}

func.func @one_key(%q: tensor<2x7x4xf32>, %k: tensor<2x4x1xf32>, %v: tensor<2x1x4xf32>, %mask: tensor<7x1xf32>) -> tensor<2x7x4xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<2x7x1xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x7x1xf32>) -> tensor<2x7x1xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x7x4xf32>, tensor<2x4x1xf32>) outs(%f : tensor<2x7x1xf32>) -> tensor<2x7x1xf32>
  %c = linalg.generic {indexing_maps = [#hij, #mask, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x7x1xf32>, tensor<7x1xf32>) outs(%e : tensor<2x7x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %r = arith.addf %t, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x7x1xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<2x7x1xf32>) outs(%e : tensor<2x7x1xf32>) -> tensor<2x7x1xf32>
  %w = tensor.empty() : tensor<2x7x4xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<2x7x4xf32>) -> tensor<2x7x4xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<2x7x1xf32>, tensor<2x1x4xf32>) outs(%g : tensor<2x7x4xf32>) -> tensor<2x7x4xf32>
  return %y : tensor<2x7x4xf32>
}

// Two heads read one head of keys and values.
func.func @grouped(%q: tensor<2x2x7x4xf32>, %k: tensor<2x13x4xf32>, %v: tensor<2x13x4xf32>) -> tensor<2x2x7x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x7x13xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x2x7x13xf32>) -> tensor<2x2x7x13xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(g, h, i, j, k) -> (g, h, i, k)>, affine_map<(g, h, i, j, k) -> (g, j, k)>, affine_map<(g, h, i, j, k) -> (g, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x2x7x4xf32>, tensor<2x13x4xf32>) outs(%f : tensor<2x2x7x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    %r = arith.addf %o, %t : f32
    linalg.yield %r : f32
  } -> tensor<2x2x7x13xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x2x7x13xf32>) outs(%e : tensor<2x2x7x13xf32>) -> tensor<2x2x7x13xf32>
  %w = tensor.empty() : tensor<2x2x7x4xf32>
  %x = linalg.fill ins(%z : f32) outs(%w : tensor<2x2x7x4xf32>) -> tensor<2x2x7x4xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(g, h, i, d, j) -> (g, h, i, j)>, affine_map<(g, h, i, d, j) -> (g, j, d)>, affine_map<(g, h, i, d, j) -> (g, h, i, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x2x7x13xf32>, tensor<2x13x4xf32>) outs(%x : tensor<2x2x7x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    %r = arith.addf %o, %t : f32
    linalg.yield %r : f32
  } -> tensor<2x2x7x4xf32>
  return %y : tensor<2x2x7x4xf32>
}

// As importers write it: a dimension of one element comes and goes.
func.func @reshaped(%q: tensor<3x7x4xf32>, %k: tensor<3x4x5xf32>, %v: tensor<3x5x4xf32>) -> tensor<1x3x7x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x7x5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x7x5xf32>) -> tensor<3x7x5xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<3x7x4xf32>, tensor<3x4x5xf32>) outs(%f : tensor<3x7x5xf32>) -> tensor<3x7x5xf32>
  %w = tensor.expand_shape %s [[0, 1], [2], [3]] output_shape [1, 3, 7, 5] : tensor<3x7x5xf32> into tensor<1x3x7x5xf32>
  %u = tensor.empty() : tensor<1x3x7x5xf32>
  %p = linalg.softmax dimension(3) ins(%w : tensor<1x3x7x5xf32>) outs(%u : tensor<1x3x7x5xf32>) -> tensor<1x3x7x5xf32>
  %n = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<1x3x7x5xf32> into tensor<3x7x5xf32>
  %t = tensor.empty() : tensor<3x7x4xf32>
  %g = linalg.fill ins(%z : f32) outs(%t : tensor<3x7x4xf32>) -> tensor<3x7x4xf32>
  %y = linalg.batch_matmul ins(%n, %v : tensor<3x7x5xf32>, tensor<3x5x4xf32>) outs(%g : tensor<3x7x4xf32>) -> tensor<3x7x4xf32>
  %r = tensor.expand_shape %y [[0, 1], [2], [3]] output_shape [1, 3, 7, 4] : tensor<3x7x4xf32> into tensor<1x3x7x4xf32>
  return %r : tensor<1x3x7x4xf32>
}

func.func @softmax(%a: tensor<7x130xf32>) -> tensor<7x130xf32> {
  %e = tensor.empty() : tensor<7x130xf32>
  %r = linalg.softmax dimension(1) ins(%a : tensor<7x130xf32>) outs(%e : tensor<7x130xf32>) -> tensor<7x130xf32>
  return %r : tensor<7x130xf32>
}

func.func @columns(%a: tensor<13x29xf32>) -> tensor<13x29xf32> {
  %e = tensor.empty() : tensor<13x29xf32>
  %r = linalg.softmax dimension(0) ins(%a : tensor<13x29xf32>) outs(%e : tensor<13x29xf32>) -> tensor<13x29xf32>
  return %r : tensor<13x29xf32>
}

func.func @half(%a: tensor<7x33xbf16>) -> tensor<7x33xbf16> {
  %e = tensor.empty() : tensor<7x33xbf16>
  %r = linalg.softmax dimension(1) ins(%a : tensor<7x33xbf16>) outs(%e : tensor<7x33xbf16>) -> tensor<7x33xbf16>
  return %r : tensor<7x33xbf16>
}

// The sums share a fill, and what they read is a result, too.
func.func @layer_norm(%x: tensor<100x23xf32>, %y: tensor<100x23xf32>, %g: tensor<23xf32>) -> (tensor<100x23xf32>, tensor<100x23xf32>) {
  %z = arith.constant 0.0 : f32
  %n = arith.constant 23.0 : f32
  %e = tensor.empty() : tensor<100xf32>
  %w = tensor.empty() : tensor<100x23xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  %x1 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %y : tensor<100x23xf32>, tensor<100x23xf32>) outs(%w : tensor<100x23xf32>) -> tensor<100x23xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x1 : tensor<100x23xf32>) outs(%f : tensor<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<100xf32>
  %m = linalg.generic {indexing_maps = [#r, #r], iterator_types = ["parallel"]} ins(%s : tensor<100xf32>) outs(%e : tensor<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.divf %a, %n : f32
    linalg.yield %r : f32
  } -> tensor<100xf32>
  %b = linalg.broadcast ins(%m : tensor<100xf32>) outs(%w : tensor<100x23xf32>) dimensions = [1]
  %c = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%x1, %b : tensor<100x23xf32>, tensor<100x23xf32>) outs(%w : tensor<100x23xf32>) -> tensor<100x23xf32>
  %v = linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "reduction"]} ins(%c, %c : tensor<100x23xf32>, tensor<100x23xf32>) outs(%f : tensor<100xf32>) {
  ^bb0(%a: f32, %b0: f32, %o: f32):
    %q = arith.mulf %a, %b0 : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<100xf32>
  %k = linalg.generic {indexing_maps = [#ij, #i, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%c, %v, %g : tensor<100x23xf32>, tensor<100xf32>, tensor<23xf32>) outs(%w : tensor<100x23xf32>) {
  ^bb0(%a: f32, %q: f32, %gg: f32, %o: f32):
    %d = arith.divf %q, %n : f32
    %t = math.sqrt %d : f32
    %l = arith.divf %a, %t : f32
    %r = arith.mulf %l, %gg : f32
    linalg.yield %r : f32
  } -> tensor<100x23xf32>
  return %k, %x1 : tensor<100x23xf32>, tensor<100x23xf32>
}

// No row of the result is there but while it is written.
func.func @rms_norm(%x: tensor<100x23xf32>, %g: tensor<23xf32>) -> tensor<100x23xf32> {
  %z = arith.constant 0.0 : f32
  %n = arith.constant 23.0 : f32
  %e = tensor.empty() : tensor<100xf32>
  %w = tensor.empty() : tensor<100x23xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  %v = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<100x23xf32>) outs(%f : tensor<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<100xf32>
  %k = linalg.generic {indexing_maps = [#ij, #i, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %v, %g : tensor<100x23xf32>, tensor<100xf32>, tensor<23xf32>) outs(%w : tensor<100x23xf32>) {
  ^bb0(%a: f32, %q: f32, %gg: f32, %o: f32):
    %d = arith.divf %q, %n : f32
    %t = math.sqrt %d : f32
    %l = arith.divf %a, %t : f32
    %r = arith.mulf %l, %gg : f32
    linalg.yield %r : f32
  } -> tensor<100x23xf32>
  return %k : tensor<100x23xf32>
}

func.func @log_sum_exp(%x: tensor<100x23xf32>) -> tensor<100xf32> {
  %z = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<100xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  %l = linalg.fill ins(%low : f32) outs(%e : tensor<100xf32>) -> tensor<100xf32>
  %m = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<100x23xf32>) outs(%l : tensor<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<100xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<100x23xf32>, tensor<100xf32>) outs(%f : tensor<100xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %q = math.exp %d : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<100xf32>
  %y = linalg.generic {indexing_maps = [#r, #r, #r], iterator_types = ["parallel"]} ins(%s, %m : tensor<100xf32>, tensor<100xf32>) outs(%e : tensor<100xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = math.log %a : f32
    %r = arith.addf %q, %b : f32
    linalg.yield %r : f32
  } -> tensor<100xf32>
  return %y : tensor<100xf32>
}
