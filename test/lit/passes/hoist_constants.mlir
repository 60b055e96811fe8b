// What a body computes of constants alone is computed before its loops: while compiling, in
// @f_prepack, or in the function itself.
//
// The bits are those of the untouched code.
// RUN: %autotune run %s --check --fp strict --model none --target x86-64-v3 | FileCheck %s --check-prefix=BITS
// RUN: %autotune run %s --check --fp strict --model none --target x86-64-v3 --constant-weights | FileCheck %s --check-prefix=BITS
// BITS: agrees, max error 0
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: linalg.generic rewritten: what its body computed of constants alone is computed before its loops
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=none schedule={direct(vector=i1x8)}" | FileCheck %s
#nchw = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>
#id = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// A batch norm as importers write it: the root is a constant, and the variance is read no more.
// CHECK-LABEL: func.func @norm_of_module(
// CHECK: arith.constant dense_resource<folded_{{[0-9a-f]+}}> : tensor<5xf32>
// CHECK-NOT: math.rsqrt
func.func @norm_of_module(%x: tensor<1x5x7x3xf32>) -> tensor<1x5x7x3xf32> {
  %mean = arith.constant dense<[1.0, 2.0, -3.0, 0.25, 0.1]> : tensor<5xf32>
  %var = arith.constant dense<[1.0, 2.0, 3.0, 0.3, 1.0e-30]> : tensor<5xf32>
  %gamma = arith.constant dense<[1.5, 0.7, -0.3, 2.0, 1.0]> : tensor<5xf32>
  %beta = arith.constant dense<0.5> : tensor<5xf32>
  %eps = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<1x5x7x3xf32>
  %r = linalg.generic {indexing_maps = [#nchw, #c, #c, #c, #c, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %mean, %var, %gamma, %beta : tensor<1x5x7x3xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
      outs(%e : tensor<1x5x7x3xf32>) {
  ^bb0(%a: f32, %m: f32, %v: f32, %g: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %s = arith.addf %v, %eps : f32
    %q = math.rsqrt %s : f32
    %p = arith.mulf %d, %q : f32
    %t = arith.mulf %p, %g : f32
    %u = arith.addf %t, %b : f32
    linalg.yield %u : f32
  } -> tensor<1x5x7x3xf32>
  return %r : tensor<1x5x7x3xf32>
}

// Of arguments: @f_prepack computes the root, @f takes it in the place of the variance.
// CHECK-LABEL: func.func @norm_of_arguments(
// CHECK-SAME: %{{.+}}: tensor<2x5x7x3xf32>, %{{.+}}: tensor<5xf32>, %{{.+}}: tensor<5xf32> {autotune.packed})
// CHECK-NOT: math.sqrt
// CHECK-NOT: arith.divf
// CHECK-LABEL: func.func @norm_of_arguments_prepack(
// CHECK-SAME: %{{.+}}: tensor<5xf32>, %{{.+}}: tensor<5xf32>) -> tensor<5xf32>
// CHECK: math.sqrt
// CHECK: arith.divf
func.func @norm_of_arguments(%x: tensor<2x5x7x3xf32>, %mean: tensor<5xf32>, %var: tensor<5xf32> {autotune.constant},
                             %gamma: tensor<5xf32> {autotune.constant}) -> tensor<2x5x7x3xf32> {
  %eps = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<2x5x7x3xf32>
  %r = linalg.generic {indexing_maps = [#nchw, #c, #c, #c, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %mean, %var, %gamma : tensor<2x5x7x3xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<2x5x7x3xf32>) {
  ^bb0(%a: f32, %m: f32, %v: f32, %g: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %w = arith.mulf %v, %v : f32
    %s = arith.addf %w, %eps : f32
    %q = math.sqrt %s : f32
    %f = arith.divf %g, %q : f32
    %p = arith.mulf %d, %f : f32
    linalg.yield %p : f32
  } -> tensor<2x5x7x3xf32>
  return %r : tensor<2x5x7x3xf32>
}

// A constant is seen through the op that repeats it.
// CHECK-LABEL: func.func @broadcast(
// CHECK-NOT: math.sqrt
// CHECK: return
func.func @broadcast(%x: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %row = arith.constant dense<[[2.0, 3.0, 5.0]]> : tensor<1x3xf64>
  %flat = tensor.collapse_shape %row [[0, 1]] : tensor<1x3xf64> into tensor<3xf64>
  %e = tensor.empty() : tensor<5x3xf64>
  %rows = linalg.broadcast ins(%flat : tensor<3xf64>) outs(%e : tensor<5x3xf64>) dimensions = [0]
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %rows : tensor<5x3xf64>, tensor<5x3xf64>) outs(%e : tensor<5x3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %q = math.sqrt %b : f64
    %p = arith.divf %a, %q : f64
    linalg.yield %p : f64
  } -> tensor<5x3xf64>
  return %r : tensor<5x3xf64>
}

// A function that is not evaluated while compiling is computed once for all rows.
// CHECK-LABEL: func.func @exponential(
// CHECK: math.exp
// CHECK: scf.for {{.+}} -> (tensor<37x17xf32>)
// CHECK-NOT: math.exp
// CHECK: return
func.func @exponential(%x: tensor<37x17xf32>) -> tensor<37x17xf32> {
  %w = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0]> : tensor<17xf32>
  %e = tensor.empty() : tensor<37x17xf32>
  %r = linalg.generic {indexing_maps = [#id, #j, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<37x17xf32>, tensor<17xf32>) outs(%e : tensor<37x17xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = math.exp %b : f32
    %p = arith.addf %a, %q : f32
    linalg.yield %p : f32
  } -> tensor<37x17xf32>
  return %r : tensor<37x17xf32>
}

// Weights that the body of a product scales.
// CHECK-LABEL: func.func @scaled_weights(
// CHECK-SAME: %{{.+}}: tensor<5x3xf32>, %[[SCALED:.+]]: tensor<{{.+}}xf32> {autotune.packed})
// CHECK-LABEL: func.func @scaled_weights_prepack(
// CHECK: arith.mulf
func.func @scaled_weights(%x: tensor<5x3xf32>, %w: tensor<3x7xf32> {autotune.constant}, %s: tensor<7xf32> {autotune.constant}) -> tensor<5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w, %s : tensor<5x3xf32>, tensor<3x7xf32>, tensor<7xf32>) outs(%i : tensor<5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %t = arith.mulf %b, %c : f32
    %p = arith.mulf %a, %t : f32
    %q = arith.addf %o, %p : f32
    linalg.yield %q : f32
  } -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// An op of constants alone is one.
// CHECK-LABEL: func.func @alone(
// CHECK-NEXT: arith.constant dense_resource<folded_
// CHECK-NEXT: return
func.func @alone() -> tensor<3x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %r = linalg.transpose ins(%w : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  return %r : tensor<3x2xf32>
}

// What stays: a cheap op, a product of a row and a column, fast-math flags, shapes that are not known, inputs.
// CHECK-LABEL: func.func @cheap(
// CHECK: scf.for
// CHECK: arith.addf
// CHECK: return
func.func @cheap(%x: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %w = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<8xf32>
  %eps = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<5x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #j, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<5x8xf32>, tensor<8xf32>) outs(%e : tensor<5x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.addf %b, %eps : f32
    %p = arith.maximumf %a, %q : f32
    linalg.yield %p : f32
  } -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

// CHECK-LABEL: func.func @outer(
// CHECK: scf.for
// CHECK: arith.mulf
// CHECK: return
func.func @outer(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %v = arith.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %w = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<3x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #i, #j, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %v, %w : tensor<3x8xf32>, tensor<3xf32>, tensor<8xf32>) outs(%e : tensor<3x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %q = arith.mulf %b, %c : f32
    %p = arith.maximumf %a, %q : f32
    linalg.yield %p : f32
  } -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}

// CHECK-LABEL: func.func @flags(
// CHECK: scf.for
// CHECK: math.sqrt
// CHECK: return
func.func @flags(%x: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %w = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<5x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #j, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<5x8xf32>, tensor<8xf32>) outs(%e : tensor<5x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = math.sqrt %b fastmath<afn> : f32
    %p = arith.maximumf %a, %q : f32
    linalg.yield %p : f32
  } -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

// CHECK-LABEL: func.func @inputs(
// CHECK: scf.for
// CHECK: math.sqrt
// CHECK: return
func.func @inputs(%x: tensor<5x8xf32>, %w: tensor<8xf32>) -> tensor<5x8xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #j, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<5x8xf32>, tensor<8xf32>) outs(%e : tensor<5x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = math.sqrt %b : f32
    %p = arith.maximumf %a, %q : f32
    linalg.yield %p : f32
  } -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

// A region may read any value of the body.
// CHECK-LABEL: func.func @region(
// CHECK: math.sqrt
// CHECK: scf.if
// CHECK: return
func.func @region(%x: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %w = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<5x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #j, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<5x8xf32>, tensor<8xf32>) outs(%e : tensor<5x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = math.sqrt %b : f32
    %is_less = arith.cmpf olt, %a, %q : f32
    %p = scf.if %is_less -> f32 {
      scf.yield %b : f32
    } else {
      scf.yield %a : f32
    }
    linalg.yield %p : f32
  } -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}
