// An attribute autotune.fp of an unknown text is an error, at the op, before anything is changed.
//
// RUN: split-file %s %t
// RUN: not autotune-opt --autotune="target=x86-64-v3" %t/text.mlir 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not autotune-opt --autotune-kernels="target=x86-64-v3" %t/text.mlir 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not autotune-opt --autotune="target=x86-64-v3 fp=strict" %t/loop.mlir 2>&1 | FileCheck %s --check-prefix=LOOP

//--- text.mlir
// TEXT: text.mlir:3:8: error: autotune{{(-kernels)?}}: linalg.matmul: attribute 'autotune.fp': "strikt" is not known; use one of: strict, source, reassoc, relaxed
func.func @product(%a: tensor<8x16xf32>, %b: tensor<16x24xf32>, %c: tensor<8x24xf32>) -> tensor<8x24xf32> {
  %s = linalg.matmul {autotune.fp = "strikt"} ins(%a, %b : tensor<8x16xf32>, tensor<16x24xf32>) outs(%c : tensor<8x24xf32>) -> tensor<8x24xf32>
  return %s : tensor<8x24xf32>
}

//--- loop.mlir
// LOOP: error: autotune: affine.for: attribute 'autotune.fp': 1 : i64 is not known; use one of: strict, source, reassoc, relaxed
func.func @loop(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %a[%i] : memref<8xf32>
  } {autotune.fp = 1}
  return
}
