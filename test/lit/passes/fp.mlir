// fp= says what may change in floating-point results: the order of sums, fused multiply-adds, functions.
//
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none fp=strict" %s | FileCheck %s --check-prefixes=STRICT,ORDERED
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none fp=source" %s | FileCheck %s --check-prefixes=SOURCE,ORDERED
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none fp=reassoc" %s | FileCheck %s --check-prefixes=FREE
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none" %s | FileCheck %s --check-prefixes=FREE
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none fp=strict emit=annotate" %s | FileCheck %s --check-prefix=NOTE
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none fp=strict emit=annotate" %s | autotune-opt --autotune="target=x86-64-v3" | FileCheck %s --check-prefixes=STRICT,ORDERED
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none fp=strict emit=schedule" %s | autotune-opt --transform-interpreter | FileCheck %s --check-prefixes=STRICT,ORDERED
// RUN: not autotune-opt --autotune="fp=fast" %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %autotune run %s --check --target host | FileCheck %s --check-prefix=EXECUTED

// BAD: option 'fp': 'fast' is not known; use one of: auto, strict, source, reassoc, relaxed
// EXECUTED: @user: agrees, max error 0
// No mark of a run stays in the payload.
// STRICT-NOT: fp_of_run
// SOURCE-NOT: fp_of_run
// NOTE-NOT: fp_of_run

// The rule reduce would change the order of the sum.
// ORDERED-LABEL: func @sum
// ORDERED-NOT: vector.reduction
// ORDERED-NOT: "reduce(
// FREE-LABEL: func @sum
// FREE: "reduce(
// NOTE-LABEL: func @sum
// NOTE: autotune.fp = "strict"
func.func @sum(%a: tensor<64xf32>, %c: tensor<f32>) -> tensor<f32> {
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64xf32>) outs(%c : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}

// A maximum has one result in every order.
// ORDERED-LABEL: func @maximum
// ORDERED: "reduce(
func.func @maximum(%a: tensor<64xf32>, %c: tensor<f32>) -> tensor<f32> {
  %s = linalg.reduce { arith.maximumf } ins(%a : tensor<64xf32>) outs(%c : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}

// ORDERED-LABEL: func @product
// ORDERED-NOT: vector.fma
// ORDERED: arith.mulf
// ORDERED: arith.addf
// FREE-LABEL: func @product
// FREE: vector.fma
func.func @product(%a: tensor<8x16xf32>, %b: tensor<16x24xf32>, %c: tensor<8x24xf32>) -> tensor<8x24xf32> {
  %s = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x24xf32>) outs(%c : tensor<8x24xf32>) -> tensor<8x24xf32>
  return %s : tensor<8x24xf32>
}

#row = affine_map<(i) -> (i)>
#sum = affine_map<(i) -> ()>

// Flags of the op: `contract` counts in both modes, `reassoc` under `source`.
// ORDERED-LABEL: func @flags
// ORDERED: vector.fma
// STRICT-NOT: "reduce(
// SOURCE: "reduce(
func.func @flags(%a: tensor<64xf32>, %c: tensor<f32>) -> tensor<f32> {
  %s = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["reduction"]}
      ins(%a : tensor<64xf32>) outs(%c : tensor<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %p = arith.mulf %x, %x fastmath<contract> : f32
    %r = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %s : tensor<f32>
}

// One of the two ops alone does not allow it.
// ORDERED-LABEL: func @product_alone
// ORDERED-NOT: vector.fma
func.func @product_alone(%a: tensor<64xf32>, %c: tensor<f32>) -> tensor<f32> {
  %s = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["reduction"]}
      ins(%a : tensor<64xf32>) outs(%c : tensor<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %p = arith.mulf %x, %x fastmath<contract> : f32
    %r = arith.addf %acc, %p : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %s : tensor<f32>
}

// ORDERED-LABEL: func @sum_alone
// ORDERED-NOT: vector.fma
// ORDERED: return
func.func @sum_alone(%a: tensor<64xf32>, %c: tensor<f32>) -> tensor<f32> {
  %s = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["reduction"]}
      ins(%a : tensor<64xf32>) outs(%c : tensor<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %p = arith.mulf %x, %x : f32
    %r = arith.addf %acc, %p fastmath<contract> : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %s : tensor<f32>
}

// ORDERED-LABEL: func @function
// STRICT: math.exp %{{.*}} : f32
// SOURCE: math.exp %{{.*}} : vector<8xf32>
// FREE-LABEL: func @function
// FREE: math.exp %{{.*}} : vector<8xf32>
func.func @function(%a: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %e = tensor.empty() : tensor<4x64xf32>
  %s = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4x64xf32>) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %s : tensor<4x64xf32>
}

// An attribute of the op's own goes before the option.
// FREE-LABEL: func @user
// FREE-NOT: vector.fma
// FREE: return
func.func @user(%a: tensor<8x16xf32>, %b: tensor<16x24xf32>, %c: tensor<8x24xf32>) -> tensor<8x24xf32> {
  %s = linalg.matmul {autotune.fp = "strict"} ins(%a, %b : tensor<8x16xf32>, tensor<16x24xf32>) outs(%c : tensor<8x24xf32>) -> tensor<8x24xf32>
  return %s : tensor<8x24xf32>
}
