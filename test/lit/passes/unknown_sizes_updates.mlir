// What an op updates may not be updated twice, so the last rows and columns of it are computed on a
// copy, of which what is new goes back: of 37 columns no piece has a single one.
//
// RUN: autotune-opt --autotune="target=x86-64-v4 model=none" %s | FileCheck %s
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 37 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --check --dim 8 | FileCheck %s --check-prefix=AGREES
// AGREES: agrees

// CHECK: %[[LAST:.+]] = arith.subi %[[N:.+]], %[[C16:c16.*]] : index
// CHECK: scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step %[[C16]] {
// CHECK:   %[[AT:.+]] = arith.minsi %[[I]], %[[LAST]]
// CHECK:   %[[LEFT:.+]] = arith.subi %[[I]], %[[AT]]
// CHECK:   %[[PLACE:.+]] = memref.subview %{{.+}}[0, %[[AT]]] [64, 16] [1, 1]
// CHECK:   %[[COPY:.+]] = memref.alloc() {alignment = 64 : i64} : memref<64x16xf32>
// CHECK:   memref.copy %[[PLACE]], %[[COPY]]
// CHECK:   vector.store %{{.+}}, %[[COPY]]
// CHECK:   %[[COUNT:.+]] = arith.subi %[[C16]], %[[LEFT]]
// CHECK:   %[[TO:.+]] = memref.subview %[[PLACE]][0, %[[LEFT]]] [64, %[[COUNT]]]
// CHECK:   %[[FROM:.+]] = memref.subview %[[COPY]][0, %[[LEFT]]] [64, %[[COUNT]]]
// CHECK:   memref.copy %[[FROM]], %[[TO]]
// CHECK:   memref.dealloc %[[COPY]]
//
// CHECK: %[[PLACE8:.+]] = memref.subview %arg2[%{{.+}}, 0] [8, %{{.+}}] [1, 1]
// CHECK: %[[COPY8:.+]] = memref.alloc(%{{.+}}) {alignment = 64 : i64} : memref<8x?xf32>
// CHECK: memref.copy %[[PLACE8]], %[[COPY8]]
// CHECK: memref.dealloc %[[COPY8]]
func.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
