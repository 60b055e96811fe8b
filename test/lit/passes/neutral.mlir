// Partial results of lanes start from a value that leaves every other as it is: -0 and NaN too.
//
// RUN: autotune-opt %s --autotune="schedule={reduce(vector=i0x8, block=[8])}" | FileCheck %s
#in = affine_map<(i) -> (i)>
#out = affine_map<(i) -> ()>

// CHECK-LABEL: func.func @sum
// CHECK: dense<-0.000000e+00> : vector<8xf32>
func.func @sum(%a: tensor<64xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]}
      ins(%a : tensor<64xf32>) outs(%c : tensor<f32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.addf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @largest_number
// CHECK: dense<0x7FC00000> : vector<8xf32>
func.func @largest_number(%a: tensor<64xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]}
      ins(%a : tensor<64xf32>) outs(%c : tensor<f32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.maxnumf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @maximum
// CHECK: dense<0xFF800000> : vector<8xf32>
func.func @maximum(%a: tensor<64xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]}
      ins(%a : tensor<64xf32>) outs(%c : tensor<f32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.maximumf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
