// RUN: not autotune-opt --pass-pipeline="builtin.module(autotune-to-llvm{x=1})" %s 2>&1 \
// RUN:   | FileCheck %s
// CHECK: this pipeline takes no options
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
