// What signs and zero points of i8 ask of the sums of the other factor is computed before the loops:
// of constants while compiling or in @f_prepack.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=none remarks=all max-candidates=200" -o %t 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --input-file %t
// RUN: autotune-opt %t --autotune="target=zen4 model=none" | diff %t -
// RUN: %autotune run %s --target zen4 --model analytical --max-candidates 60 --check | FileCheck %s --check-prefix=EXACT
// RUN: %autotune run %s --target zen4,has_dot_i8=0 --model none --function zero_at_run_time --check | FileCheck %s --check-prefix=ONE
// TOLD-COUNT-8: rewritten: sums of its constant factor are known before its loops
// TOLD: rewritten: sums of one factor are computed before its loops
// TOLD-NOT: sums of
// EXACT-COUNT-9: agrees, max error 0,
// ONE: agrees, max error 0,
//
// Bytes with signs alike are multiplied straight where there is an instruction for them.
// RUN: autotune-opt %s --autotune="target=x86-64-v3,has_dot_i8=1,has_dot_i8_alike=1 model=none remarks=all max-candidates=200" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALIKE
// ALIKE-COUNT-3: rewritten: sums of its constant factor
// ALIKE-NOT: sums of

#x = affine_map<(d0, d1, d2) -> (d0, d2)>
#w = affine_map<(d0, d1, d2) -> (d2, d1)>
#r = affine_map<(d0, d1, d2) -> (d0, d1)>
#n = affine_map<(d0, d1, d2) -> ()>

// CHECK-LABEL: func.func @signed
// CHECK-DAG: arith.constant dense<{{-?[0-9]+}}> : tensor<19xi32>
// CHECK-DAG: arith.xori
// CHECK-DAG: arith.extui
func.func @signed(%x: tensor<13x37xi8>) -> tensor<13x19xi32> {
  %w = arith.constant dense<-97> : tensor<37x19xi8>
  %zero = arith.constant 7 : i32
  %e = tensor.empty() : tensor<13x19xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<13x19xi32>) -> tensor<13x19xi32>
  %s = linalg.matmul ins(%x, %w : tensor<13x37xi8>, tensor<37x19xi8>) outs(%i : tensor<13x19xi32>) -> tensor<13x19xi32>
  return %s : tensor<13x19xi32>
}

// What the product is added to may be anything.
// CHECK-LABEL: func.func @unsigned
// CHECK-LABEL: func.func @unsigned_prepack
func.func @unsigned(%x: tensor<1x37xi8>, %w: tensor<37x31xi8> {autotune.constant}, %i: tensor<1x31xi32>) -> tensor<1x31xi32> {
  %s = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%x, %w : tensor<1x37xi8>, tensor<37x31xi8>) outs(%i : tensor<1x31xi32>) -> tensor<1x31xi32>
  return %s : tensor<1x31xi32>
}

// A padding is by what flipping makes of zeros.
func.func @padded(%x: tensor<1x6x7x5xi8>, %w: tensor<3x3x5x17xi8> {autotune.constant}) -> tensor<1x3x4x17xi32> {
  %c = arith.constant 0 : i8
  %zero = arith.constant 0 : i32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %d: index, %f: index):
    tensor.yield %c : i8
  } : tensor<1x6x7x5xi8> to tensor<1x8x9x5xi8>
  %e = tensor.empty() : tensor<1x3x4x17xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<1x3x4x17xi32>) -> tensor<1x3x4x17xi32>
  %s = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%p, %w : tensor<1x8x9x5xi8>, tensor<3x3x5x17xi8>) outs(%i : tensor<1x3x4x17xi32>) -> tensor<1x3x4x17xi32>
  return %s : tensor<1x3x4x17xi32>
}

// A zero point that only the run knows, of unsigned data: nothing is flipped.
func.func @zero_at_run_time(%x: tensor<9x23xi8>, %w: tensor<23x16xi8> {autotune.constant}, %z: tensor<i8>) -> tensor<9x16xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<9x16xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<9x16xi32>) -> tensor<9x16xi32>
  %s = linalg.generic {indexing_maps = [#x, #w, #n, #r], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w, %z : tensor<9x23xi8>, tensor<23x16xi8>, tensor<i8>) outs(%i : tensor<9x16xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i8, %o: i32):
    %wa = arith.extui %a : i8 to i32
    %wc = arith.extui %c : i8 to i32
    %wb = arith.extsi %b : i8 to i32
    %d = arith.subi %wa, %wc : i32
    %m = arith.muli %d, %wb : i32
    %t = arith.addi %o, %m : i32
    linalg.yield %t : i32
  } -> tensor<9x16xi32>
  return %s : tensor<9x16xi32>
}

// Both have a zero point; that of the weights stays in the body.
func.func @two_zeros(%x: tensor<9x23xi8>, %w: tensor<23x16xi8> {autotune.constant}) -> tensor<9x16xi32> {
  %zero = arith.constant 0 : i32
  %zx = arith.constant -11 : i32
  %zw = arith.constant 3 : i32
  %e = tensor.empty() : tensor<9x16xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<9x16xi32>) -> tensor<9x16xi32>
  %s = linalg.quantized_matmul ins(%x, %w, %zx, %zw : tensor<9x23xi8>, tensor<23x16xi8>, i32, i32) outs(%i : tensor<9x16xi32>) -> tensor<9x16xi32>
  return %s : tensor<9x16xi32>
}

// Weights on the left, in batches.
func.func @left(%w: tensor<2x18x5xi8> {autotune.constant}, %x: tensor<2x5x29xi8>) -> tensor<2x18x29xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x18x29xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<2x18x29xi32>) -> tensor<2x18x29xi32>
  %s = linalg.batch_matmul ins(%w, %x : tensor<2x18x5xi8>, tensor<2x5x29xi8>) outs(%i : tensor<2x18x29xi32>) -> tensor<2x18x29xi32>
  return %s : tensor<2x18x29xi32>
}

func.func @two_terms(%x: tensor<3x2xi8>) -> tensor<3x16xi32> {
  %w = arith.constant dense<[[-128, 127, 0, -1, 1, 64, -64, 100, -3, 5, 9, -9, 33, 77, -101, 12],
                             [1, -128, 127, 50, -50, 2, 3, -4, 99, -98, 44, 45, -46, 0, 7, -8]]> : tensor<2x16xi8>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3x16xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<3x16xi32>) -> tensor<3x16xi32>
  %s = linalg.matmul ins(%x, %w : tensor<3x2xi8>, tensor<2x16xi8>) outs(%i : tensor<3x16xi32>) -> tensor<3x16xi32>
  return %s : tensor<3x16xi32>
}

// The zero point is known at run time alone; the sums are a constant all the same.
// CHECK-LABEL: func.func @constant_zero_at_run_time
// CHECK-DAG: arith.constant dense_resource<sums_{{.*}} : tensor<16xi32>
func.func @constant_zero_at_run_time(%x: tensor<9x2xi8>, %z: tensor<i8>) -> tensor<9x16xi32> {
  %w = arith.constant dense<[[-128, 127, 0, -1, 1, 64, -64, 100, -3, 5, 9, -9, 33, 77, -101, 12],
                             [1, -128, 127, 50, -50, 2, 3, -4, 99, -98, 44, 45, -46, 0, 7, -8]]> : tensor<2x16xi8>
  %start = arith.constant 5 : i32
  %e = tensor.empty() : tensor<9x16xi32>
  %i = linalg.fill ins(%start : i32) outs(%e : tensor<9x16xi32>) -> tensor<9x16xi32>
  %s = linalg.generic {indexing_maps = [#x, #w, #n, #r], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w, %z : tensor<9x2xi8>, tensor<2x16xi8>, tensor<i8>) outs(%i : tensor<9x16xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i8, %o: i32):
    %wa = arith.extsi %a : i8 to i32
    %wc = arith.extsi %c : i8 to i32
    %wb = arith.extsi %b : i8 to i32
    %d = arith.subi %wa, %wc : i32
    %m = arith.muli %d, %wb : i32
    %t = arith.addi %o, %m : i32
    linalg.yield %t : i32
  } -> tensor<9x16xi32>
  return %s : tensor<9x16xi32>
}

// At run time where many rows share them.
func.func @many_rows(%x: tensor<257x7xi8>, %w: tensor<7x67xi8>) -> tensor<257x67xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<257x67xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<257x67xi32>) -> tensor<257x67xi32>
  %s = linalg.matmul ins(%x, %w : tensor<257x7xi8>, tensor<7x67xi8>) outs(%i : tensor<257x67xi32>) -> tensor<257x67xi32>
  return %s : tensor<257x67xi32>
}

// The kernel adds up what few share, and flips what is used a few times.
func.func private @few_rows(%x: tensor<31x7xi8>, %w: tensor<7x17xi8>) -> tensor<31x17xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<31x17xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<31x17xi32>) -> tensor<31x17xi32>
  %s = linalg.matmul ins(%x, %w : tensor<31x7xi8>, tensor<7x17xi8>) outs(%i : tensor<31x17xi32>) -> tensor<31x17xi32>
  return %s : tensor<31x17xi32>
}
func.func private @few_columns_at_run_time(%x: tensor<257x7xi8>, %w: tensor<7x63xi8>) -> tensor<257x63xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<257x63xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<257x63xi32>) -> tensor<257x63xi32>
  %s = linalg.matmul ins(%x, %w : tensor<257x7xi8>, tensor<7x63xi8>) outs(%i : tensor<257x63xi32>) -> tensor<257x63xi32>
  return %s : tensor<257x63xi32>
}
func.func private @few_columns(%x: tensor<31x7xi8>, %w: tensor<7x5xi8> {autotune.constant}) -> tensor<31x5xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<31x5xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<31x5xi32>) -> tensor<31x5xi32>
  %s = linalg.matmul ins(%x, %w : tensor<31x7xi8>, tensor<7x5xi8>) outs(%i : tensor<31x5xi32>) -> tensor<31x5xi32>
  return %s : tensor<31x5xi32>
}

// Nothing to take out.
func.func private @mixed(%x: tensor<9x23xi8>, %w: tensor<23x16xi8> {autotune.constant}) -> tensor<9x16xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<9x16xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<9x16xi32>) -> tensor<9x16xi32>
  %s = linalg.generic {indexing_maps = [#x, #w, #r], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<9x23xi8>, tensor<23x16xi8>) outs(%i : tensor<9x16xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %wa = arith.extui %a : i8 to i32
    %wb = arith.extsi %b : i8 to i32
    %m = arith.muli %wa, %wb : i32
    %t = arith.addi %o, %m : i32
    linalg.yield %t : i32
  } -> tensor<9x16xi32>
  return %s : tensor<9x16xi32>
}
