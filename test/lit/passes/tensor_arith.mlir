// Arithmetic on whole tensors is tuned as linalg ops are, and lowered where nothing is tuned.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" -o %t 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --input-file %t
// RUN: autotune-opt %s --autotune-to-llvm | FileCheck %s --check-prefix=LOWERED
// RUN: autotune-opt %s --autotune-reference-to-llvm | FileCheck %s --check-prefix=LOWERED
// RUN: %autotune run %s --check --model none --target x86-64-v3 --dim 70
// RUN: %autotune run %s --check --tolerance 0 --fp strict --model none --target x86-64-v3 --dim 70
// RUN: %autotune compile %s --model none --target x86-64-v3 -o %t.so
// RUN: FileCheck %s --input-file %t.h --check-prefix=HEADER
//
// TOLD-COUNT-13: rewritten: it is a linalg op, element by element
// TOLD-NOT: it is a linalg op
// LOWERED-NOT: {{ }}arith.
// HEADER: int {{.*}}_sizes_result_shapes(int64_t n_arg0_0, int64_t n_arg1_0, int64_t result0[2]);

// One pass over memory; the number that a tensor repeats is one in registers.
// CHECK-LABEL: func.func @chain(
// CHECK-NOT: tensor.collapse_shape %cst
// CHECK-COUNT-1: autotune.schedule
// CHECK-NOT: autotune.schedule
// CHECK: return
func.func @chain(%a: tensor<64x96xf32>, %b: tensor<64x96xf32>) -> tensor<64x96xf32> {
  %sum = arith.addf %a, %b : tensor<64x96xf32>
  %tenth = arith.constant dense<0.1> : tensor<64x96xf32>
  %part = arith.mulf %sum, %tenth : tensor<64x96xf32>
  %power = math.exp %part : tensor<64x96xf32>
  %rest = arith.subf %power, %a : tensor<64x96xf32>
  return %rest : tensor<64x96xf32>
}

// After a product they are part of its kernel.
// CHECK-LABEL: func.func @layer(
// CHECK: autotune.schedule = "direct({{.*}}epilogue=2
// CHECK-NOT: autotune.schedule
// CHECK: return
func.func @layer(%x: tensor<64x96xf32>, %w: tensor<96x128xf32>, %bias: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %zeros = arith.constant dense<0.0> : tensor<64x128xf32>
  %m = linalg.matmul ins(%x, %w : tensor<64x96xf32>, tensor<96x128xf32>) outs(%zeros : tensor<64x128xf32>) -> tensor<64x128xf32>
  %s = arith.addf %m, %bias : tensor<64x128xf32>
  %r = arith.maximumf %s, %zeros : tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}

// CHECK-LABEL: func.func @sizes(
// CHECK: autotune.schedule
// CHECK: return
func.func @sizes(%a: tensor<?x96xf32>, %b: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %c = arith.addf %a, %b : tensor<?x96xf32>
  %k = arith.cmpf ogt, %a, %b : tensor<?x96xf32>
  %s = arith.select %k, %c, %b : tensor<?x96xi1>, tensor<?x96xf32>
  return %s : tensor<?x96xf32>
}

// What has a number among its operands, or no dimension, is lowered alone.
// CHECK-LABEL: func.func @types(
// CHECK-COUNT-2: autotune.schedule
// CHECK: arith.select %{{.*}} : tensor<40xf32>
// CHECK: return
func.func @types(%a: tensor<40xi32>, %p: i1, %q: tensor<40xf32>) -> (tensor<40xi64>, tensor<40xf32>, tensor<f32>) {
  %c = arith.extsi %a : tensor<40xi32> to tensor<40xi64>
  %f = arith.sitofp %a : tensor<40xi32> to tensor<40xf32>
  %s = arith.select %p, %f, %q : tensor<40xf32>
  %k = arith.constant dense<3.0> : tensor<f32>
  %z = math.sqrt %k : tensor<f32>
  return %c, %s, %z : tensor<40xi64>, tensor<40xf32>, tensor<f32>
}

// What is said of the op holds for it: here the exponential of the C library.
// CHECK-LABEL: func.func @strict(
// CHECK: math.exp %{{.*}} : f32
// CHECK: return
func.func @strict(%a: tensor<64xf32>) -> tensor<64xf32> {
  %e = math.exp %a {autotune.fp = "strict"} : tensor<64xf32>
  return %e : tensor<64xf32>
}
