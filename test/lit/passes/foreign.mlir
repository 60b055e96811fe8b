// A function for another machine stays as it is: its layout and its partition too.
//
// RUN: autotune-opt %s --autotune="layout=channels-last model=none remarks=none" | FileCheck %s
// RUN: autotune-opt %s --autotune="model=analytical max-candidates=60 partition=beam remarks=none" | FileCheck %s

// CHECK-LABEL: func.func @foreign_layout(
// CHECK: linalg.conv_2d_nchw_fchw
func.func @foreign_layout(%x: tensor<1x3x13x11xf32>, %w: tensor<17x3x3x3xf32> {autotune.constant}, %o: tensor<1x17x11x9xf32>) -> tensor<1x17x11x9xf32> attributes {target_cpu = "sifive-u74"} {
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x3x13x11xf32>, tensor<17x3x3x3xf32>) outs(%o : tensor<1x17x11x9xf32>) -> tensor<1x17x11x9xf32>
  return %c : tensor<1x17x11x9xf32>
}

// CHECK-LABEL: func.func @foreign_partition(
// CHECK-SAME: autotune.partition = "0(1)"
// CHECK: linalg.matmul
func.func @foreign_partition(%a: tensor<8x16xf32>, %b: tensor<16x24xf32>, %c: tensor<8x24xf32>) -> tensor<8x24xf32> attributes {autotune.partition = "0(1)", target_cpu = "sifive-u74"} {
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x24xf32>) outs(%c : tensor<8x24xf32>) -> tensor<8x24xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%0 : tensor<8x24xf32>) outs(%c : tensor<8x24xf32>) -> tensor<8x24xf32>
  return %1 : tensor<8x24xf32>
}

// CHECK-LABEL: func.func @tuned(
// CHECK-NOT: linalg.
func.func @tuned(%a: tensor<8x16xf32>, %b: tensor<16x24xf32>, %c: tensor<8x24xf32>) -> tensor<8x24xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x24xf32>) outs(%c : tensor<8x24xf32>) -> tensor<8x24xf32>
  return %0 : tensor<8x24xf32>
}
