// What an op updates may not be updated twice, so the last rows and columns of it are computed on a
// copy, of which what is new goes back: of 37 columns no piece has a single one. Pieces before the last
// one have the same code, and update their places.
//
// RUN: autotune-opt --autotune="target=x86-64-v4 model=none" %s | FileCheck %s
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 37 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 8 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 0/1/2/7/15/23/64/67 | FileCheck %s --check-prefix=AGREES
// RUN: %bin/autotune run %s --target host --check --dim 0/1/2/7/8/15/23/64/67/83 | FileCheck %s --check-prefix=AGREES
// AGREES: agrees
// AGREES: agrees
// AGREES: agrees

// CHECK-LABEL: func.func @product(
// CHECK: %[[COPY8:.+]] = memref.alloc() {alignment = 64 : i64} : memref<8x64xf32>
// CHECK: %[[LAST:.+]] = arith.subi %[[M:.+]], %[[C8:c8.*]] : index
// CHECK: scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step %[[C8]] {
// CHECK:   %[[AT:.+]] = arith.minsi %[[I]], %[[LAST]]
// CHECK:   %[[LEFT:.+]] = arith.subi %[[I]], %[[AT]]
// CHECK:   %[[PLACE:.+]] = memref.subview %{{.+}}[%[[AT]], 0] [8, 64] [1, 1]
// CHECK:   %[[IS_LAST:.+]] = arith.cmpi sgt, %[[LEFT]], %{{.+}} : index
// CHECK:   scf.if %[[IS_LAST]] {
// CHECK:     memref.copy %[[PLACE]], %[[COPY8]]
// CHECK:   %[[CAST:.+]] = memref.cast %[[COPY8]]
// CHECK:   %[[CHOSEN:.+]] = arith.select %[[IS_LAST]], %[[CAST]], %[[PLACE]]
// CHECK:   vector.store %{{.+}}, %[[CHOSEN]]
// CHECK:   scf.if %[[IS_LAST]] {
// CHECK:     %[[COUNT:.+]] = arith.subi %[[C8]], %[[LEFT]]
// CHECK:     %[[TO:.+]] = memref.subview %[[PLACE]][%[[LEFT]], 0] [%[[COUNT]], 64]
// CHECK:     %[[FROM:.+]] = memref.subview %[[COPY8]][%[[LEFT]], 0] [%[[COUNT]], 64]
// CHECK:     memref.copy %[[FROM]], %[[TO]]
// CHECK: memref.dealloc %[[COPY8]]
//
// CHECK: %[[COPY16:.+]] = memref.alloc(%{{.+}}) {alignment = 64 : i64} : memref<?x16xf32>
// CHECK: memref.copy %{{.+}}, %[[COPY16]]
// CHECK: memref.dealloc %[[COPY16]]
func.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// The copy has no strides of the type of its place: both are taken for one of unknown strides.
// CHECK-LABEL: func.func @strided(
// CHECK: %[[PLACE:.+]] = memref.subview %{{.+}} to memref<8x16xf64, strided<[96, 1], offset: ?>>
// CHECK: %[[A:.+]] = memref.cast %{{.+}} : memref<8x16xf64> to memref<8x16xf64, strided<[?, 1], offset: ?>>
// CHECK: %[[B:.+]] = memref.cast %[[PLACE]] : memref<8x16xf64, strided<[96, 1], offset: ?>> to memref<8x16xf64, strided<[?, 1], offset: ?>>
// CHECK: arith.select %{{.+}}, %[[A]], %[[B]] : memref<8x16xf64, strided<[?, 1], offset: ?>>
func.func @strided(%a: memref<?x?xf64>, %b: memref<?x16xf64>, %c: memref<?x96xf64>) {
  %c0 = arith.constant 0 : index
  %m = memref.dim %c, %c0 : memref<?x96xf64>
  %d = memref.subview %c[0, 32] [%m, 16] [1, 1] : memref<?x96xf64> to memref<?x16xf64, strided<[96, 1], offset: 32>>
  linalg.matmul ins(%a, %b : memref<?x?xf64>, memref<?x16xf64>) outs(%d : memref<?x16xf64, strided<[96, 1], offset: 32>>)
  return
}

// Columns that do not lie in rows work on copies all of them.
// CHECK-LABEL: func.func @apart(
func.func @apart(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?x3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %c, %c0 : memref<?x?x3xf64>
  %n = memref.dim %c, %c1 : memref<?x?x3xf64>
  %d = memref.subview %c[0, 0, 1] [%m, %n, 1] [1, 1, 1] : memref<?x?x3xf64> to memref<?x?xf64, strided<[?, 3], offset: 1>>
  linalg.matmul ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%d : memref<?x?xf64, strided<[?, 3], offset: 1>>)
  return
}
