// Reductions of unknown extent, for test_open_sums: kernels have a loop over all terms. Every `?`
// gets the same size.

func.func @product(%a: tensor<13x?xf32>, %b: tensor<?x37xf32>) -> tensor<13x37xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x37xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<13x37xf32>) -> tensor<13x37xf32>
  %r = linalg.matmul ins(%a, %b : tensor<13x?xf32>, tensor<?x37xf32>) outs(%i : tensor<13x37xf32>) -> tensor<13x37xf32>
  return %r : tensor<13x37xf32>
}

// With a bias before it and a maximum behind it.
func.func @dense(%a: tensor<24x?xf32>, %b: tensor<?x32xf32>, %bias: tensor<32xf32>) -> tensor<24x32xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x32xf32>
  %i = linalg.broadcast ins(%bias : tensor<32xf32>) outs(%e : tensor<24x32xf32>) dimensions = [0]
  %p = linalg.matmul ins(%a, %b : tensor<24x?xf32>, tensor<?x32xf32>) outs(%i : tensor<24x32xf32>) -> tensor<24x32xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%p : tensor<24x32xf32>) outs(%e : tensor<24x32xf32>) {
    ^bb0(%x: f32, %o: f32):
      %m = arith.maximumf %x, %z : f32
      linalg.yield %m : f32
  } -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

// The destination is an argument with values of its own; the second factor is transposed.
func.func @update(%a: tensor<6x?xf64>, %b: tensor<9x?xf64>, %c: tensor<6x9xf64>) -> tensor<6x9xf64> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<6x?xf64>, tensor<9x?xf64>) outs(%c : tensor<6x9xf64>) {
    ^bb0(%x: f64, %y: f64, %o: f64):
      %m = arith.mulf %x, %y : f64
      %s = arith.addf %o, %m : f64
      linalg.yield %s : f64
  } -> tensor<6x9xf64>
  return %r : tensor<6x9xf64>
}

// One query of each head over all keys; the loops over heads and rows are one.
func.func @mix(%p: tensor<3x4x?xf32>, %v: tensor<?x40xf32>) -> tensor<3x4x40xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4x40xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<3x4x40xf32>) -> tensor<3x4x40xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(h, i, j, k) -> (h, i, k)>, affine_map<(h, i, j, k) -> (k, j)>, affine_map<(h, i, j, k) -> (h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<3x4x?xf32>, tensor<?x40xf32>) outs(%i : tensor<3x4x40xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %s = arith.addf %o, %m : f32
      linalg.yield %s : f32
  } -> tensor<3x4x40xf32>
  return %r : tensor<3x4x40xf32>
}

func.func @heads(%p: tensor<5x1x?xf32>, %v: tensor<5x?x24xf32>) -> tensor<5x1x24xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x1x24xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<5x1x24xf32>) -> tensor<5x1x24xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<5x1x?xf32>, tensor<5x?x24xf32>) outs(%i : tensor<5x1x24xf32>) -> tensor<5x1x24xf32>
  return %r : tensor<5x1x24xf32>
}

func.func @row_maximum(%a: tensor<7x?xf32>) -> tensor<7xf32> {
  %z = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<7xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %r = linalg.reduce {arith.maximumf} ins(%a : tensor<7x?xf32>) outs(%i : tensor<7xf32>) dimensions = [1]
  return %r : tensor<7xf32>
}

func.func @column_sum(%a: tensor<?x29xi32>, %c: tensor<29xi32>) -> tensor<29xi32> {
  %r = linalg.reduce {arith.addi} ins(%a : tensor<?x29xi32>) outs(%c : tensor<29xi32>) dimensions = [0]
  return %r : tensor<29xi32>
}

func.func @dot(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// Two loops over terms, of which one has a known extent; sums and sums of squares.
func.func @moments(%a: tensor<?x6x5xf32>, %c: tensor<5xf32>, %d: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(k, l, i) -> (k, l, i)>, affine_map<(k, l, i) -> (i)>, affine_map<(k, l, i) -> (i)>],
      iterator_types = ["reduction", "reduction", "parallel"]} ins(%a : tensor<?x6x5xf32>) outs(%c, %d : tensor<5xf32>, tensor<5xf32>) {
    ^bb0(%x: f32, %o: f32, %q: f32):
      %s = arith.addf %o, %x : f32
      %m = arith.mulf %x, %x : f32
      %t = arith.addf %q, %m : f32
      linalg.yield %s, %t : f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xf32>
}

func.func @all(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%i : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%p, %bias : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @memory(%a: memref<11x?xf32, strided<[?, 1], offset: ?>>, %b: memref<?x18xf32>, %c: memref<11x18xf32>) {
  linalg.matmul ins(%a, %b : memref<11x?xf32, strided<[?, 1], offset: ?>>, memref<?x18xf32>) outs(%c : memref<11x18xf32>)
  return
}

// Factors of f16 are widened where they are read.
func.func @halves(%a: tensor<13x?xf16>, %b: tensor<?x37xf16>) -> tensor<13x37xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x37xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<13x37xf32>) -> tensor<13x37xf32>
  %r = linalg.matmul ins(%a, %b : tensor<13x?xf16>, tensor<?x37xf16>) outs(%i : tensor<13x37xf32>) -> tensor<13x37xf32>
  return %r : tensor<13x37xf32>
}

func.func @halves_of_rows(%a: tensor<6x?xf16>, %b: tensor<9x?xf16>, %c: tensor<6x9xf32>) -> tensor<6x9xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<6x?xf16>, tensor<9x?xf16>) outs(%c : tensor<6x9xf32>) {
    ^bb0(%x: f16, %y: f16, %o: f32):
      %p = arith.extf %x : f16 to f32
      %q = arith.extf %y : f16 to f32
      %m = arith.mulf %p, %q : f32
      %s = arith.addf %o, %m : f32
      linalg.yield %s : f32
  } -> tensor<6x9xf32>
  return %r : tensor<6x9xf32>
}

// Products whose dot products add up groups of two or four terms, of which the last one may have
// fewer.
func.func @short_floats(%a: tensor<13x?xbf16>, %b: tensor<?x37xbf16>, %bias: tensor<37xf32>) -> tensor<13x37xf32> {
  %e = tensor.empty() : tensor<13x37xf32>
  %i = linalg.broadcast ins(%bias : tensor<37xf32>) outs(%e : tensor<13x37xf32>) dimensions = [0]
  %r = linalg.matmul ins(%a, %b : tensor<13x?xbf16>, tensor<?x37xbf16>) outs(%i : tensor<13x37xf32>) -> tensor<13x37xf32>
  return %r : tensor<13x37xf32>
}

func.func @short_floats_of_rows(%a: tensor<6x?xbf16>, %b: tensor<9x?xbf16>, %c: tensor<6x9xf32>) -> tensor<6x9xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<6x?xbf16>, tensor<9x?xbf16>) outs(%c : tensor<6x9xf32>) {
    ^bb0(%x: bf16, %y: bf16, %o: f32):
      %p = arith.extf %x : bf16 to f32
      %q = arith.extf %y : bf16 to f32
      %m = arith.mulf %p, %q : f32
      %s = arith.addf %o, %m : f32
      linalg.yield %s : f32
  } -> tensor<6x9xf32>
  return %r : tensor<6x9xf32>
}

func.func @bytes(%a: tensor<13x?xi8>, %b: tensor<?x37xi8>) -> tensor<13x37xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<13x37xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<13x37xi32>) -> tensor<13x37xi32>
  %r = linalg.matmul ins(%a, %b : tensor<13x?xi8>, tensor<?x37xi8>) outs(%i : tensor<13x37xi32>) -> tensor<13x37xi32>
  return %r : tensor<13x37xi32>
}

// Bytes without a sign by those with one; the second factor is transposed.
func.func @bytes_of_rows(%a: tensor<6x?xi8>, %b: tensor<9x?xi8>, %c: tensor<6x9xi32>) -> tensor<6x9xi32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<6x?xi8>, tensor<9x?xi8>) outs(%c : tensor<6x9xi32>) {
    ^bb0(%x: i8, %y: i8, %o: i32):
      %p = arith.extui %x : i8 to i32
      %q = arith.extsi %y : i8 to i32
      %m = arith.muli %p, %q : i32
      %s = arith.addi %o, %m : i32
      linalg.yield %s : i32
  } -> tensor<6x9xi32>
  return %r : tensor<6x9xi32>
}

// With zero points, which are subtracted as often as there are terms.
func.func @quantised(%a: tensor<8x?xi8>, %b: tensor<?x32xi8>, %x: i32, %y: i32) -> tensor<8x32xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x32xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<8x32xi32>) -> tensor<8x32xi32>
  %r = linalg.quantized_matmul ins(%a, %b, %x, %y : tensor<8x?xi8>, tensor<?x32xi8>, i32, i32) outs(%i : tensor<8x32xi32>) -> tensor<8x32xi32>
  return %r : tensor<8x32xi32>
}

// One row by a matrix of bytes, with what comes after it.
func.func @row_of_bytes(%a: tensor<1x?xi8>, %b: tensor<?x64xi8>, %scale: tensor<64xf32>) -> tensor<1x64xf32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x64xi32>
  %f = tensor.empty() : tensor<1x64xf32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<1x64xi32>) -> tensor<1x64xi32>
  %p = linalg.matmul ins(%a, %b : tensor<1x?xi8>, tensor<?x64xi8>) outs(%i : tensor<1x64xi32>) -> tensor<1x64xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%p, %scale : tensor<1x64xi32>, tensor<64xf32>) outs(%f : tensor<1x64xf32>) {
    ^bb0(%x: i32, %s: f32, %o: f32):
      %g = arith.sitofp %x : i32 to f32
      %m = arith.mulf %g, %s : f32
      linalg.yield %m : f32
  } -> tensor<1x64xf32>
  return %r : tensor<1x64xf32>
}

func.func @sum_of_bytes(%a: tensor<7x?xi8>, %c: tensor<7xi32>) -> tensor<7xi32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : tensor<7x?xi8>) outs(%c : tensor<7xi32>) {
    ^bb0(%x: i8, %o: i32):
      %p = arith.extsi %x : i8 to i32
      %s = arith.addi %o, %p : i32
      linalg.yield %s : i32
  } -> tensor<7xi32>
  return %r : tensor<7xi32>
}

func.func @short_integers(%a: tensor<5x?xi16>, %b: tensor<?x24xi16>, %c: tensor<5x24xi32>) -> tensor<5x24xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<5x?xi16>, tensor<?x24xi16>) outs(%c : tensor<5x24xi32>) -> tensor<5x24xi32>
  return %r : tensor<5x24xi32>
}
