// A register tile of 6 x 8 sums by 16 of the reduction in matrices of 2 x 2, each in a vector: 12 of them, which the loop carries; in each of its two steps 7 vectors of
// panels and 12 products. Rows of two matrices are then a vector of sums.
// RUN: autotune-opt %s --autotune="target=neoverse-v1 remarks=none schedule=direct(vector=i1x4,block=[6,8,16],pack=[0:0,1:0],instruction=smmla)" | FileCheck %s

// CHECK: %[[LEFT:.*]] = tensor.empty() : tensor<{{[0-9]+}}x32x48xi8>
// CHECK: %[[RIGHT:.*]] = tensor.empty() : tensor<8x32x64xi8>
// CHECK: %{{.*}}:12 = scf.for
// CHECK-COUNT-24: llvm.aarch64.neon.smmla.v4i32.v16i8
// CHECK-NOT: smmla
// CHECK: scf.yield
// CHECK: vector.shuffle %{{.*}} [0, 1, 4, 5] : vector<4xi32>, vector<4xi32>
// CHECK: vector.shuffle %{{.*}} [2, 3, 6, 7] : vector<4xi32>, vector<4xi32>
// CHECK: autotune.schedule
func.func @f(%a: tensor<66x256xi8>, %b: tensor<256x64xi8>) -> tensor<66x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<66x64xi32>
  %start = linalg.fill ins(%zero : i32) outs(%empty : tensor<66x64xi32>) -> tensor<66x64xi32>
  %sum = linalg.matmul ins(%a, %b : tensor<66x256xi8>, tensor<256x64xi8>) outs(%start : tensor<66x64xi32>) -> tensor<66x64xi32>
  return %sum : tensor<66x64xi32>
}
