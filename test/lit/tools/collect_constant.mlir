// Collecting with constant weights: both layouts become tasks, their workloads are others than those
// of plain weights, and what is measured agrees with the untouched op.
// DEFINE: %{collect} = %autotune collect %t/store --modules %s --trials 3 --quiet --lock none
// RUN: rm -rf %t && mkdir -p %t
// RUN: %{collect} --constant-weights
// RUN: %autotune dataset export %t/store %t/constant.tsv
// RUN: FileCheck %s --input-file=%t/constant.tsv
// The data stays data: the image in either layout, the left matrix.
// CHECK-DAG: workload{{.*}}conv{{[[:space:]]}}{{.*}} f32[1,3,8,8]({{[^)]*}})@0 f32[16,3,3,3]({{[^)]*}})@0!const f32[1,16,6,6](
// CHECK-DAG: workload{{.*}}conv{{[[:space:]]}}{{.*}} f32[1,3,8,8]({{[^)]*}})@0 f32[16,3,3,3]({{[^)]*}})@0!const f32[1,6,6,16](
// CHECK-DAG: workload{{.*}}matmul{{[[:space:]]}}{{.*}} f32[24,16]({{[^)]*}})@0 f32[16,40]({{[^)]*}})@0!const
// RUN: not grep -E "wrong|crash|compile" %t/constant.tsv
//
// The same again measures nothing; the tasks of plain weights are others.
// RUN: %{collect} --constant-weights
// RUN: %autotune dataset export %t/store %t/again.tsv
// RUN: cmp %t/constant.tsv %t/again.tsv
// RUN: %{collect}
// RUN: %autotune dataset export %t/store %t/both.tsv | FileCheck %s --check-prefix=BOTH
// BOTH: both.tsv: {{[0-9]+}} rows, 0 left out
// RUN: grep "^workload" %t/both.tsv | grep matmul | count 2
//
// What an older version of the space measured stays in its layout.
// RUN: python3 -c "import sqlite3; d = sqlite3.connect('%t/store'); d.execute('UPDATE task SET space = 0'); d.commit()"
// RUN: %autotune collect %t/store --refresh --quiet --lock none
// RUN: %autotune dataset export %t/store %t/refreshed.tsv
// RUN: FileCheck %s --input-file=%t/refreshed.tsv
//
// Layers of the corpus: only what reads weights.
// RUN: %autotune collect %t/corpus --corpus %source/data/corpus.tsv --draws 8 --trials 1 --plan --constant-weights --quiet
// RUN: python3 -c "import sqlite3; d = sqlite3.connect('%t/corpus'); rows = [r[0] for r in d.execute('SELECT workload FROM task')]; assert rows and all('!const' in row for row in rows)"
//
// Tuning by measuring knows the op by the same workload.
// RUN: %autotune tune %s --constant-weights --trials 4 --jobs 1 --records %t/records --lock none --quiet
// RUN: %autotune run %s --constant-weights --target host --records %t/records --check | FileCheck %s --check-prefix=AGREES
// AGREES: {{^|[^0-9.]}}0 failures

func.func @main(%image: tensor<1x3x8x8xf32>, %a: tensor<24x16xf32>, %filter: tensor<16x3x3x3xf32>,
                %b: tensor<16x40xf32>) -> (tensor<1x16x6x6xf32>, tensor<24x40xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<24x40xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %c = linalg.matmul ins(%a, %b : tensor<24x16xf32>, tensor<16x40xf32>)
         outs(%i0 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %e1 = tensor.empty() : tensor<1x16x6x6xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %d = linalg.conv_2d_nchw_fchw ins(%image, %filter : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>)
         outs(%i1 : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %d, %c : tensor<1x16x6x6xf32>, tensor<24x40xf32>
}
