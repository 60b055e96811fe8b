// Sums that are rounded to integers: half of them lie in the middle between two, where the last bit
// of a sum decides. What differs from the untouched function is no more, and no further off, than
// where its numbers are nudged.
// RUN: %autotune run %s --check --model none --target x86-64-v3 | FileCheck %s
// CHECK: @codes: agrees, max error {{.*}} from the function in double precision (untouched {{.*}}, with quantised numbers nudged 0.0078)

#row = affine_map<(d0, d1) -> (d0, d1)>
func.func @codes(%a: tensor<48x200xi8>, %b: tensor<200x96xi8>) -> tensor<48x96xi8> {
  %ea = tensor.empty() : tensor<48x200xf32>
  %x = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<48x200xi8>) outs(%ea : tensor<48x200xf32>) {
  ^bb0(%v: i8, %u: f32):
    %scale = arith.constant 0.1 : f32
    %f = arith.sitofp %v : i8 to f32
    %y = arith.mulf %f, %scale : f32
    linalg.yield %y : f32
  } -> tensor<48x200xf32>
  %eb = tensor.empty() : tensor<200x96xf32>
  %w = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<200x96xi8>) outs(%eb : tensor<200x96xf32>) {
  ^bb0(%v: i8, %u: f32):
    %scale = arith.constant 0.1 : f32
    %f = arith.sitofp %v : i8 to f32
    %y = arith.mulf %f, %scale : f32
    linalg.yield %y : f32
  } -> tensor<200x96xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x96xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<48x96xf32>) -> tensor<48x96xf32>
  %r = linalg.matmul ins(%x, %w : tensor<48x200xf32>, tensor<200x96xf32>) outs(%i : tensor<48x96xf32>) -> tensor<48x96xf32>
  %eq = tensor.empty() : tensor<48x96xi8>
  %q = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<48x96xf32>) outs(%eq : tensor<48x96xi8>) {
  ^bb0(%v: f32, %u: i8):
    %scale = arith.constant 0.02 : f32
    %least = arith.constant -128.0 : f32
    %largest = arith.constant 127.0 : f32
    %d = arith.divf %v, %scale : f32
    %n = math.roundeven %d : f32
    %c = arith.maximumf %n, %least : f32
    %o = arith.minimumf %c, %largest : f32
    %y = arith.fptosi %o : f32 to i8
    linalg.yield %y : i8
  } -> tensor<48x96xi8>
  return %q : tensor<48x96xi8>
}
