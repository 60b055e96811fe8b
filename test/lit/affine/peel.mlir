// An argument that every iteration writes before it reads it: all iterations but the last have copies
// of their own and run in parallel, and the last one leaves its values in the argument.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 threads=2 remarks=all" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %s --autotune="target=x86-64-v3 threads=8 remarks=all" 2>&1 >%t.mlir | FileCheck %s --check-prefix=FEW

// Products inside of a loop: a thread has whole iterations, and so whole products. The last one is
// shared as a kernel. 59 iterations are too few for 8 threads, which share every product.
// REMARK: affine.for raised: {{[0-9]+}} linalg ops and 0 scalar statements, {{[0-9]+}} loops run in parallel
// REMARK: one thread: it lies inside a parallel loop
// REMARK: {{^|[^0-9.]}}2 threads: i
// FEW-NOT: in parallel
// FEW: {{^|[^0-9.]}}8 threads: i
// CHECK-LABEL: @products
// CHECK-SAME: %[[SUM:[a-z0-9]+]]: memref<181xf64>
// CHECK: memref.alloc() {{.*}} : memref<199x181xf64>
// CHECK: memref.alloc() {{.*}}x199x181xf64>
// CHECK: scf.parallel
// CHECK: autotune.threads = 2
// CHECK: scf.parallel
// CHECK: autotune.threads = 2
// CHECK: memref.copy %{{.*}}, %[[SUM]]
func.func @products(%a: memref<59x199x181xf64>, %c: memref<181x181xf64>, %sum: memref<181xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %r = 0 to 59 {
    affine.for %q = 0 to 199 {
      affine.for %p = 0 to 181 {
        affine.store %zero, %sum[%p] : memref<181xf64>
        affine.for %s = 0 to 181 {
          %0 = affine.load %a[%r, %q, %s] : memref<59x199x181xf64>
          %1 = affine.load %c[%s, %p] : memref<181x181xf64>
          %2 = affine.load %sum[%p] : memref<181xf64>
          %3 = arith.mulf %0, %1 : f64
          %4 = arith.addf %2, %3 : f64
          affine.store %4, %sum[%p] : memref<181xf64>
        }
      }
      affine.for %p = 0 to 181 {
        %0 = affine.load %sum[%p] : memref<181xf64>
        affine.store %0, %a[%r, %q, %p] : memref<59x199x181xf64>
      }
    }
  }
  return
}
