// Sizes at the ends of the range: nothing overflows, and what is too large stays as it is.
//
// RUN: autotune-opt %s --autotune=target=x86-64-v3 -o %t.after 2>&1 | FileCheck %s
// RUN: autotune-opt %s --autotune=target=x86-64-v3 -o %t.after 2>&1 | grep "remark:" | count 8
// RUN: FileCheck %s --check-prefix=AFTER --input-file=%t.after
//
// CHECK-DAG: matmul left untouched: an operand has no elements
// CHECK-DAG: elementwise left untouched: a loop has more than 2^31 - 1 iterations
// CHECK-DAG: matmul left untouched: an operand has more than 2^40 elements
// CHECK-DAG: elementwise left untouched: an operand has more than 2^40 elements
// CHECK-DAG: generic left untouched: more than 2^52 points
// CHECK-DAG: elementwise left untouched: a memref spans more than 2^40 elements
// CHECK-DAG: elementwise left untouched: an operand has rank 9, more than 8
// CHECK-DAG: elementwise left untouched: 12 loops, more than 10

func.func @empty(%a: tensor<4x0xf32>, %b: tensor<0x3xf32>, %c: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x0xf32>, tensor<0x3xf32>)
                     outs(%c : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

func.func @long(%a: tensor<4294967297xf32>, %c: tensor<4294967297xf32>) -> tensor<4294967297xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4294967297xf32>) outs(%c : tensor<4294967297xf32>)
    -> tensor<4294967297xf32>
  return %0 : tensor<4294967297xf32>
}

func.func @large(%a: tensor<1099511627776x4xf32>, %b: tensor<4x8xf32>,
                 %c: tensor<1099511627776x8xf32>) -> tensor<1099511627776x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<1099511627776x4xf32>, tensor<4x8xf32>)
                     outs(%c : tensor<1099511627776x8xf32>) -> tensor<1099511627776x8xf32>
  return %0 : tensor<1099511627776x8xf32>
}

func.func @count_overflows(%a: tensor<4194304x4194304x4194304xf32>,
    %c: tensor<4194304x4194304x4194304xf32>) -> tensor<4194304x4194304x4194304xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4194304x4194304x4194304xf32>)
                  outs(%c : tensor<4194304x4194304x4194304xf32>)
    -> tensor<4194304x4194304x4194304xf32>
  return %0 : tensor<4194304x4194304x4194304xf32>
}

func.func @points_overflow(%a: tensor<1048576xf32>, %b: tensor<1048576xf32>,
                           %c: tensor<1048576xf32>, %d: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (j)>,
                                        affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> ()>],
                       iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%a, %b, %c : tensor<1048576xf32>, tensor<1048576xf32>, tensor<1048576xf32>)
      outs(%d : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %s: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.mulf %1, %z : f32
    %3 = arith.addf %2, %s : f32
    linalg.yield %3 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @strides(%a: memref<8x8xf32, strided<[1152921504606846976, 1]>>, %c: memref<8x8xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%a : memref<8x8xf32, strided<[1152921504606846976, 1]>>)
              outs(%c : memref<8x8xf32>)
  return
}

func.func @rank(%a: tensor<2x1x2x1x2x1x2x1x3xf32>) -> tensor<2x1x2x1x2x1x2x1x3xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<2x1x2x1x2x1x2x1x3xf32>) outs(%a : tensor<2x1x2x1x2x1x2x1x3xf32>)
    -> tensor<2x1x2x1x2x1x2x1x3xf32>
  return %0 : tensor<2x1x2x1x2x1x2x1x3xf32>
}

func.func @loops(%a: tensor<2x1x2x1x2x1x2x1x3x2x2x2xf32>) -> tensor<2x1x2x1x2x1x2x1x3x2x2x2xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<2x1x2x1x2x1x2x1x3x2x2x2xf32>)
                  outs(%a : tensor<2x1x2x1x2x1x2x1x3x2x2x2xf32>)
    -> tensor<2x1x2x1x2x1x2x1x3x2x2x2xf32>
  return %0 : tensor<2x1x2x1x2x1x2x1x3x2x2x2xf32>
}

// Iterators are only collapsed as far as their product fits.
// AFTER-LABEL: func.func @collapsed
// AFTER-NOT: linalg
// AFTER: autotune.schedule
func.func @collapsed(%a: tensor<65536x65536xf32>) -> tensor<65536x65536xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<65536x65536xf32>) outs(%a : tensor<65536x65536xf32>)
    -> tensor<65536x65536xf32>
  return %0 : tensor<65536x65536xf32>
}

// Nothing but ones: no loop is left.
// AFTER-LABEL: func.func @ones
// AFTER-NOT: linalg
// AFTER-NOT: scf.for
// AFTER: return
func.func @ones(%a: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%a, %a : tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>)
                                outs(%a : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}
