// Data that meet constant weights of bf16 are rounded to bf16 where fp=relaxed allows it and the target multiplies bf16, and only there; once for all products that read them.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none fp=relaxed remarks=all max-candidates=200" -o %t 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --input-file %t
// RUN: autotune-opt %t --autotune="target=zen4 model=none fp=relaxed" | diff %t -
// RUN: autotune-opt %s --autotune="target=zen4 model=none remarks=all max-candidates=200" 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none fp=relaxed remarks=all max-candidates=200" 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: autotune-opt %s --autotune="target=zen4 fp=relaxed max-candidates=2000" | grep -c instruction=vdpbf16ps | FileCheck %s --check-prefix=DOT
// TOLD-COUNT-3: rewritten: its data are rounded to bf16
// TOLD-NOT: rounded to bf16
// DOT: {{^}}3
// EXACT-NOT: rounded to bf16
// EXACT: func.func @gates

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @gates
// CHECK: arith.truncf
// CHECK: autotune.schedule
// CHECK-NOT: arith.truncf
// CHECK-LABEL: func.func @run_time
// CHECK-NOT: arith.truncf
// CHECK-LABEL: func.func @from_outside
// CHECK-NOT: arith.truncf
// CHECK-LABEL: func.func @blocks
// CHECK: arith.truncf
func.func @gates(%x: tensor<16x64xf32>, %w: tensor<48x64xbf16> {autotune.constant}, %u: tensor<48x64xbf16> {autotune.constant}) -> (tensor<16x48xf32>, tensor<16x48xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x48xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<16x48xf32>) -> tensor<16x48xf32>
  %r = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<16x64xf32>, tensor<48x64xbf16>) outs(%i : tensor<16x48xf32>) {
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %f = arith.extf %b : bf16 to f32
    %p = arith.mulf %a, %f : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<16x48xf32>
  %s = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %u : tensor<16x64xf32>, tensor<48x64xbf16>) outs(%i : tensor<16x48xf32>) {
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %f = arith.extf %b : bf16 to f32
    %p = arith.mulf %f, %a : f32
    %t = arith.addf %p, %o : f32
    linalg.yield %t : f32
  } -> tensor<16x48xf32>
  return %r, %s : tensor<16x48xf32>, tensor<16x48xf32>
}

func.func @run_time(%x: tensor<16x64xf32>, %w: tensor<48x64xbf16>) -> tensor<16x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x48xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<16x48xf32>) -> tensor<16x48xf32>
  %r = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<16x64xf32>, tensor<48x64xbf16>) outs(%i : tensor<16x48xf32>) {
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %f = arith.extf %b : bf16 to f32
    %p = arith.mulf %a, %f : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<16x48xf32>
  return %r : tensor<16x48xf32>
}

// A factor that is an argument of the function is none of the body.
func.func @from_outside(%s: f32, %x: tensor<16x64xf32>, %w: tensor<48x64xbf16> {autotune.constant}) -> tensor<16x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x48xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<16x48xf32>) -> tensor<16x48xf32>
  %r = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<16x64xf32>, tensor<48x64xbf16>) outs(%i : tensor<16x48xf32>) {
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %f = arith.extf %b : bf16 to f32
    %p = arith.mulf %s, %f : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<16x48xf32>
  return %r : tensor<16x48xf32>
}

// Blocks may be in any order: what widens the weights comes after the product.
func.func @blocks(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %w = arith.constant dense<"0x803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E803F004000C0403E"> : tensor<16x16xbf16>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  cf.br ^before
^last:
  %r = linalg.matmul ins(%x, %v : tensor<16x16xf32>, tensor<16x16xf32>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
^before:
  %v = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
    ins(%w : tensor<16x16xbf16>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %f = arith.extf %a : bf16 to f32
    linalg.yield %f : f32
  } -> tensor<16x16xf32>
  cf.br ^last
}
