// Tuning of a module by measuring: what is measured is kept, the same command goes on, the pass takes the
// best, and shards join to the whole.
// DEFINE: %{tune} = %autotune tune %s --jobs 2 --lock %t/lock --batch 4
// RUN: rm -rf %t && mkdir -p %t
// RUN: %{tune} --records %t/store --trials 8 > %t/first 2> %t/lines
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t/first
// FIRST-DAG: {{^|[^0-9.]}}2 x matmul 24x40 over 16 f32 {{.*}} trials{{.*}}, best {{[0-9.]+}} ms, {{[0-9.]+}}x
// FIRST-DAG: {{^|[^0-9.]}}1 x depthwise 8x8x16 over 3x3 f32 {{.*}} trials{{.*}}, best
// FIRST: {{^|[^0-9.]}}8 trials, all ops {{[0-9.]+}} ms, {{[0-9.]+}}x the unmeasured choice
// FIRST: whole module: {{[0-9.e-]+ -> [0-9.e-]+ ms|every winner is}}
// FIRST: compile with --records {{.*}}store --target host
// Without a terminal there is a line per batch.
// RUN: FileCheck %s --check-prefix=LINES --input-file=%t/lines
// LINES: {{^}}    2 x matmul {{.*}} trials
//
// The same again measures no more, and more trials go on.
// RUN: %autotune records export %t/store %t/first.jsonl
// RUN: %{tune} --records %t/store --trials 8 --quiet 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: {{^|[^0-9.]}}8 trials, all ops
// RUN: %autotune records export %t/store %t/second.jsonl
// RUN: cmp %t/first.jsonl %t/second.jsonl
// RUN: %{tune} --records %t/store --trials 12 --quiet 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: {{^|[^0-9.]}}12 trials, all ops
// RUN: %autotune records verify %t/store | FileCheck %s --check-prefix=VERIFY
// VERIFY: {{^|[^0-9.]}}0 damaged, 0 with unknown schedules, 0 schedules with wrong results
//
// The pass follows it without a model, and every op has a record.
// RUN: autotune-opt %s --autotune="target=host model=none records=%t/store require=record remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASS
// PASS-COUNT-3: tuned (record): {{.*}}, measured
// RUN: %autotune run %s --target host --records %t/store | FileCheck %s --check-prefix=AGREES
// AGREES: {{^|[^0-9.]}}0 failures
//
// The tasks in two parts, each with a store of its own, by every strategy and option of learning.
// RUN: %{tune} --records %t/part0 --shard 0/2 --trials 4 --quiet --strategy evolution | FileCheck %s --check-prefix=PART0
// PART0: matmul
// PART0-NOT: depthwise
// RUN: %{tune} --records %t/part1 --shard 1/2 --trials 4 --quiet --diversity 2 --refit 32 --risk ei --discount 8 --regression | FileCheck %s --check-prefix=PART1
// PART1-NOT: matmul
// PART1: depthwise
// RUN: %autotune records merge %t/part0 %t/whole && %autotune records merge %t/part1 %t/whole
// RUN: autotune-opt %s --autotune="target=host model=none records=%t/whole require=record remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASS
//
// DEFINE: %{no} = %python %S/Inputs/refuse.py 2
// RUN: %{no} "tune: --records PATH is missing" %autotune tune %s --trials 4
// RUN: %{no} "tune: there is no budget: give --trials N, --minutes M or both" %autotune tune %s --records %t/x
// RUN: %{no} "tune: --shard 2/2: use I/N with I from 0 to N - 1" %autotune tune %s --records %t/x --trials 4 --shard 2/2
// RUN: %{no} "tune: --shard 1: use I/N" %autotune tune %s --records %t/x --trials 4 --shard 1
// RUN: %{no} "tune: --risk luck: use one of mean, ei, ucb" %autotune tune %s --records %t/x --trials 4 --risk luck
// RUN: %{no} "tune: --strategy luck: use one of" %autotune tune %s --records %t/x --trials 4 --strategy luck
// RUN: %{no} "tune: --epsilon 2: use 0 to 1" %autotune tune %s --records %t/x --trials 4 --epsilon 2
// RUN: %{no} "tune: --diversity 9: use 1 to 8" %autotune tune %s --records %t/x --trials 4 --diversity 9
// RUN: %{no} "tune: --refit 65: use 0 to 64" %autotune tune %s --records %t/x --trials 4 --refit 65
// RUN: echo "func.func @empty() { return }" > %t/empty.mlir
// RUN: %{no} "empty.mlir: no op in it is tuned" %autotune tune %t/empty.mlir --records %t/x --trials 4
// RUN: not ls %t/x

func.func @main(%a: tensor<24x16xf32>, %b: tensor<16x40xf32>, %image: tensor<1x16x10x10xf32>,
                %filter: tensor<16x3x3xf32>)
    -> (tensor<24x40xf32>, tensor<24x40xf32>, tensor<1x16x8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<24x40xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %c = linalg.matmul ins(%a, %b : tensor<24x16xf32>, tensor<16x40xf32>)
         outs(%i0 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %e2 = tensor.empty() : tensor<24x40xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %s = tensor.extract_slice %c[0, 0] [24, 16] [1, 1] : tensor<24x40xf32> to tensor<24x16xf32>
  %c2 = linalg.matmul ins(%s, %b : tensor<24x16xf32>, tensor<16x40xf32>)
         outs(%i2 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %e1 = tensor.empty() : tensor<1x16x8x8xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %d = linalg.depthwise_conv_2d_nchw_chw ins(%image, %filter : tensor<1x16x10x10xf32>, tensor<16x3x3xf32>)
         outs(%i1 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %c, %c2, %d : tensor<24x40xf32>, tensor<24x40xf32>, tensor<1x16x8x8xf32>
}
