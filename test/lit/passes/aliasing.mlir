// Memrefs that share memory: an op is rewritten only where every order of its points gives the
// same result.
//
// RUN: autotune-opt %s --autotune=target=x86-64-v3 -o %t.after 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=AFTER --input-file=%t.after
// CHECK-COUNT-8: remark
// CHECK-NOT: remark

// AFTER-LABEL: func.func @in_place
// AFTER-NOT: linalg
// AFTER: autotune.schedule
func.func @in_place(%a: memref<8x8xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<8x8xf32>) outs(%a : memref<8x8xf32>)
  return
}

// AFTER-LABEL: func.func @same_operands
// AFTER: linalg.matmul
func.func @same_operands(%a: memref<8x8xf32>) {
  linalg.matmul ins(%a, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%a : memref<8x8xf32>)
  return
}

// AFTER-LABEL: func.func @transposed_onto_itself
// AFTER: linalg.transpose
func.func @transposed_onto_itself(%a: memref<8x8xf32>) {
  linalg.transpose ins(%a : memref<8x8xf32>) outs(%a : memref<8x8xf32>) permutation = [1, 0]
  return
}

// AFTER-LABEL: func.func @views
// AFTER: linalg.copy
func.func @views(%a: memref<16xf32>) {
  %0 = memref.subview %a[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  %1 = memref.subview %a[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  linalg.copy ins(%0 : memref<8xf32, strided<[1]>>) outs(%1 : memref<8xf32, strided<[1], offset: 4>>)
  return
}

memref.global @state : memref<8x8xf32> = uninitialized

// AFTER-LABEL: func.func @one_global_twice
// AFTER: linalg.transpose
func.func @one_global_twice() {
  %a = memref.get_global @state : memref<8x8xf32>
  %b = memref.get_global @state : memref<8x8xf32>
  linalg.transpose ins(%a : memref<8x8xf32>) outs(%b : memref<8x8xf32>) permutation = [1, 0]
  return
}

// What is selected may be either of them.
// AFTER-LABEL: func.func @selected
// AFTER: linalg.transpose
// AFTER: linalg.transpose
func.func @selected(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: i1) {
  %s = arith.select %c, %b, %a : memref<8x8xf32>
  linalg.transpose ins(%s : memref<8x8xf32>) outs(%a : memref<8x8xf32>) permutation = [1, 0]
  linalg.transpose ins(%a : memref<8x8xf32>) outs(%s : memref<8x8xf32>) permutation = [1, 0]
  return
}

// AFTER-LABEL: func.func @output_repeats
// AFTER: linalg.elementwise kind=#linalg.elementwise_kind<exp>
func.func @output_repeats(%a: memref<8x8xf32>, %c: memref<8x8xf32, strided<[0, 1]>>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<8x8xf32>) outs(%c : memref<8x8xf32, strided<[0, 1]>>)
  return
}

// AFTER-LABEL: func.func @output_rows_overlap
// AFTER: linalg.elementwise kind=#linalg.elementwise_kind<exp>
func.func @output_rows_overlap(%a: memref<8x8xf32>, %c: memref<8x8xf32, strided<[4, 1]>>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<8x8xf32>) outs(%c : memref<8x8xf32, strided<[4, 1]>>)
  return
}

// Reading an element several times, or a transposed layout, is fine.
// AFTER-LABEL: func.func @input_repeats
// AFTER-NOT: linalg
// AFTER: autotune.schedule
func.func @input_repeats(%a: memref<8x8xf32, strided<[0, 1]>>,
                         %c: memref<8x8xf32, strided<[1, 9], offset: ?>>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<8x8xf32, strided<[0, 1]>>)
             outs(%c : memref<8x8xf32, strided<[1, 9], offset: ?>>)
  return
}
