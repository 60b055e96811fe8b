// 3x3 convolutions as products of tiles: only with fp=relaxed, by the model or by the option.
//
// DEFINE: %{options} = fp=relaxed
// DEFINE: %{tune} = autotune-opt %s --autotune="target=zen4 model=analytical remarks=all %{options}" -o %t.mlir
//
// RUN: %{tune} 2>&1 | FileCheck %s --check-prefix=CHOICE
// CHOICE: linalg.conv_2d_nhwc_hwcf rewritten: convolution became products of tiles, F(4x4,3x3); predicted {{[^ ]*}} s as it is, {{[^ ]*}} s by F(2x2,3x3), {{[^ ]*}} s by F(4x4,3x3)
// CHOICE: linalg.conv_2d_nhwc_hwcf: products of tiles are predicted to be slower; predicted {{[^ ]*}} s as it is, {{[^ ]*}} s by F(2x2,3x3), {{[^ ]*}} s by F(4x4,3x3)
// RUN: FileCheck %s < %t.mlir
//
// REDEFINE: %{options} = fp=relaxed winograd=2
// RUN: %{tune} 2>&1 | FileCheck %s --check-prefix=FORCED
// FORCED: linalg.conv_2d_nhwc_hwcf: no products of tiles: fp=relaxed has to allow it{{$}}
// FORCED: linalg.conv_2d_nhwc_hwcf: no products of tiles: the weights are no constant{{$}}
// FORCED-COUNT-4: convolution became products of tiles, F(2x2,3x3){{$}}
// FORCED-NOT: products of tiles
//
// No other mode allows it but for the op that says so itself; the option may still forbid that.
// REDEFINE: %{options} = winograd=4
// RUN: %{tune} 2>&1 | FileCheck %s --check-prefix=ITSELF
// REDEFINE: %{options} = fp=reassoc winograd=4
// RUN: %{tune} 2>&1 | FileCheck %s --check-prefix=ITSELF
// REDEFINE: %{options} = fp=strict winograd=4
// RUN: %{tune} 2>&1 | FileCheck %s --check-prefix=ITSELF
// ITSELF-NOT: became products of tiles
// ITSELF: no products of tiles: fp=relaxed has to allow it
// ITSELF-NOT: became products of tiles
// ITSELF: conv_2d_nhwc_hwcf rewritten: convolution became products of tiles, F(4x4,3x3){{$}}
// ITSELF-NOT: became products of tiles
//
// REDEFINE: %{options} = fp=relaxed winograd=none
// RUN: %{tune} 2>&1 | FileCheck %s --check-prefix=NONE
// REDEFINE: %{options} = fp=relaxed winograd=4 emit=annotate
// RUN: %{tune} 2>&1 | FileCheck %s --check-prefix=NONE
// REDEFINE: %{options} = fp=relaxed winograd=4 schedule={direct(pad=border)}
// RUN: %{tune} 2>&1 | FileCheck %s --check-prefix=NONE
// REDEFINE: %{options} = fp=relaxed model=none
// RUN: %{tune} 2>&1 | FileCheck %s --check-prefix=NONE
// NONE-NOT: products of tiles
//
// REDEFINE: %{options} = winograd=3
// RUN: not %{tune} 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'winograd': '3' is not known; use one of: auto, none, 2, 4

// The weights are transformed once, the products take what that gives; no mark is left.
// CHECK-NOT: autotune.constant_result
// CHECK-NOT: autotune.winograd
// CHECK-LABEL: func.func @wide(
// CHECK-SAME: xf32> {autotune.packed})
// CHECK-LABEL: func.func @wide_prepack(
// CHECK: f64
func.func @wide(%x: tensor<1x30x30x64xf32>, %i: tensor<1x28x28x64xf32>, %w: tensor<3x3x64x64xf32> {autotune.constant}) -> tensor<1x28x28x64xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x30x30x64xf32>, tensor<3x3x64x64xf32>) outs(%i : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  return %r : tensor<1x28x28x64xf32>
}

func.func @thin(%x: tensor<1x9x9x1xf32>, %i: tensor<1x7x7x2xf32>, %w: tensor<3x3x1x2xf32> {autotune.constant}) -> tensor<1x7x7x2xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x9x9x1xf32>, tensor<3x3x1x2xf32>) outs(%i : tensor<1x7x7x2xf32>) -> tensor<1x7x7x2xf32>
  return %r : tensor<1x7x7x2xf32>
}

func.func @itself(%x: tensor<1x9x9x4xf32>, %i: tensor<1x7x7x16xf32>, %w: tensor<3x3x4x16xf32> {autotune.constant}) -> tensor<1x7x7x16xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {autotune.fp = "relaxed", dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x16xf32>) outs(%i : tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32>
  return %r : tensor<1x7x7x16xf32>
}

// Weights of the module become a resource while compiling: nothing of them is in double precision.
// CHECK-LABEL: func.func @constants(
// CHECK-NOT: f64
// CHECK: return
func.func @constants(%x: tensor<1x9x9x4xf32>, %i: tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32> {
  %w = arith.constant dense<0.5> : tensor<3x3x4x16xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x16xf32>) outs(%i : tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32>
  return %r : tensor<1x7x7x16xf32>
}

// What stays a convolution: an op that forbids it, other taps, steps and types, weights and shapes that are not known.
func.func @forbidden(%x: tensor<1x9x9x4xf32>, %i: tensor<1x7x7x16xf32>, %w: tensor<3x3x4x16xf32> {autotune.constant}) -> tensor<1x7x7x16xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {autotune.fp = "reassoc", dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x16xf32>) outs(%i : tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32>
  return %r : tensor<1x7x7x16xf32>
}

func.func @taps(%x: tensor<1x9x9x4xf32>, %i: tensor<1x5x7x16xf32>, %w: tensor<5x3x4x16xf32> {autotune.constant}) -> tensor<1x5x7x16xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x9x9x4xf32>, tensor<5x3x4x16xf32>) outs(%i : tensor<1x5x7x16xf32>) -> tensor<1x5x7x16xf32>
  return %r : tensor<1x5x7x16xf32>
}

func.func @strides(%x: tensor<1x9x9x4xf32>, %i: tensor<1x4x4x16xf32>, %w: tensor<3x3x4x16xf32> {autotune.constant}) -> tensor<1x4x4x16xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x16xf32>) outs(%i : tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32>
  return %r : tensor<1x4x4x16xf32>
}

func.func @dilations(%x: tensor<1x9x9x4xf32>, %i: tensor<1x5x5x16xf32>, %w: tensor<3x3x4x16xf32> {autotune.constant}) -> tensor<1x5x5x16xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x16xf32>) outs(%i : tensor<1x5x5x16xf32>) -> tensor<1x5x5x16xf32>
  return %r : tensor<1x5x5x16xf32>
}

func.func @type(%x: tensor<1x9x9x4xf64>, %i: tensor<1x7x7x16xf64>, %w: tensor<3x3x4x16xf64> {autotune.constant}) -> tensor<1x7x7x16xf64> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x9x9x4xf64>, tensor<3x3x4x16xf64>) outs(%i : tensor<1x7x7x16xf64>) -> tensor<1x7x7x16xf64>
  return %r : tensor<1x7x7x16xf64>
}

func.func @inputs(%x: tensor<1x9x9x4xf32>, %i: tensor<1x7x7x16xf32>, %w: tensor<3x3x4x16xf32>) -> tensor<1x7x7x16xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x16xf32>) outs(%i : tensor<1x7x7x16xf32>) -> tensor<1x7x7x16xf32>
  return %r : tensor<1x7x7x16xf32>
}

func.func @dynamic(%x: tensor<?x9x9x4xf32>, %i: tensor<?x7x7x16xf32>, %w: tensor<3x3x4x16xf32> {autotune.constant}) -> tensor<?x7x7x16xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<?x9x9x4xf32>, tensor<3x3x4x16xf32>) outs(%i : tensor<?x7x7x16xf32>) -> tensor<?x7x7x16xf32>
  return %r : tensor<?x7x7x16xf32>
}
