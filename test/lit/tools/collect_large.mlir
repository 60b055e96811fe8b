// With --large, the contraction is planned as the pass fuses it, and the flip of its data (on machines whose dot
// products want the bytes of one side without a sign) is no task: the kernel has its dot product. With --fullest the
// flip is a part of the kernel.
//
// RUN: rm -f %t.db && %autotune collect %t.db --modules %s --large --plan 2>&1 | FileCheck %s
// CHECK: collect_large.mlir: 1 tasks
// RUN: python3 -c "import sqlite3; print(*sqlite3.connect('%t.db').execute('SELECT workload FROM task'))" | FileCheck %s --check-prefix=WORKLOAD
// WORKLOAD: split of {{[0-2][su]\*[0-2]s}}
// RUN: rm -f %t.db && %autotune collect %t.db --modules %s --fullest --plan 2>&1 | FileCheck %s
func.func @main(%data: tensor<32x64xi8>, %weights: tensor<64x48xi8> {autotune.constant}) -> tensor<32x48xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<32x48xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<32x48xi32>) -> tensor<32x48xi32>
  %sum = linalg.matmul ins(%data, %weights : tensor<32x64xi8>, tensor<64x48xi8>) outs(%zeros : tensor<32x48xi32>) -> tensor<32x48xi32>
  return %sum : tensor<32x48xi32>
}
