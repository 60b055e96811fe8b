// Steps of time whose number, and whose rows, only the run knows are tiled as known ones are. A row that is always there, as
// the one that the source is written to, may lie behind the last part of space: parts of it alone follow the others. Where the arrays would be small, the loops
// run as they stand.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all" -o %t.once 2>%t.remarks
// RUN: FileCheck %s --input-file %t.remarks --check-prefix=REMARK
// RUN: FileCheck %s --input-file %t.once
// RUN: %autotune run %s --function field --check --dim T=3,M=870,N=0
// RUN: %autotune run %s --function field --check --dim T=1,M=601,N=1
// RUN: %autotune run %s --function field --check --dim T=9,M=640,N=37
// RUN: %autotune run %s --function field --check --dim T=8,M=860,N=3
// RUN: %autotune run %s --function field --check --dim T=17,M=870,N=67
// RUN: %autotune run %s --function field --check --dim T=9,M=1170,N=1
// RUN: %autotune run %s --function field --check --dim T=19,M=1300,N=29

// REMARK: affine.for raised: 0 linalg ops and 7 scalar statements, loops split into rectangles, rows of unknown length in vectors
// CHECK-LABEL: @field
// CHECK: scf.for %[[BLOCK:.*]] = %c0
// CHECK: scf.for %[[PART:.*]] = %c0
// CHECK: scf.for
// CHECK: affine.max #{{.*}}(%[[BLOCK]], %[[PART]]
// CHECK: return
func.func @field(%e: memref<?x?xf64> {autotune.dims = ["M", "N"]}, %h: memref<?x?xf64> {autotune.dims = ["M", "N"]},
                 %source: memref<?xf64> {autotune.dims = ["T"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.dim %source, %c0 : memref<?xf64>
  %m = memref.dim %e, %c0 : memref<?x?xf64>
  %n = memref.dim %e, %c1 : memref<?x?xf64>
  affine.for %step = 0 to %t {
    affine.for %j = 0 to %n {
      %now = affine.load %source[%step] : memref<?xf64>
      affine.store %now, %e[600, %j] : memref<?x?xf64>
    }
    affine.for %i = 1 to affine_map<()[m] -> (m - 560)>()[%m] {
      affine.for %j = 0 to %n {
        %0 = affine.load %e[%i, %j] : memref<?x?xf64>
        %1 = affine.load %h[%i - 1, %j] : memref<?x?xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %e[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to affine_map<()[m] -> (m - 561)>()[%m] {
      affine.for %j = 0 to %n {
        %0 = affine.load %h[%i, %j] : memref<?x?xf64>
        %1 = affine.load %e[%i + 1, %j] : memref<?x?xf64>
        %2 = affine.load %e[%i, %j] : memref<?x?xf64>
        %3 = arith.subf %0, %1 : f64
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %h[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
