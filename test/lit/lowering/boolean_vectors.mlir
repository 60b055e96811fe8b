// An i1 in memory is a byte of 0 or 1, of a vector too: kernels gather and scatter, which every
// lowering takes as bytes and no canonicalization as bits, and ours moves whole vectors of bytes.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none" --canonicalize --cse | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none" --autotune-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none" --autotune-to-llvm | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64-linux-gnu -O2 | FileCheck %s --check-prefix=CODE
// RUN: autotune-opt %s --autotune="target=zen4 remarks=none" --autotune-to-llvm | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64-linux-gnu -O2 | FileCheck %s --check-prefix=MASKS
// RUN: %autotune run %s --check --target host --quiet

// TUNED-NOT: vector.{{(transfer|load|store|masked).*}}xi1>
// TUNED-LABEL: @both
// TUNED: vector.gather {{.*}} tensor<1021xi1>
// TUNED: vector.scatter {{.*}} tensor<1021xi1>
// TUNED-LABEL: @all
// TUNED: vector.gather {{.*}} memref<67x256xi1>

// LLVM-NOT: {{(load|store) <[0-9]+ x i1>}}
// LLVM: load <32 x i8>
// LLVM: store <32 x i8>

// CODE-LABEL: both:
// CODE-NOT: vpinsrb
// CODE: vpand
// CODE-NOT: vpinsrb
// CODE: vmov{{.*}}, (%r
// CODE-LABEL: all:
// CODE-NOT: vpinsrb
// CODE: vpand
// CODE-NOT: vpinsrb

// MASKS-LABEL: chosen:
// MASKS: {{vptestmb|vpmovb2m}}
// MASKS: vmovups {{.*}} {%k{{[1-7]}}}

#line = affine_map<(i) -> (i)>
#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @both(%a: tensor<1021xi1>, %b: tensor<1021xi1>) -> tensor<1021xi1> {
  %e = tensor.empty() : tensor<1021xi1>
  %r = linalg.generic {indexing_maps = [#line, #line, #line], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<1021xi1>, tensor<1021xi1>) outs(%e : tensor<1021xi1>) {
  ^bb0(%x: i1, %y: i1, %o: i1):
    %s = arith.andi %x, %y : i1
    linalg.yield %s : i1
  } -> tensor<1021xi1>
  return %r : tensor<1021xi1>
}
func.func @all(%a: memref<67x256xi1>, %o: memref<67xi1>) {
  linalg.generic {indexing_maps = [#matrix, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<67x256xi1>) outs(%o : memref<67xi1>) {
  ^bb0(%x: i1, %y: i1):
    %s = arith.andi %x, %y : i1
    linalg.yield %s : i1
  }
  return
}
func.func @chosen(%m: tensor<1024xi1>, %a: tensor<1024xf32>, %b: tensor<1024xf32>) -> tensor<1024xf32> {
  %e = tensor.empty() : tensor<1024xf32>
  %r = linalg.generic {indexing_maps = [#line, #line, #line, #line], iterator_types = ["parallel"]}
      ins(%m, %a, %b : tensor<1024xi1>, tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%c: i1, %x: f32, %y: f32, %o: f32):
    %s = arith.select %c, %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<1024xf32>
  return %r : tensor<1024xf32>
}
// Nothing, of which all are true, and whether one of nothing is.
func.func @none(%a: tensor<0x5xi1>, %b: tensor<5x0xi1>, %o: tensor<5xi1>) -> (tensor<0xi1>, tensor<5xi1>) {
  %i = arith.constant true
  %e = tensor.empty() : tensor<0xi1>
  %f = linalg.fill ins(%i : i1) outs(%e : tensor<0xi1>) -> tensor<0xi1>
  %r = linalg.reduce { arith.andi } ins(%a : tensor<0x5xi1>) outs(%f : tensor<0xi1>) dimensions = [1]
  %s = linalg.reduce { arith.ori } ins(%b : tensor<5x0xi1>) outs(%o : tensor<5xi1>) dimensions = [1]
  return %r, %s : tensor<0xi1>, tensor<5xi1>
}
