// The commands have the default target of the pass: what the module names.
//
// What is run names an x86-64 itself, which another processor refuses.
// REQUIRES: host-x86_64
//
// RUN: %autotune explain %s --op 0 > %t.explained
// RUN: %autotune explain %s --op 1 >> %t.explained
// RUN: FileCheck %s --check-prefix=EXPLAIN < %t.explained
// RUN: %autotune explain %s --target zen4 | FileCheck %s --check-prefix=OPTION
// RUN: %autotune schedules %s | FileCheck %s --check-prefix=SCHEDULES
//
// Equal ops of functions for different machines are two.
// EXPLAIN: op 0: linalg.matmul 32x96 over 64 f32 in @narrow, 1 use, for x86-64-v2
// EXPLAIN: op 1: linalg.matmul 32x96 over 64 f32 in @default, 2 uses, for x86-64-v3
// OPTION: op 0: linalg.matmul 32x96 over 64 f32 in @narrow, 3 uses, for zen4
// SCHEDULES: up to 4 lanes
// SCHEDULES: up to 8 lanes
//
// What is for another kind of machine is not run, unless a target is given.
// RUN: sed 's/target_cpu = "x86-64-v2"/target_cpu = "sifive-u74"/' %s > %t.mlir
// RUN: not %autotune run %t.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not %autotune bench %t.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not %lab search %t.mlir --trials 1 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: %autotune run %t.mlir --target x86-64-v2 | FileCheck %s --check-prefix=TUNED
// FOREIGN: autotune{{[a-z -]*}}: {{.*}} is not for this machine: processor 'sifive-u74' is no x86-64 or AArch64 (target_cpu); --target host tunes it for this one
// TUNED: {{^}}3 ops tuned, 0 untouched
//
// RUN: %autotune run %s --function narrow --check | FileCheck %s --check-prefix=NARROW
// NARROW: @narrow: agrees
module {
func.func @narrow(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {target_cpu = "x86-64-v2"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
func.func @default(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
func.func @again(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
}
