// Tensors of integers of 2 and 4 bits lie packed in bytes: the last dimension, the first element in the lowest bits,
// every row from a byte on. Equal functions that unpack the bytes themselves give equal bits.
//
// RUN: %autotune run %s --check
// RUN: %autotune run %s --check --constant-weights
// DEFINE: %{name} = signed
// DEFINE: %{same} = %autotune run %s --fp strict --function %{name} --outputs %t.npz && %autotune run %s --fp strict --function %{name}_bytes --outputs %t.bytes.npz && cmp %t.npz %t.bytes.npz
// RUN: %{same}
// REDEFINE: %{name} = unsigned
// RUN: %{same}
// REDEFINE: %{name} = decode
// RUN: %{same}
// REDEFINE: %{name} = called
// RUN: %{same}
// REDEFINE: %{name} = constant
// RUN: %{same}
// REDEFINE: %{name} = narrow_sums
// RUN: %{same}
//
// RUN: autotune-opt %s --autotune-pack-integers | FileCheck %s
// RUN: autotune-opt %s --autotune="remarks=missed" -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT: func.func left untouched: integers of 2 and 4 bits are tuned packed in bytes: run --autotune-pack-integers before
// RUN: autotune-opt %s --autotune-pack-integers --autotune --canonicalize | FileCheck %s --check-prefix=FUSED
#id = affine_map<(n, k) -> (n, k)>
#half = affine_map<(n, k) -> (n, k floordiv 2)>
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Rows of 7 elements are 4 bytes.
// CHECK-LABEL: @signed(
// CHECK-SAME: tensor<5x4xi8>
// CHECK-NOT: i4
// CHECK-LABEL: @signed_bytes
func.func @signed(%w: tensor<5x7xi4>) -> tensor<5x7xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<5x7xi4>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%p: i4, %u: f32):
    %f = arith.sitofp %p : i4 to f32
    linalg.yield %f : f32
  } -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}
func.func @signed_bytes(%w: tensor<5x4xi8>) -> tensor<5x7xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : i8
  %r = linalg.generic {indexing_maps = [#half, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<5x4xi8>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%p: i8, %u: f32):
    %k = linalg.index 1 : index
    %odd = arith.remui %k, %c2 : index
    %odd8 = arith.index_cast %odd : index to i8
    %right = arith.muli %odd8, %c4 : i8
    %left = arith.subi %c4, %right : i8
    %h = arith.shli %p, %left : i8
    %n = arith.shrsi %h, %c4 : i8
    %f = arith.sitofp %n : i8 to f32
    linalg.yield %f : f32
  } -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// CHECK-LABEL: @unsigned(
// CHECK-SAME: tensor<3x3xi8>
// CHECK-NOT: i2
// CHECK-LABEL: @unsigned_bytes
func.func @unsigned(%w: tensor<3x10xi2>) -> tensor<3x10xf32> {
  %e = tensor.empty() : tensor<3x10xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<3x10xi2>) outs(%e : tensor<3x10xf32>) {
  ^bb0(%p: i2, %u: f32):
    %f = arith.uitofp %p : i2 to f32
    linalg.yield %f : f32
  } -> tensor<3x10xf32>
  return %r : tensor<3x10xf32>
}
func.func @unsigned_bytes(%w: tensor<3x3xi8>) -> tensor<3x10xf32> {
  %e = tensor.empty() : tensor<3x10xf32>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : i8
  %r = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k floordiv 4)>, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<3x3xi8>) outs(%e : tensor<3x10xf32>) {
  ^bb0(%p: i8, %u: f32):
    %k = linalg.index 1 : index
    %t = arith.remui %k, %c4 : index
    %bits = arith.muli %t, %c2 : index
    %right = arith.index_cast %bits : index to i8
    %h = arith.shrui %p, %right : i8
    %n = arith.andi %h, %c3 : i8
    %f = arith.uitofp %n : i8 to f32
    linalg.yield %f : f32
  } -> tensor<3x10xf32>
  return %r : tensor<3x10xf32>
}

// One row times weights in groups of 16: one kernel, in which no element is narrowed to a byte.
// CHECK-LABEL: @decode(
// CHECK-SAME: tensor<9x2x8xi8>
// CHECK-NOT: i4
// CHECK-LABEL: @decode_bytes
// FUSED-LABEL: @decode(
// FUSED-NOT: tensor.empty() : tensor<9x
// FUSED-NOT: {{linalg|arith.trunci}}
// FUSED: vector.fma
// FUSED-NOT: {{linalg|arith.trunci}}
// FUSED-LABEL: @decode_bytes(
func.func @decode(%x: tensor<1x2x16xf32>, %w: tensor<9x2x16xi4>, %s: tensor<9x2xf32>) -> tensor<1x9xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x9xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x9xf32>) -> tensor<1x9xf32>
  %ew = tensor.empty() : tensor<9x2x16xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, h) -> (n, g, h)>, affine_map<(n, g, h) -> (n, g)>, affine_map<(n, g, h) -> (n, g, h)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<9x2x16xi4>, tensor<9x2xf32>) outs(%ew : tensor<9x2x16xf32>) {
  ^bb0(%p: i4, %q: f32, %u: f32):
    %b = arith.extui %p : i4 to i32
    %f = arith.uitofp %b : i32 to f32
    %v = arith.mulf %f, %q : f32
    linalg.yield %v : f32
  } -> tensor<9x2x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, g, h) -> (m, g, h)>, affine_map<(m, n, g, h) -> (n, g, h)>, affine_map<(m, n, g, h) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %d : tensor<1x2x16xf32>, tensor<9x2x16xf32>) outs(%o : tensor<1x9xf32>) {
  ^bb0(%p: f32, %q: f32, %u: f32):
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %u, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x9xf32>
  return %r : tensor<1x9xf32>
}
func.func @decode_bytes(%x: tensor<1x2x16xf32>, %w: tensor<9x2x8xi8>, %s: tensor<9x2xf32>) -> tensor<1x9xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x9xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x9xf32>) -> tensor<1x9xf32>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : i8
  %c15 = arith.constant 15 : i8
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, g, h) -> (m, g, h)>, affine_map<(m, n, g, h) -> (n, g, h floordiv 2)>, affine_map<(m, n, g, h) -> (n, g)>, affine_map<(m, n, g, h) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w, %s : tensor<1x2x16xf32>, tensor<9x2x8xi8>, tensor<9x2xf32>) outs(%o : tensor<1x9xf32>) {
  ^bb0(%a: f32, %p: i8, %q: f32, %u: f32):
    %k = linalg.index 3 : index
    %odd = arith.remui %k, %c2 : index
    %odd8 = arith.index_cast %odd : index to i8
    %right = arith.muli %odd8, %c4 : i8
    %h = arith.shrui %p, %right : i8
    %n = arith.andi %h, %c15 : i8
    %f = arith.uitofp %n : i8 to f32
    %v = arith.mulf %f, %q : f32
    %m = arith.mulf %a, %v : f32
    %t = arith.addf %u, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x9xf32>
  return %r : tensor<1x9xf32>
}

// Results and calls are packed, too.
// CHECK-LABEL: @transposed(
// CHECK-SAME: tensor<4x3xi8>) -> tensor<5x2xi8>
func.func private @transposed(%w: tensor<4x5xi4>) -> tensor<5x4xi4> {
  %e = tensor.empty() : tensor<5x4xi4>
  %t = linalg.transpose ins(%w : tensor<4x5xi4>) outs(%e : tensor<5x4xi4>) permutation = [1, 0]
  return %t : tensor<5x4xi4>
}
func.func @called(%w: tensor<4x5xi4>) -> tensor<20xi32> {
  %t = call @transposed(%w) : (tensor<4x5xi4>) -> tensor<5x4xi4>
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<5x4xi4> into tensor<20xi4>
  %e = tensor.empty() : tensor<20xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%c : tensor<20xi4>) outs(%e : tensor<20xi32>) {
  ^bb0(%p: i4, %u: i32):
    %f = arith.extsi %p : i4 to i32
    linalg.yield %f : i32
  } -> tensor<20xi32>
  return %r : tensor<20xi32>
}
func.func @called_bytes(%w: tensor<4x3xi8>) -> tensor<20xi32> {
  %e = tensor.empty() : tensor<5x4xi32>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : i8
  %r = linalg.generic {indexing_maps = [affine_map<(k, n) -> (n, k floordiv 2)>, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<4x3xi8>) outs(%e : tensor<5x4xi32>) {
  ^bb0(%p: i8, %u: i32):
    %k = linalg.index 0 : index
    %odd = arith.remui %k, %c2 : index
    %odd8 = arith.index_cast %odd : index to i8
    %right = arith.muli %odd8, %c4 : i8
    %left = arith.subi %c4, %right : i8
    %h = arith.shli %p, %left : i8
    %n = arith.shrsi %h, %c4 : i8
    %f = arith.extsi %n : i8 to i32
    linalg.yield %f : i32
  } -> tensor<5x4xi32>
  %c = tensor.collapse_shape %r [[0, 1]] : tensor<5x4xi32> into tensor<20xi32>
  return %c : tensor<20xi32>
}

// CHECK-LABEL: @constant(
// CHECK: dense_resource<[[$NAME:packed_.*]]> : tensor<2x3xi8>
// CHECK-NOT: i4
// CHECK-LABEL: @constant_bytes
func.func @constant(%x: tensor<2x5xi32>) -> tensor<2x5xi32> {
  %w = arith.constant dense_resource<of_a_model> : tensor<2x5xi4>
  %e = tensor.empty() : tensor<2x5xi32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %w : tensor<2x5xi32>, tensor<2x5xi4>) outs(%e : tensor<2x5xi32>) {
  ^bb0(%a: i32, %p: i4, %u: i32):
    %f = arith.extsi %p : i4 to i32
    %s = arith.addi %a, %f : i32
    linalg.yield %s : i32
  } -> tensor<2x5xi32>
  return %r : tensor<2x5xi32>
}
func.func @constant_bytes(%x: tensor<2x5xi32>) -> tensor<2x5xi32> {
  %w = arith.constant dense<[[1, 2, 3, -1, 5], [-8, 7, -3, 0, 6]]> : tensor<2x5xi32>
  %e = tensor.empty() : tensor<2x5xi32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %w : tensor<2x5xi32>, tensor<2x5xi32>) outs(%e : tensor<2x5xi32>) {
  ^bb0(%a: i32, %p: i32, %u: i32):
    %s = arith.addi %a, %p : i32
    linalg.yield %s : i32
  } -> tensor<2x5xi32>
  return %r : tensor<2x5xi32>
}

// Sums of 4 bits wrap around; the slice and the constant of one number stay narrow until they are read.
// CHECK-LABEL: @narrow_sums(
// CHECK: arith.addi {{.*}} : i4
func.func @narrow_sums(%w: tensor<6x8xi4>) -> tensor<2x8xi32> {
  %one = arith.constant dense<5> : tensor<2x8xi4>
  %s = tensor.extract_slice %w[3, 0] [2, 8] [1, 1] : tensor<6x8xi4> to tensor<2x8xi4>
  %e4 = tensor.empty() : tensor<2x8xi4>
  %a = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %one : tensor<2x8xi4>, tensor<2x8xi4>) outs(%e4 : tensor<2x8xi4>) {
  ^bb0(%p: i4, %q: i4, %u: i4):
    %f = arith.addi %p, %q : i4
    linalg.yield %f : i4
  } -> tensor<2x8xi4>
  %e = tensor.empty() : tensor<2x8xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<2x8xi4>) outs(%e : tensor<2x8xi32>) {
  ^bb0(%p: i4, %u: i32):
    %f = arith.extsi %p : i4 to i32
    linalg.yield %f : i32
  } -> tensor<2x8xi32>
  return %r : tensor<2x8xi32>
}
func.func @narrow_sums_bytes(%w: tensor<6x4xi8>) -> tensor<2x8xi32> {
  %s = tensor.extract_slice %w[3, 0] [2, 4] [1, 1] : tensor<6x4xi8> to tensor<2x4xi8>
  %e = tensor.empty() : tensor<2x8xi32>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : i8
  %c80 = arith.constant 80 : i8
  %r = linalg.generic {indexing_maps = [#half, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<2x4xi8>) outs(%e : tensor<2x8xi32>) {
  ^bb0(%p: i8, %u: i32):
    %k = linalg.index 1 : index
    %odd = arith.remui %k, %c2 : index
    %odd8 = arith.index_cast %odd : index to i8
    %right = arith.muli %odd8, %c4 : i8
    %left = arith.subi %c4, %right : i8
    %h = arith.shli %p, %left : i8
    %a = arith.addi %h, %c80 : i8
    %n = arith.shrsi %a, %c4 : i8
    %f = arith.extsi %n : i8 to i32
    linalg.yield %f : i32
  } -> tensor<2x8xi32>
  return %r : tensor<2x8xi32>
}

// The bytes behind the alignment: 1 and 2, 3 and -1, 5.
// CHECK: [[$NAME]]: "0x4000000021F305780D06"
{-# dialect_resources: { builtin: { of_a_model: "0x010000000102030F0508070D0006" } } #-}
