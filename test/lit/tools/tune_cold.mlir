// Weights are timed cold by tune, which is another task than the same workload with warm ones. Nothing here depends on
// the clock; test/unit/runtime/test_cold_copies.c has the copies.
// DEFINE: %{tune} = %autotune tune %S/Inputs/tiny.mlir --jobs 1 --lock %t/lock --quiet --batch 4 --trials 4
// RUN: rm -rf %t && mkdir -p %t
// RUN: %{tune} --records %t/cold | FileCheck %s --check-prefix=CASE --implicit-check-not="constant weights"
// CASE: {{^|[^0-9.]}}4 trials, all ops
// CASE: compile with --records
// RUN: %autotune records export %t/cold %t/cold.jsonl
// RUN: FileCheck %s --check-prefix=COLD --input-file=%t/cold.jsonl --implicit-check-not=autotune.cold
// The data is warm, and all copies together take what twice 64 x 80 numbers do at least, and no more than the module has.
// COLD: "grid": -1
// COLD-SAME: %arg0: tensor<48x64xf32>, %arg1: tensor<64x80xf32> {autotune.cold = 20480 : i64})
//
// Twice the last cache is enough.
// RUN: %{tune} --records %t/small --target "host,cache_count=2,cache_bytes.1=4096"
// RUN: %autotune records export %t/small %t/small.jsonl
// RUN: FileCheck %s --check-prefix=SMALL --input-file=%t/small.jsonl
// SMALL: %arg1: tensor<64x80xf32> {autotune.cold = 8192 : i64})
//
// Both kinds in one store: tasks of their own, trials of their own.
// RUN: cp %t/cold %t/both && %{tune} --records %t/both --warm-weights | FileCheck %s --check-prefix=CASE
// RUN: %autotune records list %t/both | FileCheck %s --check-prefix=BOTH
// BOTH: {{^ *}}1 matmul {{.*}}, cold weights{{$}}
// BOTH-NEXT: {{^ *}}2 matmul
// BOTH-NOT: cold weights
// RUN: %autotune records list %t/both --json | FileCheck %s --check-prefix=JSON
// JSON: "is_grid": false,
// JSON-NEXT: "has_cold_weights": true
// JSON: "is_grid": false,
// JSON-NEXT: "has_cold_weights": false
// RUN: %autotune records verify %t/both
//
// Either goes on with its own.
// RUN: %autotune records export %t/both %t/both.jsonl
// RUN: %{tune} --records %t/both && %{tune} --records %t/both --warm-weights
// RUN: %autotune records export %t/both %t/again.jsonl && cmp %t/both.jsonl %t/again.jsonl
//
// Lines and merging keep them apart, and the pass takes either.
// RUN: %{tune} --records %t/warm --warm-weights
// RUN: %autotune records export %t/warm %t/warm.jsonl
// RUN: FileCheck %s --check-prefix=WARM --input-file=%t/warm.jsonl --implicit-check-not=autotune.cold
// WARM: "grid": 0
// RUN: %autotune records import %t/cold.jsonl %t/joined && %autotune records merge %t/warm %t/joined
// RUN: %autotune records list %t/joined | FileCheck %s --check-prefix=BOTH
// RUN: autotune-opt %S/Inputs/tiny.mlir --autotune="target=host model=none records=%t/cold require=record remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: autotune-opt %S/Inputs/tiny.mlir --autotune="target=host model=none records=%t/joined require=record remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: tuned (record): {{.*}}, measured
//
// A dataset has the warm rows alone.
// RUN: %autotune dataset export %t/joined %t/joined.tsv.gz
// RUN: %autotune dataset export %t/warm %t/warm.tsv.gz
// RUN: %python -c "import gzip; a, b = (gzip.open('%t/' + n + '.tsv.gz').read() for n in ('joined', 'warm')); assert a == b and len(b) > 100"
//
// With constant weights what is packed is cold, and the end says what a module needs to be compiled by such records.
// RUN: %{tune} --records %t/constant --constant-weights | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: {{^|[^0-9.]}}4 trials, all ops
// CONSTANT: compile with --records
// CONSTANT-NEXT: the records are of constant weights: autotune run --constant-weights follows them as it is; for
// CONSTANT-NEXT: compile and the pass, give each tensor argument of {{.*}}tiny.mlir that is no data the attribute autotune.constant
// RUN: %autotune records export %t/constant %t/constant.jsonl
// RUN: FileCheck %s --check-prefix=PACKED --input-file=%t/constant.jsonl
// PACKED: {autotune.cold = 20480 : i64, autotune.constant}
// RUN: %autotune run %S/Inputs/tiny.mlir --constant-weights --target host --records %t/constant | FileCheck %s --check-prefix=AGREES
// AGREES: {{^|[^0-9.]}}0 failures
