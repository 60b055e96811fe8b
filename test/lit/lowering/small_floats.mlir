// Where bf16 is held as integers, every block that takes one agrees: in regions of other ops, and
// behind a switch. A float that is wider than f64 is rounded by LLVM.
//
// RUN: autotune-opt %s --convert-scf-to-openmp --autotune-to-llvm | FileCheck %s
// RUN: autotune-opt %s --convert-scf-to-openmp --autotune-to-llvm | mlir-translate --mlir-to-llvmir -o /dev/null

// CHECK-LABEL: llvm.func @rows
// CHECK: omp.parallel
// CHECK: ^bb{{.*}}: i16):
// CHECK-NOT: ^bb{{.*}}bf16
func.func @rows(%a: memref<64x64xbf16>, %o: memref<64xbf16>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 64 : index
  %start = arith.constant 0.0 : bf16
  scf.parallel (%i) = (%zero) to (%end) step (%one) {
    %sum = scf.for %k = %zero to %end step %one iter_args(%before = %start) -> bf16 {
      %x = memref.load %a[%i, %k] : memref<64x64xbf16>
      %next = arith.addf %before, %x : bf16
      scf.yield %next : bf16
    }
    memref.store %sum, %o[%i] : memref<64xbf16>
  }
  return
}

// CHECK-LABEL: llvm.func @switched
// CHECK: ^bb1(%{{.*}}: i16):
llvm.func @switched(%a: bf16, %b: bf16, %which: i32) -> bf16 {
  llvm.switch %which : i32, ^bb1(%a : bf16) [
    1: ^bb1(%b : bf16)
  ]
^bb1(%x: bf16):
  llvm.return %x : bf16
}

// CHECK-LABEL: llvm.func @quadruple
// CHECK: llvm.fptrunc %{{.*}} : f128 to f16
func.func @quadruple(%a: f128) -> f16 {
  %r = arith.truncf %a : f128 to f16
  return %r : f16
}
