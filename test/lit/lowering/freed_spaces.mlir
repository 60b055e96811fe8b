// The frees that deallocation adds are of any memory space, too.
//
// RUN: autotune-opt %s --autotune-to-llvm | mlir-translate --mlir-to-llvmir -o /dev/null
// RUN: %autotune run %s --check

func.func @tensors(%a: tensor<16xf32>) -> tensor<16xf32> {
  %e = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<16xf32>
  %x = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %q = tensor.empty() : tensor<16xf32>
  %y = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x : tensor<16xf32>) outs(%q : tensor<16xf32>) -> tensor<16xf32>
  return %y : tensor<16xf32>
}

func.func @in_loop(%a: memref<16xf32>, %b: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %n = arith.addi %i, %c4 : index
    %e = memref.alloc(%n) : memref<?xf32, 3>
    %s = memref.subview %e[0] [4] [1] : memref<?xf32, 3> to memref<4xf32, strided<[1]>, 3>
    %t = memref.subview %a[%i] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
    %o = memref.subview %b[%i] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %t, %s : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1]>, 3>
    linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%s : memref<4xf32, strided<[1]>, 3>) outs(%o : memref<4xf32, strided<[1], offset: ?>>)
  }
  return
}
