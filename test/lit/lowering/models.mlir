// Every kind of network lowers without tuning, and leaves nothing but the LLVM dialect.
//
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-to-llvm)" %models/resnet18.mlir \
// RUN:   | FileCheck %s
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-to-llvm)" %models/bert_2layer.mlir \
// RUN:   | FileCheck %s
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-to-llvm)" %models/inception_v1.mlir \
// RUN:   | FileCheck %s
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-to-llvm)" %models/dcgan.mlir \
// RUN:   | FileCheck %s
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-reference-to-llvm)" %models/squeezenet.mlir \
// RUN:   | FileCheck %s
//
// CHECK-NOT: memrefCopy
// CHECK-NOT: {{(func|arith|memref|scf|vector|linalg|tensor|math|cf)\.[a-z]}}
// CHECK: llvm.func @main
// CHECK-NOT: memrefCopy
// CHECK-NOT: {{ (func|arith|memref|scf|vector|linalg|tensor|math|cf)\.[a-z]}}
