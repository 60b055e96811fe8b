// Nests that stay loops: iterations of a parallel loop around a recurrence run side by side, and
// sweeps run as wavefronts.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %t.mlir --autotune="target=x86-64-v3 remarks=none" | diff %t.mlir -

// A filter down the columns: its state gets a copy per column, and two vectors of columns are done
// at once.
// REMARK: affine.for rewritten: iterations of a parallel loop side by side
// CHECK-LABEL: @columns
// CHECK: memref.alloc() {{.*}} : memref<64xf64>
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.load {{.*}} : memref<100x64xf64>, vector<8xf64>
// CHECK-NOT: vector.from_elements
// CHECK: arith.mulf {{.*}} : vector<8xf64>
// CHECK: vector.store {{.*}} : memref<100x64xf64>, vector<8xf64>
// CHECK-LABEL: @rows
func.func @columns(%c: f64, %a: memref<100x64xf64>, %b: memref<100x64xf64>) {
  %zero = arith.constant 0.0 : f64
  %state = memref.alloca() : memref<f64>
  affine.for %j = 0 to 64 {
    affine.store %zero, %state[] : memref<f64>
    affine.for %i = 0 to 100 {
      %0 = affine.load %a[%i, %j] : memref<100x64xf64>
      %1 = affine.load %state[] : memref<f64>
      %2 = arith.mulf %1, %c : f64
      %3 = arith.addf %0, %2 : f64
      affine.store %3, %b[%i, %j] : memref<100x64xf64>
      affine.store %0, %state[] : memref<f64>
    }
  }
  return
}

// The same along rows: elements of one vector come from four rows. What is left of 66 rows stays as
// it is.
// REMARK: affine.for rewritten: iterations of a parallel loop side by side
// CHECK: vector.from_elements {{.*}} : vector<4xf64>
// CHECK: vector.extract
// CHECK: memref.store
// CHECK: arith.addf {{.*}} : f64
func.func @rows(%c: f64, %a: memref<66x100xf64>) {
  affine.for %i = 0 to 66 {
    affine.for %j = 1 to 100 {
      %0 = affine.load %a[%i, %j] : memref<66x100xf64>
      %1 = affine.load %a[%i, %j - 1] : memref<66x100xf64>
      %2 = arith.mulf %1, %c : f64
      %3 = arith.addf %0, %2 : f64
      affine.store %3, %a[%i, %j] : memref<66x100xf64>
    }
  }
  return
}

// The state is carried by the loop, and one value is handed on to the next: as @columns.
// REMARK: affine.for rewritten: iterations of a parallel loop side by side
// CHECK-LABEL: @handed_on
// CHECK-COUNT-2: memref.alloc() {{.*}} : memref<64xf64>
// CHECK: vector.load {{.*}} : memref<100x64xf64>, vector<8xf64>
// CHECK-NOT: vector.from_elements
// CHECK: vector.store {{.*}} : memref<100x64xf64>, vector<8xf64>
// CHECK-LABEL: @sweep
func.func @handed_on(%c: f64, %a: memref<100x64xf64>, %b: memref<100x64xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %j = 0 to 64 {
    affine.for %i = 0 to 100 iter_args(%last = %zero, %before = %zero) -> (f64, f64) {
      %0 = affine.load %a[%i, %j] : memref<100x64xf64>
      %1 = arith.mulf %before, %c : f64
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %b[%i, %j] : memref<100x64xf64>
      affine.yield %0, %last : f64, f64
    }
  }
  return
}

// Every element waits for the one on its left and for the row above, up to one element further:
// eight rows, each two elements behind.
// REMARK: affine.for rewritten: rows as a wavefront
// CHECK-COUNT-3: scf.for
// CHECK: arith.divf {{.*}} : vector<8xf64>
// CHECK: return
func.func @sweep(%a: memref<202x402xf64>) {
  %nine = arith.constant 9.0 : f64
  affine.for %i = 1 to 201 {
    affine.for %j = 1 to 401 {
      %0 = affine.load %a[%i - 1, %j + 1] : memref<202x402xf64>
      %1 = affine.load %a[%i - 1, %j] : memref<202x402xf64>
      %2 = affine.load %a[%i, %j - 1] : memref<202x402xf64>
      %3 = affine.load %a[%i + 1, %j + 1] : memref<202x402xf64>
      %4 = arith.addf %0, %1 : f64
      %5 = arith.addf %4, %2 : f64
      %6 = arith.addf %5, %3 : f64
      %7 = arith.divf %6, %nine : f64
      affine.store %7, %a[%i, %j] : memref<202x402xf64>
    }
  }
  return
}

// A row that needs all of the row above has no slope, and no loop is parallel.
// REMARK: affine.for left untouched: loop 2 carries a dependence from a store to a load of argument 0; vectorisation of loop 1 refused: loop 1 carries a dependence from a store to a load of argument 0
// CHECK-LABEL: @turned
// CHECK: affine.for
func.func @turned(%a: memref<202x402xf64>) {
  affine.for %i = 1 to 201 {
    affine.for %j = 1 to 401 {
      %0 = affine.load %a[%i - 1, -%j + 401] : memref<202x402xf64>
      %1 = affine.load %a[%i - 1, %j] : memref<202x402xf64>
      %2 = affine.load %a[%i, %j - 1] : memref<202x402xf64>
      %3 = arith.addf %0, %1 : f64
      %4 = arith.addf %3, %2 : f64
      %5 = arith.divf %4, %0 : f64
      %6 = arith.addf %4, %5 : f64
      affine.store %6, %a[%i, %j] : memref<202x402xf64>
    }
  }
  return
}
