// Memrefs of which only the run knows strides and offsets. What the code computes is test_unknown_sizes.
//
// RUN: autotune-opt %s --autotune="target=zen3 model=none remarks=all" -o %t.once 2>%t.remarks
// RUN: FileCheck %s --input-file %t.once
// RUN: FileCheck %s --input-file %t.remarks --check-prefix=REMARK
// A second run finds nothing to do.
// RUN: autotune-opt %t.once --autotune="target=zen3 model=none remarks=none" | diff %t.once -
// Annotated ops get no guard.
// RUN: autotune-opt %s --autotune="target=zen3 model=none emit=annotate" 2>&1 | FileCheck %s --check-prefix=ANNOTATE
//
// REMARK-NOT: left untouched
// REMARK: linalg.elementwise rewritten: strides that only the run knows are asked for; where the innermost one is not 1 or elements share places, the op runs as it is
// REMARK-NOT: left untouched
//
// ANNOTATE: linalg.elementwise left untouched: the innermost stride of a memref is not known
// ANNOTATE-NOT: scf.if

// The rows of an input may lie anywhere.
// CHECK-LABEL: @rows
// CHECK-NOT: scf.if
// CHECK: vector.{{.*}}strided<[?, 1], offset: ?>>, vector<8xf32>
// CHECK-NOT: linalg
func.func @rows(%a: memref<8x16xf32, strided<[?, 1], offset: ?>>, %b: memref<8x16xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<8x16xf32, strided<[?, 1], offset: ?>>) outs(%b : memref<8x16xf32>)
  return
}

// CHECK-LABEL: @columns
// CHECK: %[[STRIDES:[a-z_0-9]+]]:2 = memref.extract_strided_metadata %[[A:[a-z0-9]+]] :
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[STRIDES]]#1, %c1
// CHECK: scf.if %[[IS]]
// CHECK: memref.reinterpret_cast %[[A]] {{.*}} to memref<8x16xf32, strided<[?, 1], offset: ?>>
// CHECK: vector.
// CHECK: } else {
// CHECK-NEXT: linalg.elementwise kind=#linalg.elementwise_kind<exp> {autotune.untuned} ins(%[[A]]
func.func @columns(%a: memref<8x16xf32, strided<[?, ?], offset: ?>>, %b: memref<8x16xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<8x16xf32, strided<[?, ?], offset: ?>>) outs(%b : memref<8x16xf32>)
  return
}

// CHECK-LABEL: @places
// CHECK: %[[SIZES:[a-z_0-9]+]]:2, %[[STRIDES:[a-z_0-9]+]]:2 = memref.extract_strided_metadata
// CHECK: %[[REACH:.*]] = arith.muli %[[STRIDES]]#1, %[[SIZES]]#1
// CHECK: arith.cmpi sge, %[[STRIDES]]#0, %[[REACH]]
// CHECK: linalg.elementwise kind=#linalg.elementwise_kind<exp> {autotune.untuned}
func.func @places(%a: memref<8x16xf32>, %b: memref<8x16xf32, strided<[?, 1], offset: ?>>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<8x16xf32>) outs(%b : memref<8x16xf32, strided<[?, 1], offset: ?>>)
  return
}

// Two dimensions that are contiguous become one beside another of unknown stride.
// CHECK-LABEL: @collapsed
// CHECK: memref.collapse_shape {{.*}} into memref<4x15xf32, strided<[?, 1]>>
func.func @collapsed(%a: memref<4x3x5xf32, strided<[?, 5, 1]>>, %b: memref<4x3x5xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<4x3x5xf32, strided<[?, 5, 1]>>) outs(%b : memref<4x3x5xf32>)
  return
}

// A stride that is not known is never the one that makes two dimensions contiguous.
// CHECK-LABEL: @apart
// CHECK-NOT: memref.collapse_shape
// CHECK: return
func.func @apart(%a: memref<4x32x16xf32, strided<[1024, ?, 1]>>, %b: memref<4x32x16xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<4x32x16xf32, strided<[1024, ?, 1]>>) outs(%b : memref<4x32x16xf32>)
  return
}
