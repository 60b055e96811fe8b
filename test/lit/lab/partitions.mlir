// The command proposes partitions of a function, measures the best and writes the one that was best.
//
// What is measured is tuned for an x86-64, which another processor refuses.
// REQUIRES: host-x86_64
//
// RUN: %lab partitions %s --target x86-64-v3 --draws 3 | FileCheck %s
// CHECK: {{^|[^0-9.]}}4 ops, 4 kin; the model was asked for {{[0-9]+}} groups; {{[0-9]+}} partitions
// CHECK: predicted {{[0-9.]+}} ms {{.*}}1(2{{.*}}
// RUN: %lab partitions %s --target x86-64-v3 --draws 3 > %t.one
// RUN: %lab partitions %s --target x86-64-v3 --draws 3 > %t.two
// RUN: diff %t.one %t.two
//
// RUN: %lab partitions %s --target x86-64-v3 --draws 3 --json | FileCheck %s --check-prefix=ORIGIN
// ORIGIN-DAG: "origin": "apart"
// ORIGIN-DAG: "origin": "greedy"
//
// RUN: %lab partitions %s --target x86-64-v3 --measure 1 --rounds 2 --lock %t.lock --best %t.best | FileCheck %s --check-prefix=MEASURED
// MEASURED: measured {{[0-9.]+}} ms
// MEASURED: Kendall's tau of predicted and measured: {{.*}} over {{[2-9]}} partitions
// RUN: FileCheck %s --check-prefix=BEST < %t.best
// BEST: autotune.partition = "{{[0-9(), ]+}}"
// RUN: %autotune run %t.best
//
// Within a budget the model proposes, and the best by prediction are measured.
// RUN: %lab partitions %s --target x86-64-v3 --seconds 0.5 --lock %t.lock --best %t.budget | FileCheck %s --check-prefix=BUDGET
// BUDGET: greedy {{.*}} measured {{[0-9.]+}} ms
// RUN: FileCheck %s --check-prefix=BEST < %t.budget
// RUN: %autotune run %t.budget
// RUN: not %lab partitions %s --seconds -1 2>&1 | FileCheck %s --check-prefix=SECONDS
// SECONDS: --seconds -1: use 0 to
//
// RUN: not %lab partitions %s --function nobody 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: has no function @nobody with a body
// RUN: echo 'func.func @empty() { return }' > %t.empty.mlir
// RUN: not %lab partitions %t.empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: no op of the function can be tuned
// RUN: not %lab partitions %s --best /no/such/folder/x.mlir 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: /no/such/folder

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @network(%a: tensor<24x40xf32>, %b: tensor<40x56xf32>, %c: tensor<24x56xf32>) -> tensor<24x56xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x56xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<24x56xf32>) -> tensor<24x56xf32>
  %product = linalg.matmul ins(%a, %b : tensor<24x40xf32>, tensor<40x56xf32>) outs(%fill : tensor<24x56xf32>) -> tensor<24x56xf32>
  %active = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%product : tensor<24x56xf32>) outs(%e : tensor<24x56xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.maximumf %x, %zero : f32
    linalg.yield %y : f32
  } -> tensor<24x56xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%active, %c : tensor<24x56xf32>, tensor<24x56xf32>) outs(%e : tensor<24x56xf32>) {
  ^bb0(%x: f32, %z: f32, %o: f32):
    %y = arith.addf %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<24x56xf32>
  return %sum : tensor<24x56xf32>
}
