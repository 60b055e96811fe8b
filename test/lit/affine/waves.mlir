// Tiles of time on several threads: a tile waits for the one before it in its block of steps, and for
// those of the block before up to two parts further on. So those of which part + 3 * block is the same
// run at once. Tiles, and the ops in them, stay as they are on one thread.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 threads=2 remarks=all" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %s --autotune="target=x86-64-v3 threads=16 remarks=all" 2>&1 >%t.mlir | FileCheck %s --check-prefix=FEW

// Ten blocks are too few for 16 threads, which share the rows of every step.
// REMARK: affine.for raised: 2 linalg ops and 0 scalar statements, loop 2 runs in parallel
// FEW: affine.for raised: {{.*}}, 4 loops run in parallel
// CHECK-LABEL: @jacobi
// CHECK: scf.for %[[WAVE:.*]] = %c0 to %c82
// CHECK: affine.max #{{.*}}(%[[WAVE]])
// CHECK: affine.min #{{.*}}(%[[WAVE]])
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: autotune.threads = 2
// CHECK: return
func.func @jacobi(%a: memref<700x700xf64>, %b: memref<700x700xf64>) {
  affine.for %t = 0 to 80 {
    affine.for %i = 1 to 699 {
      affine.for %j = 1 to 699 {
        %0 = affine.load %a[%i - 1, %j] : memref<700x700xf64>
        %1 = affine.load %a[%i + 1, %j] : memref<700x700xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %b[%i, %j] : memref<700x700xf64>
      }
    }
    affine.for %i = 1 to 699 {
      affine.for %j = 1 to 699 {
        %0 = affine.load %b[%i, %j] : memref<700x700xf64>
        affine.store %0, %a[%i, %j] : memref<700x700xf64>
      }
    }
  }
  return
}
