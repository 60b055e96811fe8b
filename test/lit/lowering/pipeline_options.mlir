// RUN: not autotune-opt --pass-pipeline="builtin.module(autotune-to-llvm{x=1})" %s 2>&1 \
// RUN:   | FileCheck %s
// CHECK: the option of this pipeline is share-kernels=true|false
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
