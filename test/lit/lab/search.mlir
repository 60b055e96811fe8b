// Measured search: every trial is logged, a search goes on from its log, and the best is an
// annotated module that is tuned like any other.
// RUN: rm -f %t.jsonl
// RUN: %lab search %s --target x86-64-v3 --trials 6 --confirm 2 --quiet --log %t.jsonl \
// RUN:   --best %t.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.jsonl
// RUN: FileCheck %s --check-prefix=BEST --input-file=%t.mlir
// RUN: %autotune run %t.mlir --target x86-64-v3 --check --verbose 2>&1 | FileCheck %s --check-prefix=AGAIN
//
// CHECK: op 1 linalg.matmul, {{[0-9]+}} variants
// CHECK-NEXT: trials 6: 6 ok
// CHECK-NEXT: trials:ms 1:{{[0-9.]+}} 2:{{.*}} 6:{{[0-9.]+}}
// CHECK-NEXT: start median {{.*}} direct(
// CHECK-NEXT: best median {{.*}} {{direct|reduce}}(
// CHECK-NEXT: baseline drift {{[0-9.]+}} % over 2 measurements of the start
//
// LOG: "role": "start", "target": "x86-64-v3"
// LOG-SAME: "op": "linalg.matmul", "anchor": 1
// LOG-SAME: "workload": "p24 p40 r16 | f32[24,16](i0,i2)
// LOG-SAME: "schedule": "direct(
// LOG-SAME: "verdict": "ok"
// LOG-SAME: "seconds": [{{.*}}, {{.*}}]}
// LOG-COUNT-5: "role": "trial"
// LOG-COUNT-2: "role": "confirm"
// LOG-NEXT: "role": "baseline"
//
// BEST: module attributes {autotune.target = "x86-64-v3"}
// BEST: linalg.matmul {{.*}}autotune.schedule = "
// AGAIN: (annotation
// AGAIN: agrees

// An annotation that is no good for the target of the pass names the one it was made for.
// RUN: not autotune-opt %S/Inputs/annotated.mlir --autotune 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: error: autotune: annotation autotune.schedule cannot be followed for target=x86-64-v3: {{.*}}; remove it or pass the target it was made for: target=zen4,cores=2
// RUN: autotune-opt %S/Inputs/annotated.mlir --autotune=target=zen4,cores=2 -o %t.tuned

// Nothing is measured twice. A line that was cut off is measured anew.
// RUN: %lab search %s --target x86-64-v3 --trials 6 --confirm 2 --quiet --log %t.jsonl
// RUN: wc -l < %t.jsonl | FileCheck %s --check-prefix=LINES
// LINES: {{^9$}}
// RUN: head -c -40 %t.jsonl > %t.cut.jsonl
// RUN: %lab search %s --target x86-64-v3 --trials 8 --confirm 0 --quiet --log %t.cut.jsonl \
// RUN:   | FileCheck %s --check-prefix=MORE
// MORE: trials 8: 8 ok

// The log of another target is another search.
// RUN: %lab search %s --target x86-64-v2 --trials 2 --confirm 0 --quiet --log %t.jsonl \
// RUN:   | FileCheck %s --check-prefix=OTHER
// OTHER: trials 2: 2 ok

// RUN: %lab search %s --target x86-64-v3 --op all --trials 3 --confirm 1 --quiet \
// RUN:   --strategy random | FileCheck %s --check-prefix=ALL
// ALL: op 1 linalg.matmul
// ALL: op 3 linalg.generic

// The line of progress is for a terminal.
// RUN: %lab search %s --op 1 --trials 2 --confirm 0 2> %t.progress
// RUN: count 0 < %t.progress

// RUN: not %lab search %s --op 9 2>&1 | FileCheck %s --check-prefix=OP
// OP: --op 9: the module has the anchor ops 0 to 3
// RUN: not %lab search %s --op 0 2>&1 | FileCheck %s --check-prefix=FUSED
// FUSED: op 0, linalg.fill, is fused with another one or untouched
// RUN: not %lab search %s --strategy luck 2>&1 | FileCheck %s --check-prefix=STRATEGY
// STRATEGY: --strategy luck: use one of evolution, random, grid

func.func @main(%a: tensor<24x16xf32>, %b: tensor<16x40xf32>) -> (tensor<24x40xf32>, tensor<40xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  %c = linalg.matmul ins(%a, %b : tensor<24x16xf32>, tensor<16x40xf32>) outs(%f : tensor<24x40xf32>) -> tensor<24x40xf32>
  %empty = tensor.empty() : tensor<40xf32>
  %sum = linalg.fill ins(%zero : f32) outs(%empty : tensor<40xf32>) -> tensor<40xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<24x40xf32>) outs(%sum : tensor<40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<40xf32>
  return %c, %d : tensor<24x40xf32>, tensor<40xf32>
}
