// autotune run --cpu: the code is for another processor than the one at hand.
// REQUIRES: host-x86_64

// RUN: %autotune run %s --target x86-64-v2 --cpu x86-64-v2 --check --object %t.o | FileCheck %s
// CHECK: @main: agrees, max error
// RUN: objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=CODE --implicit-check-not=ymm --implicit-check-not=zmm
// CODE: mulps

// RUN: %autotune run %s --target x86-64-v2 --cpu x86-64-v2 --profile --repeats 1 | FileCheck %s --check-prefix=PROFILE
// PROFILE: linalg.matmul 16x32 over 24 f32

// RUN: not %autotune run %s --cpu z80 --quiet 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: {{^}}autotune run: LLVM knows no x86-64 processor 'z80'
// RUN: not %autotune run %s --target x86-64-v3 --cpu x86-64-v2 --quiet 2>&1 | FileCheck %s --check-prefix=OLDER
// OLDER: {{^}}autotune run: --cpu x86-64-v2: it has no AVX2, as --target x86-64-v3 has; name an older target
func.func @main(%a: tensor<16x24xf32>, %b: tensor<24x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x32xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x32xf32>) -> tensor<16x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<16x24xf32>, tensor<24x32xf32>) outs(%fill : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %c : tensor<16x32xf32>
}
