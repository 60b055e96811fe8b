// Collecting: ops become tasks of their own, what is measured is not measured again, and the
// result is a dataset.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %autotune collect %t/store --modules %s --trials 5 --targets 2 --plan 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: {{.*}}collect.mlir: {{[24]}} tasks
//
// RUN: %autotune collect %t/store --jobs 2 --lock %t/lock 2> %t/first
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t/first
// FIRST: [[N:[24]]] of [[N]] tasks, {{[0-9]+}} rows
// RUN: %autotune dataset export %t/store %t/first.tsv.gz | FileCheck %s --check-prefix=EXPORT
// EXPORT: first.tsv.gz: {{[1-9][0-9]*}} rows, 0 left out, 0 were there already
//
// The same again measures nothing.
// RUN: %autotune collect %t/store --modules %s --trials 5 --targets 2 --quiet --lock %t/lock
// RUN: %autotune dataset export %t/store %t/second.tsv.gz
// RUN: cmp %t/first.tsv.gz %t/second.tsv.gz
//
// RUN: %autotune dataset show %t/first.tsv.gz | FileCheck %s --check-prefix=SHOW
// SHOW: rows of 2 workloads, version 1 of the space
// SHOW: matmul 1
// SHOW: depthwise 1
// SHOW: choice
// SHOW: wrong result {{ *}}0
// SHOW: crash {{ *}}0
// The choice of each task is measured first and last.
// RUN: gunzip -c %t/first.tsv.gz | grep -w choice | cut -f 2,3 | sort | uniq -c > %t/choices
// RUN: not grep -v '^ *2 ' %t/choices
//
// Merging what is there already changes nothing.
// RUN: cp %t/first.tsv.gz %t/merged.tsv.gz
// RUN: %autotune dataset merge %t/first.tsv.gz %t/merged.tsv.gz | FileCheck %s --check-prefix=MERGE
// MERGE: merged.tsv.gz: [[N:[0-9]+]] rows, 0 left out, [[N]] were there already
// RUN: cmp %t/first.tsv.gz %t/merged.tsv.gz
//
// What an older version of the space measured is planned and measured again; its rows are no part
// of the dataset.
// RUN: python3 -c "import sqlite3; d = sqlite3.connect('%t/store'); d.execute('UPDATE task SET space = 0, schedule = \'old()\', module = replace(module, \'direct(\', \'direct(old=1,\')'); d.commit()"
// RUN: %autotune collect %t/store --quiet --lock %t/lock
// RUN: %autotune dataset export %t/store %t/none.tsv | FileCheck %s --check-prefix=EMPTY
// EMPTY: none.tsv: 0 rows
// RUN: %autotune collect %t/store --refresh --plan 2>&1 | FileCheck %s --check-prefix=REFRESH
// REFRESH: store: [[N:[24]]] tasks of older versions of the space, [[N]] tasks
// RUN: %autotune collect %t/store --refresh --plan 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: store: 0 tasks of older versions of the space, 0 tasks
// RUN: %autotune collect %t/store --quiet --lock %t/lock
// RUN: %autotune dataset export %t/store %t/third.tsv.gz
// RUN: %autotune dataset show %t/third.tsv.gz | FileCheck %s --check-prefix=SHOW
// RUN: not %autotune collect %t/store --refresh --modules %s 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: {{^}}autotune collect: --refresh plans what is in the store{{.*}}{{$}}
//
// What the model holds to be the fastest, of tasks that are done.
// RUN: %autotune collect %t/store --promising 2 --jobs 1 --lock %t/lock 2>&1 | FileCheck %s --check-prefix=PROMISING
// PROMISING: [[N:[24]]] of [[N]] tasks
// RUN: %autotune dataset export %t/store %t/promising.tsv
// RUN: FileCheck %s --check-prefix=FAVOURED --input-file=%t/promising.tsv
// FAVOURED-COUNT-4: {{[[:space:]]}}promising{{[[:space:]]}}
// RUN: %autotune collect %t/store --promising 2 --jobs 1 --lock %t/lock 2>&1 | count 0
//
// Another model holds other schedules to be fast.
// RUN: cp %t/store %t/by_shipped && cp %t/store %t/by_small
// RUN: %autotune collect %t/by_shipped --promising 6 --jobs 1 --quiet --lock %t/lock
// RUN: %autotune collect %t/by_small --promising 6 --jobs 1 --quiet --lock %t/lock --model %source/test/fuzz/corpus/model/seed_small
// RUN: %autotune dataset export %t/by_shipped %t/by_shipped.tsv
// RUN: %autotune dataset export %t/by_small %t/by_small.tsv
// RUN: grep promising %t/by_shipped.tsv | cut -f 7 | sort > %t/by_shipped.rows
// RUN: grep promising %t/by_small.tsv | cut -f 7 | sort > %t/by_small.rows
// RUN: not cmp %t/by_shipped.rows %t/by_small.rows
//
// Stopped by --seconds, here while another process holds the lock of the clock, it is not done.
// RUN: not %python %S/Inputs/hold.py %t/lock 4 %autotune collect %t/stopped --modules %s --seconds 2 --jobs 1 --lock %t/lock 2>&1 | FileCheck %s --check-prefix=STOPPED
// STOPPED: {{^}}0 of {{[24]}} tasks
//
// Layers of the corpus.
// RUN: %autotune collect %t/corpus --corpus %source/data/corpus.tsv --draws 5 --plan 2>&1 | FileCheck %s --check-prefix=CORPUS
// CORPUS: data/corpus.tsv: {{[0-9]+}} tasks
//
// RUN: not %autotune collect %t/none --modules %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: {{^}}autotune collect: --modules {{.*}}none.mlir: No such file or directory{{$}}
// RUN: not %autotune collect %s 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: {{^}}autotune collect: {{.*}}collect.mlir: file is not a database; {{.*}}{{$}}
// RUN: not %autotune dataset show %s 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: {{^}}autotune dataset show: {{.*}}collect.mlir:1: this is not a dataset
// RUN: not %autotune dataset forget x 2>&1 | FileCheck %s --check-prefix=ACTION
// ACTION: {{^}}autotune dataset: no action 'forget'; use export, merge or show{{$}}
// RUN: %autotune collect --help | FileCheck %s --check-prefix=HELP
// HELP: usage: autotune collect STORE

func.func @main(%a: tensor<24x16xf32>, %b: tensor<16x40xf32>, %image: tensor<1x16x10x10xf32>,
                %filter: tensor<16x3x3xf32>) -> (tensor<24x40xf32>, tensor<1x16x8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<24x40xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %c = linalg.matmul ins(%a, %b : tensor<24x16xf32>, tensor<16x40xf32>)
         outs(%i0 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %e1 = tensor.empty() : tensor<1x16x8x8xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %d = linalg.depthwise_conv_2d_nchw_chw ins(%image, %filter : tensor<1x16x10x10xf32>, tensor<16x3x3xf32>)
         outs(%i1 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %c, %d : tensor<24x40xf32>, tensor<1x16x8x8xf32>
}
