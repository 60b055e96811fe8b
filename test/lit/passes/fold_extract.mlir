// Reads at places that are affine in the loops and inside the tensor become operands.
//
// RUN: %autotune run %s --check --model none
// RUN: autotune-opt %s --autotune="model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s
// CHECK-COUNT-2: linalg.generic rewritten: what it reads at affine places became an operand
// CHECK-NOT: rewritten
// RUN: autotune-opt %s --autotune="model=none remarks=none" | FileCheck %s --check-prefix=LEFT
// LEFT-LABEL: @reversed
// LEFT-NOT: linalg.generic
// LEFT-LABEL: @with_input
// LEFT-NOT: linalg.generic
// LEFT-LABEL: @number_of_the_loop
// LEFT: linalg.generic
// LEFT-LABEL: @squared
// LEFT: linalg.generic
// LEFT-LABEL: @narrow
// LEFT: linalg.generic
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i) -> (i)>

func.func @reversed(%t: tensor<11x17xf32>) -> tensor<8x11xf32> {
  %e = tensor.empty() : tensor<8x11xf32>
  %c10 = arith.constant 10 : index
  %c2 = arith.constant 2 : index
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x11xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = arith.subi %c10, %j : index
    %b = arith.muli %i, %c2 : index
    %v = tensor.extract %t[%a, %b] : tensor<11x17xf32>
    linalg.yield %v : f32
  } -> tensor<8x11xf32>
  return %0 : tensor<8x11xf32>
}

func.func @with_input(%t: tensor<16xf32>, %x: tensor<7xf32>) -> tensor<7xf32> {
  %e = tensor.empty() : tensor<7xf32>
  %c3 = arith.constant 3 : i64
  %0 = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%x : tensor<7xf32>) outs(%e : tensor<7xf32>) {
  ^bb0(%in: f32, %o: f32):
    %i = linalg.index 0 : index
    %w = arith.index_cast %i : index to i64
    %a = arith.addi %w, %c3 : i64
    %p = arith.index_cast %a : i64 to index
    %v = tensor.extract %t[%p] : tensor<16xf32>
    %q = tensor.extract %t[%i] : tensor<16xf32>
    %1 = arith.mulf %in, %v : f32
    %2 = arith.addf %1, %q : f32
    linalg.yield %2 : f32
  } -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// The number of the loop is needed for more than a place.
func.func @number_of_the_loop(%t: tensor<8xi64>) -> tensor<8xi64> {
  %e = tensor.empty() : tensor<8xi64>
  %0 = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel"]} outs(%e : tensor<8xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %v = tensor.extract %t[%i] : tensor<8xi64>
    %w = arith.index_cast %i : index to i64
    %1 = arith.addi %v, %w : i64
    linalg.yield %1 : i64
  } -> tensor<8xi64>
  return %0 : tensor<8xi64>
}

func.func @squared(%t: tensor<50xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel"]} outs(%e : tensor<8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %a = arith.muli %i, %i : index
    %v = tensor.extract %t[%a] : tensor<50xf32>
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The product wraps around in 8 bits.
func.func @narrow(%t: tensor<512xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %c40 = arith.constant 40 : i8
  %c128 = arith.constant 128 : index
  %0 = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel"]} outs(%e : tensor<8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %w = arith.index_cast %i : index to i8
    %a = arith.muli %w, %c40 : i8
    %p = arith.index_cast %a : i8 to index
    %q = arith.addi %p, %c128 : index
    %v = tensor.extract %t[%q] : tensor<512xf32>
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
