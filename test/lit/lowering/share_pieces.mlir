// In loops over pieces of an unknown extent the nests that are equal become one function, and their
// buffers may begin anywhere. BODY(from, to, factor, layout of from) stands for 64 ops.

// RUN: %python %S/Inputs/long_bodies.py %s > %t.mlir
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-share-kernels)" %t.mlir | FileCheck %s
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-share-kernels,autotune-share-kernels)" %t.mlir | FileCheck %s
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-to-llvm{share-kernels=false})" %t.mlir | FileCheck %s --check-prefix=APART

// APART-NOT: autotune_kernel

module {

// A part of the argument, a copy of one: the first argument begins anywhere.
// CHECK-LABEL: func.func @pieces(
// CHECK: scf.for
// CHECK: %[[PART:.*]] = memref.subview
// CHECK-NEXT: call @autotune_kernel_0(%[[PART]], %{{.*}}, %[[OUT:.*]])
// CHECK: scf.for
// CHECK: %[[CAST:.*]] = memref.cast %{{.*}} : memref<64xf32> to memref<64xf32, strided<[1], offset: ?>>
// CHECK-NEXT: call @autotune_kernel_0(%[[CAST]], %{{.*}}, %[[OUT]])
// CHECK: func.func private @autotune_kernel_0(%{{.*}}: memref<64xf32, strided<[1], offset: ?>>, %{{.*}}: f32, %{{.*}}: memref<64xf32>)
// CHECK-SAME: autotune.kernel = "scheduled"
// CHECK-NOT: llvm.bareptr
// CHECK: vector.transfer_read %{{.*}} : memref<64xf32, strided<[1], offset: ?>>, vector<4xf32>
func.func @pieces(%a: memref<?xf32>, %copy: memref<64xf32>, %b: memref<64xf32>, %s: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  scf.for %at = %c0 to %n step %c64 {
    %part = memref.subview %a[%at] [64] [1] : memref<?xf32> to memref<64xf32, strided<[1], offset: ?>>
    scf.for %i = %c0 to %c64 step %c4 {
      BODY(%part, %b, %s, strided<[1], offset: ?>)
    }
  } {autotune.pieces}
  scf.for %at = %c0 to %n step %c64 {
    scf.for %i = %c0 to %c64 step %c4 {
      BODY(%copy, %b, %s)
    }
  } {autotune.pieces}
  return
}

// What is in a loop of another kind is a part of a kernel.
// CHECK-LABEL: func.func @kernel(
// CHECK-NOT: call
// CHECK: return
func.func @kernel(%a: memref<64xf32>, %b: memref<64xf32>, %s: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  scf.for %at = %c0 to %n step %c64 {
    scf.for %i = %c0 to %c64 step %c4 {
      BODY(%a, %b, %s)
    }
    scf.for %i = %c0 to %c64 step %c4 {
      BODY(%b, %a, %s)
    }
  }
  return
}

// A nest with such a loop in it stays: what is in that is looked at by itself.
// CHECK-LABEL: func.func @nested(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: call @autotune_kernel_1(
// CHECK: call @autotune_kernel_1(
// CHECK: func.func private @autotune_kernel_1(
func.func @nested(%a: memref<64xf32>, %b: memref<64xf32>, %s: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %z = arith.constant 0.0 : f32
  scf.for %at = %c0 to %n step %c60 {
    scf.for %block = %c0 to %n step %c4 {
      scf.for %row = %c0 to %n step %c60 {
        scf.for %i = %c0 to %c60 step %c4 {
          BODY(%a, %b, %s)
        }
        scf.for %i = %c0 to %c60 step %c4 {
          BODY(%b, %a, %s)
        }
      } {autotune.pieces}
    }
  } {autotune.pieces}
  return
}

}
