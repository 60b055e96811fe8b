// Straight code around views, and functions of several blocks.
// RUN: autotune-opt --allow-unregistered-dialect --autotune-share-kernels %s | FileCheck %s

// The view is made before the piece that it lies in, since it is used after it.
// CHECK-LABEL: func.func @view_inside(
// CHECK: %[[VIEW:.*]] = memref.subview
// CHECK: call @autotune_kernel_0(
// CHECK: "test.user"(%[[VIEW]])
func.func @view_inside(%a: memref<64xf32>, %b: memref<64xf32>) attributes {autotune.c_function, llvm.bareptr} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  memref.store %z, %a[%c0] : memref<64xf32>
  %v = memref.load %a[%c1] : memref<64xf32>
  %s = memref.subview %b[8] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: 8>>
  memref.store %v, %s[%c0] : memref<8xf32, strided<[1], offset: 8>>
  %x0 = memref.load %a[%c0] : memref<64xf32>
  memref.store %x0, %b[%c1] : memref<64xf32>
  %x1 = memref.load %a[%c1] : memref<64xf32>
  memref.store %x1, %b[%c2] : memref<64xf32>
  %x2 = memref.load %a[%c2] : memref<64xf32>
  memref.store %x2, %b[%c0] : memref<64xf32>
  %x3 = memref.load %a[%c0] : memref<64xf32>
  memref.store %x3, %b[%c1] : memref<64xf32>
  %x4 = memref.load %a[%c1] : memref<64xf32>
  memref.store %x4, %b[%c2] : memref<64xf32>
  %x5 = memref.load %a[%c2] : memref<64xf32>
  memref.store %x5, %b[%c0] : memref<64xf32>
  %x6 = memref.load %a[%c0] : memref<64xf32>
  memref.store %x6, %b[%c1] : memref<64xf32>
  %x7 = memref.load %a[%c1] : memref<64xf32>
  memref.store %x7, %b[%c2] : memref<64xf32>
  "test.user"(%s) : (memref<8xf32, strided<[1], offset: 8>>) -> ()
  return
}

// A function of several blocks stays as it is.
// CHECK-LABEL: func.func @blocks(
// CHECK-NOT: call
func.func @blocks(%a: memref<64xf32>, %b: memref<64xf32>, %c: i1) attributes {autotune.c_function, llvm.bareptr} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = memref.load %a[%c0] : memref<64xf32>
  %x0 = memref.load %a[%c0] : memref<64xf32>
  memref.store %x0, %b[%c1] : memref<64xf32>
  %x1 = memref.load %a[%c1] : memref<64xf32>
  memref.store %x1, %b[%c2] : memref<64xf32>
  %x2 = memref.load %a[%c2] : memref<64xf32>
  memref.store %x2, %b[%c0] : memref<64xf32>
  %x3 = memref.load %a[%c0] : memref<64xf32>
  memref.store %x3, %b[%c1] : memref<64xf32>
  %x4 = memref.load %a[%c1] : memref<64xf32>
  memref.store %x4, %b[%c2] : memref<64xf32>
  %x5 = memref.load %a[%c2] : memref<64xf32>
  memref.store %x5, %b[%c0] : memref<64xf32>
  %x6 = memref.load %a[%c0] : memref<64xf32>
  memref.store %x6, %b[%c1] : memref<64xf32>
  %x7 = memref.load %a[%c1] : memref<64xf32>
  memref.store %x7, %b[%c2] : memref<64xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %v, %a[%c1] : memref<64xf32>
  cf.br ^bb2
^bb2:
  return
}
