// Ops with dimensions of unknown size become loops over pieces of known sizes, which are tuned.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
//
// A second run changes nothing.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=none" -o %t.once
// RUN: autotune-opt %t.once --autotune="target=x86-64-v3 model=none remarks=none" -o %t.twice
// RUN: diff %t.once %t.twice
//
// No copy of a piece, and one allocation: the result.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=none" --autotune-to-llvm | FileCheck %s --check-prefix=LLVM
// LLVM-LABEL: llvm.func @dense(
// LLVM: llvm.call @malloc
// LLVM-NOT: {{malloc|memcpy}}
// LLVM: llvm.return

// REMARK: linalg.fill rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 4, 1
// REMARK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 4, 1
// REMARK: linalg.elementwise rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 4, 1
// REMARK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces
// REMARK: linalg.matmul rewritten: its sums are kept in f32 and rounded once
// REMARK: linalg.matmul, piece of {{[0-9]+}} of loop 0 of unknown extent tuned {{.*}}, epilogue=1)

// CHECK-DAG: #[[$BELOW64:.+]] = affine_map<(d0) -> (-((-d0) mod 64))>
// CHECK-DAG: #[[$BELOW16:.+]] = affine_map<(d0) -> (-((-d0) mod 16))>
// CHECK-LABEL: func.func @dense
// CHECK: %[[N:.+]] = tensor.dim %{{.+}}, %c0
// CHECK: %[[FITS64:.+]] = arith.cmpi sge, %{{.+}}, %c64
// CHECK: %[[BELOW:.+]] = affine.apply #[[$BELOW64]](%[[N]])
// CHECK: %[[FIRST:.+]] = arith.select %[[FITS64]], %[[BELOW]], %[[N]]
// CHECK: scf.for %{{.+}} = %[[FIRST]] to %[[N]] step %c64
// CHECK: tensor.extract_slice %{{.+}} [64, 32] [1, 1] : tensor<?x32xf32> to tensor<64x32xf32>
// CHECK: vector.fma
// CHECK: tensor.insert_slice %{{.+}} [64, 24] [1, 1] : tensor<64x24xf32> into tensor<?x24xf32>
// CHECK: %[[DONE64:.+]] = arith.select %[[FITS64]], %[[N]], %c0
// CHECK: %[[FITS16:.+]] = arith.cmpi sge, %{{.+}}, %c16
// CHECK: %[[BELOW:.+]] = affine.apply #[[$BELOW16]](%[[N]])
// CHECK: %[[FIRST:.+]] = arith.select %[[FITS16]], %[[BELOW]], %[[N]]
// CHECK: scf.for %{{.+}} = %[[FIRST]] to %[[N]] step %c16
// CHECK: tensor.insert_slice %{{.+}} [16, 24] [1, 1]
// The last piece of 4 rows ends where the rows end; none where there are fewer.
// CHECK: %[[DONE16:.+]] = arith.select %[[FITS16]], %[[N]], %[[DONE64]]
// CHECK: %[[FITS:.+]] = arith.cmpi sge, %[[N]], %c4
// CHECK: %[[AT4:.+]] = arith.select %[[FITS]], %[[N]], %[[DONE16]]
// CHECK: %[[LAST:.+]] = arith.subi %[[N]], %c4
// CHECK: scf.for %[[I:.+]] = %[[DONE16]] to %[[AT4]] step %c4
// CHECK: arith.minsi %[[I]], %[[LAST]]
// CHECK: tensor.insert_slice %{{.+}} [4, 24] [1, 1]
// CHECK: scf.for %{{.+}} = %[[AT4]] to %[[N]] step %c1
// CHECK: tensor.insert_slice %{{.+}} [1, 24] [1, 1]
// CHECK-NOT: linalg.
// CHECK: return
func.func @dense(%x: tensor<?x32xf32>, %w: tensor<32x24xf32>, %y: tensor<?x24xf32>) -> tensor<?x24xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x32xf32>
  %empty = tensor.empty(%n) : tensor<?x24xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x24xf32>) -> tensor<?x24xf32>
  %sum = linalg.matmul ins(%x, %w : tensor<?x32xf32>, tensor<32x24xf32>) outs(%init : tensor<?x24xf32>) -> tensor<?x24xf32>
  %max = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%sum, %y : tensor<?x24xf32>, tensor<?x24xf32>) outs(%empty : tensor<?x24xf32>) -> tensor<?x24xf32>
  return %max : tensor<?x24xf32>
}

// The pieces are rewritten as other ops are.
func.func @half(%x: tensor<?x32xf16>, %w: tensor<32x24xf16>, %y: tensor<?x24xf16>) -> tensor<?x24xf16> {
  %sum = linalg.matmul ins(%x, %w : tensor<?x32xf16>, tensor<32x24xf16>) outs(%y : tensor<?x24xf16>) -> tensor<?x24xf16>
  return %sum : tensor<?x24xf16>
}
