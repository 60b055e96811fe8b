// autotune run compares every public function with its untouched lowering, and its exit code says
// whether they agree.

// RUN: %autotune run %s --target x86-64-v3 --model analytical --verbose 2>&1 | FileCheck %s
// CHECK-DAG: linalg.matmul @mul: {{direct|reduce}}{{.*}} (analytical model, predicted
// CHECK-DAG: @mul: agrees, max error
// CHECK-DAG: @add: agrees, max error
// CHECK: {{^}}2 ops tuned, 0 untouched; 2 functions, 0 failures{{$}}

// RUN: %autotune run %s --target x86-64-v3 --function mul --verbose --print \
// RUN:   --schedule "direct(vector=i1x8, block=[4,16,1], pack=[1:0])" 2>&1 | FileCheck %s --check-prefix=FORCED
// FORCED: linalg.matmul @mul: direct(vector=i1x8, block=[4,16,1]{{.*}} (forced
// FORCED: vector.fma
// FORCED: @mul: agrees, max error
// FORCED: {{^2 ops tuned, 0 untouched; 1 function, 0 failures$}}

// Tensors that are no data are packed once, by a function that is no one of the module; timed, too.
// RUN: %autotune run %s --target x86-64-v3 --function mul --constant-weights --check --time --only-tuned --repeats 1 --print \
// RUN:   --schedule "direct(vector=i1x8, block=[4,16,1], pack=[1:0])" 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// WEIGHTS: func.func @mul({{.*}} {autotune.packed})
// WEIGHTS: func.func @mul_prepack(
// WEIGHTS: @mul: agrees, max error
// WEIGHTS: tuned min
// WEIGHTS: {{[ ;]}}1 function, 0 failures

// A pipeline that computes something else is found out.
// RUN: not %autotune run %s --function add \
// RUN:   --pipeline "builtin.module(func.func(test-no-such-pass))" 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: autotune run: pipeline: {{.*}}test-no-such-pass

// The same numbers for any seed prove nothing.
// RUN: not %autotune run %S/Inputs/constant.mlir 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: error: the output does not depend on the data: nothing is proved

// RUN: not %autotune run %S/Inputs/zero.mlir 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: the outputs are all zero or not finite: nothing is proved

// RUN: not %autotune run %S/Inputs/dynamic.mlir 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: @main: error: dynamic.mlir:1:17: argument 0, type tensor<?xf32>: the shape is not static; give each ? a size by --dim{{$}}
// RUN: %autotune run %S/Inputs/dynamic_result.mlir | FileCheck %s --check-prefix=RESULT
// RESULT: @main: agrees

// RUN: not %autotune run %S/Inputs/nested.mlir 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: not %autotune compile %S/Inputs/nested.mlir -o %t.so --quiet 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: has no public function{{.*}}; functions of a module in the module cannot be called: make that one a file of its own{{$}}

// RUN: %autotune run %s --function mul --time --repeats 5 | FileCheck %s --check-prefix=TIME
// TIME: untouched min {{.*}} ms median {{.*}} ms (5 repeats of
// TIME: tuned min {{.*}} ms median {{.*}} ms (5 repeats of
// TIME: speed-up

func.func @mul(%a: tensor<13x17xf32>, %b: tensor<17x19xf32>) -> tensor<13x19xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x19xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<13x19xf32>) -> tensor<13x19xf32>
  %r = linalg.matmul ins(%a, %b : tensor<13x17xf32>, tensor<17x19xf32>) outs(%i : tensor<13x19xf32>) -> tensor<13x19xf32>
  return %r : tensor<13x19xf32>
}

func.func @add(%a: memref<5x7xf32>, %b: memref<5x7xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : memref<5x7xf32>, memref<5x7xf32>) outs(%b : memref<5x7xf32>)
  return
}
