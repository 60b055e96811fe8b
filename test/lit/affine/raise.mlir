// Nests that are linalg ops in disguise take the way of linalg ops: one kernel each, no loop of the
// affine dialect left.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 fp=reassoc remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %t.mlir --autotune="target=x86-64-v3 remarks=none" | diff %t.mlir -
// RUN: autotune-opt %s --autotune="affine=none remarks=none" | FileCheck %s --check-prefix=OFF
// OFF: affine.for
// Annotations are for ops of the payload, here one linalg.matmul; nests are left alone.
// RUN: mlir-opt %s -o %t.plain
// RUN: autotune-opt %s --autotune="emit=annotate target=x86-64-v3 remarks=none" | sed 's/ {autotune.schedule = [^}]*}//' | diff %t.plain -
// RUN: autotune-opt %s --autotune-kernels="target=x86-64-v3 remarks=none" | FileCheck %s --check-prefix=OFF

// A contraction after the scaling of its output: the loop is distributed.
// REMARK: affine.for raised: 2 linalg ops and 0 scalar statements
// CHECK-LABEL: @gemm
// CHECK-NOT: affine.for
// CHECK: vector.fma
// CHECK: return
func.func @gemm(%beta: f64, %a: memref<40x48xf64>, %b: memref<48x56xf64>, %c: memref<40x56xf64>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 56 {
      %0 = affine.load %c[%i, %j] : memref<40x56xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %c[%i, %j] : memref<40x56xf64>
    }
    affine.for %k = 0 to 48 {
      affine.for %j = 0 to 56 {
        %0 = affine.load %a[%i, %k] : memref<40x48xf64>
        %1 = affine.load %b[%k, %j] : memref<48x56xf64>
        %2 = affine.load %c[%i, %j] : memref<40x56xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<40x56xf64>
      }
    }
  }
  return
}

// A sum that a loop carries goes straight to the element that it ends in.
// REMARK: affine.for raised: 2 linalg ops and 0 scalar statements
// CHECK-LABEL: @carried
// CHECK-NOT: memref.alloc
// CHECK-NOT: affine.for
// CHECK: return
func.func @carried(%a: memref<40x48xf32>, %x: memref<48xf32>, %y: memref<40xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 40 {
    %sum = affine.for %j = 0 to 48 iter_args(%s = %zero) -> (f32) {
      %0 = affine.load %a[%i, %j] : memref<40x48xf32>
      %1 = affine.load %x[%j] : memref<48xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %s, %2 : f32
      affine.yield %3 : f32
    }
    affine.store %sum, %y[%i] : memref<40xf32>
  }
  return
}

// What was stored already is read from its element: the sum needs no array of its own.
// REMARK: affine.for raised: 3 linalg ops and 0 scalar statements
// CHECK-LABEL: @stored
// CHECK-NOT: memref.alloc
// CHECK-NOT: affine.for
// CHECK: return
func.func @stored(%a: memref<40x48xf32>, %x: memref<48xf32>, %y: memref<40xf32>, %z: memref<48xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 40 {
    %sum = affine.for %j = 0 to 48 iter_args(%s = %zero) -> (f32) {
      %0 = affine.load %a[%i, %j] : memref<40x48xf32>
      %1 = affine.load %x[%j] : memref<48xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %s, %2 : f32
      affine.yield %3 : f32
    }
    affine.store %sum, %y[%i] : memref<40xf32>
    affine.for %j = 0 to 48 {
      %0 = affine.load %a[%i, %j] : memref<40x48xf32>
      %1 = affine.load %z[%j] : memref<48xf32>
      %2 = arith.mulf %0, %sum : f32
      %3 = arith.addf %1, %2 : f32
      affine.store %3, %z[%j] : memref<48xf32>
    }
  }
  return
}

// A stencil without a dependence inside a time step: the time loop stays.
// REMARK: affine.for raised: 2 linalg ops and 0 scalar statements
// CHECK-LABEL: @jacobi
// CHECK: scf.for
// CHECK: vector.load
// CHECK: return
func.func @jacobi(%a: memref<66x66xf32>, %b: memref<66x66xf32>) {
  %third = arith.constant 0.25 : f32
  affine.for %t = 0 to 10 {
    affine.for %i = 1 to 65 {
      affine.for %j = 1 to 65 {
        %0 = affine.load %a[%i - 1, %j] : memref<66x66xf32>
        %1 = affine.load %a[%i + 1, %j] : memref<66x66xf32>
        %2 = affine.load %a[%i, %j - 1] : memref<66x66xf32>
        %3 = arith.addf %0, %1 : f32
        %4 = arith.addf %3, %2 : f32
        %5 = arith.mulf %4, %third : f32
        affine.store %5, %b[%i, %j] : memref<66x66xf32>
      }
    }
    affine.for %i = 1 to 65 {
      affine.for %j = 1 to 65 {
        %0 = affine.load %b[%i, %j] : memref<66x66xf32>
        affine.store %0, %a[%i, %j] : memref<66x66xf32>
      }
    }
  }
  return
}

// A transpose.
// REMARK: affine.for raised: 1 linalg ops and 0 scalar statements
// CHECK-LABEL: @transpose
// CHECK-NOT: affine.for
// CHECK: return
func.func @transpose(%a: memref<32x64xf32>, %b: memref<64x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<32x64xf32>
      affine.store %0, %b[%j, %i] : memref<64x32xf32>
    }
  }
  return
}

// A vector that every iteration writes before it reads it gets a copy per iteration, and the last one
// is put back.
// REMARK: affine.for raised: 3 linalg ops and 0 scalar statements
// CHECK-LABEL: @expand
// CHECK: memref.alloc{{.*}} : memref<40x48xf32>
// CHECK: memref.copy
// CHECK: memref.dealloc
func.func @expand(%a: memref<40x48xf32>, %w: memref<48x48xf32>, %sum: memref<48xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %q = 0 to 40 {
    affine.for %p = 0 to 48 {
      affine.store %zero, %sum[%p] : memref<48xf32>
      affine.for %s = 0 to 48 {
        %0 = affine.load %a[%q, %s] : memref<40x48xf32>
        %1 = affine.load %w[%s, %p] : memref<48x48xf32>
        %2 = affine.load %sum[%p] : memref<48xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %sum[%p] : memref<48xf32>
      }
    }
    affine.for %p = 0 to 48 {
      %0 = affine.load %sum[%p] : memref<48xf32>
      affine.store %0, %a[%q, %p] : memref<40x48xf32>
    }
  }
  return
}

// linalg beside affine and scf in one function.
// REMARK: affine.for raised: 1 linalg ops and 0 scalar statements
// REMARK: linalg.matmul tuned
// CHECK-LABEL: @mixed
// CHECK-NOT: linalg.matmul
// CHECK: return
func.func @mixed(%a: memref<32x32xf32>, %b: memref<32x32xf32>, %c: memref<32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0 : index
  %high = arith.constant 4 : index
  %one = arith.constant 1 : index
  scf.for %t = %low to %high step %one {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        affine.store %zero, %c[%i, %j] : memref<32x32xf32>
      }
    }
    linalg.matmul ins(%a, %b : memref<32x32xf32>, memref<32x32xf32>) outs(%c : memref<32x32xf32>)
  }
  return
}
