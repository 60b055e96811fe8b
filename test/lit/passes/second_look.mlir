// The best candidates are read as machine code, on any machine, and nothing is run.
//
// The depthwise convolution has more sums and taps than registers: a candidate that spills less goes
// before the first. The sum of two small matrices is no part of the time and gets no second look.
// RUN: autotune-opt %s --autotune="target=zen4 remarks=all second-look=8" -o %t.8 2>&1 | FileCheck %s --check-prefix=SPILLS
// SPILLS: linalg.depthwise_conv_2d_nhwc_hwc tuned {{.*}}; second look at 8: number [[#]] ([[#]] arithmetic, [[#]] spilled, [[#]] reloaded, [[#]] moved) before the first ([[#]] arithmetic,
// SPILLS-NOT: linalg.elementwise {{.*}}second look
// Where the first of the candidates spills nothing, no other is read.
// RUN: autotune-opt %s --autotune="target=neoverse-n1 remarks=all second-look=4" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STAYS
// STAYS: linalg.depthwise_conv_2d_nhwc_hwc tuned {{.*}}; second look at 1: the first stays ([[#]] arithmetic, 0 spilled, 0 reloaded, 0 moved)
//
// The number of threads changes nothing, nor does a rehearsal, nor that only annotations are wanted.
// RUN: autotune-opt %s --mlir-disable-threading --autotune="target=zen4 second-look=8" -o %t.one
// RUN: diff %t.8 %t.one
// RUN: autotune-opt %s --autotune="target=zen4 second-look=8 require=model" -o %t.required
// RUN: diff %t.8 %t.required
// RUN: autotune-opt %s --autotune="target=zen4 second-look=8 emit=annotate" | autotune-opt --autotune-kernels="target=zen4" -o %t.kernels
// RUN: diff %t.8 %t.kernels
// RUN: autotune-opt %s --autotune="target=zen4 second-look=8" -o /dev/null --remarks-filter=autotune --remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ENGINE
// ENGINE: [Passed] tuned | {{.*}}SecondLook="second look at 8:
//
// Without the option nothing is read.
// RUN: autotune-opt %s --autotune="target=zen4 remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// OFF: linalg.depthwise_conv_2d_nhwc_hwc tuned
// OFF-NOT: second look
//
// Instructions that only a feature gives are read, too: dot products.
// RUN: autotune-opt %S/Inputs/second_look_i8.mlir --autotune="target=armv8-a,has_dot_i8_alike=1 remarks=all second-look=4" -o /dev/null 2>&1 | FileCheck %s --check-prefix=DOTS
// DOTS: second look at 1: the first stays ({{[1-9][0-9]+}} arithmetic,
//
// RUN: not autotune-opt %s --autotune=second-look=1 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: error: autotune: option 'second-look': '1' is no number of candidates; use off, auto, or 2 to 64
// RUN: not autotune-opt %s --autotune="second-look=auto model=none" 2>&1 | FileCheck %s --check-prefix=MODEL
// MODEL: error: autotune: option 'second-look': model=none has no candidates to read; use second-look=off or a model
func.func @f(%a: tensor<1x16x16x512xf32>, %w: tensor<5x5x512xf32>, %s: tensor<64x64xf32>, %t: tensor<64x64xf32>) -> (tensor<1x12x12x512xf32>, tensor<64x64xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x12x12x512xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x12x12x512xf32>) -> tensor<1x12x12x512xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %w : tensor<1x16x16x512xf32>, tensor<5x5x512xf32>) outs(%i : tensor<1x12x12x512xf32>) -> tensor<1x12x12x512xf32>
  %e2 = tensor.empty() : tensor<64x64xf32>
  %m = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%s, %t : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %m : tensor<1x12x12x512xf32>, tensor<64x64xf32>
}
