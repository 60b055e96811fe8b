// Functions with dimensions of unknown size, for test_unknown_sizes: their extents are cut into
// pieces. Every `?` gets the same size.

func.func @rows(%a: tensor<?x23xf32>, %b: tensor<23x19xf32>) -> tensor<?x19xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x23xf32>
  %e = tensor.empty(%n) : tensor<?x19xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x19xf32>) -> tensor<?x19xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x23xf32>, tensor<23x19xf32>) outs(%i : tensor<?x19xf32>) -> tensor<?x19xf32>
  return %r : tensor<?x19xf32>
}

func.func @columns(%a: tensor<5x23xf32>, %b: tensor<23x?xf32>) -> tensor<5x?xf32> {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %b, %c1 : tensor<23x?xf32>
  %e = tensor.empty(%n) : tensor<5x?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<5x?xf32>) -> tensor<5x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<5x23xf32>, tensor<23x?xf32>) outs(%i : tensor<5x?xf32>) -> tensor<5x?xf32>
  return %r : tensor<5x?xf32>
}

// The destination is an argument with values of its own.
func.func @terms(%a: tensor<5x?xf32>, %b: tensor<?x19xf32>, %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<5x?xf32>, tensor<?x19xf32>) outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %r : tensor<5x19xf32>
}

func.func @all(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%i : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Two products over the same rows with what is between and after them; the first one is a result,
// too.
func.func @dense(%a: tensor<?x23xf32>, %b: tensor<23x19xf32>, %c: tensor<19x17xf32>, %bias: tensor<19xf32>)
    -> (tensor<?x17xf32>, tensor<?x19xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x23xf32>
  %e = tensor.empty(%n) : tensor<?x19xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x19xf32>) -> tensor<?x19xf32>
  %p = linalg.matmul ins(%a, %b : tensor<?x23xf32>, tensor<23x19xf32>) outs(%i : tensor<?x19xf32>) -> tensor<?x19xf32>
  %h = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%p, %bias : tensor<?x19xf32>, tensor<19xf32>) outs(%e : tensor<?x19xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.addf %x, %y : f32
      %m = arith.maximumf %s, %z : f32
      linalg.yield %m : f32
  } -> tensor<?x19xf32>
  %d = tensor.dim %h, %c0 : tensor<?x19xf32>
  %f = tensor.empty(%d) : tensor<?x17xf32>
  %j = linalg.fill ins(%z : f32) outs(%f : tensor<?x17xf32>) -> tensor<?x17xf32>
  %r = linalg.matmul ins(%h, %c : tensor<?x19xf32>, tensor<19x17xf32>) outs(%j : tensor<?x17xf32>) -> tensor<?x17xf32>
  return %r, %h : tensor<?x17xf32>, tensor<?x19xf32>
}

func.func @batches(%a: tensor<?x6x23xf32>, %b: tensor<?x23x9xf32>) -> tensor<?x6x9xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x6x23xf32>
  %e = tensor.empty(%n) : tensor<?x6x9xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x6x9xf32>) -> tensor<?x6x9xf32>
  %r = linalg.batch_matmul ins(%a, %b : tensor<?x6x23xf32>, tensor<?x23x9xf32>) outs(%i : tensor<?x6x9xf32>) -> tensor<?x6x9xf32>
  return %r : tensor<?x6x9xf32>
}

// The extent that is cut, and the one that is reduced.
func.func @softmax(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.softmax dimension(1) ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A row reads the sum of its own row; the last op reads the row sums of all rows, transposed.
func.func @chain(%a: tensor<?x24xf32>) -> (tensor<?x24xf32>, tensor<24x?xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x24xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.reduce ins(%a : tensor<?x24xf32>) outs(%i : tensor<?xf32>) dimensions = [1]
    (%x: f32, %y: f32) { %t = arith.addf %x, %y : f32 linalg.yield %t : f32 }
  %f = tensor.empty(%n) : tensor<?x24xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%a, %s : tensor<?x24xf32>, tensor<?xf32>) outs(%f : tensor<?x24xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %t = arith.subf %x, %y : f32
      linalg.yield %t : f32
  } -> tensor<?x24xf32>
  %g = tensor.empty(%n) : tensor<24x?xf32>
  %t = linalg.transpose ins(%r : tensor<?x24xf32>) outs(%g : tensor<24x?xf32>) permutation = [1, 0]
  return %r, %t : tensor<?x24xf32>, tensor<24x?xf32>
}

func.func @vector(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %f = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%z : f32) outs(%f : tensor<f32>) -> tensor<f32>
  %s = linalg.dot ins(%a, %r : tensor<?xf32>, tensor<?xf32>) outs(%i : tensor<f32>) -> tensor<f32>
  return %r, %s : tensor<?xf32>, tensor<f32>
}

// Batch, height and width: the windows of the rows overlap.
func.func @convolution(%x: tensor<?x?x?x4xf32>, %w: tensor<3x3x4x8xf32>, %o: tensor<?x?x?x8xf32>) -> tensor<?x?x?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %o, %c0 : tensor<?x?x?x8xf32>
  %h = tensor.dim %o, %c1 : tensor<?x?x?x8xf32>
  %v = tensor.dim %o, %c2 : tensor<?x?x?x8xf32>
  %h2 = arith.muli %h, %c2 : index
  %v2 = arith.muli %v, %c2 : index
  %hi = arith.addi %h2, %c2 : index
  %wi = arith.addi %v2, %c2 : index
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 0, 0] high[0, %hi, %wi, 0] {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      tensor.yield %z : f32
  } : tensor<?x?x?x4xf32> to tensor<?x?x?x4xf32>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
    ins(%p, %w : tensor<?x?x?x4xf32>, tensor<3x3x4x8xf32>) outs(%o : tensor<?x?x?x8xf32>) -> tensor<?x?x?x8xf32>
  return %r : tensor<?x?x?x8xf32>
}

// An extent that one op reads as rows and as columns, and a sum of its elements in i32.
func.func @itself(%a: tensor<?x12xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %n = tensor.dim %a, %c0 : tensor<?x12xi32>
  %e = tensor.empty(%n, %n) : tensor<?x?xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<?x?xi32>) -> tensor<?x?xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %a : tensor<?x12xi32>, tensor<?x12xi32>) outs(%i : tensor<?x?xi32>) {
    ^bb0(%x: i32, %y: i32, %o: i32):
      %p = arith.muli %x, %y : i32
      %s = arith.addi %o, %p : i32
      linalg.yield %s : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// One fill is the start of two sums, and something between the members needs the first.
func.func @shared(%a: tensor<?x9xf32>, %b: tensor<9x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x9xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %p = linalg.matmul ins(%a, %b : tensor<?x9xf32>, tensor<9x8xf32>) outs(%i : tensor<?x8xf32>) -> tensor<?x8xf32>
  %g = arith.cmpi sgt, %n, %c0 : index
  %f = scf.if %g -> f32 {
    %x = tensor.extract %p[%c0, %c0] : tensor<?x8xf32>
    scf.yield %x : f32
  } else {
    scf.yield %z : f32
  }
  %q = linalg.matmul ins(%a, %b : tensor<?x9xf32>, tensor<9x8xf32>) outs(%i : tensor<?x8xf32>) -> tensor<?x8xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%p, %q : tensor<?x8xf32>, tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r, %p, %f : tensor<?x8xf32>, tensor<?x8xf32>, f32
}

// Attention: the extent is rows of the scores, columns of them, and what the second product sums.
func.func @attention(%q: tensor<3x?x8xf32>, %k: tensor<3x?x8xf32>, %v: tensor<3x?x8xf32>) -> tensor<3x?x8xf32> {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = tensor.dim %q, %c1 : tensor<3x?x8xf32>
  %n = tensor.dim %k, %c1 : tensor<3x?x8xf32>
  %e = tensor.empty(%m, %n) : tensor<3x?x?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (h, j, d)>, affine_map<(h, i, j, d) -> (h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<3x?x8xf32>, tensor<3x?x8xf32>) outs(%i : tensor<3x?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %o, %p : f32
      linalg.yield %t : f32
  } -> tensor<3x?x?xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<3x?x?xf32>) outs(%e : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  %f = tensor.empty(%m) : tensor<3x?x8xf32>
  %j = linalg.fill ins(%z : f32) outs(%f : tensor<3x?x8xf32>) -> tensor<3x?x8xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x?x?xf32>, tensor<3x?x8xf32>) outs(%j : tensor<3x?x8xf32>) -> tensor<3x?x8xf32>
  return %r : tensor<3x?x8xf32>
}

// A batch through a padding, a concatenation and reshapes that leave it alone; one is made of a
// product.
func.func @through(%x: tensor<?x4x5xf32>, %y: tensor<?x6xf32>, %w: tensor<6x8xf32>) -> tensor<?x48xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x4x5xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %p = linalg.matmul ins(%y, %w : tensor<?x6xf32>, tensor<6x8xf32>) outs(%i : tensor<?x8xf32>) -> tensor<?x8xf32>
  %q = tensor.expand_shape %p [[0], [1, 2]] output_shape [%n, 4, 2] : tensor<?x8xf32> into tensor<?x4x2xf32>
  %c = tensor.concat dim(2) %x, %q : (tensor<?x4x5xf32>, tensor<?x4x2xf32>) -> tensor<?x4x7xf32>
  %t = tensor.pad %c low[0, 1, 0] high[0, 1, 1] {
    ^bb0(%i0: index, %i1: index, %i2: index):
      tensor.yield %z : f32
  } : tensor<?x4x7xf32> to tensor<?x6x8xf32>
  %s = tensor.collapse_shape %t [[0], [1, 2]] : tensor<?x6x8xf32> into tensor<?x48xf32>
  %f = tensor.empty(%n) : tensor<?x48xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%s : tensor<?x48xf32>) outs(%f : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %r : tensor<?x48xf32>
}

func.func @half(%a: tensor<?x23xf16>, %b: tensor<23x19xf16>, %c: tensor<?x19xf16>) -> tensor<?x19xf16> {
  %r = linalg.matmul ins(%a, %b : tensor<?x23xf16>, tensor<23x19xf16>) outs(%c : tensor<?x19xf16>) -> tensor<?x19xf16>
  return %r : tensor<?x19xf16>
}

// In a loop: two results of one op, of which one is read by nobody, and a destination that is read.
func.func @loop(%a: tensor<?x12xf32>) -> tensor<?x12xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %a, %c0 : tensor<?x12xf32>
  %e = tensor.empty(%n) : tensor<?x12xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> (tensor<?x12xf32>) {
    %y:2 = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]} ins(%a : tensor<?x12xf32>) outs(%x, %e : tensor<?x12xf32>, tensor<?x12xf32>) {
      ^bb0(%p: f32, %q: f32, %o: f32):
        %s = arith.addf %p, %q : f32
        %t = arith.mulf %s, %s : f32
        linalg.yield %s, %t : f32, f32
    } -> (tensor<?x12xf32>, tensor<?x12xf32>)
    scf.yield %y#0 : tensor<?x12xf32>
  }
  return %r : tensor<?x12xf32>
}

// Three results that escape, two of them chained by their destination; the start is read, too.
func.func @destinations(%a: tensor<?x16xf32>, %b: tensor<16x8xf32>, %c: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
  %p = linalg.matmul ins(%a, %b : tensor<?x16xf32>, tensor<16x8xf32>) outs(%c : tensor<?x8xf32>) -> tensor<?x8xf32>
  %q = linalg.matmul ins(%a, %b : tensor<?x16xf32>, tensor<16x8xf32>) outs(%p : tensor<?x8xf32>) -> tensor<?x8xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%p, %q : tensor<?x8xf32>, tensor<?x8xf32>) outs(%c : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %p, %q, %r : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
}

// Integers, reversed and transposed reads, a maximum along an unknown extent and one along both.
func.func @integers(%a: tensor<?x?xi8>) -> (tensor<?xi8>, tensor<i8>, tensor<?x?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant -128 : i8
  %m = tensor.dim %a, %c0 : tensor<?x?xi8>
  %n = tensor.dim %a, %c1 : tensor<?x?xi8>
  %e = tensor.empty(%n) : tensor<?xi8>
  %i = linalg.fill ins(%low : i8) outs(%e : tensor<?xi8>) -> tensor<?xi8>
  %p = linalg.reduce ins(%a : tensor<?x?xi8>) outs(%i : tensor<?xi8>) dimensions = [0]
    (%x: i8, %y: i8) { %t = arith.maxsi %x, %y : i8 linalg.yield %t : i8 }
  %f = tensor.empty() : tensor<i8>
  %j = linalg.fill ins(%low : i8) outs(%f : tensor<i8>) -> tensor<i8>
  %q = linalg.reduce ins(%a : tensor<?x?xi8>) outs(%j : tensor<i8>) dimensions = [0, 1]
    (%x: i8, %y: i8) { %t = arith.maxsi %x, %y : i8 linalg.yield %t : i8 }
  %g = tensor.empty(%n, %m) : tensor<?x?xi8>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%a, %p, %q : tensor<?x?xi8>, tensor<?xi8>, tensor<i8>) outs(%g : tensor<?x?xi8>) {
    ^bb0(%x: i8, %y: i8, %z: i8, %o: i8):
      %s = arith.subi %x, %y : i8
      %t = arith.addi %s, %z : i8
      linalg.yield %t : i8
  } -> tensor<?x?xi8>
  return %p, %q, %r : tensor<?xi8>, tensor<i8>, tensor<?x?xi8>
}

// A dilated window along an unknown extent, and a sum over windows of channels of unknown number.
func.func @windows(%x: tensor<2x?x3xf32>, %w: tensor<3x3x5xf32>, %o: tensor<2x?x5xf32>) -> tensor<2x?x5xf32> {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 4, 0] high[0, 0, 0] {
    ^bb0(%i0: index, %i1: index, %i2: index):
      tensor.yield %z : f32
  } : tensor<2x?x3xf32> to tensor<2x?x3xf32>
  %r = linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}
    ins(%p, %w : tensor<2x?x3xf32>, tensor<3x3x5xf32>) outs(%o : tensor<2x?x5xf32>) -> tensor<2x?x5xf32>
  return %r : tensor<2x?x5xf32>
}

// Terms that have an order.
func.func @order(%a: tensor<?x?xi32>) -> tensor<i32> {
  %z = arith.constant 1 : i32
  %c = arith.constant 3 : i32
  %f = tensor.empty() : tensor<i32>
  %j = linalg.fill ins(%z : i32) outs(%f : tensor<i32>) -> tensor<i32>
  %q = linalg.reduce ins(%a : tensor<?x?xi32>) outs(%j : tensor<i32>) dimensions = [0, 1]
    (%x: i32, %y: i32) { %s = arith.muli %y, %c : i32 %t = arith.addi %s, %x : i32 linalg.yield %t : i32 }
  return %q : tensor<i32>
}

// A mask by the numbers of loops, between a product and a softmax.
func.func @causal(%q: tensor<3x?x8xf32>, %k: tensor<3x8x?xf32>) -> tensor<3x?x?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %n = tensor.dim %q, %c1 : tensor<3x?x8xf32>
  %m = tensor.dim %k, %c2 : tensor<3x8x?xf32>
  %e = tensor.empty(%n, %m) : tensor<3x?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<3x?x8xf32>, tensor<3x8x?xf32>) outs(%f : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<3x?x?xf32>) outs(%e : tensor<3x?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c = arith.cmpi sgt, %j, %i : index
    %v = arith.select %c, %least, %a : f32
    linalg.yield %v : f32
  } -> tensor<3x?x?xf32>
  %r = linalg.softmax dimension(2) ins(%t : tensor<3x?x?xf32>) outs(%e : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  return %r : tensor<3x?x?xf32>
}

// The first of the largest, and where it is.
func.func @largest(%a: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi64>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<?x?xf32>) outs(%f, %fi : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%x: f32, %p: f32, %q: i64):
    %k = linalg.index 1 : index
    %kk = arith.index_cast %k : index to i64
    %g = arith.cmpf ogt, %x, %p : f32
    %v = arith.select %g, %x, %p : f32
    %w = arith.select %g, %kk, %q : i64
    linalg.yield %v, %w : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}

// Numbers of the loops alone.
func.func @numbers(%a: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : tensor<?x?xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.muli %i, %j : index
    %l = arith.index_cast %k : index to i32
    linalg.yield %l : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// A product that is large enough for copies of its last rows, of which some are added to what is there before.
func.func @copies(%a: tensor<?x160xf32>, %b: tensor<160x128xf32>, %c: tensor<?x128xf32>, %bias: tensor<128xf32>) -> (tensor<?x128xf32>, tensor<?x128xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x160xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<?x160xf32>, tensor<160x128xf32>) outs(%c : tensor<?x128xf32>) -> tensor<?x128xf32>
  %e = tensor.empty(%n) : tensor<?x128xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%sum, %bias : tensor<?x128xf32>, tensor<128xf32>) outs(%e : tensor<?x128xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %i = linalg.index 0 : index
    %w = arith.index_cast %i : index to i32
    %f = arith.sitofp %w : i32 to f32
    %m = arith.maximumf %s, %f : f32
    linalg.yield %m : f32
  } -> tensor<?x128xf32>
  return %sum, %r : tensor<?x128xf32>, tensor<?x128xf32>
}

// Windows of unknown size.
func.func @windows_alone(%x: tensor<?xf32>, %w: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.5 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.addi %n, %c1 : index
  %p = tensor.pad %x low[0] high[%n] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  %e = tensor.empty(%m) : tensor<?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.conv_1d ins(%p, %w : tensor<?xf32>, tensor<?xf32>) outs(%i : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @windows_of_steps(%x: tensor<2x?x3xf32>, %w: tensor<?x3x5xf32>, %y: tensor<2x?x5xf32>) -> tensor<2x?x5xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.5 : f32
  %n = tensor.dim %x, %c1 : tensor<2x?x3xf32>
  %h = arith.muli %n, %c4 : index
  %p = tensor.pad %x low[0, 0, 0] high[0, %h, 0] {
  ^bb0(%a: index, %b: index, %c: index):
    tensor.yield %z : f32
  } : tensor<2x?x3xf32> to tensor<2x?x3xf32>
  %r = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%p, %w : tensor<2x?x3xf32>, tensor<?x3x5xf32>) outs(%y : tensor<2x?x5xf32>) -> tensor<2x?x5xf32>
  return %r : tensor<2x?x5xf32>
}

// Sizes that other operands tell, and a single element of many.
func.func @known(%a: tensor<7x9xf32>, %b: tensor<9x24xf32>, %c: tensor<7x24xf32>) -> tensor<7x24xf32> {
  %d = tensor.cast %a : tensor<7x9xf32> to tensor<?x?xf32>
  %e = tensor.cast %c : tensor<7x24xf32> to tensor<?x?xf32>
  %f = tensor.cast %b : tensor<9x24xf32> to tensor<9x?xf32>
  %r = linalg.matmul ins(%a, %f : tensor<7x9xf32>, tensor<9x?xf32>) outs(%c : tensor<7x24xf32>) -> tensor<7x24xf32>
  %s = linalg.matmul ins(%d, %b : tensor<?x?xf32>, tensor<9x24xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = tensor.cast %s : tensor<?x?xf32> to tensor<7x24xf32>
  %u = linalg.add ins(%r, %t : tensor<7x24xf32>, tensor<7x24xf32>) outs(%c : tensor<7x24xf32>) -> tensor<7x24xf32>
  return %u : tensor<7x24xf32>
}

func.func @first(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// What it updates is not made here, so nothing may be updated twice.
func.func @updates(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%r : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.subf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r, %t : tensor<?x?xf32>, tensor<?x?xf32>
}
