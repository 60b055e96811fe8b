// With fp=relaxed, what scales and shifts channels by constants becomes weights and initial value.
//
// RUN: autotune-opt %s --split-input-file --autotune="target=x86-64-v3 model=none remarks=all fp=relaxed" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: autotune-opt %s --split-input-file --autotune="target=x86-64-v3 model=none remarks=none fp=relaxed" | FileCheck %s
//
// Without it nothing is folded, and no remark tells so.
// RUN: autotune-opt %s --split-input-file --autotune="target=x86-64-v3 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: channels

// A batch norm before its ReLU: one product with other weights, from another initial value.
// REMARK: linalg.conv_2d_nhwc_hwcf rewritten: 4 operations on its channels became its weights and initial value
// CHECK-LABEL: func.func @conv_norm(
// CHECK-DAG: %[[WEIGHTS:.+]] = arith.constant dense_resource<folded_{{[0-9a-f]+}}> : tensor<3x3x3x5xf32>
// CHECK-DAG: %[[INIT:.+]] = arith.constant dense_resource<folded_{{[0-9a-f]+}}> : tensor<5xf32>
// CHECK: {{tensor.extract|vector.transfer_read}} %[[INIT]]
// CHECK: {{tensor.extract|vector.transfer_read}} %[[WEIGHTS]]
// CHECK-NOT: arith.subf
// CHECK-NOT: arith.mulf
// CHECK: arith.maximumf
#nhwc = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
func.func @conv_norm(%x: tensor<1x9x9x3xf32>) -> tensor<1x7x7x5xf32> {
  %w = arith.constant dense<0.25> : tensor<3x3x3x5xf32>
  %bias = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %mean = arith.constant dense<[1.0, 2.0, -3.0, 0.25, 0.1]> : tensor<5xf32>
  %var = arith.constant dense<[1.0, 2.0, 3.0, 0.3, 1.0]> : tensor<5xf32>
  %gamma = arith.constant dense<[1.5, 0.7, -0.3, 2.0, 1.0]> : tensor<5xf32>
  %beta = arith.constant dense<0.5> : tensor<5xf32>
  %eps = arith.constant 1.0e-5 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x7x7x5xf32>
  %i = linalg.broadcast ins(%bias : tensor<5xf32>) outs(%e : tensor<1x7x7x5xf32>) dimensions = [0, 1, 2]
  %y = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9x3xf32>, tensor<3x3x3x5xf32>) outs(%i : tensor<1x7x7x5xf32>) -> tensor<1x7x7x5xf32>
  %r = linalg.generic {indexing_maps = [#nhwc, #c, #c, #c, #c, #nhwc], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %mean, %var, %gamma, %beta : tensor<1x7x7x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
      outs(%e : tensor<1x7x7x5xf32>) {
  ^bb0(%a: f32, %m: f32, %v: f32, %g: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %s = arith.addf %v, %eps : f32
    %q = math.rsqrt %s : f32
    %p = arith.mulf %d, %q : f32
    %t = arith.mulf %p, %g : f32
    %u = arith.addf %t, %b : f32
    %z = arith.maximumf %u, %zero : f32
    linalg.yield %z : f32
  } -> tensor<1x7x7x5xf32>
  return %r : tensor<1x7x7x5xf32>
}

// -----

// Of arguments: @f_prepack multiplies in double precision and rounds once; zero stays the initial value.
// REMARK: linalg.matmul rewritten: 1 operation on its channels became its weights{{$}}
// CHECK-LABEL: func.func @arguments(
// CHECK-SAME: %{{.+}}: tensor<4x3xf32>, %{{.+}}: tensor<{{.+}}xf32> {autotune.packed})
// CHECK-NOT: arith.mulf
// CHECK-LABEL: func.func @arguments_prepack(
// CHECK: arith.extf
// CHECK: arith.mulf {{.+}}f64
// CHECK: arith.truncf
func.func @arguments(%x: tensor<4x3xf32>, %w: tensor<3x6xf32> {autotune.constant}, %a: tensor<6xf32> {autotune.constant}) -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x6xf32>) outs(%i : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %a : tensor<4x6xf32>, tensor<6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %p = arith.mulf %v, %s : f32
    linalg.yield %p : f32
  } -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// Named ops one after the other.
// REMARK: linalg.matmul rewritten: 1 operation on its channels became its initial value
// REMARK: linalg.matmul rewritten: 1 operation on its channels became its weights
// CHECK-LABEL: func.func @named(
// CHECK-NOT: arith.subf
// CHECK-NOT: arith.divf
// CHECK-LABEL: func.func @named_prepack(
func.func @named(%x: tensor<4x3xf32>, %w: tensor<3x6xf32> {autotune.constant}, %a: tensor<6xf32> {autotune.constant}) -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x6xf32>) outs(%i : tensor<4x6xf32>) -> tensor<4x6xf32>
  %rows = linalg.broadcast ins(%a : tensor<6xf32>) outs(%e : tensor<4x6xf32>) dimensions = [0]
  %t = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%r, %rows : tensor<4x6xf32>, tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.elementwise kind=#linalg.elementwise_kind<div> ins(%t, %rows : tensor<4x6xf32>, tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// What is not folded, and why.
// REMARK: linalg.matmul: what scales and shifts its channels stays: the weights are no constant
// CHECK-LABEL: func.func @weights_vary(
// CHECK: arith.mulf
func.func @weights_vary(%x: tensor<4x3xf32>, %w: tensor<3x6xf32>, %a: tensor<6xf32> {autotune.constant}) -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x6xf32>) outs(%i : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %a : tensor<4x6xf32>, tensor<6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %p = arith.mulf %v, %s : f32
    linalg.yield %p : f32
  } -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// REMARK: linalg.matmul: what scales and shifts its channels stays: others use the result without them
// CHECK-LABEL: func.func @two_users(
// CHECK: arith.mulf
func.func @two_users(%x: tensor<4x3xf32>, %w: tensor<3x6xf32> {autotune.constant}, %a: tensor<6xf32> {autotune.constant}) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x6xf32>) outs(%i : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %a : tensor<4x6xf32>, tensor<6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %p = arith.mulf %v, %s : f32
    linalg.yield %p : f32
  } -> tensor<4x6xf32>
  return %y, %r : tensor<4x6xf32>, tensor<4x6xf32>
}

// -----

// REMARK: linalg.matmul: what scales and shifts its channels stays: the initial value is no constant
// CHECK-LABEL: func.func @init_varies(
// CHECK: arith.mulf
func.func @init_varies(%x: tensor<4x3xf32>, %w: tensor<3x6xf32> {autotune.constant}, %a: tensor<6xf32> {autotune.constant}, %i: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x6xf32>) outs(%i : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %a : tensor<4x6xf32>, tensor<6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %p = arith.mulf %v, %s : f32
    linalg.yield %p : f32
  } -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// Rows are no channels of these weights, and shapes that are not known are left alone, as is a scale that is no constant.
// REMARK-NOT: channels
// CHECK-LABEL: func.func @rows(
// CHECK: arith.mulf
func.func @rows(%x: tensor<4x3xf32>, %w: tensor<3x6xf32> {autotune.constant}, %a: tensor<4xf32> {autotune.constant}) -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x6xf32>) outs(%i : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %a : tensor<4x6xf32>, tensor<4xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %p = arith.mulf %v, %s : f32
    linalg.yield %p : f32
  } -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @scale_varies(
// CHECK: arith.mulf
func.func @scale_varies(%x: tensor<4x3xf32>, %w: tensor<3x6xf32> {autotune.constant}, %a: tensor<6xf32>) -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x6xf32>) outs(%i : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %a : tensor<4x6xf32>, tensor<6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %p = arith.mulf %v, %s : f32
    linalg.yield %p : f32
  } -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// Rows of unknown number: the pieces are scaled one by one.
// CHECK-LABEL: func.func @dynamic(
// CHECK: vector.fma
// CHECK: arith.mulf
func.func @dynamic(%x: tensor<?x3xf32>, %w: tensor<3x6xf32> {autotune.constant}, %a: tensor<6xf32> {autotune.constant}, %e: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x6xf32>) -> tensor<?x6xf32>
  %r = linalg.matmul ins(%x, %w : tensor<?x3xf32>, tensor<3x6xf32>) outs(%i : tensor<?x6xf32>) -> tensor<?x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %a : tensor<?x6xf32>, tensor<6xf32>) outs(%e : tensor<?x6xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %p = arith.mulf %v, %s : f32
    linalg.yield %p : f32
  } -> tensor<?x6xf32>
  return %y : tensor<?x6xf32>
}

// -----

// The product is scaled in a region, which may not be run.
// CHECK-LABEL: func.func @region(
// CHECK: arith.mulf
func.func @region(%x: tensor<4x3xf32>, %w: tensor<3x6xf32> {autotune.constant}, %a: tensor<6xf32> {autotune.constant}) -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x6xf32>) outs(%i : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %a : tensor<4x6xf32>, tensor<6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %is_less = arith.cmpf olt, %s, %zero : f32
    %p = scf.if %is_less -> f32 {
      %q = arith.mulf %v, %s : f32
      scf.yield %q : f32
    } else {
      scf.yield %s : f32
    }
    linalg.yield %p : f32
  } -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}
