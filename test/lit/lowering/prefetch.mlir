// Packed constants are asked for a panel ahead, by equal shares of the trips that go through this one:
// here 1024 lines by 6 x 64 trips, of which each asks for 3. The last panel asks for what is inside the buffer.
//
// DEFINE: %{schedule} = direct(vector=i1x16,block=[8,32,8],order2=[1,0],pack=[2:0])
// DEFINE: %{tune} = --autotune="target=x86-64-v4 remarks=none schedule={%{schedule}}"
// RUN: autotune-opt %s %{tune} --autotune-bufferize-loops --autotune-prefetch | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v4
//
// Of floats of 8 bits a line of 64 bytes has 64, so each trip asks for one line, 64 elements on:
// RUN: autotune-opt %s %{tune} --autotune-bufferize-loops | sed 's/f32/f8E4M3FN/g' \
// RUN:   | autotune-opt --autotune-prefetch | FileCheck %s --check-prefix=BYTES
// BYTES: affine_map<(d0, d1, d2, d3, d4) -> ({{.*}} * 64 + d0)>
// BYTES: memref.prefetch {{.*}} memref<16x512x32xf8E4M3FN>

// CHECK-DAG: #[[$NEXT:.*]] = affine_map<(d0, d1, d2) -> ({{.*}}, 243712)>
// CHECK-DAG: #[[$TRIP:.*]] = affine_map<(d0, d1, d2, d3, d4) -> ({{.*}} * 48 + d0)>

// CHECK-LABEL: func.func @weights(
// CHECK: scf.for
// CHECK: %[[NEXT:.*]] = affine.min #[[$NEXT]]
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[AT:.*]] = affine.apply #[[$TRIP]](%[[NEXT]],
// CHECK-NEXT: memref.prefetch %{{.*}}[%c0{{.*}}, %c0{{.*}}, %[[AT]]], read, locality<2>, data : memref<16x512x32xf32>
// CHECK-COUNT-2: memref.prefetch
// CHECK-NOT: memref.prefetch
func.func @weights(%a: tensor<48x512xf32>, %w: tensor<512x512xf32> {autotune.constant},
                   %start: tensor<48x512xf32>) -> tensor<48x512xf32> {
  %sum = linalg.matmul ins(%a, %w : tensor<48x512xf32>, tensor<512x512xf32>)
                       outs(%start : tensor<48x512xf32>) -> tensor<48x512xf32>
  return %sum : tensor<48x512xf32>
}

// What is packed at every call was read and written just before.
// CHECK-LABEL: func.func @not_constant(
// CHECK-NOT: memref.prefetch
func.func @not_constant(%a: tensor<48x512xf32>, %w: tensor<512x512xf32>,
                        %start: tensor<48x512xf32>) -> tensor<48x512xf32> {
  %sum = linalg.matmul ins(%a, %w : tensor<48x512xf32>, tensor<512x512xf32>)
                       outs(%start : tensor<48x512xf32>) -> tensor<48x512xf32>
  return %sum : tensor<48x512xf32>
}

// 128 KiB stay in the caches.
// CHECK-LABEL: func.func @small(
// CHECK-NOT: memref.prefetch
func.func @small(%a: tensor<48x512xf32>, %w: tensor<512x64xf32> {autotune.constant},
                 %start: tensor<48x64xf32>) -> tensor<48x64xf32> {
  %sum = linalg.matmul ins(%a, %w : tensor<48x512xf32>, tensor<512x64xf32>)
                       outs(%start : tensor<48x64xf32>) -> tensor<48x64xf32>
  return %sum : tensor<48x64xf32>
}

// Nobody comes back to a panel. Two are read side by side, each asked for 2 or 4 KiB ahead as a stream.
// CHECK-LABEL: func.func @read_once(
// CHECK: memref.prefetch {{.*}} locality<2>, data : memref<32x512x16xf32>
func.func @read_once(%a: tensor<8x512xf32>, %w: tensor<512x512xf32> {autotune.constant},
                     %start: tensor<8x512xf32>) -> tensor<8x512xf32> {
  %sum = linalg.matmul ins(%a, %w : tensor<8x512xf32>, tensor<512x512xf32>)
                       outs(%start : tensor<8x512xf32>) -> tensor<8x512xf32>
  return %sum : tensor<8x512xf32>
}
