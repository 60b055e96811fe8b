// Loops over pieces of an unknown extent, and the nests of vector code in them, are not unrolled once more; other loops are left to LLVM.

// RUN: autotune-opt --autotune-rolled-loops %s | FileCheck %s
// RUN: autotune-opt --autotune-to-llvm %s | FileCheck %s --check-prefix=LLVM

// CHECK: #[[$ROLLED:.*]] = #llvm.loop_annotation<unroll = #{{.*}}>
// LLVM: #[[NEVER:.*]] = #llvm.loop_unroll<disable = true>
// LLVM: #[[$ROLLED:.*]] = #llvm.loop_annotation<unroll = #[[NEVER]]>

// CHECK-LABEL: func.func @pieces(
// CHECK: vector.transfer_write{{.*}}
// CHECK-NEXT: } {loop_annotation = #[[$ROLLED]]}
// CHECK: memref.store{{.*}}
// CHECK-NEXT: }
// CHECK-NOT: loop_annotation
// CHECK: } {autotune.pieces, loop_annotation = #[[$ROLLED]]}
// CHECK: vector.transfer_write{{.*}}
// CHECK-NEXT: }
// CHECK-NOT: loop_annotation
// LLVM-LABEL: llvm.func @pieces(
// LLVM: llvm.br {{.*}} {loop_annotation = #[[$ROLLED]]}
// LLVM: llvm.br {{.*}} {loop_annotation = #[[$ROLLED]]}
// LLVM-NOT: loop_annotation
func.func @pieces(%a: memref<64xf32>, %b: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  scf.for %at = %c0 to %n step %c64 {
    scf.for %i = %c0 to %c64 step %c16 {
      %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<64xf32>, vector<16xf32>
      vector.transfer_write %v, %b[%i] {in_bounds = [true]} : vector<16xf32>, memref<64xf32>
    }
    scf.for %i = %c0 to %c64 step %c16 {
      %v = memref.load %a[%i] : memref<64xf32>
      memref.store %v, %b[%i] : memref<64xf32>
    }
  } {autotune.pieces}
  scf.for %i = %c0 to %c64 step %c16 {
    %v = vector.transfer_read %b[%i], %z {in_bounds = [true]} : memref<64xf32>, vector<16xf32>
    vector.transfer_write %v, %a[%i] {in_bounds = [true]} : vector<16xf32>, memref<64xf32>
  }
  return
}

// What fills with a constant from outside is vector code, too.
// CHECK-LABEL: func.func @fill(
// CHECK: vector.transfer_write{{.*}}
// CHECK-NEXT: } {loop_annotation = #[[$ROLLED]]}
// LLVM-LABEL: llvm.func @fill(
func.func @fill(%b: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %at = %c0 to %n step %c64 {
    scf.for %i = %c0 to %c64 step %c16 {
      vector.transfer_write %zeros, %b[%i] {in_bounds = [true]} : vector<16xf32>, memref<64xf32>
    }
  } {autotune.pieces}
  return
}
