// What a nest reads once and no cache holds is asked for ahead, by a loop that moves by 2 KiB or by as many trips as make 1 KiB; no
// element is beyond the end. Where others are read beside it, what the second cache does not hold.
//
// DEFINE: %{tune} = --autotune="target=x86-64-v4 remarks=none schedule={reduce(vector=i1x16,block=[4,16])}"
// RUN: autotune-opt %s %{tune} --autotune-bufferize-loops --autotune-prefetch | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v4

// Four rows of 2 KiB: the next ones, 2048 elements on.
// Four rows that are further apart than the second cache bears: 1 KiB on.
// CHECK-DAG: #[[$AHEAD:.*]] = affine_map<(d0, d1) -> ({{.*}} * 512 + 2048, 16777215)>
// CHECK-DAG: affine_map<(d0, d1) -> ({{.*}} * 40009 + 256, 1480332)>
// CHECK-LABEL: func.func @rows(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[FROM:.*]] = affine.min #[[$AHEAD]]
// CHECK-NEXT: memref.prefetch %{{.*}}[%c0{{.*}}, %[[FROM]]], read, locality<2>, data : memref<32768x512xf32>
// CHECK-NEXT: vector.transfer_read
// CHECK-COUNT-3: memref.prefetch
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @rows(%x: tensor<32768x512xf32>, %start: tensor<32768xf32>) -> tensor<32768xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<32768x512xf32>) outs(%start : tensor<32768xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<32768xf32>
  return %r : tensor<32768xf32>
}

// CHECK-LABEL: func.func @in_a_cache(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @in_a_cache(%x: tensor<1024x512xf32>, %start: tensor<1024xf32>) -> tensor<1024xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<1024x512xf32>) outs(%start : tensor<1024xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<1024xf32>
  return %r : tensor<1024xf32>
}

// CHECK-LABEL: func.func @written(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @written(%x: tensor<32768x512xf32>) -> tensor<32768x512xf32> {
  %e = tensor.empty() : tensor<32768x512xf32>
  %r = linalg.exp ins(%x : tensor<32768x512xf32>) outs(%e : tensor<32768x512xf32>) -> tensor<32768x512xf32>
  return %r : tensor<32768x512xf32>
}

// Weights of a row of data: the four rows are asked for by their next ones, as soon as the second cache does not hold all. Each line is asked for once.
// CHECK-LABEL: func.func @weights(
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-4: memref.prefetch {{.*}} locality<2>, data : memref<1024x512xf32>
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @weights(%x: tensor<512xf32>, %w: tensor<1024x512xf32> {autotune.constant}, %start: tensor<1024xf32>) -> tensor<1024xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]}
    ins(%x, %w : tensor<512xf32>, tensor<1024x512xf32>) outs(%start : tensor<1024xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %v = arith.addf %o, %p : f32
    linalg.yield %v : f32
  } -> tensor<1024xf32>
  return %r : tensor<1024xf32>
}

// CHECK-LABEL: func.func @long_weights(
// CHECK-COUNT-4: memref.prefetch {{.*}} locality<2>, data : memref<37x40009xf32>
// CHECK: return
func.func @long_weights(%x: tensor<40009xf32>, %w: tensor<37x40009xf32> {autotune.constant}, %start: tensor<37xf32>) -> tensor<37xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]}
    ins(%x, %w : tensor<40009xf32>, tensor<37x40009xf32>) outs(%start : tensor<37xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %v = arith.addf %o, %p : f32
    linalg.yield %v : f32
  } -> tensor<37xf32>
  return %r : tensor<37xf32>
}

// Odd rows and columns, whose rows begin anywhere in a line, and the rests of both.
// CHECK-LABEL: func.func @odd_weights(
// CHECK: memref.prefetch {{.*}} memref<1031x509xf32>
// CHECK: return
func.func @odd_weights(%x: tensor<509xf32>, %w: tensor<1031x509xf32> {autotune.constant}, %start: tensor<1031xf32>) -> tensor<1031xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]}
    ins(%x, %w : tensor<509xf32>, tensor<1031x509xf32>) outs(%start : tensor<1031xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %v = arith.addf %o, %p : f32
    linalg.yield %v : f32
  } -> tensor<1031xf32>
  return %r : tensor<1031xf32>
}
