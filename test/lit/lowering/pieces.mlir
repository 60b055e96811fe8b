// Loops that carry our mark become work for threads; their buffers become parts of one.
//
// RUN: autotune-opt --split-input-file --autotune-bufferize-loops --autotune-pieces %s | FileCheck %s
// RUN: autotune-opt --split-input-file --autotune-to-llvm %s | FileCheck %s --check-prefix=LLVM
// RUN: autotune-opt --split-input-file --autotune-openmp %s | FileCheck %s --check-prefix=OPENMP

// Each piece fills a buffer of its own, 4096 bytes from the next.
// CHECK-LABEL: @scratch
// CHECK: %[[ALL:.*]] = memref.alloc() {alignment = 64 : i64} : memref<24576xi8>
// CHECK: scf.parallel (%[[P:.*]]) = (%c0{{.*}}) to (%c6{{.*}}) step (%c1{{.*}}) {
// CHECK: affine.apply #{{.*}}(%[[P]])
// CHECK: affine.apply #{{.*}}(%[[P]])
// CHECK: memref.view %[[ALL]][%{{.*}}][] : memref<24576xi8> to memref<16xf32>
// CHECK: } {autotune.threads = 4 : i64}
// LLVM-LABEL: @scratch
// LLVM: omp.parallel
#end = affine_map<(d0) -> (d0 + 16)>
func.func @scratch(%a: tensor<32x48xf32>, %b: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = scf.forall (%i, %j) = (0, 0) to (32, 48) step (16, 16) shared_outs(%out = %b) -> (tensor<32x48xf32>) {
    %end = affine.apply #end(%i)
    %row = tensor.empty() : tensor<16xf32>
    %1:2 = scf.for %k = %i to %end step %c1 iter_args(%to = %out, %line = %row) -> (tensor<32x48xf32>, tensor<16xf32>) {
      %v = vector.transfer_read %a[%k, %j], %zero {in_bounds = [true]} : tensor<32x48xf32>, vector<16xf32>
      %kept = vector.transfer_write %v, %line[%c0] {in_bounds = [true]} : vector<16xf32>, tensor<16xf32>
      %w = vector.transfer_read %kept[%c0], %zero {in_bounds = [true]} : tensor<16xf32>, vector<16xf32>
      %s = arith.addf %w, %w : vector<16xf32>
      %new = vector.transfer_write %s, %to[%k, %j] {in_bounds = [true]} : vector<16xf32>, tensor<32x48xf32>
      scf.yield %new, %kept : tensor<32x48xf32>, tensor<16xf32>
    }
    %piece = tensor.extract_slice %1#0[%i, %j] [16, 16] [1, 1] : tensor<32x48xf32> to tensor<16x16xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %piece into %out[%i, %j] [16, 16] [1, 1] : tensor<16x16xf32> into tensor<32x48xf32>
    }
  } {autotune.threads = 4 : i64}
  return %0 : tensor<32x48xf32>
}

// -----

// Neighbouring iterations of uneven work go to different threads.
// OPENMP-LABEL: @uneven
// OPENMP: omp.parallel
// OPENMP: func.func private @autotune_team_0(%{{.*}}: memref<64xf32>, %[[THREAD:.*]]: index, %[[THREADS:.*]]: index) attributes {llvm.bareptr, llvm.linkage = #llvm.linkage<internal>, target_cpu = "x86-64-v3"}
// OPENMP-DAG: %[[C0:.*]] = arith.constant 0 : index
// OPENMP-DAG: %[[C1:.*]] = arith.constant 1 : index
// OPENMP-DAG: %[[C64:.*]] = arith.constant 64 : index
// OPENMP: %[[MOVED:.*]] = arith.muli %[[THREAD]], %[[C1]]
// OPENMP: %[[FIRST:.*]] = arith.addi %[[C0]], %[[MOVED]]
// OPENMP: %[[STEP:.*]] = arith.muli %[[C1]], %[[THREADS]]
// OPENMP: scf.for %{{.*}} = %[[FIRST]] to %[[C64]] step %[[STEP]] {
func.func @uneven(%a: memref<64xf32>) attributes {target_cpu = "x86-64-v3"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    scf.for %j = %c0 to %i step %c1 {
      %v = memref.load %a[%i] : memref<64xf32>
      %s = arith.addf %v, %v : f32
      memref.store %s, %a[%i] : memref<64xf32>
    }
    scf.reduce
  } {autotune.threads = 4 : i64, autotune.uneven}
  return
}

// -----

// Shares of even work: neighbouring iterations, one more for the first threads. What iterations put on
// the stack lies there once a thread.
// OPENMP-LABEL: @even
// OPENMP: func.func private @autotune_team_0(%{{.*}}: index, %{{.*}}: memref<?xf32>, %[[THREAD:.*]]: index, %[[THREADS:.*]]: index) attributes {llvm.linkage = #llvm.linkage<internal>}
// OPENMP: memref.alloca() : memref<8xf32>
// OPENMP: %[[SHARE:.*]] = arith.divui %[[TRIPS:.*]], %[[THREADS]]
// OPENMP: %[[REST:.*]] = arith.remui %[[TRIPS]], %[[THREADS]]
// OPENMP: arith.minui %[[THREAD]], %[[REST]]
// OPENMP: arith.cmpi ult, %[[THREAD]], %[[REST]]
// OPENMP: scf.for
// OPENMP-NOT: memref.alloca
// OPENMP: return
func.func @even(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c3) {
    %line = memref.alloca() : memref<8xf32>
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %line[%c0] : memref<8xf32>
    scf.reduce
  } {autotune.threads = 4 : i64}
  return
}

// -----

// A loop without the mark, or with one that is no number of threads, is one thread's.
// LLVM-LABEL: @unmarked
// LLVM-NOT: omp.parallel
func.func @unmarked(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %v = memref.load %a[%i] : memref<64xf32>
    memref.store %v, %a[%i] : memref<64xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %v = memref.load %a[%i] : memref<64xf32>
    memref.store %v, %a[%i] : memref<64xf32>
    scf.reduce
  } {autotune.threads = "many"}
  scf.forall (%i) in (64) {
    %v = memref.load %a[%i] : memref<64xf32>
    memref.store %v, %a[%i] : memref<64xf32>
  }
  return
}
