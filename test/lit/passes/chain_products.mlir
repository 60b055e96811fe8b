// A division by a number of the row becomes a product with its reciprocal, and that of exponentials comes
// after the product of matrices, unless fp= forbids it. Rows that are masked as a whole stay NaN.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical remarks=all" -o %t.tuned 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --check-prefix=PRODUCTS < %t.tuned
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical fp=strict remarks=all" 2>&1 -o /dev/null | FileCheck %s --check-prefix=STRICT
// RUN: %autotune run %s --check --target zen4 --dim 5 | FileCheck %s --check-prefix=AGREES
//
// TOLD: rewritten: divisions by a number of the row become products
// TOLD: rewritten: its maximum starts from a number
// TOLD: rewritten: exponentials are scaled after the product
// TOLD: rewritten: divisions by a number of the row become products
// TOLD: rewritten: divisions by a number of the row become products
// TOLD: rewritten: exponentials are scaled after the product
// TOLD-NOT: exponentials are scaled
// TOLD: rewritten: what it makes of a number of the row alone is computed once a row
// TOLD: rewritten: it is computed again by all that read it
// STRICT-NOT: divisions by
// STRICT-NOT: exponentials are
// STRICT: rewritten: what it makes of a number of the row alone is computed once a row
// STRICT: rewritten: it is computed again by all that read it

// PRODUCTS-LABEL: func.func @masked
// PRODUCTS: arith.cmpf ogt, {{.*}} : vector<
// PRODUCTS-NOT: arith.divf {{.*}} : vector<{{[0-9]+}}x{{[0-9]+}}xf32>
// PRODUCTS: return
// AGREES: @masked: agrees
// AGREES: @centred: agrees
// AGREES: @overflows: agrees
// AGREES: @half: agrees
// AGREES: @unknown: agrees
// AGREES: @parts: agrees
// AGREES: @other_maximum: agrees
// AGREES: @root: agrees
// AGREES: @no_numbers: agrees
// AGREES: @layer: agrees
// AGREES: @reads_destination: agrees

#hij = affine_map<(h, i, j) -> (h, i, j)>
#hi = affine_map<(h, i, j) -> (h, i)>
#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

func.func @masked(%q: tensor<2x37x13xf32>, %k: tensor<2x13x19xf32>, %v: tensor<2x19x11xf32>) -> tensor<2x37x11xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x37x19xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x37x19xf32>) -> tensor<2x37x19xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x37x13xf32>, tensor<2x13x19xf32>) outs(%f : tensor<2x37x19xf32>) -> tensor<2x37x19xf32>
  %c = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x37x19xf32>) outs(%e : tensor<2x37x19xf32>) {
  ^bb0(%a: f32, %o: f32):
    %low = arith.constant 0xFF800000 : f32
    %three = arith.constant 3 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %later = arith.cmpi ugt, %j, %i : index
    %whole = arith.cmpi eq, %i, %three : index
    %is = arith.ori %later, %whole : i1
    %y = arith.select %is, %low, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x37x19xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<2x37x19xf32>) outs(%e : tensor<2x37x19xf32>) -> tensor<2x37x19xf32>
  %w = tensor.empty() : tensor<2x37x11xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<2x37x11xf32>) -> tensor<2x37x11xf32>
  %y = linalg.batch_matmul ins(%p, %v : tensor<2x37x19xf32>, tensor<2x19x11xf32>) outs(%g : tensor<2x37x11xf32>) -> tensor<2x37x11xf32>
  return %y : tensor<2x37x11xf32>
}

// The divisor is repeated first, and is the root of a sum.
func.func @centred(%x: tensor<3x19x23xf32>) -> tensor<3x19x23xf32> {
  %z = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<3x19xf32>
  %e = tensor.empty() : tensor<3x19x23xf32>
  %f = linalg.fill ins(%z : f32) outs(%b : tensor<3x19xf32>) -> tensor<3x19xf32>
  %s = linalg.generic {indexing_maps = [#hij, #hi], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<3x19x23xf32>) outs(%f : tensor<3x19xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<3x19xf32>
  %w = linalg.broadcast ins(%s : tensor<3x19xf32>) outs(%e : tensor<3x19x23xf32>) dimensions = [2]
  %y = linalg.generic {indexing_maps = [#hij, #hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %w : tensor<3x19x23xf32>, tensor<3x19x23xf32>) outs(%e : tensor<3x19x23xf32>) {
  ^bb0(%a: f32, %q: f32, %o: f32):
    %n = arith.constant 23.0 : f32
    %d = arith.divf %q, %n : f32
    %t = math.sqrt %d : f32
    %l = arith.divf %a, %t : f32
    linalg.yield %l : f32
  } -> tensor<3x19x23xf32>
  return %y : tensor<3x19x23xf32>
}

// Other numbers than exponentials may be too large for the product: they are scaled before it.
func.func @overflows(%x: tensor<128x8xf32>, %v: tensor<8x9xf32>) -> tensor<128x9xf32> {
  %z = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<128xf32>
  %e = tensor.empty() : tensor<128x8xf32>
  %u = tensor.empty() : tensor<128x9xf32>
  %f = linalg.fill ins(%z : f32) outs(%b : tensor<128xf32>) -> tensor<128xf32>
  %l = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<128x8xf32>) outs(%e : tensor<128x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %large = arith.constant 1.0e38 : f32
    %r = math.absf %a : f32
    %y = arith.mulf %r, %large : f32
    linalg.yield %y : f32
  } -> tensor<128x8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%l : tensor<128x8xf32>) outs(%f : tensor<128xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<128xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%l, %s : tensor<128x8xf32>, tensor<128xf32>) outs(%e : tensor<128x8xf32>) {
  ^bb0(%a: f32, %q: f32, %o: f32):
    %r = arith.divf %a, %q : f32
    linalg.yield %r : f32
  } -> tensor<128x8xf32>
  %g = linalg.fill ins(%z : f32) outs(%u : tensor<128x9xf32>) -> tensor<128x9xf32>
  %y = linalg.matmul ins(%p, %v : tensor<128x8xf32>, tensor<8x9xf32>) outs(%g : tensor<128x9xf32>) -> tensor<128x9xf32>
  return %y : tensor<128x9xf32>
}

// The values are of bf16.
func.func @half(%x: tensor<64x24xf32>, %v: tensor<24x8xbf16>) -> tensor<64x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x24xf32>
  %u = tensor.empty() : tensor<64x8xf32>
  %p = linalg.softmax dimension(1) ins(%x : tensor<64x24xf32>) outs(%e : tensor<64x24xf32>) -> tensor<64x24xf32>
  %f = linalg.fill ins(%z : f32) outs(%u : tensor<64x8xf32>) -> tensor<64x8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, d, j) -> (i, j)>, affine_map<(i, d, j) -> (j, d)>, affine_map<(i, d, j) -> (i, d)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<64x24xf32>, tensor<24x8xbf16>) outs(%f : tensor<64x8xf32>) {
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %w = arith.extf %b : bf16 to f32
    %t = arith.mulf %w, %a : f32
    %r = arith.addf %t, %o : f32
    linalg.yield %r : f32
  } -> tensor<64x8xf32>
  return %y : tensor<64x8xf32>
}

// Exponentials of anything may be too large, too. Of unknown size.
func.func @unknown(%a: tensor<?x24xf32>, %r: tensor<?xf32>, %v: tensor<24x8xf32>, %e: tensor<?x24xf32>, %u: tensor<?x8xf32>, %b: tensor<16x64xf32>, %s: tensor<16xf32>) -> (tensor<?x8xf32>, tensor<16xf32>) {
  %z = arith.constant 0.0 : f32
  %x = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<?x24xf32>) outs(%e : tensor<?x24xf32>) -> tensor<?x24xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %r : tensor<?x24xf32>, tensor<?xf32>) outs(%e : tensor<?x24xf32>) {
  ^bb0(%q: f32, %w: f32, %o: f32):
    %t = arith.mulf %q, %w : f32
    linalg.yield %t : f32
  } -> tensor<?x24xf32>
  %f = linalg.fill ins(%z : f32) outs(%u : tensor<?x8xf32>) -> tensor<?x8xf32>
  %y = linalg.matmul ins(%p, %v : tensor<?x24xf32>, tensor<24x8xf32>) outs(%f : tensor<?x8xf32>) -> tensor<?x8xf32>
  %sum = linalg.reduce ins(%b : tensor<16x64xf32>) outs(%s : tensor<16xf32>) dimensions = [1] (%q: f32, %o: f32) {
    %t = arith.addf %q, %o : f32
    linalg.yield %t : f32
  }
  return %y, %sum : tensor<?x8xf32>, tensor<16xf32>
}

// A part of the divisor is read by another part.
func.func @parts(%x: tensor<64x24xf32>) -> tensor<64x24xf32> {
  %z = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x24xf32>
  %f = linalg.fill ins(%z : f32) outs(%b : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.reduce ins(%x : tensor<64x24xf32>) outs(%f : tensor<64xf32>) dimensions = [1] (%a: f32, %o: f32) {
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  }
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x24xf32>, tensor<64xf32>) outs(%e : tensor<64x24xf32>) {
  ^bb0(%a: f32, %n: f32, %o: f32):
    %square = arith.mulf %n, %n : f32
    %root = math.sqrt %square : f32
    %divisor = arith.addf %square, %root : f32
    %t = arith.divf %a, %divisor : f32
    linalg.yield %t : f32
  } -> tensor<64x24xf32>
  return %y : tensor<64x24xf32>
}

// The maximum is none of what it is taken off: the exponentials are finite, the sum of them is not.
func.func @other_maximum(%x: tensor<64x24xf32>, %v: tensor<24x8xf32>) -> tensor<64x8xf32> {
  %z = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %b = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x24xf32>
  %u = tensor.empty() : tensor<64x8xf32>
  %f = linalg.fill ins(%low : f32) outs(%b : tensor<64xf32>) -> tensor<64xf32>
  %m = linalg.reduce ins(%x : tensor<64x24xf32>) outs(%f : tensor<64xf32>) dimensions = [1] (%a: f32, %o: f32) {
    %t = arith.maximumf %a, %o : f32
    linalg.yield %t : f32
  }
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<64xf32>) outs(%e : tensor<64x24xf32>) {
  ^bb0(%n: f32, %o: f32):
    %far = arith.constant 88.0 : f32
    %large = arith.addf %n, %far : f32
    %t = arith.subf %large, %n : f32
    %q = math.exp %t : f32
    linalg.yield %q : f32
  } -> tensor<64x24xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<64x24xf32>) outs(%e : tensor<64x24xf32>) {
  ^bb0(%a: f32, %o: f32):
    %small = arith.constant 1.0e-30 : f32
    %t = arith.mulf %a, %small : f32
    linalg.yield %t : f32
  } -> tensor<64x24xf32>
  %g = linalg.fill ins(%z : f32) outs(%b : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.reduce ins(%r : tensor<64x24xf32>) outs(%g : tensor<64xf32>) dimensions = [1] (%a: f32, %o: f32) {
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  }
  %w = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<64x24xf32>, tensor<64xf32>) outs(%e : tensor<64x24xf32>) {
  ^bb0(%a: f32, %n: f32, %o: f32):
    %t = arith.divf %a, %n : f32
    linalg.yield %t : f32
  } -> tensor<64x24xf32>
  %k = linalg.fill ins(%z : f32) outs(%u : tensor<64x8xf32>) -> tensor<64x8xf32>
  %y = linalg.matmul ins(%w, %v : tensor<64x24xf32>, tensor<24x8xf32>) outs(%k : tensor<64x8xf32>) -> tensor<64x8xf32>
  return %y : tensor<64x8xf32>
}

// The root of the mean square is computed once for each of 37 rows.
func.func @root(%x: tensor<37x41xf32>, %gain: tensor<41xf32>) -> tensor<37x41xf32> {
  %z = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<37xf32>
  %e = tensor.empty() : tensor<37x41xf32>
  %f = linalg.fill ins(%z : f32) outs(%b : tensor<37xf32>) -> tensor<37xf32>
  %s = linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<37x41xf32>) outs(%f : tensor<37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<37xf32>
  %y = linalg.generic {indexing_maps = [#ij, #row, #column, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %gain : tensor<37x41xf32>, tensor<37xf32>, tensor<41xf32>) outs(%e : tensor<37x41xf32>) {
  ^bb0(%a: f32, %q: f32, %g: f32, %o: f32):
    %n = arith.constant 41.0 : f32
    %d = arith.divf %q, %n : f32
    %t = math.rsqrt %d : f32
    %l = arith.mulf %a, %t : f32
    %r = arith.mulf %l, %g : f32
    linalg.yield %r : f32
  } -> tensor<37x41xf32>
  return %y : tensor<37x41xf32>
}

// One row has a NaN, and one has nothing else.
func.func @no_numbers(%x: tensor<37x41xf32>) -> tensor<37x41xf32> {
  %e = tensor.empty() : tensor<37x41xf32>
  %c = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<37x41xf32>) outs(%e : tensor<37x41xf32>) {
  ^bb0(%a: f32, %o: f32):
    %nan = arith.constant 0x7FC00000 : f32
    %three = arith.constant 3 : index
    %five = arith.constant 5 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %whole = arith.cmpi eq, %i, %three : index
    %row = arith.cmpi eq, %i, %five : index
    %column = arith.cmpi eq, %j, %three : index
    %one = arith.andi %row, %column : i1
    %is = arith.ori %whole, %one : i1
    %y = arith.select %is, %nan, %a : f32
    linalg.yield %y : f32
  } -> tensor<37x41xf32>
  %p = linalg.softmax dimension(1) ins(%c : tensor<37x41xf32>) outs(%e : tensor<37x41xf32>) -> tensor<37x41xf32>
  return %p : tensor<37x41xf32>
}

// The sum of squares and the result both take the mean from the elements.
func.func @layer(%x: tensor<37x41xf32>) -> tensor<37x41xf32> {
  %z = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<37xf32>
  %e = tensor.empty() : tensor<37x41xf32>
  %f = linalg.fill ins(%z : f32) outs(%b : tensor<37xf32>) -> tensor<37xf32>
  %t = linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<37x41xf32>) outs(%f : tensor<37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<37xf32>
  %c = linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %t : tensor<37x41xf32>, tensor<37xf32>) outs(%e : tensor<37x41xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %n = arith.constant 0.0243902 : f32
    %m = arith.mulf %s, %n : f32
    %r = arith.subf %a, %m : f32
    linalg.yield %r : f32
  } -> tensor<37x41xf32>
  %s = linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<37x41xf32>) outs(%f : tensor<37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<37xf32>
  %y = linalg.generic {indexing_maps = [#ij, #row, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%c, %s, %c : tensor<37x41xf32>, tensor<37xf32>, tensor<37x41xf32>) outs(%e : tensor<37x41xf32>) {
  ^bb0(%a: f32, %q: f32, %g: f32, %o: f32):
    %l = arith.mulf %a, %q : f32
    %r = arith.mulf %l, %g : f32
    linalg.yield %r : f32
  } -> tensor<37x41xf32>
  return %y : tensor<37x41xf32>
}

// What reads its own destination is not computed again by those that have another.
func.func @reads_destination(%a: tensor<3x64x64xf32>, %b: tensor<3x64x64xf32>) -> tensor<3x64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x64x64xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x64x64xf32>) -> tensor<3x64x64xf32>
  %product = linalg.batch_matmul ins(%a, %b : tensor<3x64x64xf32>, tensor<3x64x64xf32>) outs(%filled : tensor<3x64x64xf32>) -> tensor<3x64x64xf32>
  %twice = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%product : tensor<3x64x64xf32>) outs(%product : tensor<3x64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %x, %o : f32
    linalg.yield %y : f32
  } -> tensor<3x64x64xf32>
  %result = linalg.softmax dimension(0) ins(%twice : tensor<3x64x64xf32>) outs(%empty : tensor<3x64x64xf32>) -> tensor<3x64x64xf32>
  return %result : tensor<3x64x64xf32>
}
