// autotune bench takes the ops out of the model, equal ones once, and measures each in the worker.

// RUN: %autotune bench %s --target x86-64-v3 --model analytical --trials 3 --repeats 5 | FileCheck %s
// CHECK: op 0: linalg.matmul 24x40 over 32 f32, 2 uses
// CHECK-NEXT: untouched {{.*}} ms (min {{.*}}) {{.*}} GFLOP/s {{.*}} % of peak
// CHECK: chosen {{.*}} ms (min {{.*}}) {{.*}} GFLOP/s {{.*}} % of peak
// CHECK: registers {{.*}}; predicted {{.*}} ms
// CHECK-NEXT: direct(
// CHECK-NEXT: best {{.*}} ms {{.*}} of 3 trials ran
// CHECK-NEXT: {{direct|reduce}}(
// CHECK-NEXT: baseline drift {{[0-9.]+}} % over 5 measurements of the chosen one
// CHECK: op 1: linalg.matmul 24x7 over 40 f32, 1 use
// CHECK-NOT: op 2

// RUN: %autotune bench %s --target x86-64-v3 --model analytical --trials 0 --only-tuned --op 1 | FileCheck %s --check-prefix=ONE
// ONE-NOT: op 0
// ONE: op 1: linalg.matmul 24x7 over 40 f32, 1 use
// ONE-NEXT: chosen
// ONE-NOT: {{best|baseline}}

// RUN: %autotune schedules %s --target x86-64-v3 | FileCheck %s --check-prefix=SPACE
// SPACE: op 0: linalg.matmul 24x40 over 32 f32, 2 uses: {{[0-9.e+]+}} schedules
// SPACE: direct: i0=parallel 24{{.*}} i1=parallel 40 (lanes) i2=reduction 32{{.*}}; up to 8 lanes; packs
// SPACE: % are legal
// SPACE: chosen:

// RUN: %autotune pipelines | FileCheck %s --check-prefix=PIPELINES
// RUN: %autotune pipelines --plugin | FileCheck %s --check-prefix=PLUGIN
// PLUGIN: {{^/.*}}/lib/libautotune.so{{$}}
// PIPELINES: autotune-to-llvm: {{.*}}
// PIPELINES-NEXT: {{^}}builtin.module({{.*}}){{$}}

func.func @main(%a: tensor<24x32xf32>, %b: tensor<32x40xf32>, %c: tensor<40x7xf32>) -> (tensor<24x7xf32>, tensor<24x40xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x40xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<24x32xf32>, tensor<32x40xf32>) outs(%i : tensor<24x40xf32>) -> tensor<24x40xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<24x32xf32>, tensor<32x40xf32>) outs(%i : tensor<24x40xf32>) -> tensor<24x40xf32>
  %e2 = tensor.empty() : tensor<24x7xf32>
  %i2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<24x7xf32>) -> tensor<24x7xf32>
  %2 = linalg.matmul ins(%0, %c : tensor<24x40xf32>, tensor<40x7xf32>) outs(%i2 : tensor<24x7xf32>) -> tensor<24x7xf32>
  return %2, %1 : tensor<24x7xf32>, tensor<24x40xf32>
}
