// Ops on bf16 and f16 whose sums are long agree with the function in double precision.
//
// RUN: %autotune run %s --target x86-64-v3 | FileCheck %s
// RUN: sed s/bf16/f16/g %s > %t.mlir
// RUN: %autotune run %t.mlir --target x86-64-v3 | FileCheck %s
// CHECK-COUNT-8: : agrees, max error
// CHECK: {{[ ;]}}8 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>

func.func @product(%a: tensor<16x768xbf16>, %b: tensor<768x32xbf16>) -> tensor<16x32xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<16x32xbf16>
  %i = linalg.fill ins(%z : bf16) outs(%e : tensor<16x32xbf16>) -> tensor<16x32xbf16>
  %r = linalg.matmul ins(%a, %b : tensor<16x768xbf16>, tensor<768x32xbf16>) outs(%i : tensor<16x32xbf16>) -> tensor<16x32xbf16>
  return %r : tensor<16x32xbf16>
}

func.func @products(%a: tensor<2x8x256xbf16>, %b: tensor<2x256x24xbf16>, %i: tensor<2x8x24xbf16>) -> tensor<2x8x24xbf16> {
  %r = linalg.batch_matmul ins(%a, %b : tensor<2x8x256xbf16>, tensor<2x256x24xbf16>) outs(%i : tensor<2x8x24xbf16>) -> tensor<2x8x24xbf16>
  return %r : tensor<2x8x24xbf16>
}

func.func @convolution(%a: tensor<1x8x8x32xbf16>, %b: tensor<3x3x32x24xbf16>) -> tensor<1x6x6x24xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<1x6x6x24xbf16>
  %i = linalg.fill ins(%z : bf16) outs(%e : tensor<1x6x6x24xbf16>) -> tensor<1x6x6x24xbf16>
  %r = linalg.conv_2d_nhwc_hwcf ins(%a, %b : tensor<1x8x8x32xbf16>, tensor<3x3x32x24xbf16>) outs(%i : tensor<1x6x6x24xbf16>) -> tensor<1x6x6x24xbf16>
  return %r : tensor<1x6x6x24xbf16>
}

func.func @channels_first(%a: tensor<1x64x8x8xbf16>, %b: tensor<16x64x3x3xbf16>, %d: tensor<1x64x8x8xbf16>, %k: tensor<64x3x3xbf16>, %i: tensor<1x16x6x6xbf16>, %j: tensor<1x64x6x6xbf16>) -> (tensor<1x16x6x6xbf16>, tensor<1x64x6x6xbf16>, tensor<1x64x6x6xbf16>) {
  %w = tensor.empty() : tensor<3x3xbf16>
  %r = linalg.conv_2d_nchw_fchw ins(%a, %b : tensor<1x64x8x8xbf16>, tensor<16x64x3x3xbf16>) outs(%i : tensor<1x16x6x6xbf16>) -> tensor<1x16x6x6xbf16>
  %s = linalg.depthwise_conv_2d_nchw_chw ins(%d, %k : tensor<1x64x8x8xbf16>, tensor<64x3x3xbf16>) outs(%j : tensor<1x64x6x6xbf16>) -> tensor<1x64x6x6xbf16>
  %p = linalg.pooling_nchw_sum ins(%a, %w : tensor<1x64x8x8xbf16>, tensor<3x3xbf16>) outs(%j : tensor<1x64x6x6xbf16>) -> tensor<1x64x6x6xbf16>
  return %r, %s, %p : tensor<1x16x6x6xbf16>, tensor<1x64x6x6xbf16>, tensor<1x64x6x6xbf16>
}

func.func @window(%a: tensor<1x12x12x20xbf16>) -> tensor<1x6x6x20xbf16> {
  %z = arith.constant 0.0 : bf16
  %w = tensor.empty() : tensor<7x7xbf16>
  %e = tensor.empty() : tensor<1x6x6x20xbf16>
  %i = linalg.fill ins(%z : bf16) outs(%e : tensor<1x6x6x20xbf16>) -> tensor<1x6x6x20xbf16>
  %r = linalg.pooling_nhwc_sum ins(%a, %w : tensor<1x12x12x20xbf16>, tensor<7x7xbf16>) outs(%i : tensor<1x6x6x20xbf16>) -> tensor<1x6x6x20xbf16>
  return %r : tensor<1x6x6x20xbf16>
}

func.func @softmax(%a: tensor<4x384xbf16>) -> tensor<4x384xbf16> {
  %e = tensor.empty() : tensor<4x384xbf16>
  %r = linalg.softmax dimension(1) ins(%a : tensor<4x384xbf16>) outs(%e : tensor<4x384xbf16>) -> tensor<4x384xbf16>
  return %r : tensor<4x384xbf16>
}

func.func @memrefs(%a: memref<1x8x8x32xbf16>, %b: memref<3x3x32x24xbf16>, %c: memref<1x6x6x24xbf16>, %x: memref<4x900xbf16>, %y: memref<4xbf16>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<1x8x8x32xbf16>, memref<3x3x32x24xbf16>) outs(%c : memref<1x6x6x24xbf16>)
  linalg.reduce {arith.addf} ins(%x : memref<4x900xbf16>) outs(%y : memref<4xbf16>) dimensions = [1]
  return
}

func.func @layer_norm(%x: tensor<4x384xbf16>, %g: tensor<384xbf16>, %s: tensor<384xbf16>) -> tensor<4x384xbf16> {
  %z = arith.constant 0.0 : bf16
  %n = arith.constant 384.0 : bf16
  %eps = arith.constant 1.0e-5 : bf16
  %er = tensor.empty() : tensor<4xbf16>
  %e = tensor.empty() : tensor<4x384xbf16>
  %zr = linalg.fill ins(%z : bf16) outs(%er : tensor<4xbf16>) -> tensor<4xbf16>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x384xbf16>) outs(%zr : tensor<4xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %1 = arith.addf %i, %o : bf16
    linalg.yield %1 : bf16
  } -> tensor<4xbf16>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<4x384xbf16>, tensor<4xbf16>) outs(%e : tensor<4x384xbf16>) {
  ^bb0(%i: bf16, %m: bf16, %o: bf16):
    %1 = arith.divf %m, %n : bf16
    %2 = arith.subf %i, %1 : bf16
    linalg.yield %2 : bf16
  } -> tensor<4x384xbf16>
  %v = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<4x384xbf16>) outs(%zr : tensor<4xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %1 = arith.mulf %i, %i : bf16
    %2 = arith.addf %1, %o : bf16
    linalg.yield %2 : bf16
  } -> tensor<4xbf16>
  %r = linalg.generic {indexing_maps = [#id, #row, #col, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %v, %g, %s : tensor<4x384xbf16>, tensor<4xbf16>, tensor<384xbf16>, tensor<384xbf16>) outs(%e : tensor<4x384xbf16>) {
  ^bb0(%i: bf16, %m: bf16, %gg: bf16, %ss: bf16, %o: bf16):
    %1 = arith.divf %m, %n : bf16
    %2 = arith.addf %1, %eps : bf16
    %3 = math.rsqrt %2 : bf16
    %4 = arith.mulf %i, %3 : bf16
    %5 = arith.mulf %4, %gg : bf16
    %6 = arith.addf %5, %ss : bf16
    linalg.yield %6 : bf16
  } -> tensor<4x384xbf16>
  return %r : tensor<4x384xbf16>
}
