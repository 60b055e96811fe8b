// The linalg ops that a nest of affine loops becomes are measured like other ops: here a product
// and what scales its result.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %autotune collect %t/store --modules %s --trials 3 --plan 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: {{.*}}collect_affine.mlir: 2 tasks
// RUN: %autotune collect %t/store --jobs 2 --lock %t/lock 2>&1 | FileCheck %s --check-prefix=DONE
// DONE: {{^}}2 of 2 tasks, {{[1-9][0-9]*}} rows
// RUN: %autotune dataset export %t/store %t/out.tsv
// RUN: not grep -E "wrong result|crash" %t/out.tsv
// RUN: FileCheck %s --input-file=%t/out.tsv
// CHECK-DAG: matmul{{[[:space:]]}}collect_affine{{.*}}f64[24,32](
// CHECK-DAG: elementwise{{[[:space:]]}}collect_affine{{.*}}f64[768](
//
// The modules of data/affine.py are planned in the same way.
// RUN: %python %source/data/affine.py %t/modules
// RUN: %autotune collect %t/generated --modules %t/modules/affine_symm_293x311_f64.mlir --plan 2>&1 | FileCheck %s --check-prefix=SYMM
// SYMM: affine_symm_293x311_f64.mlir: {{[0-9]+}} tasks

func.func @main(%a: memref<24x40xf64>, %b: memref<40x32xf64>, %c: memref<24x32xf64>, %beta: f64) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 32 {
      %old = affine.load %c[%i, %j] : memref<24x32xf64>
      %scaled = arith.mulf %old, %beta : f64
      affine.store %scaled, %c[%i, %j] : memref<24x32xf64>
      affine.for %k = 0 to 40 {
        %x = affine.load %a[%i, %k] : memref<24x40xf64>
        %y = affine.load %b[%k, %j] : memref<40x32xf64>
        %z = affine.load %c[%i, %j] : memref<24x32xf64>
        %p = arith.mulf %x, %y : f64
        %s = arith.addf %z, %p : f64
        affine.store %s, %c[%i, %j] : memref<24x32xf64>
      }
    }
  }
  return
}
