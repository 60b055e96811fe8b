// A register tile of 32 x 32 sums by 128 of the reduction is what its nest says: 4 tiles of sums, in two steps 8 products on 8 tiles of panels, and what closes the sums
// that a loop has carried.
// RUN: autotune-opt %s --autotune="target=sapphirerapids remarks=none schedule=direct(vector=i1x16,block=[32,32,128],pack=[0:0,1:0],instruction=tdpbssd)" | FileCheck %s

// CHECK: %[[LEFT:.*]] = tensor.empty() : tensor<4x4x1024xi8>
// CHECK: %[[RIGHT:.*]] = tensor.empty() : tensor<4x4x1024xi8>
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (!llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx)
// CHECK-COUNT-3: vector<1024xi8>
// CHECK-COUNT-2: tdpbssd.internal
// CHECK: vector<1024xi8>
// CHECK-COUNT-2: tdpbssd.internal
// CHECK-COUNT-3: vector<1024xi8>
// CHECK-COUNT-2: tdpbssd.internal
// CHECK: vector<1024xi8>
// CHECK-COUNT-2: tdpbssd.internal
// CHECK-NOT: vector<1024xi8>
// CHECK: scf.yield
// CHECK-COUNT-4: tdpbssd.internal
// CHECK-NOT: tdpbssd.internal
// CHECK: autotune.schedule
func.func @f(%a: tensor<64x256xi8>, %b: tensor<256x64xi8>) -> tensor<64x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<64x64xi32>
  %start = linalg.fill ins(%zero : i32) outs(%empty : tensor<64x64xi32>) -> tensor<64x64xi32>
  %sum = linalg.matmul ins(%a, %b : tensor<64x256xi8>, tensor<256x64xi8>) outs(%start : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %sum : tensor<64x64xi32>
}
