// Packed weights: loops that maps or bodies divide become several, so that unpacking, scaling and
// product are one kernel.
//
// RUN: %autotune run %s --check
// RUN: %autotune run %s --check --target zen4
// RUN: autotune-opt %s --autotune="remarks=all" -o /dev/null 2>&1 | grep -v rewritten | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt %s --autotune --canonicalize | FileCheck %s
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(n, k) -> (n, k)>

// One row times weights of 4 bits: bytes hold two neighbours, 32 have a scale; no tensor of
// weights is written.
// CHECK-LABEL: @decode
// CHECK-NOT: tensor.empty() : tensor<24
// CHECK-NOT: linalg
// CHECK: vector.fma
// CHECK-NOT: linalg
// CHECK-LABEL: @maps
func.func @decode(%x: tensor<1x96xf32>, %w: tensor<24x3x16xi8>, %s: tensor<24x3xf32>) -> tensor<1x24xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x24xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x24xf32>) -> tensor<1x24xf32>
  %ew = tensor.empty() : tensor<24x3x16x2xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, h, t) -> (n, g, h)>, affine_map<(n, g, h, t) -> (n, g)>, affine_map<(n, g, h, t) -> (n, g, h, t)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<24x3x16xi8>, tensor<24x3xf32>) outs(%ew : tensor<24x3x16x2xf32>) {
  ^bb0(%p: i8, %q: f32, %u: f32):
    %t = linalg.index 3 : index
    %ti = arith.index_cast %t : index to i32
    %four = arith.constant 4 : i32
    %mask = arith.constant 15 : i32
    %eight = arith.constant 8 : i32
    %shift = arith.muli %ti, %four : i32
    %b = arith.extui %p : i8 to i32
    %h = arith.shrui %b, %shift : i32
    %n = arith.andi %h, %mask : i32
    %c = arith.subi %n, %eight : i32
    %f = arith.sitofp %c : i32 to f32
    %v = arith.mulf %f, %q : f32
    linalg.yield %v : f32
  } -> tensor<24x3x16x2xf32>
  %dw = tensor.collapse_shape %d [[0], [1, 2, 3]] : tensor<24x3x16x2xf32> into tensor<24x96xf32>
  %r = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%x, %dw : tensor<1x96xf32>, tensor<24x96xf32>) outs(%o : tensor<1x24xf32>) -> tensor<1x24xf32>
  return %r : tensor<1x24xf32>
}

// TUNED: linalg.conv_2d_nhwc_hwcf tuned
// TUNED-COUNT-1: linalg.generic left untouched: an indexing map is not linear
// TUNED-NOT: untouched

// The same by maps that divide, with zero points of 4 bits, two a byte, scales of f16, odd numbers
// of rows and columns, and a bias behind it.
// CHECK-NOT: linalg.generic
// CHECK-LABEL: @two_steps
func.func @maps(%x: tensor<3x192xf32>, %w: tensor<7x96xi8>, %s: tensor<7x6xf16>, %zp: tensor<7x3xi8>, %bias: tensor<7xf32>) -> tensor<3x7xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x7xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %ew = tensor.empty() : tensor<7x192xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k floordiv 2)>, affine_map<(n, k) -> (n, k floordiv 32)>, affine_map<(n, k) -> (n, k floordiv 64)>, #id],
                       iterator_types = ["parallel", "parallel"]}
    ins(%w, %s, %zp : tensor<7x96xi8>, tensor<7x6xf16>, tensor<7x3xi8>) outs(%ew : tensor<7x192xf32>) {
  ^bb0(%p: i8, %q: f16, %zz: i8, %u: f32):
    %k = linalg.index 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c4 = arith.constant 4 : i8
    %c15 = arith.constant 15 : i8
    %c0 = arith.constant 0 : index
    %odd = arith.remui %k, %c2 : index
    %is_odd = arith.cmpi ne, %odd, %c0 : index
    %high = arith.shrui %p, %c4 : i8
    %low = arith.andi %p, %c15 : i8
    %n = arith.select %is_odd, %high, %low : i8
    %group = arith.divui %k, %c32 : index
    %group_odd = arith.remui %group, %c2 : index
    %go = arith.index_cast %group_odd : index to i8
    %shift = arith.muli %go, %c4 : i8
    %zh = arith.shrui %zz, %shift : i8
    %zn = arith.andi %zh, %c15 : i8
    %c = arith.subi %n, %zn : i8
    %f = arith.sitofp %c : i8 to f32
    %qf = arith.extf %q : f16 to f32
    %v = arith.mulf %f, %qf : f32
    linalg.yield %v : f32
  } -> tensor<7x192xf32>
  %r = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%x, %d : tensor<3x192xf32>, tensor<7x192xf32>) outs(%o : tensor<3x7xf32>) -> tensor<3x7xf32>
  %b = linalg.generic {indexing_maps = [#id, affine_map<(m, n) -> (n)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%r, %bias : tensor<3x7xf32>, tensor<7xf32>) outs(%e : tensor<3x7xf32>) {
  ^bb0(%p: f32, %q: f32, %u: f32):
    %v = arith.addf %p, %q : f32
    linalg.yield %v : f32
  } -> tensor<3x7xf32>
  return %b : tensor<3x7xf32>
}

// Unpacked to bytes first, then scaled, then transposed; bytes hold elements j and j + 16 of 32.
// CHECK-NOT: linalg.generic
// CHECK-LABEL: @embedding
func.func @two_steps(%x: tensor<1x64xf32>, %w: tensor<13x2x16xi8>, %s: tensor<13x2xbf16>) -> tensor<1x13xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x13xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x13xf32>) -> tensor<1x13xf32>
  %eb = tensor.empty() : tensor<13x2x2x16xi8>
  %b = linalg.generic {indexing_maps = [affine_map<(n, g, t, h) -> (n, g, h)>, affine_map<(n, g, t, h) -> (n, g, t, h)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%w : tensor<13x2x16xi8>) outs(%eb : tensor<13x2x2x16xi8>) {
  ^bb0(%p: i8, %u: i8):
    %t = linalg.index 2 : index
    %ti = arith.index_cast %t : index to i8
    %c2 = arith.constant 2 : i8
    %c15 = arith.constant 15 : i8
    %shift = arith.shli %ti, %c2 : i8
    %h = arith.shrui %p, %shift : i8
    %n = arith.andi %h, %c15 : i8
    linalg.yield %n : i8
  } -> tensor<13x2x2x16xi8>
  %wide = tensor.collapse_shape %b [[0], [1], [2, 3]] : tensor<13x2x2x16xi8> into tensor<13x2x32xi8>
  %ed = tensor.empty() : tensor<13x2x32xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, k) -> (n, g, k)>, affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n, g, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%wide, %s : tensor<13x2x32xi8>, tensor<13x2xbf16>) outs(%ed : tensor<13x2x32xf32>) {
  ^bb0(%p: i8, %q: bf16, %u: f32):
    %c8 = arith.constant 8 : i8
    %c = arith.subi %p, %c8 : i8
    %f = arith.sitofp %c : i8 to f32
    %qf = arith.extf %q : bf16 to f32
    %v = arith.mulf %f, %qf : f32
    linalg.yield %v : f32
  } -> tensor<13x2x32xf32>
  %dw = tensor.collapse_shape %d [[0], [1, 2]] : tensor<13x2x32xf32> into tensor<13x64xf32>
  %et = tensor.empty() : tensor<64x13xf32>
  %t = linalg.transpose ins(%dw : tensor<13x64xf32>) outs(%et : tensor<64x13xf32>) permutation = [1, 0]
  %r = linalg.matmul ins(%x, %t : tensor<1x64xf32>, tensor<64x13xf32>) outs(%o : tensor<1x13xf32>) -> tensor<1x13xf32>
  return %r : tensor<1x13xf32>
}

// Alone: nothing reads the weights as a factor. One group only.
// CHECK-NOT: linalg.generic
// CHECK-LABEL: @groups_do_not_divide
func.func @embedding(%w: tensor<5x16xi8>, %s: tensor<5x1xf32>) -> tensor<5x32xf32> {
  %e = tensor.empty() : tensor<5x32xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k floordiv 2)>, affine_map<(n, k) -> (n, k floordiv 32)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%w, %s : tensor<5x16xi8>, tensor<5x1xf32>) outs(%e : tensor<5x32xf32>) {
  ^bb0(%p: i8, %q: f32, %u: f32):
    %k = linalg.index 1 : index
    %ki = arith.index_cast %k : index to i32
    %one = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c28 = arith.constant 28 : i32
    %odd = arith.andi %ki, %one : i32
    %shift = arith.muli %odd, %c4 : i32
    %b = arith.extui %p : i8 to i32
    %up = arith.subi %c28, %shift : i32
    %h = arith.shli %b, %up : i32
    %n = arith.shrsi %h, %c28 : i32
    %f = arith.sitofp %n : i32 to f32
    %v = arith.mulf %f, %q : f32
    linalg.yield %v : f32
  } -> tensor<5x32xf32>
  return %d : tensor<5x32xf32>
}

// The last group is shorter: the op stays as it is.
// CHECK: linalg.generic
// CHECK-LABEL: @counters
func.func @groups_do_not_divide(%w: tensor<5x40xi8>, %s: tensor<5x2xf32>) -> tensor<5x40xf32> {
  %e = tensor.empty() : tensor<5x40xf32>
  %d = linalg.generic {indexing_maps = [#id, affine_map<(n, k) -> (n, k floordiv 32)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%w, %s : tensor<5x40xi8>, tensor<5x2xf32>) outs(%e : tensor<5x40xf32>) {
  ^bb0(%p: i8, %q: f32, %u: f32):
    %f = arith.sitofp %p : i8 to f32
    %v = arith.mulf %f, %q : f32
    linalg.yield %v : f32
  } -> tensor<5x40xf32>
  return %d : tensor<5x40xf32>
}

// Counters are constants: a causal mask, behind and before numbers below zero.
// CHECK-NOT: linalg.generic
// CHECK-LABEL: @remainders
func.func @counters(%x: tensor<7x9xf32>) -> tensor<7x9xf32> {
  %e = tensor.empty() : tensor<7x9xf32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<7x9xf32>) outs(%e : tensor<7x9xf32>) {
  ^bb0(%p: f32, %u: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c3 = arith.constant 3 : index
    %z = arith.constant -1.0 : f32
    %i3 = arith.subi %i, %c3 : index
    %is = arith.cmpi sge, %i3, %j : index
    %v = arith.select %is, %p, %z : f32
    linalg.yield %v : f32
  } -> tensor<7x9xf32>
  return %d : tensor<7x9xf32>
}

// The remainder of a number below zero is no digit: the op gets the counter alone.
// CHECK-NOT: linalg.generic
// CHECK-LABEL: @bytes_in_groups
func.func @remainders(%x: tensor<12xi32>) -> tensor<12xi32> {
  %e = tensor.empty() : tensor<12xi32>
  %d = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<12xi32>) outs(%e : tensor<12xi32>) {
  ^bb0(%p: i32, %u: i32):
    %i = linalg.index 0 : index
    %w = arith.index_cast %i : index to i32
    %c5 = arith.constant 5 : i32
    %c3 = arith.constant 3 : i32
    %b = arith.subi %w, %c5 : i32
    %r = arith.remsi %b, %c3 : i32
    %q = arith.divui %b, %c3 : i32
    %v = arith.addi %p, %r : i32
    %y = arith.addi %v, %q : i32
    linalg.yield %y : i32
  } -> tensor<12xi32>
  return %d : tensor<12xi32>
}

// Bytes in groups of 32 with scales of f16, joined before the product.
// CHECK-NOT: linalg.generic
// CHECK-LABEL: @part_of_a_group
func.func @bytes_in_groups(%x: tensor<1x96xf32>, %w: tensor<24x3x32xi8>, %s: tensor<24x3xf16>) -> tensor<1x24xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x24xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x24xf32>) -> tensor<1x24xf32>
  %ew = tensor.empty() : tensor<24x3x32xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, h) -> (n, g, h)>, affine_map<(n, g, h) -> (n, g)>, affine_map<(n, g, h) -> (n, g, h)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<24x3x32xi8>, tensor<24x3xf16>) outs(%ew : tensor<24x3x32xf32>) {
  ^bb0(%p: i8, %q: f16, %u: f32):
    %f = arith.sitofp %p : i8 to f32
    %qf = arith.extf %q : f16 to f32
    %v = arith.mulf %f, %qf : f32
    linalg.yield %v : f32
  } -> tensor<24x3x32xf32>
  %dw = tensor.collapse_shape %d [[0], [1, 2]] : tensor<24x3x32xf32> into tensor<24x96xf32>
  %r = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%x, %dw : tensor<1x96xf32>, tensor<24x96xf32>) outs(%o : tensor<1x24xf32>) -> tensor<1x24xf32>
  return %r : tensor<1x24xf32>
}

// The product reads part of the last group, and the scales are a list.
// CHECK-NOT: linalg.generic
// CHECK-LABEL: @in_the_product
func.func @part_of_a_group(%x: tensor<1x100xf32>, %w: tensor<24x64xi8>, %s: tensor<96xf32>) -> tensor<1x24xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x24xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x24xf32>) -> tensor<1x24xf32>
  %ew = tensor.empty() : tensor<24x128xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k floordiv 2)>, affine_map<(n, k) -> (n * 4 + k floordiv 32)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%w, %s : tensor<24x64xi8>, tensor<96xf32>) outs(%ew : tensor<24x128xf32>) {
  ^bb0(%p: i8, %q: f32, %u: f32):
    %k = linalg.index 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : i8
    %c15 = arith.constant 15 : i8
    %odd = arith.remui %k, %c2 : index
    %o8 = arith.index_cast %odd : index to i8
    %sh = arith.muli %o8, %c4 : i8
    %h = arith.shrui %p, %sh : i8
    %n = arith.andi %h, %c15 : i8
    %f = arith.uitofp %n : i8 to f32
    %v = arith.mulf %f, %q : f32
    linalg.yield %v : f32
  } -> tensor<24x128xf32>
  %dw = tensor.extract_slice %d[0, 0] [24, 100] [1, 1] : tensor<24x128xf32> to tensor<24x100xf32>
  %r = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%x, %dw : tensor<1x100xf32>, tensor<24x100xf32>) outs(%o : tensor<1x24xf32>) -> tensor<1x24xf32>
  return %r : tensor<1x24xf32>
}

// Unpacked in the body of the product.
// CHECK-NOT: linalg.generic
func.func @in_the_product(%x: tensor<96xf32>, %w: tensor<24x48xi8>, %s: tensor<24x3xf32>, %zp: tensor<24x3xi8>) -> tensor<24xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<24xf32>) -> tensor<24xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (n, k floordiv 2)>, affine_map<(n, k) -> (n, k floordiv 32)>, affine_map<(n, k) -> (n, k floordiv 32)>, affine_map<(n, k) -> (n)>], iterator_types = ["parallel", "reduction"]}
    ins(%x, %w, %s, %zp : tensor<96xf32>, tensor<24x48xi8>, tensor<24x3xf32>, tensor<24x3xi8>) outs(%o : tensor<24xf32>) {
  ^bb0(%a: f32, %p: i8, %q: f32, %zz: i8, %u: f32):
    %k = linalg.index 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : i8
    %c15 = arith.constant 15 : i8
    %odd = arith.remui %k, %c2 : index
    %o8 = arith.index_cast %odd : index to i8
    %sh = arith.muli %o8, %c4 : i8
    %h = arith.shrui %p, %sh : i8
    %n = arith.andi %h, %c15 : i8
    %nn = arith.subi %n, %zz : i8
    %f = arith.sitofp %nn : i8 to f32
    %v = arith.mulf %f, %q : f32
    %m = arith.mulf %a, %v : f32
    %t = arith.addf %u, %m : f32
    linalg.yield %t : f32
  } -> tensor<24xf32>
  return %r : tensor<24xf32>
}

// A convolution keeps its name.
func.func @convolution(%x: tensor<1x5x5x8xf32>, %w: tensor<3x3x2x4x3xi8>, %s: tensor<3xf32>) -> tensor<1x3x3x3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x3xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %ew = tensor.empty() : tensor<3x3x2x4x3xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(h, w, g, c, f) -> (h, w, g, c, f)>, affine_map<(h, w, g, c, f) -> (f)>, affine_map<(h, w, g, c, f) -> (h, w, g, c, f)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<3x3x2x4x3xi8>, tensor<3xf32>) outs(%ew : tensor<3x3x2x4x3xf32>) {
  ^bb0(%p: i8, %q: f32, %u: f32):
    %f = arith.sitofp %p : i8 to f32
    %v = arith.mulf %f, %q : f32
    linalg.yield %v : f32
  } -> tensor<3x3x2x4x3xf32>
  %dw = tensor.collapse_shape %d [[0], [1], [2, 3], [4]] : tensor<3x3x2x4x3xf32> into tensor<3x3x8x3xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %dw : tensor<1x5x5x8xf32>, tensor<3x3x8x3xf32>) outs(%o : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  return %r : tensor<1x3x3x3xf32>
}
