// Nests side by side become one where that is legal and saves memory traffic; where it is not
// legal, a remark names the dependence.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %t.mlir --autotune="target=x86-64-v3 remarks=none" | diff %t.mlir -
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=missed" -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSED

// MISSED-NOT: fused with
// MISSED: affine.for: fusion with the nest at {{.*}} refused

// What one nest writes is used by the next: one pass over memory, vectors of each statement one
// after the other.
// REMARK: affine.for rewritten: fused with the nest after it, vectors along the innermost loop
// REMARK: affine.for rewritten: fused with the nest at {{.*}}fuse.mlir":[[@LINE+10]]:3
// CHECK-LABEL: @chain
// CHECK-COUNT-2: scf.for
// CHECK: vector.load %{{.*}} : memref<60x64xf64>, vector<8xf64>
// CHECK: vector.store %{{.*}}, %[[Y:.*]][%{{.*}} : memref<60x64xf64>, vector<8xf64>
// CHECK: vector.load %[[Y]]
// CHECK: vector.store
// CHECK-NOT: scf.for
// CHECK-LABEL: @offset
func.func @chain(%c: f64, %x: memref<60x64xf64>, %y: memref<60x64xf64>, %z: memref<60x64xf64>) {
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %x[%i, %j] : memref<60x64xf64>
      %1 = arith.mulf %0, %c : f64
      affine.store %1, %y[%i, %j] : memref<60x64xf64>
    }
  }
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %y[%i, %j] : memref<60x64xf64>
      %1 = arith.addf %0, %c : f64
      affine.store %1, %z[%i, %j] : memref<60x64xf64>
    }
  }
  return
}

// Equal bounds some iterations apart, and a view that is made between the nests.
// REMARK: affine.for rewritten: fused with the nest after it, vectors along the innermost loop
// REMARK: affine.for rewritten: fused with the nest at
// CHECK: memref.subview
// CHECK: scf.for
// CHECK: vector.store
// CHECK: vector.store
// CHECK-NOT: scf.for
// CHECK-LABEL: @forward
func.func @offset(%x: memref<64xf32>, %y: memref<64xf32>, %z: memref<80xf32>) {
  affine.for %i = 0 to 64 {
    %0 = affine.load %x[%i] : memref<64xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %y[%i] : memref<64xf32>
  }
  %v = memref.subview %z[16] [64] [1] : memref<80xf32> to memref<64xf32, strided<[1], offset: 16>>
  affine.for %i = 4 to 68 {
    %0 = affine.load %y[%i - 4] : memref<64xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %v[%i - 4] : memref<64xf32, strided<[1], offset: 16>>
  }
  return
}

// The second nest needs what the first one writes two iterations later.
// REMARK: affine.for: fusion with the nest at {{.*}}fuse.mlir":[[@LINE+4]]:3 refused: loop 1 would carry a dependence backwards from a store to a load of argument 1
// REMARK: affine.for raised: 1 linalg ops
// REMARK: affine.for raised: 1 linalg ops
func.func @forward(%x: memref<64xf64>, %y: memref<64xf64>, %z: memref<64xf64>) {
  affine.for %i = 0 to 62 {
    %0 = affine.load %x[%i] : memref<64xf64>
    %1 = arith.mulf %0, %0 : f64
    affine.store %1, %y[%i] : memref<64xf64>
  }
  affine.for %i = 0 to 62 {
    %0 = affine.load %y[%i + 2] : memref<64xf64>
    %1 = arith.addf %0, %0 : f64
    affine.store %1, %z[%i] : memref<64xf64>
  }
  return
}

// The second nest would overwrite what the first one still reads.
// REMARK: affine.for: fusion with the nest at {{.*}} refused: loop 1 would carry a dependence backwards from a load to a store of argument 0
// CHECK-LABEL: @overwrite
func.func @overwrite(%x: memref<64xf64>, %y: memref<64xf64>) {
  affine.for %i = 1 to 64 {
    %0 = affine.load %x[%i - 1] : memref<64xf64>
    affine.store %0, %y[%i] : memref<64xf64>
  }
  affine.for %i = 1 to 64 {
    %0 = affine.load %y[%i] : memref<64xf64>
    %1 = arith.addf %0, %0 : f64
    affine.store %1, %x[%i] : memref<64xf64>
  }
  return
}

// Rows in which one needs all of the other: the outer loop is fused, the inner loops stay, and the
// rows of a large array are still in the cache.
// REMARK: affine.for rewritten: fused with the nest after it, vectors along the innermost loop
// CHECK-LABEL: @rows
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.store
// CHECK: scf.for
// CHECK: vector.load {{.*}} : memref<900x1040xf64>, vector<8xf64>
// CHECK: vector.store
// CHECK-LABEL: @columns
func.func @rows(%x: memref<900x1040xf64>, %y: memref<900x1040xf64>, %z: memref<900x1040xf64>) {
  affine.for %i = 0 to 900 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %x[%i, %j] : memref<900x1040xf64>
      %1 = arith.mulf %0, %0 : f64
      affine.store %1, %y[%i, %j] : memref<900x1040xf64>
    }
  }
  affine.for %i = 0 to 900 {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %y[%i, %j + 1] : memref<900x1040xf64>
      %1 = affine.load %y[%i, %j] : memref<900x1040xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %z[%i, %j] : memref<900x1040xf64>
    }
  }
  return
}

// Two filters down the columns stay loops, and run together, with the columns innermost.
// REMARK: affine.for rewritten: fused with the nest after it, loops interchanged, vectors along the innermost loop
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.store {{.*}} : memref<100x64xf64>, vector<8xf64>
// CHECK: vector.store {{.*}} : memref<100x64xf64>, vector<8xf64>
// CHECK-LABEL: @sweeps
func.func @columns(%c: f64, %x: memref<100x64xf64>, %y: memref<100x64xf64>, %z: memref<100x64xf64>) {
  affine.for %j = 0 to 64 {
    affine.for %i = 1 to 100 {
      %0 = affine.load %y[%i - 1, %j] : memref<100x64xf64>
      %1 = affine.load %x[%i, %j] : memref<100x64xf64>
      %2 = arith.mulf %0, %c : f64
      %3 = arith.addf %1, %2 : f64
      affine.store %3, %y[%i, %j] : memref<100x64xf64>
    }
  }
  affine.for %j = 0 to 64 {
    affine.for %i = 1 to 100 {
      %0 = affine.load %z[%i - 1, %j] : memref<100x64xf64>
      %1 = affine.load %y[%i, %j] : memref<100x64xf64>
      %2 = arith.mulf %0, %c : f64
      %3 = arith.addf %1, %2 : f64
      affine.store %3, %z[%i, %j] : memref<100x64xf64>
    }
  }
  return
}

// Sweeps below a loop of time, the second of which reads on both sides of what the first has
// written; and two that fit.
// REMARK: affine.for: fusion with the loop around {{.*}} refused: loop 2 would carry a dependence backwards from a store to a load of argument 1
// REMARK: affine.for left untouched
// REMARK: affine.for rewritten: neighbouring loops as one, vectors along the innermost loop
// CHECK-LABEL: @steps
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.store
// CHECK: vector.store
// CHECK-NOT: scf.for
// CHECK: return
func.func @sweeps(%a: memref<256xf64>, %b: memref<256xf64>) {
  affine.for %t = 0 to 50 {
    affine.for %i = 1 to 255 {
      %0 = affine.load %a[%i - 1] : memref<256xf64>
      %1 = affine.load %a[%i + 1] : memref<256xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %b[%i] : memref<256xf64>
    }
    affine.for %i = 1 to 255 {
      %0 = affine.load %b[%i - 1] : memref<256xf64>
      %1 = affine.load %b[%i + 1] : memref<256xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i] : memref<256xf64>
    }
  }
  return
}

func.func @steps(%c: f64, %x: memref<40x64xf64>, %v: memref<40x64xf64>) {
  affine.for %t = 0 to 50 {
    affine.for %i = 0 to 40 {
      affine.for %j = 0 to 64 {
        %0 = affine.load %v[%i, %j] : memref<40x64xf64>
        %1 = affine.load %x[%i, %j] : memref<40x64xf64>
        %2 = arith.mulf %1, %c : f64
        %3 = arith.subf %0, %2 : f64
        affine.store %3, %v[%i, %j] : memref<40x64xf64>
      }
    }
    affine.for %i = 0 to 40 {
      affine.for %j = 0 to 64 {
        %0 = affine.load %v[%i, %j] : memref<40x64xf64>
        %1 = affine.load %x[%i, %j] : memref<40x64xf64>
        %2 = arith.mulf %0, %c : f64
        %3 = arith.addf %1, %2 : f64
        affine.store %3, %x[%i, %j] : memref<40x64xf64>
      }
    }
  }
  return
}
