// Tuned and untuned code allocates outside every loop and calls no runtime library.
//
// DEFINE: %{buffers} = --autotune-protect-caller --autotune-bufferize-loops \
// DEFINE:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// DEFINE:   --canonicalize --autotune-hoist-buffers --autotune-deallocate \
// DEFINE:   --convert-bufferization-to-memref --autotune-place-buffers
// RUN: autotune-opt --autotune="target=x86-64-v3" %{buffers} %s | FileCheck %s --strict-whitespace
// RUN: autotune-opt %{buffers} %s | FileCheck %s --strict-whitespace
// RUN: autotune-opt --autotune="target=x86-64-v3" --autotune-to-llvm %s \
// RUN:   | FileCheck %s --check-prefix=LLVM
//
// Ops of a function are indented by four, those in loops by more.
// CHECK-NOT: {{^      .*memref.alloc}}
// LLVM: llvm.func @malloc
// LLVM-NOT: memrefCopy
func.func @matmul(%a: tensor<193x257xf32>, %b: tensor<257x131xf32>) -> tensor<193x131xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<193x131xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<193x131xf32>) -> tensor<193x131xf32>
  %r = linalg.matmul ins(%a, %b : tensor<193x257xf32>, tensor<257x131xf32>)
                     outs(%f : tensor<193x131xf32>) -> tensor<193x131xf32>
  return %r : tensor<193x131xf32>
}

func.func @conv(%x: tensor<1x16x14x14xf32>, %w: tensor<24x16x3x3xf32>) -> tensor<1x24x14x14xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<1x16x14x14xf32> to tensor<1x16x16x16xf32>
  %e = tensor.empty() : tensor<1x24x14x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x24x14x14xf32>) -> tensor<1x24x14x14xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
         ins(%p, %w : tensor<1x16x16x16xf32>, tensor<24x16x3x3xf32>)
         outs(%f : tensor<1x24x14x14xf32>) -> tensor<1x24x14x14xf32>
  return %r : tensor<1x24x14x14xf32>
}
