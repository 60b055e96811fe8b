// The option `records`: the fastest schedule that was measured well and is possible on the target
// goes before the model; another target, another workload and another version of the space are misses.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %autotune records import %S/Inputs/records.jsonl %t/store | FileCheck %s --check-prefix=IMPORT
// IMPORT: store: 1 tasks, 5 rows added, 0 were there already

// One of them was wrong once, and one has vectors that the target lacks.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 records=%t/store remarks=all" -o %t/tuned 2> %t/remarks
// RUN: FileCheck %s --check-prefix=HIT --input-file=%t/remarks
// HIT: linalg.matmul tuned (record): direct(vector=i1x8, block=[3,16,1]), measured 2.000e-06 s
// HIT: linalg.matmul: no record for it on this target in {{.*}}store
// HIT: linalg.matmul tuned (learned model {{.*}}
// RUN: autotune-opt %s --autotune="target=x86-64-v3 records=%t/store remarks=none" -o /dev/null --remarks-filter=autotune --remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ENGINE
// ENGINE-DAG: [Missed] refused | {{.*}}Reason="no record for it on this target in
// ENGINE-DAG: [Passed] tuned | {{.*}}Source=record
// ENGINE: chosen-by-model=1, chosen-by-record=1
//
// The winner of a paired test goes before what looked faster.
// RUN: sed 's/"winner": ""/"winner": "direct(vector=i1x8, block=[2,40,1])"/' %S/Inputs/records.jsonl > %t/won.jsonl
// RUN: %autotune records import %t/won.jsonl %t/won
// RUN: autotune-opt %s --autotune="target=x86-64-v3 records=%t/won remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WON
// WON: linalg.matmul tuned (record): direct(vector=i1x8, block=[2,40,1]), measured 4.000e-06 s
//
// What the test of a module kept goes before both.
// RUN: sed 's/"choice": "[^"]*"/&, "kept": "direct(vector=i1x8, block=[3,16,1])", "kept_tested": "direct(vector=i1x8, block=[2,40,1])", "kept_module": "m", "kept_choice_seconds": 2, "kept_seconds": 2, "kept_unix_seconds": 9/' %t/won.jsonl > %t/kept.jsonl
// RUN: %autotune records import %t/kept.jsonl %t/kept
// RUN: autotune-opt %s --autotune="target=x86-64-v3 records=%t/kept remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=KEPT
// KEPT: linalg.matmul tuned (record): direct(vector=i1x8, block=[3,16,1]), measured 2.000e-06 s
//
// Another target, and another version of the space.
// RUN: autotune-opt %s --autotune="target=zen4 records=%t/store remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISS
// RUN: sed 's/"space": 1/"space": 9/' %S/Inputs/records.jsonl > %t/old.jsonl
// RUN: %autotune records import %t/old.jsonl %t/old
// RUN: autotune-opt %s --autotune="target=x86-64-v3 records=%t/old remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISS
// MISS-NOT: (record)
// MISS-COUNT-2: linalg.matmul: no record for it on this target
//
// What is required is an error, and nothing is changed; equal input gives equal output.
// RUN: not autotune-opt %s --autotune="target=x86-64-v3 records=%t/store require=record" 2>&1 | FileCheck %s --check-prefix=REQUIRE
// REQUIRE: records.mlir:[[#]]:{{.*}}: error: autotune: option 'require': linalg.matmul has no record for this target in {{.*}}store, its schedule comes from: learned model {{.*}}; measure it with autotune tune or use require=any
// RUN: autotune-opt %s --autotune="target=x86-64-v3 records=%t/store" -o %t/again 2>&1
// RUN: cmp %t/tuned %t/again
//
// Nested passes read it side by side; a store that nobody may write to is enough.
// RUN: chmod -R a-w %t/store
// RUN: autotune-opt %s --pass-pipeline="builtin.module(func.func(autotune{target=x86-64-v3 records=%t/store}))" -o %t/nested 2>&1
// RUN: cmp %t/tuned %t/nested
// RUN: chmod -R u+w %t/store
//
// RUN: not autotune-opt %s --autotune="records=%t/none" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: autotune: option 'records': {{.*}}none: there is no store; autotune tune makes one
// RUN: not autotune-opt %s --autotune="records=%s" 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: error: autotune: option 'records': {{.*}}records.mlir: file is not a database; {{.*}}
// RUN: not autotune-opt %s --autotune="require=record" 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: error: autotune: option 'require': without records= no choice comes from a record; add records=PATH or drop require=record
// RUN: not autotune-opt %s --autotune="require=record records=%t/store schedule={direct(vector=i1x8)}" 2>&1 | FileCheck %s --check-prefix=FORCED
// FORCED: error: autotune: option 'require': a forced schedule is no record
func.func @known(%a: tensor<24x16xf32>, %b: tensor<16x40xf32>, %c: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<24x16xf32>, tensor<16x40xf32>) outs(%c : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}
func.func @unknown(%a: tensor<7x11xf32>, %b: tensor<11x13xf32>, %c: tensor<7x13xf32>) -> tensor<7x13xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<7x11xf32>, tensor<11x13xf32>) outs(%c : tensor<7x13xf32>) -> tensor<7x13xf32>
  return %r : tensor<7x13xf32>
}
