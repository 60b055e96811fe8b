// Concatenations along an extent of unknown size, as that of a cache and one more step, and paddings of which only the run
// knows how much they add: right for every size.
//
// RUN: %autotune run %s --check --target x86-64-v3 --model none --function step --dim 0/1/7/8/9/64/77
// RUN: %autotune run %s --check --target x86-64-v3 --model none --function multiple --dim 0/1/7/8/9/64/77
// RUN: %autotune run %s --check --target x86-64-v3 --model none --function three --dim 0/1/7/8/9/64/77
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s

// CHECK-DAG: linalg.generic, piece of 64 of loop 1 of unknown extent tuned
// CHECK-DAG: linalg.matmul, piece of 64 of loop 0 of unknown extent tuned
// CHECK-DAG: linalg.elementwise, piece of 64 of loop 0 of unknown extent tuned
func.func @step(%q: tensor<2x16xf32>, %cache: tensor<2x?x16xf32>, %key: tensor<2x1x16xf32>) -> (tensor<2x?xf32>, tensor<2x?x16xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %keys = tensor.concat dim(1) %cache, %key : (tensor<2x?x16xf32>, tensor<2x1x16xf32>) -> tensor<2x?x16xf32>
  %n = tensor.dim %keys, %c1 : tensor<2x?x16xf32>
  %empty = tensor.empty(%n) : tensor<2x?xf32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x?xf32>) -> tensor<2x?xf32>
  %scores = linalg.generic {indexing_maps = [affine_map<(h, n, k) -> (h, k)>, affine_map<(h, n, k) -> (h, n, k)>,
                                             affine_map<(h, n, k) -> (h, n)>],
                            iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %keys : tensor<2x16xf32>, tensor<2x?x16xf32>) outs(%none : tensor<2x?xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %term = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %term : f32
    linalg.yield %next : f32
  } -> tensor<2x?xf32>
  return %scores, %keys : tensor<2x?xf32>, tensor<2x?x16xf32>
}

// Rows up to a multiple of 8.
func.func @multiple(%a: tensor<?x24xf32>, %b: tensor<24x19xf32>) -> tensor<?x19xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x24xf32>
  %pieces = arith.ceildivui %n, %c8 : index
  %all = arith.muli %pieces, %c8 : index
  %more = arith.subi %all, %n : index
  %padded = tensor.pad %a low[0, 0] high[%more, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x24xf32> to tensor<?x24xf32>
  %empty = tensor.empty(%all) : tensor<?x19xf32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x19xf32>) -> tensor<?x19xf32>
  %product = linalg.matmul ins(%padded, %b : tensor<?x24xf32>, tensor<24x19xf32>) outs(%none : tensor<?x19xf32>) -> tensor<?x19xf32>
  return %product : tensor<?x19xf32>
}

// What lies between is computed, and the whole is padded in front by as much as it is long.
func.func @three(%a: tensor<?x24xf32>, %b: tensor<3x24xf32>) -> tensor<?x24xf32> {
  %c0 = arith.constant 0 : index
  %number = arith.constant 0.25 : f32
  %n = tensor.dim %a, %c0 : tensor<?x24xf32>
  %empty = tensor.empty(%n) : tensor<?x24xf32>
  %exp = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<?x24xf32>) outs(%empty : tensor<?x24xf32>) -> tensor<?x24xf32>
  %all = tensor.concat dim(0) %a, %exp, %b : (tensor<?x24xf32>, tensor<?x24xf32>, tensor<3x24xf32>) -> tensor<?x24xf32>
  %padded = tensor.pad %all low[%n, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %number : f32
  } : tensor<?x24xf32> to tensor<?x24xf32>
  return %padded : tensor<?x24xf32>
}
