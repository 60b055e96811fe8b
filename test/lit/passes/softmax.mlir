// Softmax is tuned as the ops it consists of, on tensors and on memrefs, and lowered without
// tuning as well.
//
// RUN: autotune-opt %s --autotune=target=x86-64-v3 -o %t.tuned 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: FileCheck %s < %t.tuned
// RUN: autotune-opt %s --autotune=emit=annotate | autotune-opt --autotune-kernels -o %t.replayed
// RUN: diff %t.tuned %t.replayed
// RUN: autotune-opt %s --autotune-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: autotune-opt %s --autotune --autotune-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: %autotune run %s --check
// Remarks say which part of it is tuned and which are fused with that.
// RUN: autotune-opt %s --autotune=model=analytical -o /dev/null --remarks-filter=autotune \
// RUN:   --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=PART
// RUN: autotune-opt %s --autotune="model=analytical remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAIN
// PART: Fused="{{.*}}part {{[1-6]}} of 6 of linalg.softmax{{.*}}Op=linalg.generic, Part="part {{[1-6]}} of 6 of linalg.softmax (arith.maxnumf)"
// PLAIN: remark: autotune: linalg.generic, part {{[1-6]}} of 6 of linalg.softmax (arith.maxnumf) tuned (analytical model): {{direct|reduce}}(
// SILENT-NOT: remark
// CHECK-NOT: linalg
// LLVM-NOT: linalg
// LLVM-NOT: unrealized_conversion_cast

// CHECK-LABEL: func.func @tensors
func.func @tensors(%a: tensor<13x17xf32>) -> tensor<13x17xf32> {
  %e = tensor.empty() : tensor<13x17xf32>
  %0 = linalg.softmax dimension(1) ins(%a : tensor<13x17xf32>) outs(%e : tensor<13x17xf32>)
    -> tensor<13x17xf32>
  return %0 : tensor<13x17xf32>
}

// CHECK-LABEL: func.func @memrefs
// CHECK-NOT: tensor
// CHECK-COUNT-2: memref.alloc() {{.*}}memref<13xf32>
// CHECK-COUNT-2: memref.dealloc
func.func @memrefs(%a: memref<13x17xf32>, %b: memref<13x17xf32>) {
  linalg.softmax dimension(1) ins(%a : memref<13x17xf32>) outs(%b : memref<13x17xf32>)
  return
}

func.func @strided(%a: memref<13x17x3xf32, strided<[100, 4, 1]>>, %b: memref<13x17x3xf32>) {
  linalg.softmax dimension(0) ins(%a : memref<13x17x3xf32, strided<[100, 4, 1]>>)
                              outs(%b : memref<13x17x3xf32>)
  return
}

func.func @in_place(%b: memref<13x17xf64>) {
  linalg.softmax dimension(0) ins(%b : memref<13x17xf64>) outs(%b : memref<13x17xf64>)
  return
}

func.func @in_a_loop(%a: memref<13x17xf32>, %b: memref<13x17xf32>) {
  affine.for %i = 0 to 3 {
    linalg.softmax dimension(1) ins(%a : memref<13x17xf32>) outs(%b : memref<13x17xf32>)
  }
  return
}
