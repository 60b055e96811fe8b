// Index-set splitting: a statement that conflicts with itself only where two loops are equal.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all max-candidates=50" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %t.mlir --autotune="target=x86-64-v3 remarks=none" | diff %t.mlir -
// RUN: %autotune run %s --function open_paths --check --model none --dim 0
// RUN: %autotune run %s --function open_paths --check --model none --dim 79
// RUN: %autotune run %s --function open_paths --check --model none --dim 163

// Shortest paths: what lies outside the rows and columns of a tile of k is updated by all steps of
// the tile at once, from copies of these rows and columns. The compare is a minimum.
// REMARK: affine.for raised: {{[0-9]+}} linalg ops and {{[0-9]+}} scalar statements, loops split into rectangles
// CHECK-LABEL: @paths
// CHECK: memref.alloc() {{.*}} : memref<80x80xi32>
// CHECK: arith.minsi {{.*}} : vector
// CHECK: return
func.func @paths(%path: memref<160x160xi32>) {
  affine.for %k = 0 to 160 {
    affine.for %i = 0 to 160 {
      affine.for %j = 0 to 160 {
        %0 = affine.load %path[%i, %j] : memref<160x160xi32>
        %1 = affine.load %path[%i, %k] : memref<160x160xi32>
        %2 = affine.load %path[%k, %j] : memref<160x160xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.cmpi slt, %0, %3 : i32
        %5 = arith.select %4, %0, %3 : i32
        affine.store %5, %path[%i, %j] : memref<160x160xi32>
      }
    }
  }
  return
}

// The row is read one element further: every element would need its neighbour's old value.
// REMARK: affine.for left untouched: loop 3 carries a dependence from a {{store|load}} to a {{store|load}} of argument 0
// CHECK-LABEL: @shifted
// CHECK: affine.for
func.func @shifted(%path: memref<160x161xi32>) {
  affine.for %k = 0 to 160 {
    affine.for %i = 0 to 160 {
      affine.for %j = 0 to 160 {
        %0 = affine.load %path[%i, %j] : memref<160x161xi32>
        %1 = affine.load %path[%i, %k] : memref<160x161xi32>
        %2 = affine.load %path[%k, %j + 1] : memref<160x161xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.minsi %0, %3 : i32
        affine.store %4, %path[%i, %j] : memref<160x161xi32>
      }
    }
  }
  return
}

// Rows that are finished, those below the tile and the diagonal: a recurrence over two triangles
// whose pieces all take the maximum of one element, in any order. Loops that run backwards are
// turned around.
// REMARK: affine.for raised: {{[0-9]+}} linalg ops and {{[0-9]+}} scalar statements, loops split into rectangles
// CHECK-LABEL: @folding
// CHECK: arith.maxsi {{.*}} : vector
// CHECK: return
func.func @folding(%table: memref<240x240xi32>) {
  affine.for %i = 0 to 240 {
    affine.for %j = affine_map<(d0) -> (-d0 + 240)>(%i) to 240 {
      %0 = affine.load %table[-%i + 239, %j] : memref<240x240xi32>
      %1 = affine.load %table[-%i + 239, %j - 1] : memref<240x240xi32>
      %2 = arith.maxsi %0, %1 : i32
      affine.store %2, %table[-%i + 239, %j] : memref<240x240xi32>
      affine.for %k = affine_map<(d0) -> (-d0 + 240)>(%i) to affine_map<(d0) -> (d0 - 1)>(%j) {
        %3 = affine.load %table[-%i + 239, %j] : memref<240x240xi32>
        %4 = affine.load %table[-%i + 239, %k] : memref<240x240xi32>
        %5 = affine.load %table[%k + 1, %j] : memref<240x240xi32>
        %6 = arith.addi %4, %5 : i32
        %7 = arith.maxsi %3, %6 : i32
        affine.store %7, %table[-%i + 239, %j] : memref<240x240xi32>
      }
    }
  }
  return
}

// A tile of k at a time where only the run knows how many there are, then the iterations that are left.
// REMARK: affine.for raised: 4 linalg ops and {{[0-9]+}} scalar statements, loops split into rectangles, rows of unknown length in vectors
// CHECK-LABEL: @open_paths
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?x80xi32>
// CHECK: arith.minsi {{.*}} : vector
// CHECK: return
func.func @open_paths(%path: memref<?x?xi32> {autotune.dims = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %path, %c0 : memref<?x?xi32>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %0 = affine.load %path[%i, %j] : memref<?x?xi32>
        %1 = affine.load %path[%i, %k] : memref<?x?xi32>
        %2 = affine.load %path[%k, %j] : memref<?x?xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.minsi %0, %3 : i32
        affine.store %4, %path[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
