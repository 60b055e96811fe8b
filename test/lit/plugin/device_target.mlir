// A GPU is told from a name that nobody knows, wherever a target is named.
//
// RUN: not autotune-opt %s --autotune=target=sm_80 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not autotune-opt %s --autotune=target=sm_80,cores=2 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: autotune: target: 'sm_80' is a GPU (A100), a target of autotune-gpu alone; here it is a processor of x86-64 or AArch64
// RUN: not %autotune schedules %s --target sm_90a 2>&1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: 'sm_90a' is a GPU (H100)
// RUN: not autotune-opt %s --autotune=target=sm_81 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: autotune: target: 'sm_81' is unknown
// RUN: autotune-opt %s --autotune="remarks=all model=none" 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
// ATTRIBUTE: processor 'sm_80' is no x86-64 or AArch64

module {
  func.func @product(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {target_cpu = "sm_80"} {
    %sum = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %sum : tensor<8x8xf32>
  }
}
