// Data that meet weights in groups are rounded to i8 where fp=relaxed allows it, and only there.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none fp=relaxed remarks=all max-candidates=200" -o %t 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --input-file %t
// RUN: autotune-opt %t --autotune="target=zen4 model=none fp=relaxed" | diff %t -
// RUN: autotune-opt %s --autotune="target=zen4 model=none remarks=all max-candidates=200" 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: autotune-opt %s --autotune="target=zen4 fp=relaxed max-candidates=2000" | grep -c instruction=vpdpbusd | FileCheck %s --check-prefix=DOT
// TOLD-COUNT-4: rewritten: its data are rounded to i8 by group, multiplied as integers and scaled
// TOLD-NOT: its data are
// DOT: {{^[1-9]}}
// EXACT-NOT: its data are
// EXACT: func.func @layer

#g = affine_map<(n, g, k) -> (n, g, k)>
#s = affine_map<(n, g, k) -> (n, g)>
#x = affine_map<(m, n, g, k) -> (m, g, k)>
#w = affine_map<(m, n, g, k) -> (n, g, k)>
#y = affine_map<(m, n, g, k) -> (m, n)>

// A float zero point and a scale for each group of i8 at run time.
// CHECK-LABEL: func.func @layer
// CHECK: math.roundeven
// CHECK: arith.fptosi {{.*}} to {{.*}}i8
func.func @layer(%q: tensor<24x3x32xi8>, %s: tensor<24x3xf32>, %z: tensor<24x3xf32>, %x: tensor<1x3x32xf32>) -> tensor<1x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<24x3x32xf32>
  %w = linalg.generic {indexing_maps = [#g, #s, #s, #g], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%q, %s, %z : tensor<24x3x32xi8>, tensor<24x3xf32>, tensor<24x3xf32>) outs(%ew : tensor<24x3x32xf32>) {
  ^bb0(%a: i8, %b: f32, %c: f32, %o: f32):
    %f = arith.uitofp %a : i8 to f32
    %d = arith.subf %f, %c : f32
    %m = arith.mulf %d, %b : f32
    linalg.yield %m : f32
  } -> tensor<24x3x32xf32>
  %e = tensor.empty() : tensor<1x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x24xf32>) -> tensor<1x24xf32>
  %r = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w : tensor<1x3x32xf32>, tensor<24x3x32xf32>) outs(%i : tensor<1x24xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %p, %o : f32
    linalg.yield %t : f32
  } -> tensor<1x24xf32>
  return %r : tensor<1x24xf32>
}

// Constants of 4 bits, two a byte, less 8, are unpacked while compiling.
// CHECK-LABEL: func.func @constants
// CHECK-NOT: arith.shrui
// CHECK: return
func.func @constants(%x: tensor<1x16xf32>) -> tensor<1x8xf32> {
  %zero = arith.constant 0.0 : f32
  %q = arith.constant dense<"0x7942BDF22106F0847762F0F3CB4D764DC7072051159A0F89F2C6DACAE344BB311245FD6F84DF9AD7C5B3D076AC0E8F53A7356C88913F20F6F72DB022D24D0A96"> : tensor<8x1x8xi8>
  %shift = arith.constant dense<[0, 4]> : tensor<2xi8>
  %s = arith.constant dense<0.5> : tensor<8x1xf32>
  %ew = tensor.empty() : tensor<8x1x8x2xf32>
  %w4 = linalg.generic {indexing_maps = [affine_map<(n, g, h, t) -> (n, g, h)>, affine_map<(n, g, h, t) -> (t)>, affine_map<(n, g, h, t) -> (n, g)>, affine_map<(n, g, h, t) -> (n, g, h, t)>],
                        iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%q, %shift, %s : tensor<8x1x8xi8>, tensor<2xi8>, tensor<8x1xf32>) outs(%ew : tensor<8x1x8x2xf32>) {
  ^bb0(%a: i8, %t: i8, %b: f32, %o: f32):
    %mask = arith.constant 15 : i8
    %eight = arith.constant 8.0 : f32
    %h = arith.shrui %a, %t : i8
    %n = arith.andi %h, %mask : i8
    %f = arith.uitofp %n : i8 to f32
    %d = arith.subf %f, %eight : f32
    %m = arith.mulf %d, %b : f32
    linalg.yield %m : f32
  } -> tensor<8x1x8x2xf32>
  %w = tensor.collapse_shape %w4 [[0], [1, 2, 3]] : tensor<8x1x8x2xf32> into tensor<8x16xf32>
  %e = tensor.empty() : tensor<1x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8xf32>) -> tensor<1x8xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<1x16xf32>, tensor<8x16xf32>) outs(%i : tensor<1x8xf32>) -> tensor<1x8xf32>
  return %r : tensor<1x8xf32>
}

// Constant bytes in groups are one op with their scales, as those of four bits are: no sums of groups are in memory.
// CHECK-LABEL: func.func @bytes
// CHECK-NOT: tensor<1x24x3xi32>
// CHECK: return
func.func @bytes(%q: tensor<24x3x32xi8> {autotune.constant}, %s: tensor<24x3xf32> {autotune.constant}, %x: tensor<1x3x32xf32>) -> tensor<1x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<24x3x32xf32>
  %w = linalg.generic {indexing_maps = [#g, #s, #g], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%q, %s : tensor<24x3x32xi8>, tensor<24x3xf32>) outs(%ew : tensor<24x3x32xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %f = arith.sitofp %a : i8 to f32
    %m = arith.mulf %f, %b : f32
    linalg.yield %m : f32
  } -> tensor<24x3x32xf32>
  %e = tensor.empty() : tensor<1x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x24xf32>) -> tensor<1x24xf32>
  %r = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w : tensor<1x3x32xf32>, tensor<24x3x32xf32>) outs(%i : tensor<1x24xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %p, %o : f32
    linalg.yield %t : f32
  } -> tensor<1x24xf32>
  return %r : tensor<1x24xf32>
}

// One scale for all terms of a sum: no sums of groups are added up.
// CHECK-LABEL: func.func @rows
// CHECK: return
func.func @rows(%q: tensor<40x24xi8>, %s: tensor<24xf32>, %x: tensor<3x40xf32>) -> tensor<3x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<40x24xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(k, n) -> (k, n)>, affine_map<(k, n) -> (n)>, affine_map<(k, n) -> (k, n)>], iterator_types = ["parallel", "parallel"]}
    ins(%q, %s : tensor<40x24xi8>, tensor<24xf32>) outs(%ew : tensor<40x24xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %f = arith.sitofp %a : i8 to f32
    %m = arith.mulf %b, %f : f32
    linalg.yield %m : f32
  } -> tensor<40x24xf32>
  %e = tensor.empty() : tensor<3x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<3x24xf32>) -> tensor<3x24xf32>
  %r = linalg.matmul ins(%x, %w : tensor<3x40xf32>, tensor<40x24xf32>) outs(%i : tensor<3x24xf32>) -> tensor<3x24xf32>
  return %r : tensor<3x24xf32>
}

// Groups of 8 terms, and weights that are unpacked at run time, stay.
// CHECK-LABEL: func.func @short
// CHECK-NOT: math.roundeven
func.func @short(%q: tensor<24x3x8xi8>, %s: tensor<24x3xf32>, %x: tensor<1x3x8xf32>) -> tensor<1x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<24x3x8xf32>
  %w = linalg.generic {indexing_maps = [#g, #s, #g], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%q, %s : tensor<24x3x8xi8>, tensor<24x3xf32>) outs(%ew : tensor<24x3x8xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %f = arith.sitofp %a : i8 to f32
    %m = arith.mulf %f, %b : f32
    linalg.yield %m : f32
  } -> tensor<24x3x8xf32>
  %e = tensor.empty() : tensor<1x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x24xf32>) -> tensor<1x24xf32>
  %r = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w : tensor<1x3x8xf32>, tensor<24x3x8xf32>) outs(%i : tensor<1x24xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %p, %o : f32
    linalg.yield %t : f32
  } -> tensor<1x24xf32>
  return %r : tensor<1x24xf32>
}

func.func @unpacked(%q: tensor<24x32xi8>, %s: tensor<24xf32>, %x: tensor<1x32xf32>) -> tensor<1x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<24x32xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>, affine_map<(n, k) -> (n, k)>], iterator_types = ["parallel", "parallel"]}
    ins(%q, %s : tensor<24x32xi8>, tensor<24xf32>) outs(%ew : tensor<24x32xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %mask = arith.constant 15 : i8
    %n = arith.andi %a, %mask : i8
    %f = arith.sitofp %n : i8 to f32
    %m = arith.mulf %f, %b : f32
    linalg.yield %m : f32
  } -> tensor<24x32xf32>
  %e = tensor.empty() : tensor<1x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x24xf32>) -> tensor<1x24xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<1x32xf32>, tensor<24x32xf32>) outs(%i : tensor<1x24xf32>) -> tensor<1x24xf32>
  return %r : tensor<1x24xf32>
}
