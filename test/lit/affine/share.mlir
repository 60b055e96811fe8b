// A loop that carries nothing once it is the outermost one: each thread has a block of its iterations
// through the whole nest, and starts once instead of for every product in every tile of rows.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 threads=2 remarks=all" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %s --autotune="target=x86-64-v3 threads=8 remarks=all" 2>&1 >%t.mlir | FileCheck %s --check-prefix=FEW

// 200 columns: two blocks of 100. With 8 threads a block would have less than 64 columns, so these
// share every product.
// REMARK: affine.for raised: {{.*}}, loop 1 runs in parallel
// FEW-NOT: runs in parallel
// FEW: {{^|[^0-9.]}}8 threads: i
// CHECK-LABEL: @columns
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c2) step
// CHECK: autotune.threads = 2
// CHECK-NOT: autotune.threads
// CHECK: return
func.func @columns(%a: memref<320x320xf64>, %b: memref<320x200xf64>) {
  affine.for %i = 0 to 320 {
    affine.for %j = 0 to 200 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 320 {
        %0 = affine.load %a[%k, %i] : memref<320x320xf64>
        %1 = affine.load %b[%k, %j] : memref<320x200xf64>
        %2 = affine.load %b[%i, %j] : memref<320x200xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %b[%i, %j] : memref<320x200xf64>
      }
    }
  }
  return
}

// 201 columns: the second block has 97, and its statements stand beside those of the first one,
// each with a condition.
// REMARK: affine.for raised: {{.*}}, loop 1 runs in parallel
// CHECK-LABEL: @uneven
// CHECK: scf.parallel (%[[BLOCK:.*]]) = (%c0) to (%c2) step
// CHECK: %[[BEFORE:.*]] = affine.apply #{{.*}}(%[[BLOCK]])
// CHECK: arith.cmpi sge, %[[BEFORE]], %c0
// CHECK: scf.if
// CHECK: arith.cmpi sge
// CHECK: scf.if
// CHECK: autotune.threads = 2
// CHECK: return
func.func @uneven(%a: memref<320x320xf64>, %b: memref<320x201xf64>) {
  affine.for %i = 0 to 320 {
    affine.for %j = 0 to 201 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 320 {
        %0 = affine.load %a[%k, %i] : memref<320x320xf64>
        %1 = affine.load %b[%k, %j] : memref<320x201xf64>
        %2 = affine.load %b[%i, %j] : memref<320x201xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %b[%i, %j] : memref<320x201xf64>
      }
    }
  }
  return
}

// Sums whose terms may change places would do so in another way in blocks of another size: the bits
// would depend on the number of threads.
// REMARK: affine.for raised: {{.*}}, loops split into rectangles{{$}}
// CHECK-LABEL: @reassoc
func.func @reassoc(%a: memref<320x320xf64>, %b: memref<320x200xf64>) {
  affine.for %i = 0 to 320 {
    affine.for %j = 0 to 200 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 320 {
        %0 = affine.load %a[%k, %i] : memref<320x320xf64>
        %1 = affine.load %b[%k, %j] : memref<320x200xf64>
        %2 = affine.load %b[%i, %j] : memref<320x200xf64>
        %3 = arith.mulf %0, %1 fastmath<reassoc> : f64
        %4 = arith.addf %2, %3 fastmath<reassoc> : f64
        affine.store %4, %b[%i, %j] : memref<320x200xf64>
      }
    }
  }
  return
}

// A column meets the next one: nothing is shared.
// REMARK: affine.for raised: {{.*}}, loops split into rectangles{{$}}
// REMARK: one thread: it lies inside a parallel loop
// CHECK-LABEL: @meets
func.func @meets(%a: memref<320x320xf64>, %b: memref<320x201xf64>) {
  affine.for %i = 0 to 320 {
    affine.for %j = 0 to 200 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 320 {
        %0 = affine.load %a[%k, %i] : memref<320x320xf64>
        %1 = affine.load %b[%k, %j + 1] : memref<320x201xf64>
        %2 = affine.load %b[%i, %j] : memref<320x201xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %b[%i, %j] : memref<320x201xf64>
      }
    }
  }
  return
}
