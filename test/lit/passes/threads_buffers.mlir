// On memrefs: what loops around a kernel write in each turn, and others in them use on one thread,
// would go from thread to thread.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical max-candidates=200 threads=2 remarks=all affine=none" -o /dev/null 2>&1 | FileCheck %s

// Nobody else uses what is written.
// CHECK: :[[#@LINE+5]]:5: remark: {{.*}} 2 threads: i0 in 2 pieces
func.func @alone(%b: memref<96x96xf32>, %c: memref<96x96xf32>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  scf.for %i = %0 to %1 step %1 {
    linalg.matmul ins(%b, %b : memref<96x96xf32>, memref<96x96xf32>) outs(%c : memref<96x96xf32>)
  }
  return
}

// Its result is read and its operand written, through a view, in the same loop.
// CHECK: :[[#@LINE+11]]:5: remark: {{.*}} one thread: 17.6 us are less than starting 2 threads, and {{.*}} us for bytes that go between them, pays for
func.func @shared(%b: memref<96x96xf32>, %c: memref<96x96xf32>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 16 : index
  scf.for %i = %0 to %2 step %1 {
    %x = memref.load %c[%i, %i] : memref<96x96xf32>
    %row = memref.subview %b[%i, 0] [1, 96] [1, 1] : memref<96x96xf32> to memref<96xf32, strided<[1], offset: ?>>
    scf.for %j = %0 to %2 step %1 {
      memref.store %x, %row[%j] : memref<96xf32, strided<[1], offset: ?>>
    }
    linalg.matmul ins(%b, %b : memref<96x96xf32>, memref<96x96xf32>) outs(%c : memref<96x96xf32>)
  }
  return
}

// What is only read in the loop, and what nobody else uses, costs nothing.
// CHECK: :[[#@LINE+8]]:5: remark: {{.*}} 2 threads: i0 in 2 pieces
func.func @read(%b: memref<96x96xf32>, %c: memref<96x96xf32>, %s: memref<96xf32>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 16 : index
  scf.for %i = %0 to %2 step %1 {
    %x = memref.load %b[%i, %i] : memref<96x96xf32>
    memref.store %x, %s[%i] : memref<96xf32>
    linalg.matmul ins(%b, %b : memref<96x96xf32>, memref<96x96xf32>) outs(%c : memref<96x96xf32>)
  }
  return
}

// Rows of one buffer, other ones in each product: only pieces along its columns stay with their
// threads.
// CHECK: :[[#@LINE+9]]:5: remark: {{.*}} 2 threads: i1 in 2 pieces of 144
// CHECK: :[[#@LINE+9]]:5: remark: {{.*}} 2 threads: i1 in 2 pieces of 144
func.func @rows(%a: memref<64x64xf32>, %b: memref<512x288xf32>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 16 : index
  scf.for %i = %0 to %2 step %1 {
    %x = memref.subview %b[0, 0] [64, 288] [1, 1] : memref<512x288xf32> to memref<64x288xf32, strided<[288, 1]>>
    %z = memref.subview %b[256, 0] [64, 288] [1, 1] : memref<512x288xf32> to memref<64x288xf32, strided<[288, 1], offset: 73728>>
    linalg.matmul {autotune.disjoint} ins(%a, %x : memref<64x64xf32>, memref<64x288xf32, strided<[288, 1]>>) outs(%z : memref<64x288xf32, strided<[288, 1], offset: 73728>>)
    linalg.matmul {autotune.disjoint} ins(%a, %z : memref<64x64xf32>, memref<64x288xf32, strided<[288, 1], offset: 73728>>) outs(%x : memref<64x288xf32, strided<[288, 1]>>)
  }
  return
}
