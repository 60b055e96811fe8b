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
// TOLD-COUNT-24: rewritten: it is a linalg op, element by element
// TOLD-NOT: it is a linalg op
// LOWERED-NOT: {{ }}arith.
// HEADER: int {{.*}}_sizes_result_shapes(int64_t n_arg0_0, int64_t result0[2]);

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

// The condition may be one number. What has no dimension is lowered alone.
// CHECK-LABEL: func.func @types(
// CHECK-COUNT-2: autotune.schedule
// CHECK-NOT: autotune.schedule
// CHECK-NOT: arith.select %{{.*}} : tensor<
// CHECK: return
func.func @types(%a: tensor<40xi32>, %p: i1, %q: tensor<40xf32>) -> (tensor<40xi64>, tensor<40xf32>, tensor<f32>) {
  %c = arith.extsi %a : tensor<40xi32> to tensor<40xi64>
  %f = arith.sitofp %a : tensor<40xi32> to tensor<40xf32>
  %s = arith.select %p, %f, %q : tensor<40xf32>
  %k = arith.constant dense<3.0> : tensor<f32>
  %z = math.sqrt %k : tensor<f32>
  return %c, %s, %z : tensor<40xi64>, tensor<40xf32>, tensor<f32>
}

// It is part of the kernels of what it reads, whatever its type.
// CHECK-LABEL: func.func @choices(
// CHECK-NOT: arith.select %{{.*}} : tensor<
// CHECK-COUNT-3: autotune.schedule = "direct({{.*}}epilogue=1
// CHECK: return
func.func @choices(%p: i1, %a: tensor<?x7xf32>, %b: tensor<?x7xf32>, %c: tensor<?x7xi1>, %d: tensor<?x7xi1>)
    -> (tensor<?x7xf32>, tensor<?x7xi1>) {
  %e = arith.mulf %a, %a : tensor<?x7xf32>
  %r = arith.select %p, %e, %b : tensor<?x7xf32>
  %f = arith.andi %c, %d : tensor<?x7xi1>
  %s = arith.select %p, %d, %f : tensor<?x7xi1>
  return %r, %s : tensor<?x7xf32>, tensor<?x7xi1>
}

// No element at all, one, and a condition that is known.
func.func @few(%p: i1, %a: tensor<0x3xi8>, %b: tensor<1xf64>, %c: tensor<13xf32>)
    -> (tensor<0x3xi8>, tensor<1xf64>, tensor<13xf32>) {
  %true = arith.constant true
  %d = arith.addi %a, %a : tensor<0x3xi8>
  %r = arith.select %p, %a, %d : tensor<0x3xi8>
  %e = arith.addf %b, %b : tensor<1xf64>
  %s = arith.select %p, %b, %e : tensor<1xf64>
  %f = arith.addf %c, %c : tensor<13xf32>
  %t = arith.select %true, %f, %c : tensor<13xf32>
  return %r, %s, %t : tensor<0x3xi8>, tensor<1xf64>, tensor<13xf32>
}

// Of what nothing computes one is taken, without a copy.
// CHECK-LABEL: func.func @argument(
// CHECK: arith.select %{{.*}} : tensor<13xf32>
// CHECK: return
func.func @argument(%p: i1, %a: tensor<13xf32>, %b: tensor<13xf32>) -> tensor<13xf32> {
  %c = arith.select %p, %a, %b : tensor<13xf32>
  return %c : tensor<13xf32>
}

// What is said of the op holds for it: here the exponential of the C library.
// CHECK-LABEL: func.func @strict(
// CHECK: math.exp %{{.*}} : f32
// CHECK: return
func.func @strict(%a: tensor<64xf32>) -> tensor<64xf32> {
  %e = math.exp %a {autotune.fp = "strict"} : tensor<64xf32>
  return %e : tensor<64xf32>
}
