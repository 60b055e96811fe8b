// TOSA is lowered to linalg by whatever reads a module, transposed convolutions and conditions too; the pass says how.
//
// RUN: %autotune run %s --check
// RUN: %autotune compile %s -o %t.so --quiet
// RUN: %autotune schedules %s --target x86-64-v3 | FileCheck %s --check-prefix=SCHEDULES
// SCHEDULES: linalg.conv_2d_nhwc_fhwc 16x16x16 over 3x3x8 f32
// RUN: autotune-opt %s --autotune=target=x86-64-v3 -o /dev/null 2>&1 | FileCheck %s
// CHECK: remark: autotune: tosa.const left untouched: TOSA is tuned as linalg: run --pass-pipeline="builtin.module(func.func(tosa-optional-decompositions,{{.*}}),canonicalize)" before

func.func @convolution(%x: tensor<1x16x16x8xf32>, %w: tensor<16x3x3x8xf32>, %b: tensor<16xf32>) -> tensor<1x16x16x16xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<16x3x3x8xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x16xf32>
  return %0 : tensor<1x16x16x16xf32>
}

func.func @transposed(%x: tensor<1x8x8x4xf32>, %w: tensor<6x3x3x4xf32>, %b: tensor<6xf32>) -> tensor<1x17x17x6xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.transpose_conv2d %x, %w, %b, %zp, %zp {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x17x17x6xf32>
  return %0 : tensor<1x17x17x6xf32>
}

func.func @condition(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %c: tensor<i1>) -> tensor<4x4xf32> {
  %0 = tosa.cond_if %c : tensor<i1> -> tensor<4x4xf32> {
    %1 = tosa.add %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    tosa.yield %1 : tensor<4x4xf32>
  } else {
    %1 = tosa.sub %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    tosa.yield %1 : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}
