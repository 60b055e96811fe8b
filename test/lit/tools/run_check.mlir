// Random data that prove something and crash nothing, by what the ops do with them; sums that are
// rounded, told from wrong ones.

// RUN: %autotune run %s --target x86-64-v3 | FileCheck %s
// RUN: %autotune run %s --target x86-64-v3 --seed 2 | FileCheck %s
// CHECK-COUNT-17: : agrees, max error
// CHECK: {{[ ;]}}17 functions, 0 failures

// Only double precision tells which of two sums is the better one, and only data without rounding
// that another one is wrong.
// RUN: %autotune run %S/Inputs/rounded.mlir --target x86-64-v3 | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: @sum: agrees, max error {{.*}} from the function in double precision (untouched
// RUN: not %autotune run %S/Inputs/rounded.mlir \
// RUN:   --pipeline "builtin.module(transform-preload-library{transform-library-paths=%S/Inputs/double.mlir},transform-interpreter)" \
// RUN:   2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: @sum: WRONG

// Results without an element agree, whatever the function does.
// RUN: %autotune run %S/Inputs/no_elements.mlir | FileCheck %s --check-prefix=EMPTY
// EMPTY: @main: agrees, as no result has an element
// EMPTY: {{[ ;]}}1 function, 0 failures

#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>

func.func @least(%a: tensor<16x512xi64>, %o: tensor<16xi64>) -> tensor<16xi64> {
  %r = linalg.reduce {arith.minsi} ins(%a : tensor<16x512xi64>) outs(%o : tensor<16xi64>) dimensions = [1]
  return %r : tensor<16xi64>
}

func.func @largest_i8(%a: tensor<512xi8>) -> tensor<i8> {
  %c = arith.constant dense<-128> : tensor<i8>
  %r = linalg.reduce {arith.maxsi} ins(%a : tensor<512xi8>) outs(%c : tensor<i8>) dimensions = [0]
  return %r : tensor<i8>
}

func.func @least_unsigned(%a: tensor<512xi8>) -> tensor<i8> {
  %c = arith.constant dense<255> : tensor<i8>
  %r = linalg.reduce {arith.minui} ins(%a : tensor<512xi8>) outs(%c : tensor<i8>) dimensions = [0]
  return %r : tensor<i8>
}

func.func @all(%a: tensor<8x512xi1>) -> tensor<8xi1> {
  %c = arith.constant dense<true> : tensor<8xi1>
  %r = linalg.reduce {arith.andi} ins(%a : tensor<8x512xi1>) outs(%c : tensor<8xi1>) dimensions = [1]
  return %r : tensor<8xi1>
}

func.func @any(%a: tensor<8x512xi1>) -> tensor<i1> {
  %c = arith.constant dense<false> : tensor<i1>
  %r = linalg.reduce {arith.ori} ins(%a : tensor<8x512xi1>) outs(%c : tensor<i1>) dimensions = [0, 1]
  return %r : tensor<i1>
}

func.func @common_bits(%a: tensor<8x512xi32>) -> tensor<8xi32> {
  %c = arith.constant dense<-1> : tensor<8xi32>
  %r = linalg.reduce {arith.andi} ins(%a : tensor<8x512xi32>) outs(%c : tensor<8xi32>) dimensions = [1]
  return %r : tensor<8xi32>
}

func.func @product(%a: tensor<8x4096xf64>) -> tensor<8xf64> {
  %c = arith.constant dense<1.0> : tensor<8xf64>
  %r = linalg.reduce {arith.mulf} ins(%a : tensor<8x4096xf64>) outs(%c : tensor<8xf64>) dimensions = [1]
  return %r : tensor<8xf64>
}

func.func @product_bf16(%a: tensor<8x4096xbf16>) -> tensor<8xbf16> {
  %c = arith.constant dense<1.0> : tensor<8xbf16>
  %r = linalg.reduce {arith.mulf} ins(%a : tensor<8x4096xbf16>) outs(%c : tensor<8xbf16>) dimensions = [1]
  return %r : tensor<8xbf16>
}

func.func @product_i32(%a: tensor<8x4096xi32>) -> tensor<8xi32> {
  %c = arith.constant dense<1> : tensor<8xi32>
  %r = linalg.reduce {arith.muli} ins(%a : tensor<8x4096xi32>) outs(%c : tensor<8xi32>) dimensions = [1]
  return %r : tensor<8xi32>
}

func.func @product_of_loops(%a: memref<8x4096xf32>, %o: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4096 {
      %x = affine.load %a[%i, %j] : memref<8x4096xf32>
      %s = affine.load %o[%i] : memref<8xf32>
      %p = arith.mulf %s, %x : f32
      affine.store %p, %o[%i] : memref<8xf32>
    }
  }
  return
}

func.func @quotient(%a: tensor<500xi32>, %b: tensor<500xi32>) -> tensor<500xi32> {
  %r = linalg.map {arith.divsi} ins(%a, %b : tensor<500xi32>, tensor<500xi32>) outs(%a : tensor<500xi32>)
  return %r : tensor<500xi32>
}

func.func @shift(%a: tensor<500xi8>, %b: tensor<500xi8>) -> tensor<500xi8> {
  %r = linalg.map {arith.shli} ins(%a, %b : tensor<500xi8>, tensor<500xi8>) outs(%a : tensor<500xi8>)
  return %r : tensor<500xi8>
}

// A table that ends before an unmapped page: an index beyond it crashes.
func.func @gather(%t: tensor<3x16xf32>, %at: tensor<100xi64>) -> tensor<100x16xf32> {
  %e = tensor.empty() : tensor<100x16xf32>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<100xi64>) outs(%e : tensor<100x16xf32>) {
  ^bb0(%i: i64, %o: f32):
    %row = arith.index_cast %i : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%row, %j] : tensor<3x16xf32>
    linalg.yield %v : f32
  } -> tensor<100x16xf32>
  return %r : tensor<100x16xf32>
}

func.func @part(%t: tensor<4x4096xf32>, %at: index) -> tensor<3x4096xf32> {
  %e = tensor.empty() : tensor<3x4096xf32>
  %s = tensor.extract_slice %t[%at, 0] [3, 4096] [1, 1] : tensor<4x4096xf32> to tensor<3x4096xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%s : tensor<3x4096xf32>) outs(%e : tensor<3x4096xf32>) -> tensor<3x4096xf32>
  return %r : tensor<3x4096xf32>
}

func.func @element(%m: memref<4xi32>, %at: index) {
  %x = memref.load %m[%at] : memref<4xi32>
  %y = arith.addi %x, %x : i32
  memref.store %y, %m[%at] : memref<4xi32>
  return
}

// Not one of a hundred roots of numbers around 0 is a number.
func.func @roots(%x: tensor<8x100xf32>, %v: tensor<100xf32>) -> tensor<8xf32> {
  %z = arith.constant dense<0.0> : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %v : tensor<8x100xf32>, tensor<100xf32>) outs(%z : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = math.sqrt %b : f32
    %m = arith.mulf %a, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// The first argument alone moves nothing: another number, but not 0, takes the same branch.
func.func @branch(%flag: i32, %a: memref<160xi32>) {
  %seven = arith.constant 7 : i32
  %zero = arith.constant 0 : i32
  %g = arith.cmpi sge, %flag, %zero : i32
  scf.if %g {
    affine.for %i = 0 to 160 {
      %x = affine.load %a[%i] : memref<160xi32>
      %y = arith.muli %x, %seven : i32
      affine.store %y, %a[%i] : memref<160xi32>
    }
  }
  return
}
