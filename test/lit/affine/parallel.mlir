// The outermost loop that carries no dependence becomes scf.parallel on demand; where there is none,
// a remark says what the loops carry.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 parallel=outer remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none" | FileCheck %s --check-prefix=SERIAL
// RUN: autotune-opt %t.mlir --autotune-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: autotune-opt %t.mlir --convert-scf-to-openmp --autotune-to-llvm | FileCheck %s --check-prefix=OPENMP
//
// SERIAL-NOT: scf.parallel
// LLVM-NOT: scf.
// LLVM: llvm.return
// OPENMP: omp.parallel
// OPENMP: omp.wsloop

// A product: blocks of rows, each of which is tuned like a product of its own.
// REMARK: affine.for raised: 2 linalg ops and 0 scalar statements, loop 1 runs in parallel
// CHECK-LABEL: @product
// CHECK: scf.parallel (%{{.*}}) = (%{{.*}}) to (%[[BLOCKS:.*]]) step
// CHECK: memref.subview %{{.*}} [8, 64] [1, 1]
// CHECK: autotune.schedule
// CHECK: scf.reduce
// CHECK-LABEL: @filter
func.func @product(%a: memref<128x96xf32>, %b: memref<96x64xf32>, %c: memref<128x64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 64 {
      affine.store %zero, %c[%i, %j] : memref<128x64xf32>
      affine.for %k = 0 to 96 {
        %0 = affine.load %a[%i, %k] : memref<128x96xf32>
        %1 = affine.load %b[%k, %j] : memref<96x64xf32>
        %2 = affine.load %c[%i, %j] : memref<128x64xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<128x64xf32>
      }
    }
  }
  return
}

// Every column writes its state before it reads it: each block has its own.
// REMARK: affine.for rewritten: iterations of a parallel loop side by side, loop 1 runs in parallel
// CHECK: memref.alloc() {{.*}} : memref<512xf64>
// CHECK: scf.parallel
// CHECK: vector.load {{.*}} : memref<100x512xf64>, vector<8xf64>
// CHECK: scf.reduce
// CHECK-LABEL: @state
func.func @filter(%c: f64, %a: memref<100x512xf64>, %b: memref<100x512xf64>) {
  %zero = arith.constant 0.0 : f64
  %state = memref.alloca() : memref<f64>
  affine.for %j = 0 to 512 {
    affine.store %zero, %state[] : memref<f64>
    affine.for %i = 0 to 100 {
      %0 = affine.load %a[%i, %j] : memref<100x512xf64>
      %1 = affine.load %state[] : memref<f64>
      %2 = arith.mulf %1, %c : f64
      %3 = arith.addf %0, %2 : f64
      affine.store %3, %b[%i, %j] : memref<100x512xf64>
      affine.store %0, %state[] : memref<f64>
    }
  }
  return
}

// The state goes from one iteration of the outer loop to the next, so the loop inside is the one.
// REMARK: affine.for {{rewritten|raised}}: {{.*}}loop 2 runs in parallel
// CHECK: scf.for
// CHECK-NEXT: scf.parallel
// CHECK-LABEL: @fused
func.func @state(%a: memref<60x512x64xf64>, %b: memref<512x64xf64>) {
  affine.for %t = 0 to 60 {
    affine.for %i = 0 to 512 {
      affine.for %j = 1 to 64 {
        %0 = affine.load %b[%i, %j - 1] : memref<512x64xf64>
        %1 = affine.load %a[%t, %i, %j] : memref<60x512x64xf64>
        %2 = affine.load %b[%i, %j] : memref<512x64xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %b[%i, %j] : memref<512x64xf64>
      }
    }
  }
  return
}

// REMARK: affine.for rewritten: fused with the nest after it, vectors along the innermost loop, loop 1 runs in parallel
// CHECK-COUNT-1: scf.parallel
// CHECK: vector.store
// CHECK: vector.store
// CHECK-LABEL: @none
func.func @fused(%x: memref<512x64xf64>, %y: memref<512x64xf64>, %z: memref<512x64xf64>) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %x[%i, %j] : memref<512x64xf64>
      %1 = arith.mulf %0, %0 : f64
      affine.store %1, %y[%i, %j] : memref<512x64xf64>
    }
  }
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %y[%i, %j] : memref<512x64xf64>
      %1 = arith.addf %0, %0 : f64
      affine.store %1, %z[%i, %j] : memref<512x64xf64>
    }
  }
  return
}

// REMARK: affine.for: no loop in parallel: loop 1 carries a dependence from a store to a load of argument 0; loop 2 carries a dependence from a store to a load of argument 0
// REMARK: affine.for: no loop in parallel: too little work in it
// CHECK-NOT: scf.parallel
func.func @none(%a: memref<202x402xf64>, %b: memref<8xf64>) {
  affine.for %i = 1 to 201 {
    affine.for %j = 1 to 401 {
      %0 = affine.load %a[%i - 1, %j] : memref<202x402xf64>
      %1 = affine.load %a[%i, %j - 1] : memref<202x402xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i, %j] : memref<202x402xf64>
    }
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %b[%i] : memref<8xf64>
    %1 = arith.mulf %0, %0 : f64
    affine.store %1, %b[%i] : memref<8xf64>
  }
  return
}

// Loops are counted without the values that only the run knows.
// REMARK: affine.for: no loop in parallel: loop 1 carries a dependence from a store to a load of argument 0
// CHECK-NOT: scf.parallel
func.func @open(%a: memref<?xf64>, %x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j] : memref<?xf64>
      %1 = affine.load %x[%i] : memref<?xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i] : memref<?xf64>
    }
  }
  return
}
