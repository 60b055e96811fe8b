// linalg ops that no upstream pass of the pipeline lowers are decomposed before.
//
// RUN: autotune-opt %s --autotune-decompose | FileCheck %s
// CHECK-NOT: linalg.pack
// CHECK-NOT: linalg.unpack
// CHECK-NOT: linalg.winograd
// RUN: autotune-opt %s --autotune-to-llvm -o /dev/null
// RUN: %autotune run %s --check --function packs

// 17 is padded to 24.
func.func @packs(%a: tensor<17x16xf32>, %b: tensor<3x2x8x8xf32>, %c: tensor<17x16xf32>)
    -> (tensor<3x2x8x8xf32>, tensor<17x16xf32>) {
  %z = arith.constant 0.0 : f32
  %0 = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %b
    : tensor<17x16xf32> -> tensor<3x2x8x8xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%0 : tensor<3x2x8x8xf32>) outs(%b : tensor<3x2x8x8xf32>)
    -> tensor<3x2x8x8xf32>
  %2 = linalg.unpack %1 inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %c
    : tensor<3x2x8x8xf32> -> tensor<17x16xf32>
  return %0, %2 : tensor<3x2x8x8xf32>, tensor<17x16xf32>
}

func.func @winograd(%a: tensor<2x10x10x5xf32>, %f: tensor<2x3x3x5xf32>, %c: tensor<6x6x5x2xf32>,
                    %d: tensor<6x6x2x2x2x5xf32>) -> (tensor<6x6x5x2xf32>, tensor<6x6x2x2x2x5xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>)
    outs(%c : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x10x10x5xf32>)
    outs(%d : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  return %0, %1 : tensor<6x6x5x2xf32>, tensor<6x6x2x2x2x5xf32>
}
