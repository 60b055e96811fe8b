// autotune-gpu: the GPU is the one that the module names, by an attribute of its own or as what kernels are for that are there.
//
// RUN: autotune-opt %s --split-input-file --autotune-gpu | FileCheck %s
// RUN: not autotune-opt %S/Inputs/gpu_targets.mlir --autotune-gpu 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: error: autotune-gpu: option 'target': the module names no GPU, or several, as #nvvm.target; use sm_75, sm_80, sm_86, sm_89 or sm_90a
// RUN: autotune-opt %S/Inputs/gpu_targets.mlir --autotune-gpu=target=sm_90 | FileCheck %s --check-prefix=OPTION
// OPTION: gpu.module @autotune_gpu_0 [#nvvm.target<O = 3, chip = "sm_90a"

// CHECK: gpu.module @autotune_gpu_0 [#nvvm.target<O = 3, chip = "sm_86"
module attributes {user.device = #nvvm.target<chip = "sm_86">} {
  func.func @negated(%a: memref<64xf32>, %b: memref<64xf32>) {
    linalg.negf ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
    return
  }
}

// -----

// CHECK: gpu.module @autotune_gpu_0 [#nvvm.target<O = 3, chip = "sm_90a"
module attributes {gpu.container_module} {
  gpu.module @theirs [#nvvm.target<chip = "sm_90">] {
  }
  func.func @negated(%a: memref<64xf32>, %b: memref<64xf32>) {
    linalg.negf ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
    return
  }
}
