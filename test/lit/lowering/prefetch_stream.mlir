// What a nest reads once and no cache holds is asked for ahead, by a loop that moves by 2 KiB or by as many trips as make 4 KiB; no
// element is beyond the end.
//
// DEFINE: %{tune} = --autotune="target=x86-64-v4 remarks=none schedule={reduce(vector=i1x16,block=[4,16])}"
// RUN: autotune-opt %s %{tune} --autotune-bufferize-loops --autotune-prefetch | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v4

// Four rows of 2 KiB: the next ones, 2048 elements on.
// CHECK: #[[$AHEAD:.*]] = affine_map<(d0, d1) -> ({{.*}} * 512 + 2048, 16777215)>
// CHECK-LABEL: func.func @rows(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[FROM:.*]] = affine.min #[[$AHEAD]]
// CHECK-NEXT: memref.prefetch %{{.*}}[%c0{{.*}}, %[[FROM]]], read, locality<3>, data : memref<32768x512xf32>
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

// Four rows of 8 KiB: asked for so far ahead, they would have left the first cache again.
// CHECK-LABEL: func.func @long_rows(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @long_rows(%x: tensor<8192x2048xf32>, %start: tensor<8192xf32>) -> tensor<8192xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<8192x2048xf32>) outs(%start : tensor<8192xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<8192xf32>
  return %r : tensor<8192xf32>
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
