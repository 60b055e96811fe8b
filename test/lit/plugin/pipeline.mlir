// The textual pipeline: on modules, on functions, and on both with other passes.
//
// RUN: autotune-opt %S/Inputs/layer.mlir --pass-pipeline="builtin.module(autotune{remarks=none})" -o %t.module
// RUN: FileCheck %s < %t.module
// RUN: autotune-opt %S/Inputs/layer.mlir --pass-pipeline="builtin.module(func.func(autotune{remarks=none}))" -o %t.func
// RUN: diff %t.module %t.func
// RUN: autotune-opt %S/Inputs/layer.mlir --pass-pipeline="any(autotune{remarks=none})" -o %t.any
// RUN: diff %t.module %t.any
// RUN: autotune-opt %S/Inputs/layer.mlir -o %t.cse \
// RUN:   --pass-pipeline="builtin.module(func.func(cse,autotune{remarks=none},canonicalize),autotune{remarks=none},cse)"
// RUN: FileCheck %s < %t.cse
//
// CHECK-LABEL: func.func @layer
// CHECK-NOT: linalg
// CHECK: autotune.schedule
//
// Threads change nothing, neither in the code nor in the order of the remarks.
// RUN: autotune-opt %S/Inputs/layer.mlir --pass-pipeline="builtin.module(func.func(autotune{remarks=all}))" \
// RUN:   -o %t.threads 2> %t.threads.remarks
// RUN: autotune-opt %S/Inputs/layer.mlir --pass-pipeline="builtin.module(func.func(autotune{remarks=all}))" \
// RUN:   --mlir-disable-threading -o %t.serial 2> %t.serial.remarks
// RUN: diff %t.threads %t.serial
// RUN: diff %t.threads.remarks %t.serial.remarks
