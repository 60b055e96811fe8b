// Integers of 4 bits are packed in bytes before a module is planned, as they are where one is tuned.
//
// RUN: rm -f %t.db && %autotune collect %t.db --modules %s --plan 2>&1 | FileCheck %s
// CHECK: collect_i4.mlir: {{[1-9][0-9]*}} tasks
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%weights: tensor<16x32xi4>) -> tensor<16x32xf32> {
  %empty = tensor.empty() : tensor<16x32xf32>
  %wide = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%weights : tensor<16x32xi4>) outs(%empty : tensor<16x32xf32>) {
  ^bb0(%w: i4, %out: f32):
    %f = arith.uitofp %w : i4 to f32
    linalg.yield %f : f32
  } -> tensor<16x32xf32>
  return %wide : tensor<16x32xf32>
}
