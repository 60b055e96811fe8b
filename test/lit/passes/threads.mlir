// threads=N: the loops of a kernel in pieces, where that pays; one thread leaves the code as it was.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical max-candidates=200 threads=4 remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical max-candidates=200" -o %t.none.mlir
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical max-candidates=200 threads=1" -o %t.one.mlir
// RUN: diff %t.none.mlir %t.one.mlir
// RUN: FileCheck %s --check-prefix=ONE < %t.one.mlir
// ONE-NOT: scf.forall
//
// A script and a second run do the same.
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical max-candidates=200 threads=4 emit=schedule" -o %t.script.mlir
// RUN: FileCheck %s --check-prefix=SCRIPT < %t.script.mlir
// RUN: autotune-opt %t.mlir --autotune="target=zen4 threads=4" | diff - %t.mlir
// SCRIPT: "threads" = "4"
//
// Down to OpenMP: as many threads as the runtime has, at most four, no allocation inside; what they do
// is a function, which a call that can have one thread only calls by itself.
// RUN: autotune-opt %t.mlir --autotune-to-llvm | FileCheck %s --check-prefix=LLVM
// LLVM: llvm.func @omp_get_max_threads() -> i32
// LLVM-LABEL: llvm.func @product(
// LLVM: %[[MOST:.*]] = llvm.call @omp_get_max_threads()
// LLVM: %[[COUNT:.*]] = llvm.intr.smin(%[[MOST]], %{{.*}})
// LLVM: %[[FEW:.*]] = llvm.icmp "slt" %[[COUNT]], %{{.*}} : i32
// LLVM-DAG: %[[LEVEL:.*]] = llvm.call @omp_get_active_level()
// LLVM-DAG: %[[LEVELS:.*]] = llvm.call @omp_get_max_active_levels()
// LLVM: %[[DEEP:.*]] = llvm.icmp "sge" %[[LEVEL]], %[[LEVELS]] : i32
// LLVM: %[[ALONE:.*]] = llvm.or %[[FEW]], %[[DEEP]]
// LLVM: llvm.cond_br %[[ALONE]]
// LLVM: llvm.call @[[TEAM:autotune_team_[0-9]+]](
// LLVM: omp.parallel num_threads(%[[COUNT]] : i32) {
// LLVM: llvm.call @__kmpc_bound_thread_num(
// LLVM: llvm.call @__kmpc_bound_num_threads(
// LLVM: llvm.call @[[TEAM]](
// LLVM: omp.terminator
// LLVM: llvm.func internal @[[TEAM]](
// LLVM-NOT: llvm.call @malloc
// LLVM: llvm.return
//
// auto is what the target has.
// RUN: autotune-opt %s --autotune="target=zen4,cores=3 model=analytical max-candidates=200 threads=auto remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUTO
// AUTO: linalg.matmul tuned {{.*}}, 3 threads: i
//
// RUN: not autotune-opt %s --autotune="threads=0" 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not autotune-opt %s --autotune="threads=-1" 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not autotune-opt %s --autotune="threads=abc" 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not autotune-opt %s --autotune="threads=4x" 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not autotune-opt %s --autotune="threads=100000" 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %autotune run %s --threads 0 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR-COUNT-1: option 'threads': '{{.*}}' is no number of threads; use 1 to 1024, or auto
// ERROR-NOT: {{error|option}}

// REMARK: linalg.matmul tuned {{.*}}, 4 threads: i{{.*}} in {{.*}} pieces of {{.*}}, balance {{1.00|0.9.}}
// CHECK-LABEL: @product
// CHECK: scf.forall (%[[I:[^,)]*]]{{.*}} shared_outs(%[[OUT:[^ ]*]] = {{.*}}) -> (tensor<256x512xf32>) {
// CHECK: %[[PIECE:.*]] = tensor.extract_slice
// CHECK: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %[[PIECE]] into %[[OUT]]
// CHECK: } {autotune.schedule = "{{.*}}", autotune.threads = 4 : i64}
func.func @product(%a: tensor<256x128xf32>, %b: tensor<128x512xf32>, %c: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<256x128xf32>, tensor<128x512xf32>) outs(%c : tensor<256x512xf32>) -> tensor<256x512xf32>
  return %0 : tensor<256x512xf32>
}

// REMARK: linalg.matmul tuned {{.*}}, one thread: {{.*}} us are less than starting 4 threads pays for
// CHECK-LABEL: @small
// CHECK-NOT: scf.forall
// CHECK: return
func.func @small(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// A reduction is not taken apart.
// REMARK: linalg.dot tuned {{.*}}, one thread: no loop of it can be split
// CHECK-LABEL: @sum
// CHECK-NOT: scf.forall
// CHECK: return
func.func @sum(%a: tensor<1000000xf32>, %b: tensor<1000000xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = linalg.dot ins(%a, %b : tensor<1000000xf32>, tensor<1000000xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// On memrefs the pieces write in place.
// CHECK-LABEL: @in_place
// CHECK: scf.forall ({{.*}}) {
// CHECK: } {autotune.schedule = "{{.*}}", autotune.threads = 4 : i64}
func.func @in_place(%a: memref<256x128xf32>, %b: memref<128x512xf32>, %c: memref<256x512xf32>) {
  linalg.matmul ins(%a, %b : memref<256x128xf32>, memref<128x512xf32>) outs(%c : memref<256x512xf32>)
  return
}

// The caller's own parallel loop has the threads, and stays a loop of one in the lowering.
// REMARK: linalg.matmul tuned {{.*}}, one thread: it lies inside a parallel loop
// CHECK-LABEL: @inside
// CHECK: scf.parallel
// CHECK-NOT: scf.forall
// CHECK: return
// LLVM-LABEL: llvm.func @inside(
// LLVM-NOT: omp.parallel
func.func @inside(%a: memref<256x128xf32>, %b: memref<128x512xf32>, %c: memref<4x256x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %part = memref.subview %c[%i, 0, 0] [1, 256, 512] [1, 1, 1] : memref<4x256x512xf32> to memref<256x512xf32, strided<[512, 1], offset: ?>>
    linalg.matmul ins(%a, %b : memref<256x128xf32>, memref<128x512xf32>) outs(%part : memref<256x512xf32, strided<[512, 1], offset: ?>>)
    scf.reduce
  }
  return
}
