// Rows of which only the run knows the length, and of which each element is computed by itself, are vectors of half a cache
// line. What is left of a row is one vector with a mask where the target has masks, and elements one by one where it has none,
// where elements are small, and where lanes that are not there would divide by 0.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none remarks=all" -o %t.masked 2>%t.remarks
// RUN: FileCheck %s --input-file %t.remarks --check-prefix=REMARK
// RUN: FileCheck %s --input-file %t.masked
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none" | FileCheck %s --check-prefix=PLAIN
// RUN: %autotune run %s --function rows --check --model none --dim m=0,n=5
// RUN: %autotune run %s --function rows --check --model none --dim m=5,n=0
// RUN: %autotune run %s --function rows --check --model none --dim m=1,n=1
// RUN: %autotune run %s --function rows --check --model none --dim m=19,n=7
// RUN: %autotune run %s --function rows --check --model none --dim m=83,n=8
// RUN: %autotune run %s --function rows --check --model none --dim m=97,n=131
// RUN: %autotune run %s --function divides --check --model none --dim m=2,n=3
// RUN: %autotune run %s --function divides --check --model none --dim m=91,n=29
// RUN: %autotune run %s --function bytes --check --model none --dim m=2,n=3
// RUN: %autotune run %s --function bytes --check --model none --dim m=91,n=67

// REMARK: affine.for raised: {{[0-9]+}} linalg ops and {{[0-9]+}} scalar statements{{.*}}, rows of unknown length in vectors
// CHECK-LABEL: @rows
// CHECK: vector.store {{.*}} : memref<?x?xf32>, vector<8xf32>
// CHECK: scf.if
// CHECK: %[[MASK:.*]] = vector.create_mask %{{.*}} : vector<8xi1>
// CHECK: vector.maskedstore %{{.*}}[{{.*}}], %[[MASK]], %{{.*}} : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
// PLAIN-LABEL: @rows
// PLAIN: vector.store {{.*}} : memref<?x?xf32>, vector<8xf32>
// PLAIN-NOT: vector.maskedstore
// PLAIN: @divides
func.func @rows(%A: memref<?x?xf32> {autotune.dims = ["m", "m"]}, %B: memref<?x?xf32> {autotune.dims = ["m", "n"]},
                %C: memref<?x?xf32> {autotune.dims = ["m", "n"]}) {
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

// CHECK-LABEL: @divides
// CHECK: arith.divsi {{.*}} : vector<8xi32>
// CHECK-NOT: vector.maskedload
func.func @divides(%A: memref<?x?xi32> {autotune.dims = ["m", "m"]}, %B: memref<?x?xi32> {autotune.dims = ["m", "n"]},
                   %C: memref<?x?xi32> {autotune.dims = ["m", "n"]}, %D: memref<?x?xi32> {autotune.dims = ["m", "n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xi32>
  %n = memref.dim %B, %c1 : memref<?x?xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lower = memref.alloca() : memref<i32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.store %zero, %lower[] : memref<i32>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<?x?xi32>
        %sum = affine.load %lower[] : memref<i32>
        %b = affine.load %B[%k, %j] : memref<?x?xi32>
        %term = arith.muli %b, %a : i32
        %next = arith.addi %sum, %term : i32
        affine.store %next, %lower[] : memref<i32>
      }
      %c = affine.load %C[%i, %j] : memref<?x?xi32>
      %d = affine.load %D[%i, %j] : memref<?x?xi32>
      %sum = affine.load %lower[] : memref<i32>
      %next = arith.subi %c, %sum : i32
      %odd = arith.ori %d, %one : i32
      %part = arith.divsi %next, %odd : i32
      affine.store %part, %C[%i, %j] : memref<?x?xi32>
    }
  }
  return
}

// CHECK-LABEL: @bytes
// CHECK: vector.store {{.*}} : memref<?x?xi16>, vector<16xi16>
// CHECK-NOT: vector.maskedstore
// CHECK: return
func.func @bytes(%A: memref<?x?xi16> {autotune.dims = ["m", "m"]}, %B: memref<?x?xi16> {autotune.dims = ["m", "n"]},
                 %C: memref<?x?xi16> {autotune.dims = ["m", "n"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xi16>
  %n = memref.dim %B, %c1 : memref<?x?xi16>
  %zero = arith.constant 0 : i16
  %lower = memref.alloca() : memref<i16>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.store %zero, %lower[] : memref<i16>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<?x?xi16>
        %sum = affine.load %lower[] : memref<i16>
        %b = affine.load %B[%k, %j] : memref<?x?xi16>
        %term = arith.muli %b, %a : i16
        %next = arith.addi %sum, %term : i16
        affine.store %next, %lower[] : memref<i16>
      }
      %c = affine.load %C[%i, %j] : memref<?x?xi16>
      %sum = affine.load %lower[] : memref<i16>
      %next = arith.subi %c, %sum : i16
      affine.store %next, %C[%i, %j] : memref<?x?xi16>
    }
  }
  return
}
