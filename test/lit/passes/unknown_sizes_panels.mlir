// Constant weights of a product of rows of unknown number are packed once, as panels of columns, and
// the rows are cut inside of the columns.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none remarks=all" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none threads=2 remarks=all" 2>&1 | FileCheck %s --check-prefix=TEAM
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: %bin/autotune run %s --check --dim 1 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --dim 37 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --target host --dim 0 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --target host --dim 3 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --target host --dim 5 | FileCheck %s --check-prefix=CHECKED
// RUN: %bin/autotune run %s --check --target host --dim 37 | FileCheck %s --check-prefix=CHECKED

// REMARK: linalg.matmul rewritten: its constant weights are packed as panels of columns, which come one after the other
// REMARK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 4, 1{{$}}
//
// With few registers larger pieces are tuned well.
// FEW: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 4, 1{{$}}
// REMARK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 4, 1
//
// Threads share the loops of a kernel, which a panel makes small.
// TEAM-NOT: panels of columns
// CHECKED: @dense: agrees

// CHECK-LABEL: func.func @dense(
// CHECK: scf.for %[[COLUMN:.*]] = %{{.*}} to %{{.*}} step %{{.*}}
// CHECK: %[[NUMBER:.*]] = arith.divui %[[COLUMN]],
// CHECK: tensor.extract_slice %{{.*}}[%[[NUMBER]], 0, 0] [1, 384, 64] [1, 1, 1] : tensor<3x384x64xf32> to tensor<384x64xf32>
// CHECK: func.func @dense_prepack(
func.func @dense(%a: tensor<?x384xf32>, %w: tensor<384x192xf32> {autotune.constant}, %bias: tensor<192xf32>) -> tensor<?x192xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x384xf32>
  %empty = tensor.empty(%rows) : tensor<?x192xf32>
  %start = linalg.broadcast ins(%bias : tensor<192xf32>) outs(%empty : tensor<?x192xf32>) dimensions = [0]
  %sum = linalg.matmul ins(%a, %w : tensor<?x384xf32>, tensor<384x192xf32>) outs(%start : tensor<?x192xf32>) -> tensor<?x192xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x192xf32>) -> tensor<?x192xf32>
  %relu = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%sum, %zeros : tensor<?x192xf32>, tensor<?x192xf32>) outs(%empty : tensor<?x192xf32>) -> tensor<?x192xf32>
  return %relu : tensor<?x192xf32>
}

// Weights of the module are packed while compiling.
// CHECK-LABEL: func.func @module(
// CHECK: arith.constant {{.*}} : tensor<3x384x64xf32>
// CHECKED: @module: agrees
func.func @module(%a: tensor<?x384xf32>, %c: tensor<?x192xf32>) -> tensor<?x192xf32> {
  %w = arith.constant dense<0.5> : tensor<384x192xf32>
  %sum = linalg.matmul ins(%a, %w : tensor<?x384xf32>, tensor<384x192xf32>) outs(%c : tensor<?x192xf32>) -> tensor<?x192xf32>
  return %sum : tensor<?x192xf32>
}
