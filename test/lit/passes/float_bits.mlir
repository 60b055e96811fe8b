// Floats of 4 and 8 bits that are stored and no more become integers of their bits.
//
// RUN: autotune-opt %s --split-input-file --autotune-pack-integers | FileCheck %s
// RUN: autotune-opt %s --split-input-file --autotune="target=zen4 remarks=missed" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TOLD
// TOLD: floats of 4 and 8 bits are tuned as integers of their bits: run --autotune-pack-integers before

// A named op, of which both factors are such floats; weights that are all the same one.
// CHECK-LABEL: func.func @product(%arg0: tensor<5x7xi8>) -> tensor<5x3xf32>
// CHECK: arith.constant dense<56> : tensor<7x3xi8>
// CHECK: linalg.generic
// CHECK: ^bb0(%{{.*}}: i8, %{{.*}}: i8, %{{.*}}: f32)
// CHECK-COUNT-2: arith.bitcast %{{.*}} : i16 to f16
// CHECK-NOT: f8
func.func @product(%a: tensor<5x7xf8E5M2>) -> tensor<5x3xf32> {
  %b = arith.constant dense<1.0> : tensor<7x3xf8E4M3FN>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x3xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<5x3xf32>) -> tensor<5x3xf32>
  %r = linalg.matmul ins(%a, %b : tensor<5x7xf8E5M2>, tensor<7x3xf8E4M3FN>) outs(%i : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// -----

// Two a byte; a padding; a call.
// CHECK-LABEL: func.func @inner(%arg0: tensor<4x3xi8>) -> tensor<4x3xi8>
// CHECK-LABEL: func.func @outer(%arg0: tensor<4x3xi8>) -> tensor<4x8xf32>
// CHECK-NOT: f4E2M1FN
func.func @inner(%a: tensor<4x6xf4E2M1FN>) -> tensor<4x6xf4E2M1FN> {
  return %a : tensor<4x6xf4E2M1FN>
}
func.func @outer(%a: tensor<4x6xf4E2M1FN>) -> tensor<4x8xf32> {
  %c = call @inner(%a) : (tensor<4x6xf4E2M1FN>) -> tensor<4x6xf4E2M1FN>
  %one = arith.constant -1.0 : f4E2M1FN
  %p = tensor.pad %c low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f4E2M1FN
  } : tensor<4x6xf4E2M1FN> to tensor<4x8xf4E2M1FN>
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%p : tensor<4x8xf4E2M1FN>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%v: f4E2M1FN, %o: f32):
    %f = arith.extf %v : f4E2M1FN to f32
    linalg.yield %f : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// On memrefs, to f16 and f64.
// CHECK-LABEL: func.func @memrefs(%arg0: memref<9xi8>, %arg1: memref<9xf16>, %arg2: memref<9xf64>)
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.extf %{{.*}} : f32 to f64
func.func @memrefs(%a: memref<9xf8E4M3>, %b: memref<9xf16>, %c: memref<9xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : memref<9xf8E4M3>) outs(%b, %c : memref<9xf16>, memref<9xf64>) {
  ^bb0(%v: f8E4M3, %o: f16, %p: f64):
    %f = arith.extf %v : f8E4M3 to f16
    %g = arith.extf %v : f8E4M3 to f64
    linalg.yield %f, %g : f16, f64
  }
  return
}

// -----

// What computes with them stays, and so do all others.
// CHECK-LABEL: func.func @sums(%arg0: tensor<9xf8E5M2>) -> tensor<9xf8E5M2>
func.func @sums(%a: tensor<9xf8E5M2>) -> tensor<9xf8E5M2> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : tensor<9xf8E5M2>) outs(%a : tensor<9xf8E5M2>) {
  ^bb0(%v: f8E5M2, %o: f8E5M2):
    %f = arith.addf %v, %v : f8E5M2
    linalg.yield %f : f8E5M2
  } -> tensor<9xf8E5M2>
  return %r : tensor<9xf8E5M2>
}
