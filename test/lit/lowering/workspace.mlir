// RUN: autotune-opt --autotune-place-buffers --split-input-file %s | FileCheck %s

// The buffers of a function for C are an argument; so are those of whom it calls, one call after the
// other, which lie in a part of its own.
// CHECK-LABEL: func.func @outer(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<100xf32> {llvm.noalias}, %[[WORK:[a-z0-9]+]]: memref<832xi8>)
// CHECK-SAME: autotune.workspace_bytes = 832 : i64
// CHECK-DAG: %[[A:.*]] = memref.view %[[WORK]]{{.*}} to memref<100xf32>
// CHECK-DAG: %[[PART:.*]] = memref.view %[[WORK]]{{.*}} to memref<384xi8>
// CHECK-NOT: memref.alloc
// CHECK: scf.for
// CHECK: call @inner(%[[A]], %[[PART]])
// CHECK-LABEL: func.func private @inner(
// CHECK-SAME: memref<384xi8>) attributes {autotune.workspace_bytes = 384 : i64}
// CHECK-NOT: memref.alloc
func.func @outer(%x: memref<100xf32> {llvm.noalias}) attributes {autotune.c_function} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %a = memref.alloc() : memref<100xf32>
  memref.copy %x, %a : memref<100xf32> to memref<100xf32>
  scf.for %i = %c0 to %c7 step %c1 {
    func.call @inner(%a) : (memref<100xf32>) -> ()
  }
  memref.copy %a, %x : memref<100xf32> to memref<100xf32>
  return
}
func.func private @inner(%x: memref<100xf32>) {
  %a = memref.alloc() : memref<90xf32>
  %v = memref.subview %x[0] [90] [1] : memref<100xf32> to memref<90xf32, strided<[1]>>
  memref.copy %v, %a : memref<90xf32, strided<[1]>> to memref<90xf32>
  return
}

// -----

// Who calls itself, is called by several threads at once, or is named by more than calls allocates.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %{{.*}}: memref<8xf32>, %{{.*}}: i1) attributes {autotune.c_function}
// CHECK-LABEL: func.func private @itself(
// CHECK-SAME: %{{.*}}: memref<8xf32>, %{{.*}}: i1) {
// CHECK: memref.alloc
// CHECK: memref.dealloc
// CHECK-LABEL: func.func private @in_threads(
// CHECK-SAME: %{{.*}}: memref<8xf32>) {
// CHECK: memref.alloc
// CHECK-LABEL: func.func private @named(
// CHECK-SAME: %{{.*}}: memref<8xf32>) {
// CHECK: memref.alloc
func.func @main(%x: memref<8xf32>, %go_on: i1) attributes {autotune.c_function} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  func.call @itself(%x, %go_on) : (memref<8xf32>, i1) -> ()
  scf.parallel (%i) = (%c0) to (%c7) step (%c1) {
    func.call @in_threads(%x) : (memref<8xf32>) -> ()
  }
  %f = constant @named : (memref<8xf32>) -> ()
  call_indirect %f(%x) : (memref<8xf32>) -> ()
  return
}
func.func private @itself(%x: memref<8xf32>, %go_on: i1) {
  %a = memref.alloc() : memref<8xf32>
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  scf.if %go_on {
    func.call @itself(%a, %go_on) : (memref<8xf32>, i1) -> ()
  }
  return
}
func.func private @in_threads(%x: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  return
}
func.func private @named(%x: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Whom it calls needs a workspace, in a loop, and it has no buffer of its own.
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: memref<384xi8>) attributes {{.*}}autotune.workspace_bytes = 384 : i64
// CHECK-NOT: memref.alloc
func.func @caller(%x: memref<100xf32>) attributes {autotune.c_function} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c7 step %c1 {
    func.call @callee(%x) : (memref<100xf32>) -> ()
  }
  return
}
func.func private @callee(%x: memref<100xf32>) {
  %a = memref.alloc() : memref<90xf32>
  %v = memref.subview %x[0] [90] [1] : memref<100xf32> to memref<90xf32, strided<[1]>>
  memref.copy %v, %a : memref<90xf32, strided<[1]>> to memref<90xf32>
  return
}
