// Buffers of a shared kernel that may overlap are not said to be apart; each function has a processor, so a kernel, of its own.
// BODY(from, to, factor) stands for 64 ops.

// RUN: %python %S/Inputs/long_bodies.py %s > %t.mlir
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-share-kernels)" %t.mlir | FileCheck %s

module {
memref.global @state : memref<64xf32> = uninitialized
memref.global @other : memref<64xf32> = uninitialized

// 256 bytes from 0 and from 256.
// CHECK-LABEL: func.func @neighbours(
// CHECK-COUNT-2: call @[[KERNEL:autotune_kernel_[0-9]+]](
// CHECK: func.func private @[[KERNEL]]({{.*}}memref<64xf32> {llvm.noalias}, {{.*}}memref<64xf32> {llvm.noalias})
func.func @neighbours(%a: memref<1024xi8>, %s: f32) attributes {target_cpu = "znver1"} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  %first = arith.constant 0 : index
  %second = arith.constant 256 : index
  %p = memref.view %a[%first][] : memref<1024xi8> to memref<64xf32>
  %q = memref.view %a[%second][] : memref<1024xi8> to memref<64xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%p, %q, %s)
  }
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%p, %q, %s)
  }
  return
}

// The last byte of one is the first of the other.
// CHECK-LABEL: func.func @touching(
// CHECK-COUNT-2: call @[[KERNEL:autotune_kernel_[0-9]+]](
// CHECK: func.func private @[[KERNEL]]({{[^{]*}}) attributes
func.func @touching(%a: memref<1024xi8>, %s: f32) attributes {target_cpu = "znver2"} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  %first = arith.constant 0 : index
  %second = arith.constant 255 : index
  %p = memref.view %a[%first][] : memref<1024xi8> to memref<64xf32>
  %q = memref.view %a[%second][] : memref<1024xi8> to memref<64xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%p, %q, %s)
  }
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%p, %q, %s)
  }
  return
}

// Neither begins the buffer.
// CHECK-LABEL: func.func @shifted(
// CHECK-COUNT-2: call @[[KERNEL:autotune_kernel_[0-9]+]](
// CHECK: func.func private @[[KERNEL]]({{[^{]*}}) attributes
func.func @shifted(%a: memref<1024xi8>, %s: f32) attributes {target_cpu = "znver3"} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  %first = arith.constant 256 : index
  %second = arith.constant 320 : index
  %p = memref.view %a[%first][] : memref<1024xi8> to memref<64xf32>
  %q = memref.view %a[%second][] : memref<1024xi8> to memref<64xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%p, %q, %s)
  }
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%p, %q, %s)
  }
  return
}

// One global, asked for twice.
// CHECK-LABEL: func.func @one_global(
// CHECK-COUNT-2: call @[[KERNEL:autotune_kernel_[0-9]+]](
// CHECK: func.func private @[[KERNEL]]({{[^{]*}}) attributes
func.func @one_global(%s: f32) attributes {target_cpu = "znver4"} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  %p = memref.get_global @state : memref<64xf32>
  %q = memref.get_global @state : memref<64xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%p, %q, %s)
  }
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%p, %q, %s)
  }
  return
}

// Two of them.
// CHECK-LABEL: func.func @two_globals(
// CHECK-COUNT-2: call @[[KERNEL:autotune_kernel_[0-9]+]](
// CHECK: func.func private @[[KERNEL]]({{.*}}memref<64xf32> {llvm.noalias}, {{.*}}memref<64xf32> {llvm.noalias})
func.func @two_globals(%s: f32) attributes {target_cpu = "znver5"} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  %p = memref.get_global @state : memref<64xf32>
  %q = memref.get_global @other : memref<64xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%p, %q, %s)
  }
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%p, %q, %s)
  }
  return
}
}
