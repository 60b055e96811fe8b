// Pieces of 64 rows end with the rows, and the first of them computes those that the others leave. Fewer rows are computed on copies of
// operands: the kernel ends behind the last row that is there.
//
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none remarks=all" %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: %autotune run %s --target x86-64-v3 --model none --dim 5 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --dim 33 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --dim 97 | FileCheck %s --check-prefix=AGREES
//
// Up to 8 rows are one tile of the smallest size that holds them.
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[8,8,1])" --dim 3 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[8,8,1])" --dim 6 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[8,8,1])" --dim 7 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[8,8,1])" --dim 8 | FileCheck %s --check-prefix=AGREES
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none remarks=none sizes=arg0.0:5..8 schedule={direct(vector=i1x8, block=[8,8,1])}" %s | FileCheck %s --check-prefix=TILES
// TILES: tensor<?x256xf32> into tensor<8x256xf32>
// TILES: scf.for {{.*}} step %c5
// TILES-COUNT-5: vector.fma
// TILES-NOT: vector.fma
// TILES: scf.for {{.*}} step %c8
// TILES-COUNT-8: vector.fma
// TILES-NOT: vector.fma
//
// More are tiles of two or three sizes, none of which computes a row in vain where these are 4, 3 and 2: inside of tiles of rows, columns and
// terms, and of panels as from memory.
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[4,8,1])" --dim 2 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[4,8,1])" --dim 5 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[4,24,2], tile0=[64,96,64])" --dim 7 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[4,24,2], tile0=[16,96,64], pack=[0:1 1:1])" --dim 9 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[4,24,2], tile0=[16,96,64], pack=[0:1 1:1])" --dim 17 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[4,16,1], tile0=[32,192,32], order0=[2,0], pack=[0:0])" --dim 61 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[8,8,1], tile0=[16,192,32], pack=[0:1])" --dim 25 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --schedule "direct(vector=i1x8, block=[6,16,1], tile0=[12,96,256], pack=[0:0])" --dim 63 | FileCheck %s --check-prefix=AGREES
// FEW: affine.min
// FEW: scf.for {{.*}} step %c4
// FEW: scf.for {{.*}} step %c3
// FEW: scf.for {{.*}} step %c2
//
// RUN: autotune-opt --autotune="target=x86-64-v3 sizes=arg0.0:1,5 remarks=all" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIVE
//
// 5 rows are one piece, of the smallest size that holds them.
// FIVE: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 8, 1{{$}}
//
// Where registers hold many columns of 4 rows, all fewer than 64 rows are one piece.
// RUN: autotune-opt --autotune="target=x86-64-v4 model=analytical remarks=all" %s -o %t.wide.mlir 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: FileCheck %s --input-file=%t.wide.mlir --check-prefix=FEW
// WIDE: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 64, 1{{$}}
// WIDE: linalg.matmul, piece of 64 of loop 0 of unknown extent tuned{{.*}}: direct(vector=i1x16, block=[4,{{[0-9]+}},
// REMARK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 64, 8, 4, 1{{$}}
// CHECK: %[[N:.+]] = tensor.dim %arg0
// CHECK: %[[FITS:.+]] = arith.cmpi sge, %{{.+}}, %c64
// CHECK: %[[BELOW:.+]] = affine.apply #{{.+}}(%[[N]])
// CHECK: %[[FIRST:.+]] = arith.select %[[FITS]], %[[BELOW]], %[[N]]
// CHECK: scf.for %[[AT:[^ ]+]] = %[[FIRST]] to %[[N]] step %c64
// CHECK: %[[FROM:.+]] = arith.maxsi %[[AT]], %c0
// CHECK: tensor.extract_slice %{{.+}}[%[[FROM]], 0] [64, 256] [1, 1] : tensor<?x256xf32> to tensor<64x256xf32>
// CHECK-NOT: autotune.partial
// CHECK: %[[ASKED:.+]] = arith.addi %[[AT]], %c64
// CHECK: affine.min #{{.+}}(%[[ASKED]])
// CHECK: tensor.insert_slice %{{.+}}[%[[FROM]], 0] [64, 192] [1, 1] : tensor<64x192xf32> into tensor<?x192xf32>
// CHECK: scf.for %[[AT:[^ ]+]] = %{{.+}} to %[[END:[^ ]+]] step %c64 iter_args
// CHECK: %[[LEFT:[^ ]+]] = arith.subi %[[END]], %[[AT]]
// CHECK: %[[THERE:[^ ]+]] = arith.minsi %[[LEFT]], %c64
// CHECK: tensor.insert_slice %{{.+}} [%[[THERE]], 256] [1, 1] : tensor<?x256xf32> into tensor<64x256xf32>
// CHECK: %[[LEFT:[^ ]+]] = arith.subi %[[END]], %[[AT]]
// CHECK: affine.min #{{.+}}(%[[LEFT]])
// CHECK: vector.fma
// CHECK: tensor.insert_slice %{{.+}} [%[[THERE]], 192] [1, 1] : tensor<?x192xf32> into tensor<?x192xf32>
// CHECK: scf.for %{{.+}} step %c8 iter_args
// AGREES: @rows: agrees
func.func @rows(%a: tensor<?x256xf32>, %b: tensor<256x192xf32>) -> tensor<?x192xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x256xf32>
  %e = tensor.empty(%n) : tensor<?x192xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x192xf32>) -> tensor<?x192xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x256xf32>, tensor<256x192xf32>) outs(%f : tensor<?x192xf32>) -> tensor<?x192xf32>
  return %r : tensor<?x192xf32>
}
