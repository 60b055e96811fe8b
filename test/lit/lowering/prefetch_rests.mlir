// A tile of the reduction that leaves a rest to the last one: the kernel of the rest, which does not run at the first
// panel, asks for nothing, and does not keep the other from asking. Panels of 60 lines of 120 steps, 20 trips: 12 lines each.
//
// DEFINE: %{lower} = --autotune-bufferize-loops --autotune-prefetch
// RUN: autotune-opt %s --autotune="target=x86-64-v4 remarks=none" %{lower} | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v4
//
// CHECK-LABEL: func.func @rest(
// CHECK: scf.for
// CHECK: affine.min
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-12: memref.prefetch
// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @bytes(
func.func @rest(%a: tensor<16x512xf32>, %w: tensor<512x512xf32> {autotune.constant},
                %start: tensor<16x512xf32>) -> tensor<16x512xf32> {
  %sum = linalg.matmul {autotune.schedule = "direct(vector=i1x16, block=[8,32,12], tile0=[16,512,120], order2=[1,0], pack=[2:0])"}
    ins(%a, %w : tensor<16x512xf32>, tensor<512x512xf32>) outs(%start : tensor<16x512xf32>) -> tensor<16x512xf32>
  return %sum : tensor<16x512xf32>
}

// Integers come from memory as floats do: 64 bytes of a line are 64 of them.
// CHECK: memref.prefetch {{.*}} : memref<16x{{.*}}xi8>
func.func @bytes(%a: tensor<16x512xi8>, %w: tensor<512x512xi8> {autotune.constant},
                 %start: tensor<16x512xi32>) -> tensor<16x512xi32> {
  %sum = linalg.matmul {autotune.schedule = "direct(vector=i1x16, block=[8,32,4], order2=[1,0], pack=[2:0])"}
    ins(%a, %w : tensor<16x512xi8>, tensor<512x512xi8>) outs(%start : tensor<16x512xi32>) -> tensor<16x512xi32>
  return %sum : tensor<16x512xi32>
}
