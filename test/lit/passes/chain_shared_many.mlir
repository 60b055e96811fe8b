// What is left of a row is no more than one of many parts: 63 of 17,407 elements, as 64 parts of multiples of 16 would leave 1,023.
//
// RUN: autotune-opt %s --autotune="target=zen5 model=analytical threads=64" | FileCheck %s
//
// CHECK-NOT: tensor<1x1023xf32>
// CHECK: tensor<1x63xf32>
// CHECK: tensor<1x1x271xf32>
// CHECK-NOT: tensor<1x1023xf32>
func.func @row(%arg0: tensor<1x64xf32>, %arg1: tensor<17407x64xf32>, %arg2: tensor<17407x64xf32>) -> (tensor<1x64xf32>) {
%v1 = arith.constant 0.0 : f32
%v2 = tensor.empty() : tensor<1x17407xf32>
%v3 = linalg.fill ins(%v1 : f32) outs(%v2 : tensor<1x17407xf32>) -> tensor<1x17407xf32>
%v4 = linalg.generic {indexing_maps = [affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<1x64xf32>, tensor<17407x64xf32>) outs(%v3 : tensor<1x17407xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<1x17407xf32>
%v5 = tensor.empty() : tensor<1x17407xf32>
%v6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v4 : tensor<1x17407xf32>) outs(%v5 : tensor<1x17407xf32>) {
^bb0(%x0: f32, %o: f32):
%sc = arith.constant 0.125000 : f32
%y = arith.mulf %x0, %sc : f32
linalg.yield %y : f32
} -> tensor<1x17407xf32>
%v7 = tensor.empty() : tensor<1x17407xf32>
%v8 = linalg.softmax dimension(1) ins(%v6 : tensor<1x17407xf32>) outs(%v7 : tensor<1x17407xf32>) -> tensor<1x17407xf32>
%v9 = arith.constant 0.0 : f32
%v10 = tensor.empty() : tensor<1x64xf32>
%v11 = linalg.fill ins(%v9 : f32) outs(%v10 : tensor<1x64xf32>) -> tensor<1x64xf32>
%v12 = linalg.generic {indexing_maps = [affine_map<(i, d, j) -> (i, j)>, affine_map<(i, d, j) -> (j, d)>, affine_map<(i, d, j) -> (i, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v8, %arg2 : tensor<1x17407xf32>, tensor<17407x64xf32>) outs(%v11 : tensor<1x64xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<1x64xf32>
return %v12 : tensor<1x64xf32>
}
