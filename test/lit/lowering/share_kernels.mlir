// Equal pieces of scheduled code become one private function; what is small, differs, or is told to
// stay, stays. BODY(from, to, factor) and SUM(from) stand for 64 ops.

// RUN: %python %S/Inputs/long_bodies.py %s > %t.mlir
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-share-kernels)" %t.mlir | FileCheck %s
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-share-kernels,autotune-share-kernels)" %t.mlir | FileCheck %s
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-share-nests,autotune-share-kernels)" %t.mlir | FileCheck %s
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-share-nests)" %t.mlir | FileCheck %s --check-prefix=NESTS
// RUN: autotune-opt --mlir-disable-threading --autotune-to-llvm %t.mlir | FileCheck %s --check-prefix=LOWERED
// RUN: autotune-opt --pass-pipeline="builtin.module(autotune-to-llvm{share-kernels=false})" %t.mlir | FileCheck %s --check-prefix=APART

// Before bufferization nobody knows which buffers overlap; a nest on tensors stays, and so does one that allocates.
// NESTS-LABEL: func.func @twice(
// NESTS-COUNT-2: call @autotune_kernel_0
// NESTS: func.func private @autotune_kernel_0(%{{[a-z0-9]*}}: memref<64xf32>, %{{[a-z0-9]*}}: f32, %{{[a-z0-9]*}}: memref<64xf32>)
// NESTS-LABEL: func.func @tensors(
// NESTS-NOT: call
// NESTS-LABEL: func.func @allocates(
// NESTS-NOT: call

// LOWERED-COUNT-2: llvm.call @autotune_kernel_0
// Programs are linked of several such modules.
// LOWERED: llvm.func internal @autotune_kernel_0
// APART-NOT: autotune_kernel

module {

// The two loops differ in buffers and in the number that they scale by, which is an argument.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[A:.*]]: memref<64xf32>, %[[B:.*]]: memref<64xf32>, %[[S:.*]]: f32, %[[T:.*]]: f32)
// CHECK: call @autotune_kernel_0(%[[A]], %[[S]], %[[B]])
// CHECK-NEXT: call @autotune_kernel_0(%[[B]], %[[T]], %[[A]])
// CHECK-NEXT: return
// CHECK: func.func private @autotune_kernel_0(%{{.*}}: memref<64xf32> {llvm.noalias}, %{{.*}}: f32, %{{.*}}: memref<64xf32> {llvm.noalias})
// CHECK-SAME: autotune.kernel = "scheduled", llvm.bareptr, llvm.linkage = #llvm.linkage<internal>, target_cpu = "znver4"
// CHECK: scf.for
// CHECK: {autotune.schedule = "kept"}
// CHECK-NEXT: return
func.func @twice(%a: memref<64xf32>, %b: memref<64xf32>, %s: f32, %t: f32) attributes {target_cpu = "znver4"} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%a, %b, %s)
  } {autotune.schedule = "kept"}
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%b, %a, %t)
  } {autotune.schedule = "kept"}
  return
}

// Another processor, another function; the same buffer twice may be written through either name.
// CHECK-LABEL: func.func @other(
// CHECK-COUNT-2: call @autotune_kernel_1(
// CHECK: func.func private @autotune_kernel_1(%{{.*}}: memref<64xf32>, %{{.*}}: f32, %{{.*}}: memref<64xf32>) attributes
// CHECK-SAME: fp_contract = "off", llvm.bareptr, llvm.linkage = #llvm.linkage<internal>, target_cpu = "znver3"
func.func @other(%a: memref<64xf32>, %s: f32) attributes {target_cpu = "znver3", fp_contract = "off"} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  %view = memref.cast %a : memref<64xf32> to memref<64xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%a, %view, %s)
  } {autotune.schedule = "kept"}
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%view, %a, %s)
  } {autotune.schedule = "kept"}
  return
}

// Other constants, another order of the ops, another schedule: other code.
// CHECK-LABEL: func.func @different(
// CHECK-NOT: call
// CHECK: return
func.func @different(%a: memref<64xf32>, %b: memref<64xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%a, %b, %s)
  } {autotune.schedule = "one"}
  scf.for %i = %c0 to %c60 step %c4 {
    BODY(%a, %b, %s)
  } {autotune.schedule = "one"}
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%a, %b, %s)
  } {autotune.schedule = "other"}
  return
}

// CHECK-LABEL: func.func @stays(
// CHECK-NOT: call
// CHECK: return
func.func @stays(%a: memref<64xf32>, %b: memref<64xf32>, %s: f32) attributes {autotune.share_kernels = false} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%a, %b, %s)
  } {autotune.schedule = "kept"}
  scf.for %i = %c0 to %c64 step %c4 {
    BODY(%b, %a, %s)
  } {autotune.schedule = "kept"}
  return
}

// CHECK-LABEL: func.func @small(
// CHECK-NOT: call
// CHECK: return
func.func @small(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c4 {
    %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<64xf32>, vector<4xf32>
    vector.transfer_write %v, %b[%i] {in_bounds = [true]} : vector<4xf32>, memref<64xf32>
  }
  scf.for %i = %c0 to %c64 step %c4 {
    %v = vector.transfer_read %b[%i], %z {in_bounds = [true]} : memref<64xf32>, vector<4xf32>
    vector.transfer_write %v, %a[%i] {in_bounds = [true]} : vector<4xf32>, memref<64xf32>
  }
  return
}

// A loop that hands on values goes with the ops that use them; views in between go before.
// CHECK-LABEL: func.func @sums(
// CHECK: %[[FIRST:.*]] = memref.subview
// CHECK: call @autotune_kernel_2(
// CHECK: call @autotune_kernel_2(
// CHECK: func.func private @autotune_kernel_2(
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: vector.reduction <add>, %[[SUM]]
// CHECK-NEXT: memref.store
func.func @sums(%a: memref<64xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %x = scf.for %i = %c0 to %c64 step %c4 iter_args(%v = %zeros) -> vector<4xf32> {
    SUM(%a)
  }
  %p = memref.subview %b[0] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1]>>
  %t = vector.reduction <add>, %x : vector<4xf32> into f32
  memref.store %t, %p[%c0] : memref<1xf32, strided<[1]>>
  %q = memref.subview %b[0] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1]>>
  %y = scf.for %i = %c0 to %c64 step %c4 iter_args(%v = %zeros) -> vector<4xf32> {
    SUM(%a)
  }
  %u = vector.reduction <add>, %y : vector<4xf32> into f32
  memref.store %u, %q[%c0] : memref<1xf32, strided<[1]>>
  return
}

// CHECK-LABEL: func.func @tensors(
func.func @tensors(%a: memref<64xf32>, %b: memref<64xf32>, %s: tensor<64xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c4 {
    %x = tensor.extract %s[%i] : tensor<64xf32>
    BODY(%a, %b, %x)
  }
  scf.for %i = %c0 to %c64 step %c4 {
    %x = tensor.extract %s[%i] : tensor<64xf32>
    BODY(%b, %a, %x)
  }
  return
}

// CHECK-LABEL: func.func @allocates(
func.func @allocates(%a: memref<64xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c4 {
    %b = memref.alloc() : memref<64xf32>
    BODY(%a, %b, %s)
  }
  scf.for %i = %c0 to %c64 step %c4 {
    %b = memref.alloc() : memref<64xf32>
    BODY(%a, %b, %s)
  }
  return
}
}
