// A module without functions, and one without anything to tune.
//
// RUN: mlir-opt %s --split-input-file -o %t.before
// RUN: autotune-opt %s --split-input-file --autotune --autotune-kernels -o %t.after
// RUN: diff %t.before %t.after
// RUN: autotune-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(autotune))" -o %t.nested
// RUN: diff %t.before %t.nested
// RUN: autotune-opt %s --split-input-file --autotune=emit=annotate -o %t.annotated
// RUN: diff %t.before %t.annotated
module {
}
// -----
module {
  memref.global @table : memref<4xf32>
  module @inner {
  }
}
// -----
func.func @nothing() {
  return
}
