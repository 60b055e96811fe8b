// The rules for loops that stay apply to loops of which only the run knows the trips: what is left of the last group has as
// many iterations as the run says, rows may be shorter than the waves that begin, and a loop whose elements stay in registers
// stands behind the condition that it runs.
//
// RUN: autotune-opt %s --autotune="target=zen4 remarks=all" -o %t.once 2>%t.remarks
// RUN: FileCheck %s --input-file %t.remarks --check-prefix=REMARK
// RUN: FileCheck %s --input-file %t.once
// RUN: %autotune run %s --function sweep --check --dim M=1,N=1
// RUN: %autotune run %s --function sweep --check --dim M=2,N=40
// RUN: %autotune run %s --function sweep --check --dim M=40,N=2
// RUN: %autotune run %s --function sweep --check --dim M=10,N=3
// RUN: %autotune run %s --function sweep --check --dim M=10,N=16
// RUN: %autotune run %s --function sweep --check --dim M=11,N=17
// RUN: %autotune run %s --function sweep --check --dim M=19,N=37
// RUN: %autotune run %s --function rows --check --dim M=1,N=16
// RUN: %autotune run %s --function rows --check --dim M=3,N=15
// RUN: %autotune run %s --function rows --check --dim M=2,N=1
// RUN: %autotune run %s --function rows --check --dim M=37,N=53

// REMARK-DAG: parameters_rules.mlir:[[@LINE+14]]:3: remark: autotune: affine.for rewritten: rows as a wavefront
// CHECK-LABEL: @sweep
// CHECK-COUNT-3: scf.for
// CHECK: arith.divf {{.*}} : f64
// CHECK: scf.for
// CHECK: arith.divf {{.*}} : vector<8xf64>
// CHECK: return
func.func @sweep(%a: memref<?x?xf64> {autotune.dims = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf64>
  %n = memref.dim %a, %c1 : memref<?x?xf64>
  %nine = arith.constant 9.0 : f64
  // The first and the last row, and those columns, stay.
  affine.for %i = 1 to affine_map<()[m] -> (m - 1)>()[%m] {
    affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      %0 = affine.load %a[%i - 1, %j + 1] : memref<?x?xf64>
      %1 = affine.load %a[%i - 1, %j] : memref<?x?xf64>
      %2 = affine.load %a[%i, %j - 1] : memref<?x?xf64>
      %3 = affine.load %a[%i + 1, %j + 1] : memref<?x?xf64>
      %4 = arith.addf %0, %1 : f64
      %5 = arith.addf %4, %2 : f64
      %6 = arith.addf %5, %3 : f64
      %7 = arith.divf %6, %nine : f64
      affine.store %7, %a[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// A recurrence along the rows, from columns of another array: its last value is handed on in a register.
// REMARK-DAG: parameters_rules.mlir:[[@LINE+11]]:3: remark: autotune: affine.for rewritten: iterations of a parallel loop side by side
// CHECK-LABEL: @rows
// CHECK: scf.if
// CHECK: vector.from_elements
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<8xf64>)
// CHECK: return
func.func @rows(%c: f64, %a: memref<?x?xf64> {autotune.dims = ["M", "N"]}, %b: memref<?x?xf64> {autotune.dims = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c0 : memref<?x?xf64>
  %m = memref.dim %b, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 1 to %m {
      %0 = affine.load %b[%i, %j - 1] : memref<?x?xf64>
      %1 = affine.load %a[%j, %i] : memref<?x?xf64>
      %2 = arith.mulf %0, %c : f64
      %3 = arith.addf %1, %2 : f64
      %4 = arith.divf %3, %c : f64
      affine.store %4, %b[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
