// A scalar that every iteration writes before it reads it has a copy for each iteration, also of loops of which only the run
// knows the trips: a buffer of as many elements as the parameters say, no larger than an array from outside.
//
// RUN: split-file %s %t
// RUN: autotune-opt %t/all.mlir --autotune="target=zen4 model=none remarks=all" -o %t.once 2>%t.remarks
// RUN: FileCheck %t/all.mlir --input-file %t.remarks --check-prefix=REMARK
// RUN: FileCheck %t/all.mlir --input-file %t.once
// RUN: %autotune run %t/few.mlir --check --dim 19 --model none
// RUN: autotune-opt %t/argument.mlir --autotune="target=zen4 model=none remarks=all" 2>&1 | FileCheck %t/argument.mlir
// RUN: %autotune run %t/argument.mlir --function work --check --model none --dim n=1,m=1,k=1
// RUN: %autotune run %t/argument.mlir --function work --check --model none --dim n=2,m=7,k=83
// RUN: %autotune run %t/argument.mlir --function work --check --model none --dim n=0,m=3,k=2
// RUN: %autotune run %t/argument.mlir --function work --check --model none --dim n=3,m=0,k=2
// RUN: %autotune run %t/argument.mlir --function work --check --model none --dim n=3,m=2,k=0
// RUN: %autotune run %t/argument.mlir --function steps --check --model none --dim n=67,m=3

//--- all.mlir
// Rows times columns below a diagonal, as in symm.
// REMARK: affine.for raised: {{[0-9]+}} linalg ops and {{[0-9]+}} scalar statements
// CHECK-LABEL: @rows
// CHECK: %[[M:.*]] = affine.max #{{.*}}(%{{.*}})
// CHECK: %[[N:.*]] = affine.max #{{.*}}(%{{.*}})
// CHECK: memref.alloc(%[[M]], %[[N]]) {alignment = 64 : i64} : memref<?x?xf32>
// CHECK: memref.dealloc
func.func @rows(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %B, %c1 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %lower = memref.alloca() : memref<f32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.store %zero, %lower[] : memref<f32>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %sum = affine.load %lower[] : memref<f32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %term = arith.mulf %b, %a : f32
        %next = arith.addf %sum, %term : f32
        affine.store %next, %lower[] : memref<f32>
      }
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %sum = affine.load %lower[] : memref<f32>
      %next = arith.subf %c, %sum : f32
      %scaled = arith.mulf %next, %sum : f32
      affine.store %scaled, %C[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// The inner loop starts at the outer one: its least value is 0, its greatest that of the outer one.
// CHECK-LABEL: @behind
// CHECK: memref.alloc(%{{.*}}, %{{.*}}) {alignment = 64 : i64} : memref<?x?xf32>
func.func @behind(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      affine.store %zero, %t[] : memref<f32>
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %sum = affine.load %t[] : memref<f32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %term = arith.mulf %b, %a : f32
        %next = arith.addf %sum, %term : f32
        affine.store %next, %t[] : memref<f32>
      }
      %sum = affine.load %t[] : memref<f32>
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %scaled = arith.mulf %sum, %c : f32
      affine.store %scaled, %C[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// The next nest may not run; where it does, what it reads of the scalar it has written. So nobody needs what this one leaves.
// REMARK: :[[@LINE+7]]:3: remark: autotune: affine.for raised: {{[0-9]+}} linalg ops
func.func @shared(%A: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %start = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %start, %t[] : memref<f32>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %rest = affine.load %t[] : memref<f32>
        %l = affine.load %A[%i, %k] : memref<?x?xf32>
        %u = affine.load %A[%k, %j] : memref<?x?xf32>
        %term = arith.mulf %l, %u : f32
        %next = arith.subf %rest, %term : f32
        affine.store %next, %t[] : memref<f32>
      }
      %rest = affine.load %t[] : memref<f32>
      affine.store %rest, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %m {
    %start = affine.load %x[%i] : memref<?xf32>
    affine.store %start, %t[] : memref<f32>
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %sum = affine.load %t[] : memref<f32>
      %b = affine.load %x[%k] : memref<?xf32>
      %next = arith.addf %sum, %b : f32
      affine.store %next, %t[] : memref<f32>
    }
    %sum = affine.load %t[] : memref<f32>
    affine.store %sum, %y[%i] : memref<?xf32>
  }
  return
}

// Here the second nest adds to what the first one leaves.
// REMARK: :[[@LINE+5]]:3: remark: autotune: affine.for rewritten: sums in registers
func.func @left(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    %start = affine.load %x[%i] : memref<?xf32>
    affine.store %start, %t[] : memref<f32>
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %sum = affine.load %t[] : memref<f32>
      %b = affine.load %x[%k] : memref<?xf32>
      %next = arith.addf %sum, %b : f32
      affine.store %next, %t[] : memref<f32>
    }
    %sum = affine.load %t[] : memref<f32>
    affine.store %sum, %y[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %sum = affine.load %t[] : memref<f32>
    affine.store %sum, %y[%i] : memref<?xf32>
    affine.store %sum, %t[] : memref<f32>
  }
  return
}

//--- few.mlir
func.func @rows(%A: memref<?x?xf32>, %B: memref<?x16xf32>, %C: memref<?x16xf32>) {
  %c0 = arith.constant 0 : index
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %lower = memref.alloca() : memref<f32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to 16 {
      affine.store %zero, %lower[] : memref<f32>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %sum = affine.load %lower[] : memref<f32>
        %b = affine.load %B[%k, %j] : memref<?x16xf32>
        %term = arith.mulf %b, %a : f32
        %next = arith.addf %sum, %term : f32
        affine.store %next, %lower[] : memref<f32>
      }
      %c = affine.load %C[%i, %j] : memref<?x16xf32>
      %sum = affine.load %lower[] : memref<f32>
      %next = arith.subf %c, %sum : f32
      %scaled = arith.mulf %next, %sum : f32
      affine.store %scaled, %C[%i, %j] : memref<?x16xf32>
    }
  }
  return
}
func.func @left(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    %start = affine.load %x[%i] : memref<?xf32>
    affine.store %start, %t[] : memref<f32>
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %sum = affine.load %t[] : memref<f32>
      %b = affine.load %x[%k] : memref<?xf32>
      %next = arith.addf %sum, %b : f32
      affine.store %next, %t[] : memref<f32>
    }
    %sum = affine.load %t[] : memref<f32>
    affine.store %sum, %y[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %sum = affine.load %t[] : memref<f32>
    affine.store %sum, %y[%i] : memref<?xf32>
    affine.store %sum, %t[] : memref<f32>
  }
  return
}

//--- argument.mlir
// The caller sees what the last iteration leaves in %part; where there is no iteration, what
// was there before.
// CHECK-DAG: remark: autotune: affine.for raised: 1 linalg ops and 3 scalar statements, rows of unknown length in vectors
// CHECK-DAG: all of loop 2 of unknown extent tuned
// CHECK-LABEL: @work
// CHECK: memref.alloc(%{{.*}}, %{{.*}}) {alignment = 64 : i64} : memref<?x?xf64>
func.func @work(%A: memref<?x?x?xf64> {autotune.dims = ["n", "m", "k"]}, %C: memref<?x?xf64> {autotune.dims = ["k", "k"]},
    %part: memref<?xf64> {autotune.dims = ["k"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %A, %c0 : memref<?x?x?xf64>
  %m = memref.dim %A, %c1 : memref<?x?x?xf64>
  %k = memref.dim %A, %c2 : memref<?x?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %r = 0 to %n {
    affine.for %q = 0 to %m {
      affine.for %p = 0 to %k {
        %product = affine.for %s = 0 to %k iter_args(%part_sum = %zero) -> f64 {
          %a = affine.load %A[%r, %q, %s] : memref<?x?x?xf64>
          %c = affine.load %C[%s, %p] : memref<?x?xf64>
          %term = arith.mulf %a, %c : f64
          %next = arith.addf %part_sum, %term : f64
          affine.yield %next : f64
        }
        affine.store %product, %part[%p] : memref<?xf64>
      }
      affine.for %p = 0 to %k {
        %product = affine.load %part[%p] : memref<?xf64>
        affine.store %product, %A[%r, %q, %p] : memref<?x?x?xf64>
      }
    }
  }
  return
}

// A copy of the row for every step would be larger than any array here: the row is long, and what the steps make of it short.
// CHECK-LABEL: @steps
// CHECK-NOT: memref.alloc{{.*}}memref<1000x?xf64>
// CHECK: return
func.func @steps(%x: memref<?xf64> {autotune.dims = ["n"]}, %c: memref<1000xf64>,
    %B: memref<?x?xf64> {autotune.dims = ["m", "n"]}, %y: memref<1000x?xf64> {autotune.dims = ["", "m"]},
    %row: memref<?xf64> {autotune.dims = ["n"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  %m = memref.dim %B, %c0 : memref<?x?xf64>
  affine.for %s = 0 to 1000 {
    affine.for %j = 0 to %n {
      %0 = affine.load %x[%j] : memref<?xf64>
      %1 = affine.load %c[%s] : memref<1000xf64>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %row[%j] : memref<?xf64>
    }
    affine.for %k = 0 to %m {
      affine.for %j = 0 to %n {
        %0 = affine.load %y[%s, %k] : memref<1000x?xf64>
        %1 = affine.load %B[%k, %j] : memref<?x?xf64>
        %2 = affine.load %row[%j] : memref<?xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %y[%s, %k] : memref<1000x?xf64>
      }
    }
  }
  return
}
