// What is computed or packed once, of constants, is not cut in blocks, or it would be computed at every call.
//
// RUN: autotune-opt %s --autotune="target=zen3 model=analytical fp=relaxed max-candidates=200 remarks=all" -o %t 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --input-file %t
// TOLD: rewritten: its data are rounded to i8 by group, multiplied as integers and scaled
// TOLD-NOT: stay in a cache

#g = affine_map<(n, g, h, t) -> (n, g, h)>
#s = affine_map<(n, g, h, t) -> (n, g)>
#i = affine_map<(n, g, h, t) -> (n, g, h, t)>
#x = affine_map<(m, n, g, h, t) -> (m, g, h, t)>
#w = affine_map<(m, n, g, h, t) -> (n, g, h, t)>
#y = affine_map<(m, n, g, h, t) -> (m, n)>

// The weights are packed before the calls, two a byte: a call takes apart what it has read as vectors of bytes.
// CHECK-LABEL: func.func @packed(
// CHECK-SAME: xi8> {autotune.packed}
// CHECK-NOT: arith.shrui {{.*}} : {{(i[0-9]+|.*xi(32|16)>)$}}
// CHECK: return
// CHECK: func.func @packed_prepack(
// CHECK: arith.shrui
func.func @packed(%x: tensor<1x128x16x2xf32>, %bytes: tensor<4096x128x16xi8> {autotune.constant}, %scales: tensor<4096x128xf32> {autotune.constant}) -> tensor<1x4096xf32> {
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<4096x128x16x2xf32>
  %w = linalg.generic {indexing_maps = [#g, #s, #i], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%bytes, %scales : tensor<4096x128x16xi8>, tensor<4096x128xf32>) outs(%ew : tensor<4096x128x16x2xf32>) {
  ^bb0(%byte: i8, %scale: f32, %u: f32):
    %t = linalg.index 3 : index
    %ti = arith.index_cast %t : index to i32
    %four = arith.constant 4 : i32
    %mask = arith.constant 15 : i32
    %eight = arith.constant 8 : i32
    %shift = arith.muli %ti, %four : i32
    %wide = arith.extui %byte : i8 to i32
    %high = arith.shrui %wide, %shift : i32
    %bits = arith.andi %high, %mask : i32
    %less = arith.subi %bits, %eight : i32
    %number = arith.sitofp %less : i32 to f32
    %scaled = arith.mulf %number, %scale : f32
    linalg.yield %scaled : f32
  } -> tensor<4096x128x16x2xf32>
  %e = tensor.empty() : tensor<1x4096xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  %r = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
    ins(%x, %w : tensor<1x128x16x2xf32>, tensor<4096x128x16x2xf32>) outs(%f : tensor<1x4096xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %c, %p : f32
    linalg.yield %q : f32
  } -> tensor<1x4096xf32>
  return %r : tensor<1x4096xf32>
}
