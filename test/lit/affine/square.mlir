// A small triangle of sums is summed up as the square around it, in a scratch array: the square
// comes from the stored array, and only the triangle goes back.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 fp=reassoc remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: %autotune run %s --function quotients --check --model none

// REMARK: affine.for raised: 2 linalg ops and 1 scalar statements
// CHECK-LABEL: @gram
// CHECK: %[[SQUARE:.*]] = memref.alloc() {{.*}} : memref<48x48xf64>
// CHECK: vector.fma
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c48
// CHECK-NEXT: scf.for %[[J:.*]] = %[[I]] to %c48
// CHECK-NEXT: %[[SUM:.*]] = memref.load %[[SQUARE]][%[[I]], %[[J]]]
// CHECK-NEXT: memref.store %[[SUM]], %arg1[%[[I]], %[[J]]]
// CHECK: memref.dealloc %[[SQUARE]]
func.func @gram(%a: memref<64x48xf64>, %s: memref<48x48xf64>) {
  affine.for %i = 0 to 48 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 48 {
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%k, %i] : memref<64x48xf64>
        %y = affine.load %a[%k, %j] : memref<64x48xf64>
        %old = affine.load %s[%i, %j] : memref<48x48xf64>
        %p = arith.mulf %x, %y : f64
        %new = arith.addf %old, %p : f64
        affine.store %new, %s[%i, %j] : memref<48x48xf64>
      }
    }
  }
  return
}

// Not where the other half would read outside of an array: column -1 of b.
// CHECK-LABEL: @short
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @short(%a: memref<64x48xf64>, %b: memref<64x94xf64>, %s: memref<48x48xf64>) {
  affine.for %i = 0 to 48 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 48 {
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%k, %i] : memref<64x48xf64>
        %y = affine.load %b[%k, %j - %i + 46] : memref<64x94xf64>
        %old = affine.load %s[%i, %j] : memref<48x48xf64>
        %p = arith.mulf %x, %y : f64
        %new = arith.addf %old, %p : f64
        affine.store %new, %s[%i, %j] : memref<48x48xf64>
      }
    }
  }
  return
}

// On the diagonal of the square a divisor is 0.
// CHECK-LABEL: @quotients
// CHECK-NOT: memref<47x47xi32>
func.func @quotients(%a: memref<48x64xi32>, %s: memref<48x48xi32>) {
  %place = memref.alloc() : memref<48xi32>
  affine.for %i = 0 to 48 {
    %number = arith.index_cast %i : index to i32
    affine.store %number, %place[%i] : memref<48xi32>
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%i, %k] : memref<48x64xi32>
        %row = affine.load %place[%i] : memref<48xi32>
        %column = affine.load %place[%j] : memref<48xi32>
        %distance = arith.subi %row, %column : i32
        %old = affine.load %s[%i, %j] : memref<48x48xi32>
        %q = arith.divsi %x, %distance : i32
        %new = arith.addi %old, %q : i32
        affine.store %new, %s[%i, %j] : memref<48x48xi32>
      }
    }
  }
  memref.dealloc %place : memref<48xi32>
  return
}
