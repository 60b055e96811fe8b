// Products of few rows that read the same weights are one product where none needs what another one gives.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=analytical remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=analytical remarks=none" | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v4
// RUN: %autotune run %s --check --target x86-64-v3 --fp strict --tolerance 0
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none fp=strict" | FileCheck %s --check-prefix=STRICT

// The steps of a recurrent network: what they read of the input is one product, the others wait for one another.
// REMARK: linalg.matmul rewritten: one product with the next 2 of the same weights, of 5 rows
// REMARK: linalg.matmul rewritten: one product with the next 1 of the same weights, of 3 rows
// REMARK: linalg.matmul rewritten: one product with the next 1 of the same weights, of 2 rows
// REMARK-NOT: rewritten: one product
// The sums of fp=strict are rounded as they were before.
// STRICT-LABEL: func.func @steps(
// STRICT: tensor.concat
// STRICT-NOT: fma
// STRICT: return
// CHECK-LABEL: func.func @steps(
// CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x97xf32>, tensor<3x97xf32>, tensor<1x97xf32>) -> tensor<5x97xf32>
// CHECK: tensor.extract_slice %[[ALL:.*]][0, 0] [1, 131] [1, 1] : tensor<5x131xf32> to tensor<1x131xf32>
// CHECK: tensor.extract_slice %[[ALL]][1, 0] [3, 131] [1, 1] : tensor<5x131xf32> to tensor<3x131xf32>
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @steps(%x: tensor<7x97xf32>, %w: tensor<97x131xf32>, %u: tensor<131x131xf32>, %h0: tensor<1x131xf32>) -> tensor<3x131xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x131xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x131xf32>) -> tensor<1x131xf32>
  %e3 = tensor.empty() : tensor<3x131xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<3x131xf32>) -> tensor<3x131xf32>
  %x0 = tensor.extract_slice %x[6, 0] [1, 97] [1, 1] : tensor<7x97xf32> to tensor<1x97xf32>
  %p0 = linalg.matmul ins(%x0, %w : tensor<1x97xf32>, tensor<97x131xf32>) outs(%f : tensor<1x131xf32>) -> tensor<1x131xf32>
  %h1 = linalg.matmul ins(%h0, %u : tensor<1x131xf32>, tensor<131x131xf32>) outs(%p0 : tensor<1x131xf32>) -> tensor<1x131xf32>
  %x1 = tensor.extract_slice %x[1, 0] [3, 97] [1, 1] : tensor<7x97xf32> to tensor<3x97xf32>
  %p1 = linalg.matmul ins(%x1, %w : tensor<3x97xf32>, tensor<97x131xf32>) outs(%f3 : tensor<3x131xf32>) -> tensor<3x131xf32>
  %h2 = linalg.matmul ins(%h1, %u : tensor<1x131xf32>, tensor<131x131xf32>) outs(%f : tensor<1x131xf32>) -> tensor<1x131xf32>
  %x2 = tensor.extract_slice %x[0, 0] [1, 97] [1, 1] : tensor<7x97xf32> to tensor<1x97xf32>
  %p2 = linalg.matmul ins(%x2, %w : tensor<1x97xf32>, tensor<97x131xf32>) outs(%f : tensor<1x131xf32>) -> tensor<1x131xf32>
  %s = linalg.add ins(%p2, %h2 : tensor<1x131xf32>, tensor<1x131xf32>) outs(%e : tensor<1x131xf32>) -> tensor<1x131xf32>
  %h3 = linalg.matmul ins(%s, %u : tensor<1x131xf32>, tensor<131x131xf32>) outs(%f : tensor<1x131xf32>) -> tensor<1x131xf32>
  %r0 = tensor.insert_slice %h3 into %p1[1, 0] [1, 131] [1, 1] : tensor<1x131xf32> into tensor<3x131xf32>
  return %r0 : tensor<3x131xf32>
}

// Weights that are read transposed, rows behind reshapes, a product without rows, which stays, and sums that begin with one.
// CHECK-LABEL: func.func @transposed(
// CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<2x103xf32>, tensor<1x103xf32>) -> tensor<3x103xf32>
// CHECK: tensor.extract_slice %{{.*}}[2, 0] [1, 139] [1, 1] : tensor<3x139xf32> to tensor<1x139xf32>
// CHECK: return
func.func @transposed(%x: tensor<2x103xf32>, %none: tensor<0x103xf32>, %y: tensor<103xf32>, %w: tensor<139x103xf32>) -> (tensor<2x139xf32>, tensor<0x139xf32>, tensor<1x139xf32>) {
  %one = arith.constant 1.0 : f32
  %e2 = tensor.empty() : tensor<2x139xf32>
  %f2 = linalg.fill ins(%one : f32) outs(%e2 : tensor<2x139xf32>) -> tensor<2x139xf32>
  %e1 = tensor.empty() : tensor<1x139xf32>
  %f1 = linalg.fill ins(%one : f32) outs(%e1 : tensor<1x139xf32>) -> tensor<1x139xf32>
  %e0 = tensor.empty() : tensor<0x139xf32>
  %f0 = linalg.fill ins(%one : f32) outs(%e0 : tensor<0x139xf32>) -> tensor<0x139xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<2x103xf32>, tensor<139x103xf32>) outs(%f2 : tensor<2x139xf32>) -> tensor<2x139xf32>
  %n = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%none, %w : tensor<0x103xf32>, tensor<139x103xf32>) outs(%f0 : tensor<0x139xf32>) -> tensor<0x139xf32>
  %y1 = tensor.expand_shape %y [[0, 1]] output_shape [1, 103] : tensor<103xf32> into tensor<1x103xf32>
  %q = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%y1, %w : tensor<1x103xf32>, tensor<139x103xf32>) outs(%f1 : tensor<1x139xf32>) -> tensor<1x139xf32>
  return %p, %n, %q : tensor<2x139xf32>, tensor<0x139xf32>, tensor<1x139xf32>
}

// Other sums to begin with, small weights, and more rows than wait for weights.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @others(%x: tensor<1x97xf32>, %y: tensor<1x97xf32>, %many: tensor<8x97xf32>, %w: tensor<97x131xf32>, %small: tensor<97x5xf32>)
    -> (tensor<1x131xf32>, tensor<1x131xf32>, tensor<1x5xf32>, tensor<1x5xf32>, tensor<8x131xf32>) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<1x131xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x131xf32>) -> tensor<1x131xf32>
  %g = linalg.fill ins(%one : f32) outs(%e : tensor<1x131xf32>) -> tensor<1x131xf32>
  %e5 = tensor.empty() : tensor<1x5xf32>
  %f5 = linalg.fill ins(%z : f32) outs(%e5 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %e8 = tensor.empty() : tensor<8x131xf32>
  %f8 = linalg.fill ins(%z : f32) outs(%e8 : tensor<8x131xf32>) -> tensor<8x131xf32>
  %p = linalg.matmul ins(%x, %w : tensor<1x97xf32>, tensor<97x131xf32>) outs(%f : tensor<1x131xf32>) -> tensor<1x131xf32>
  %q = linalg.matmul ins(%y, %w : tensor<1x97xf32>, tensor<97x131xf32>) outs(%g : tensor<1x131xf32>) -> tensor<1x131xf32>
  %r = linalg.matmul ins(%x, %small : tensor<1x97xf32>, tensor<97x5xf32>) outs(%f5 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %s = linalg.matmul ins(%y, %small : tensor<1x97xf32>, tensor<97x5xf32>) outs(%f5 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %t = linalg.matmul ins(%many, %w : tensor<8x97xf32>, tensor<97x131xf32>) outs(%f8 : tensor<8x131xf32>) -> tensor<8x131xf32>
  return %p, %q, %r, %s, %t : tensor<1x131xf32>, tensor<1x131xf32>, tensor<1x5xf32>, tensor<1x5xf32>, tensor<8x131xf32>
}

// Weights that do not say how many columns or terms there are: one product has others than the other one.
// CHECK-LABEL: func.func @sizes(
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @sizes(%x: tensor<1x101xf32>, %y: tensor<1x8900xf32>, %z: tensor<1x9000xf32>, %w: tensor<9000xf32>)
    -> (tensor<1x8900xf32>, tensor<1x101xf32>, tensor<1x17xf32>, tensor<1x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x8900xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x8900xf32>) -> tensor<1x8900xf32>
  %e1 = tensor.empty() : tensor<1x101xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x101xf32>) -> tensor<1x101xf32>
  %e2 = tensor.empty() : tensor<1x17xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x17xf32>) -> tensor<1x17xf32>
  %e3 = tensor.empty() : tensor<1x16xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<1x16xf32>) -> tensor<1x16xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n + k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<1x101xf32>, tensor<9000xf32>) outs(%f0 : tensor<1x8900xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    %s = arith.addf %o, %t : f32
    linalg.yield %s : f32
  } -> tensor<1x8900xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n + k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%y, %w : tensor<1x8900xf32>, tensor<9000xf32>) outs(%f1 : tensor<1x101xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    %s = arith.addf %o, %t : f32
    linalg.yield %s : f32
  } -> tensor<1x101xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%z, %w : tensor<1x9000xf32>, tensor<9000xf32>) outs(%f2 : tensor<1x17xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    %s = arith.addf %o, %t : f32
    linalg.yield %s : f32
  } -> tensor<1x17xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%z, %w : tensor<1x9000xf32>, tensor<9000xf32>) outs(%f3 : tensor<1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    %s = arith.addf %o, %t : f32
    linalg.yield %s : f32
  } -> tensor<1x16xf32>
  return %p, %q, %r, %u : tensor<1x8900xf32>, tensor<1x101xf32>, tensor<1x17xf32>, tensor<1x16xf32>
}

// Products that may be rounded in different ways stay apart.
// CHECK-LABEL: func.func @modes(
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @modes(%x: tensor<1x97xf32>, %y: tensor<1x97xf32>, %w: tensor<97x131xf32>) -> (tensor<1x131xf32>, tensor<1x131xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x131xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x131xf32>) -> tensor<1x131xf32>
  %p = linalg.matmul {autotune.fp = "source"} ins(%x, %w : tensor<1x97xf32>, tensor<97x131xf32>) outs(%f : tensor<1x131xf32>) -> tensor<1x131xf32>
  %q = linalg.matmul {autotune.fp = "strict"} ins(%y, %w : tensor<1x97xf32>, tensor<97x131xf32>) outs(%f : tensor<1x131xf32>) -> tensor<1x131xf32>
  return %p, %q : tensor<1x131xf32>, tensor<1x131xf32>
}

// In a loop: weights and rows of around it, and rows that the loop makes.
// CHECK-LABEL: func.func @loop(
// CHECK: scf.for
// CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<1x97xf32>, tensor<1x97xf32>) -> tensor<2x97xf32>
// CHECK: return
func.func @loop(%x: tensor<1x97xf32>, %y: tensor<1x97xf32>, %w: tensor<97x97xf32>) -> tensor<1x97xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x97xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x97xf32>) -> tensor<1x97xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %y) -> tensor<1x97xf32> {
    %p = linalg.matmul ins(%x, %w : tensor<1x97xf32>, tensor<97x97xf32>) outs(%f : tensor<1x97xf32>) -> tensor<1x97xf32>
    %q = linalg.matmul ins(%h, %w : tensor<1x97xf32>, tensor<97x97xf32>) outs(%f : tensor<1x97xf32>) -> tensor<1x97xf32>
    %s = linalg.add ins(%p, %q : tensor<1x97xf32>, tensor<1x97xf32>) outs(%e : tensor<1x97xf32>) -> tensor<1x97xf32>
    scf.yield %s : tensor<1x97xf32>
  }
  return %r : tensor<1x97xf32>
}
