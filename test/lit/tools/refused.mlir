// A module of which every op is refused: the commands say why.

// RUN: not %autotune explain %s 2>&1 | FileCheck %s -DNAME=explain
// RUN: not %autotune schedules %s 2>&1 | FileCheck %s -DNAME=schedules
// RUN: not %autotune bench %s 2>&1 | FileCheck %s -DNAME=bench
// RUN: not %autotune search %s 2>&1 | FileCheck %s -DNAME=search
// CHECK: linalg.matmul @main: untouched: {{.*}}dynamic
// CHECK-NEXT: autotune [[NAME]]: {{.*}}refused.mlir has no op that is tuned
// CHECK-NOT: {{.}}

func.func @main(%a: tensor<?x16xf32>, %b: tensor<16x40xf32>, %c: tensor<?x40xf32>) -> tensor<?x40xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x16xf32>, tensor<16x40xf32>) outs(%c : tensor<?x40xf32>) -> tensor<?x40xf32>
  return %r : tensor<?x40xf32>
}
