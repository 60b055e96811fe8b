// Under remainder=pad one kernel computes every register tile; where the sizes divide nothing the
// default has eight: a second one along each of the three iterators.
//
// RUN: %autotune run %s --check --print --target x86-64-v3 --schedule "direct(vector=i1x8, block=[4,16,4], pack=[0:0,1:0], remainder=pad)" > %t
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=ONE < %t
// RUN: %autotune run %s --print --target x86-64-v3 --schedule "direct(vector=i1x8, block=[4,16,4], pack=[0:0,1:0])" | FileCheck %s --check-prefix=EIGHT
func.func @ragged(%a: tensor<37x29xf32>, %b: tensor<29x45xf32>) -> tensor<37x45xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x45xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x45xf32>) -> tensor<37x45xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<37x29xf32>, tensor<29x45xf32>)
                     outs(%init : tensor<37x45xf32>) -> tensor<37x45xf32>
  return %0 : tensor<37x45xf32>
}
// Panels hold whole blocks: 10 of 4 rows, 3 of 16 columns.
// CHECK-DAG: tensor.empty() : tensor<10x29x4xf32>
// CHECK-DAG: tensor.empty() : tensor<3x29x16xf32>
// Tiles of both parallel iterators to the end of the extents, all eight accumulators in the kernel.
// CHECK: scf.for {{.*}} to %c37 step %c4
// CHECK: scf.for {{.*}} to %c45 step %c16
// CHECK: scf.for {{.*}} to %c29 step %c4 iter_args({{.*}}, {{.*}}, {{.*}}, {{.*}}, {{.*}}, {{.*}}, {{.*}}, {{.*}})
// The fourth column of the reduction, then rows and columns that only whole tiles have.
// CHECK: scf.if
// CHECK: scf.yield
// CHECK: scf.if
// CHECK: vector.transfer_write {{.*}} vector<8xf32>, tensor<37x45xf32>
// Four steps of eight accumulators, once.
// ONE-COUNT-32: vector.fma
// ONE-NOT: vector.fma
// EIGHT-COUNT-33: vector.fma
