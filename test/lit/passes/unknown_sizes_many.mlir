// Weights of 4 MiB or more that each call brings are packed where more than 64 rows meet them: columns come first, a few panels of
// them at a time, and all rows read a panel before the next one. Fewer rows read the weights where they are.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none remarks=all" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none threads=2 remarks=all" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: autotune-opt %s --autotune="target=x86-64-v4 model=none sizes=arg0.0:64 remarks=all" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %autotune run %s --target x86-64-v3 --model none --dim 0 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --dim 65 | FileCheck %s --check-prefix=AGREES
//
// Threads share the loops of a kernel, which a panel makes small; and where no more than 64 rows are expected, nothing is packed.
// NONE-NOT: where they meet many rows
// AGREES-COUNT-4: : agrees

// REMARK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64, 64, 1{{$}}
// REMARK: linalg.matmul rewritten: its weights are packed as panels of columns where they meet many rows
// REMARK: linalg.matmul rewritten: loop 0 of unknown extent is cut into pieces of 64{{$}}
//
// CHECK-LABEL: func.func @dense(
// CHECK: %[[ROWS:.+]] = tensor.dim %arg0
// CHECK: %[[ARE_MANY:.+]] = arith.cmpi sgt, %[[ROWS]], %c64
// CHECK: %[[TRIPS:.+]] = arith.select %[[ARE_MANY]], %c1{{[^ ]*}}, %c0
// CHECK: scf.for %{{.+}} = %c0{{[^ ]*}} to %[[TRIPS]] step %c1
// CHECK: scf.for %[[COLUMN:[^ ]+]] = %c0{{[^ ]*}} to %c384{{[^ ]*}} step %c96
// CHECK: tensor.extract_slice %arg1[0, %[[COLUMN]]] [2752, 96] [1, 1]
// CHECK: tensor.extract_slice %{{.+}}[%{{.+}}, 0, 0] [1, 2752, 48] [1, 1, 1] : tensor<2x2752x48xf32> to tensor<2752x48xf32>
// CHECK: scf.for %{{.+}} to %{{.+}} step %c64
// CHECK: tensor.insert_slice {{.+}} : tensor<?x2752xf32> into tensor<64x2752xf32>
func.func @dense(%a: tensor<?x2752xf32>, %w: tensor<2752x384xf32>, %bias: tensor<384xf32>) -> tensor<?x384xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x2752xf32>
  %empty = tensor.empty(%rows) : tensor<?x384xf32>
  %start = linalg.broadcast ins(%bias : tensor<384xf32>) outs(%empty : tensor<?x384xf32>) dimensions = [0]
  %sum = linalg.matmul ins(%a, %w : tensor<?x2752xf32>, tensor<2752x384xf32>) outs(%start : tensor<?x384xf32>) -> tensor<?x384xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x384xf32>) -> tensor<?x384xf32>
  %relu = linalg.max ins(%sum, %zeros : tensor<?x384xf32>, tensor<?x384xf32>) outs(%empty : tensor<?x384xf32>) -> tensor<?x384xf32>
  return %relu : tensor<?x384xf32>
}

// Two products of the same rows, the second of f64 that reads the first, beside what reads all columns of a row.
func.func @two(%a: tensor<?x768xf64>, %v: tensor<768x704xf64>, %w: tensor<704x768xf64>) -> (tensor<?x768xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %rows = tensor.dim %a, %c0 : tensor<?x768xf64>
  %e0 = tensor.empty(%rows) : tensor<?x704xf64>
  %z0 = linalg.fill ins(%zero : f64) outs(%e0 : tensor<?x704xf64>) -> tensor<?x704xf64>
  %inner = linalg.matmul ins(%a, %v : tensor<?x768xf64>, tensor<768x704xf64>) outs(%z0 : tensor<?x704xf64>) -> tensor<?x704xf64>
  %e1 = tensor.empty(%rows) : tensor<?x768xf64>
  %z1 = linalg.fill ins(%zero : f64) outs(%e1 : tensor<?x768xf64>) -> tensor<?x768xf64>
  %outer = linalg.matmul ins(%inner, %w : tensor<?x704xf64>, tensor<704x768xf64>) outs(%z1 : tensor<?x768xf64>) -> tensor<?x768xf64>
  %e2 = tensor.empty(%rows) : tensor<?xf64>
  %z2 = linalg.fill ins(%zero : f64) outs(%e2 : tensor<?xf64>) -> tensor<?xf64>
  %sums = linalg.reduce ins(%outer : tensor<?x768xf64>) outs(%z2 : tensor<?xf64>) dimensions = [1]
    (%in: f64, %init: f64) {
      %t = arith.addf %in, %init : f64
      linalg.yield %t : f64
    }
  return %outer, %sums : tensor<?x768xf64>, tensor<?xf64>
}

// The number of a row is that of the whole; a padding of columns stands before the product, so the weights stay where they are.
func.func @numbered(%a: tensor<?x2752xf32>, %w: tensor<2752x384xf32>) -> tensor<?x384xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x2752xf32>
  %empty = tensor.empty(%rows) : tensor<?x384xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x384xf32>) -> tensor<?x384xf32>
  %sum = linalg.matmul ins(%a, %w : tensor<?x2752xf32>, tensor<2752x384xf32>) outs(%zeros : tensor<?x384xf32>) -> tensor<?x384xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%sum : tensor<?x384xf32>) outs(%empty : tensor<?x384xf32>) {
  ^bb0(%in: f32, %out: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %place = arith.addi %row, %column : index
    %i = arith.index_cast %place : index to i32
    %f = arith.sitofp %i : i32 to f32
    %s = arith.addf %in, %f : f32
    linalg.yield %s : f32
  } -> tensor<?x384xf32>
  return %r : tensor<?x384xf32>
}

func.func @padded(%a: tensor<?x2700xf32>, %w: tensor<2752x384xf32>) -> tensor<?x384xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x2700xf32>
  %p = tensor.pad %a low[0, 0] high[0, 52] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x2700xf32> to tensor<?x2752xf32>
  %empty = tensor.empty(%rows) : tensor<?x384xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x384xf32>) -> tensor<?x384xf32>
  %sum = linalg.matmul ins(%p, %w : tensor<?x2752xf32>, tensor<2752x384xf32>) outs(%zeros : tensor<?x384xf32>) -> tensor<?x384xf32>
  return %sum : tensor<?x384xf32>
}
