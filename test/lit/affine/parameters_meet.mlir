// A row that reads one of its own elements in every iteration is split there, where only the run knows the sizes. The parts
// are vectors, though they read the array that they write.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none remarks=all" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file %t.remarks --check-prefix=REMARK
// RUN: %autotune run %s --check --model none --dim 0
// RUN: %autotune run %s --check --model none --dim 1
// RUN: %autotune run %s --check --model none --dim 2
// RUN: %autotune run %s --check --model none --dim 79
// RUN: %autotune run %s --check --model none --dim 80
// RUN: %autotune run %s --check --model none --dim 81
// RUN: %autotune run %s --check --model none --dim 163
// RUN: %autotune run %s --check --model none --dim 179

// REMARK: affine.for raised: {{.*}}, rows split where they meet themselves, vectors along the innermost loop
// REMARK: affine.for left untouched: loop 3 carries a dependence
// CHECK-LABEL: @paths
// CHECK: arith.minsi {{.*}} : vector<16xi32>
// CHECK: vector.maskedstore {{.*}} : memref<?x?xi32>, vector<16xi1>, vector<16xi32>
// CHECK: arith.minsi {{.*}} : i32
// CHECK: arith.minsi {{.*}} : vector<16xi32>
// CHECK: vector.maskedstore {{.*}} : memref<?x?xi32>, vector<16xi1>, vector<16xi32>
func.func @paths(%path: memref<?x?xi32> {autotune.dims = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %path, %c0 : memref<?x?xi32>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %old = affine.load %path[%i, %j] : memref<?x?xi32>
        %to = affine.load %path[%i, %k] : memref<?x?xi32>
        %from = affine.load %path[%k, %j] : memref<?x?xi32>
        %over = arith.addi %to, %from : i32
        %shortest = arith.minsi %old, %over : i32
        affine.store %shortest, %path[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

// Each element waits for the one before it, too: nothing is won.
// CHECK-LABEL: @waits
// CHECK-COUNT-3: affine.for
// CHECK-NOT: affine.for
// CHECK: return
func.func @waits(%path: memref<?x?xi32> {autotune.dims = ["n", "n"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %path, %c0 : memref<?x?xi32>
  affine.for %k = 1 to %n {
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %n {
        %before = affine.load %path[%i, %j - 1] : memref<?x?xi32>
        %to = affine.load %path[%i, %k] : memref<?x?xi32>
        %above = affine.load %path[%i - 1, %j] : memref<?x?xi32>
        %over = arith.addi %to, %above : i32
        %shortest = arith.minsi %before, %over : i32
        affine.store %shortest, %path[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
