// Products of bytes that the body scales are added up as integers only where the scales are the same
// for a group, and sums of the group stay within i32: all others are computed as they stand.
//
// RUN: %autotune run %s --target zen5 --model none --check | FileCheck %s
// RUN: %autotune run %s --target x86-64-v3 --model analytical --check | FileCheck %s
// RUN: %autotune run %s --target zen4 --model analytical --fp strict --check | FileCheck %s
// RUN: %autotune run %s --target sapphirerapids --model analytical --fp relaxed --check | FileCheck %s
// CHECK: @scale_of_halves: agrees
// CHECK: @scale_of_halves_row: agrees
// CHECK: @two_batches: agrees
// CHECK: @factor_is_scale: agrees
// CHECK: @shift_is_scale: agrees
// CHECK: @factor_makes_scale: agrees
// CHECK: @zero_beyond_byte: agrees
//
// Sums of a group are still taken where nothing stands against it.
// RUN: autotune-opt %s --autotune="target=zen5 model=analytical" | FileCheck %s --check-prefix=CHOSEN
// CHOSEN-LABEL: func.func @two_batches
// CHOSEN: vpdpbusd
// CHOSEN-LABEL: func.func @factor_is_scale
// CHOSEN-NOT: vpdp
// CHOSEN: func.func @shift_is_scale
// CHOSEN-LABEL: func.func @zero_beyond_byte
// CHOSEN-NOT: vpdp

// A scale for each half of a byte.
func.func @scale_of_halves(%a: tensor<8x16x2x16xi8>, %w: tensor<64x16x16xi8>, %s: tensor<8x16x2xf32>, %q: tensor<64x16xf32>, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>
  %mask = arith.constant 15 : i32
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, t) -> (m, g, h, t)>, affine_map<(m, n, g, h, t) -> (n, g, t)>, affine_map<(m, n, g, h, t) -> (m, g, h)>, affine_map<(m, n, g, h, t) -> (n, g)>, affine_map<(m, n, g, h, t) -> (h)>, affine_map<(m, n, g, h, t) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%a, %w, %s, %q, %shifts : tensor<8x16x2x16xi8>, tensor<64x16x16xi8>, tensor<8x16x2xf32>, tensor<64x16xf32>, tensor<2xi32>) outs(%c : tensor<8x64xf32>) {
  ^bb0(%x: i8, %y: i8, %f: f32, %e: f32, %k: i32, %o: f32):
    %x32 = arith.extsi %x : i8 to i32
    %y32 = arith.extui %y : i8 to i32
    %moved = arith.shrui %y32, %k : i32
    %nibble = arith.andi %moved, %mask : i32
    %p = arith.muli %x32, %nibble : i32
    %pf = arith.sitofp %p : i32 to f32
    %s1 = arith.mulf %pf, %f : f32
    %s2 = arith.mulf %s1, %e : f32
    %r = arith.addf %o, %s2 : f32
    linalg.yield %r : f32
  } -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

func.func @scale_of_halves_row(%a: tensor<1x3x2x19xi8>, %w: tensor<33x3x19xi8>, %s: tensor<1x3x2xf32>, %q: tensor<33x3xf32>, %c: tensor<1x33xf32>) -> tensor<1x33xf32> {
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>
  %mask = arith.constant 15 : i32
  %zero = arith.constant 8 : i32
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, t) -> (m, g, h, t)>, affine_map<(m, n, g, h, t) -> (n, g, t)>, affine_map<(m, n, g, h, t) -> (m, g, h)>, affine_map<(m, n, g, h, t) -> (n, g)>, affine_map<(m, n, g, h, t) -> (h)>, affine_map<(m, n, g, h, t) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%a, %w, %s, %q, %shifts : tensor<1x3x2x19xi8>, tensor<33x3x19xi8>, tensor<1x3x2xf32>, tensor<33x3xf32>, tensor<2xi32>) outs(%c : tensor<1x33xf32>) {
  ^bb0(%x: i8, %y: i8, %f: f32, %e: f32, %k: i32, %o: f32):
    %x32 = arith.extsi %x : i8 to i32
    %y32 = arith.extui %y : i8 to i32
    %moved = arith.shrui %y32, %k : i32
    %nibble = arith.andi %moved, %mask : i32
    %z = arith.subi %nibble, %zero : i32
    %p = arith.muli %x32, %z : i32
    %pf = arith.sitofp %p : i32 to f32
    %s1 = arith.mulf %pf, %f : f32
    %s2 = arith.mulf %s1, %e : f32
    %r = arith.addf %o, %s2 : f32
    linalg.yield %r : f32
  } -> tensor<1x33xf32>
  return %0 : tensor<1x33xf32>
}

// Loops that become one stand before that of the halves.
func.func @two_batches(%a: tensor<2x4x16x2x16xi8>, %w: tensor<64x16x16xi8>, %s: tensor<2x4x16xf32>, %c: tensor<2x4x64xf32>) -> tensor<2x4x64xf32> {
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>
  %mask = arith.constant 15 : i32
  %0 = linalg.generic {indexing_maps = [affine_map<(b, m, n, g, h, t) -> (b, m, g, h, t)>, affine_map<(b, m, n, g, h, t) -> (n, g, t)>, affine_map<(b, m, n, g, h, t) -> (b, m, g)>, affine_map<(b, m, n, g, h, t) -> (h)>, affine_map<(b, m, n, g, h, t) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%a, %w, %s, %shifts : tensor<2x4x16x2x16xi8>, tensor<64x16x16xi8>, tensor<2x4x16xf32>, tensor<2xi32>) outs(%c : tensor<2x4x64xf32>) {
  ^bb0(%x: i8, %y: i8, %f: f32, %k: i32, %o: f32):
    %x32 = arith.extsi %x : i8 to i32
    %y32 = arith.extui %y : i8 to i32
    %moved = arith.shrui %y32, %k : i32
    %nibble = arith.andi %moved, %mask : i32
    %p = arith.muli %x32, %nibble : i32
    %pf = arith.sitofp %p : i32 to f32
    %s1 = arith.mulf %pf, %f : f32
    %r = arith.addf %o, %s1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x64xf32>
  return %0 : tensor<2x4x64xf32>
}

// What is multiplied as an integer is a scale as well.
func.func @factor_is_scale(%a: tensor<8x16x32xi8>, %w: tensor<64x16x32xi8>, %s: tensor<8x16xf32>, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, g, t) -> (m, g, t)>, affine_map<(m, n, g, t) -> (n, g, t)>, affine_map<(m, n, g, t) -> (m, g)>, affine_map<(m, n, g, t) -> (m, g, t)>, affine_map<(m, n, g, t) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %w, %s, %a : tensor<8x16x32xi8>, tensor<64x16x32xi8>, tensor<8x16xf32>, tensor<8x16x32xi8>) outs(%c : tensor<8x64xf32>) {
  ^bb0(%x: i8, %y: i8, %f: f32, %x2: i8, %o: f32):
    %x32 = arith.extsi %x : i8 to i32
    %y32 = arith.extui %y : i8 to i32
    %p = arith.muli %x32, %y32 : i32
    %pf = arith.sitofp %p : i32 to f32
    %s1 = arith.mulf %pf, %f : f32
    %e = arith.sitofp %x2 : i8 to f32
    %s2 = arith.mulf %s1, %e : f32
    %r = arith.addf %o, %s2 : f32
    linalg.yield %r : f32
  } -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

func.func @shift_is_scale(%a: tensor<8x16x2x16xi8>, %w: tensor<64x16x16xi8>, %s: tensor<8x16xf32>, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>
  %mask = arith.constant 15 : i32
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, t) -> (m, g, h, t)>, affine_map<(m, n, g, h, t) -> (n, g, t)>, affine_map<(m, n, g, h, t) -> (m, g)>, affine_map<(m, n, g, h, t) -> (h)>, affine_map<(m, n, g, h, t) -> (h)>, affine_map<(m, n, g, h, t) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%a, %w, %s, %shifts, %shifts : tensor<8x16x2x16xi8>, tensor<64x16x16xi8>, tensor<8x16xf32>, tensor<2xi32>, tensor<2xi32>) outs(%c : tensor<8x64xf32>) {
  ^bb0(%x: i8, %y: i8, %f: f32, %k: i32, %k2: i32, %o: f32):
    %x32 = arith.extsi %x : i8 to i32
    %y32 = arith.extui %y : i8 to i32
    %moved = arith.shrui %y32, %k : i32
    %nibble = arith.andi %moved, %mask : i32
    %p = arith.muli %x32, %nibble : i32
    %pf = arith.sitofp %p : i32 to f32
    %s1 = arith.mulf %pf, %f : f32
    %e = arith.sitofp %k2 : i32 to f32
    %s2 = arith.mulf %s1, %e : f32
    %r = arith.addf %o, %s2 : f32
    linalg.yield %r : f32
  } -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

// An op that is fused makes the scale of it.
func.func @factor_makes_scale(%a: tensor<8x16x32xi8>, %w: tensor<64x16x32xi8>, %s: tensor<8x16xf32>, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %empty = tensor.empty() : tensor<8x16x32xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(m, g, t) -> (m, g, t)>, affine_map<(m, g, t) -> (m, g, t)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<8x16x32xi8>) outs(%empty : tensor<8x16x32xf32>) {
  ^bb0(%x: i8, %o: f32):
    %f = arith.sitofp %x : i8 to f32
    linalg.yield %f : f32
  } -> tensor<8x16x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, g, t) -> (m, g, t)>, affine_map<(m, n, g, t) -> (n, g, t)>, affine_map<(m, n, g, t) -> (m, g)>, affine_map<(m, n, g, t) -> (m, g, t)>, affine_map<(m, n, g, t) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %w, %s, %e : tensor<8x16x32xi8>, tensor<64x16x32xi8>, tensor<8x16xf32>, tensor<8x16x32xf32>) outs(%c : tensor<8x64xf32>) {
  ^bb0(%x: i8, %y: i8, %f: f32, %k: f32, %o: f32):
    %x32 = arith.extsi %x : i8 to i32
    %y32 = arith.extui %y : i8 to i32
    %p = arith.muli %x32, %y32 : i32
    %pf = arith.sitofp %p : i32 to f32
    %s1 = arith.mulf %pf, %f : f32
    %s2 = arith.mulf %s1, %k : f32
    %r = arith.addf %o, %s2 : f32
    linalg.yield %r : f32
  } -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

// Differences of up to 510, of which 32,768 products are more than an i32 holds: no group of them is added up.
func.func @zero_beyond_byte(%a: tensor<8x16x32xi8>, %w: tensor<64x16x32xi8>, %s: tensor<8x16xf32>, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant -255 : i32
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, g, t) -> (m, g, t)>, affine_map<(m, n, g, t) -> (n, g, t)>, affine_map<(m, n, g, t) -> (m, g)>, affine_map<(m, n, g, t) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %w, %s : tensor<8x16x32xi8>, tensor<64x16x32xi8>, tensor<8x16xf32>) outs(%c : tensor<8x64xf32>) {
  ^bb0(%x: i8, %y: i8, %f: f32, %o: f32):
    %x32 = arith.extsi %x : i8 to i32
    %y32 = arith.extui %y : i8 to i32
    %yz = arith.subi %y32, %zero : i32
    %p = arith.muli %x32, %yz : i32
    %pf = arith.sitofp %p : i32 to f32
    %s1 = arith.mulf %pf, %f : f32
    %r = arith.addf %o, %s1 : f32
    linalg.yield %r : f32
  } -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}
