// Maxima and minima of dequantised i8 are those of the i8, with the same bits.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none fp=strict remarks=all max-candidates=200" -o %t 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --input-file %t
// RUN: %autotune run %s --check --tolerance 0 --model none --target x86-64-v3
// TOLD-COUNT-3: rewritten: it compares i8 and dequantises the results
// TOLD-NOT: it compares i8

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#rows = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Unsigned, with a zero point; quantised again.
// CHECK-LABEL: func.func @pooling
// CHECK: arith.maxui
// CHECK-NOT: arith.maximumf
// CHECK: return
func.func @pooling(%a: tensor<1x9x11x5xi8>) -> tensor<1x4x5x5xi8> {
  %scale = arith.constant 0.02 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %ed = tensor.empty() : tensor<1x9x11x5xf32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%a : tensor<1x9x11x5xi8>) outs(%ed : tensor<1x9x11x5xf32>) {
  ^bb0(%v: i8, %o: f32):
    %zero = arith.constant 100 : i32
    %x = arith.extui %v : i8 to i32
    %y = arith.subi %x, %zero : i32
    %f = arith.sitofp %y : i32 to f32
    %m = arith.mulf %f, %scale : f32
    linalg.yield %m : f32
  } -> tensor<1x9x11x5xf32>
  %window = tensor.empty() : tensor<2x3xf32>
  %e = tensor.empty() : tensor<1x4x5x5xf32>
  %i = linalg.fill ins(%lowest : f32) outs(%e : tensor<1x4x5x5xf32>) -> tensor<1x4x5x5xf32>
  %p = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%d, %window : tensor<1x9x11x5xf32>, tensor<2x3xf32>)
    outs(%i : tensor<1x4x5x5xf32>) -> tensor<1x4x5x5xf32>
  %eq = tensor.empty() : tensor<1x4x5x5xi8>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%p : tensor<1x4x5x5xf32>) outs(%eq : tensor<1x4x5x5xi8>) {
  ^bb0(%v: f32, %o: i8):
    %shift = arith.constant 100.0 : f32
    %t = arith.divf %v, %scale : f32
    %r = math.roundeven %t : f32
    %s = arith.addf %r, %shift : f32
    %b = arith.fptoui %s : f32 to i8
    linalg.yield %b : i8
  } -> tensor<1x4x5x5xi8>
  return %q : tensor<1x4x5x5xi8>
}

// Signed, from floats on; a minimum along rows and the maximum.
// CHECK-LABEL: func.func @rows
// CHECK-DAG: arith.minsi
// CHECK-DAG: arith.maxsi
// CHECK: return
func.func @rows(%a: tensor<7x37xi8>) -> (tensor<7xf32>, tensor<7xf32>) {
  %scale = arith.constant 0.3 : f32
  %highest = arith.constant 0x7F800000 : f32
  %lowest = arith.constant -3.40282347E+38 : f32
  %ed = tensor.empty() : tensor<7x37xf32>
  %d = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<7x37xi8>) outs(%ed : tensor<7x37xf32>) {
  ^bb0(%v: i8, %o: f32):
    %zero = arith.constant -3.0 : f32
    %f = arith.sitofp %v : i8 to f32
    %y = arith.subf %f, %zero : f32
    %m = arith.mulf %scale, %y : f32
    linalg.yield %m : f32
  } -> tensor<7x37xf32>
  %e = tensor.empty() : tensor<7xf32>
  %i = linalg.fill ins(%highest : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %j = linalg.fill ins(%lowest : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %r = linalg.reduce { arith.minimumf } ins(%d : tensor<7x37xf32>) outs(%i : tensor<7xf32>) dimensions = [1]
  %s = linalg.reduce { arith.maximumf } ins(%d : tensor<7x37xf32>) outs(%j : tensor<7xf32>) dimensions = [1]
  return %r, %s : tensor<7xf32>, tensor<7xf32>
}

// A scale below zero, one at run time, and an initial value among the numbers: they stay.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: arith.maxsi
func.func @kept(%a: tensor<7x37xi8>, %scale: f32) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %below = arith.constant -0.3 : f32
  %above = arith.constant 0.3 : f32
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %ed = tensor.empty() : tensor<7x37xf32>
  %d0 = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<7x37xi8>) outs(%ed : tensor<7x37xf32>) {
  ^bb0(%v: i8, %o: f32):
    %f = arith.sitofp %v : i8 to f32
    %m = arith.mulf %f, %below : f32
    linalg.yield %m : f32
  } -> tensor<7x37xf32>
  %d1 = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<7x37xi8>) outs(%ed : tensor<7x37xf32>) {
  ^bb0(%v: i8, %o: f32):
    %f = arith.sitofp %v : i8 to f32
    %m = arith.mulf %f, %scale : f32
    linalg.yield %m : f32
  } -> tensor<7x37xf32>
  %d2 = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<7x37xi8>) outs(%ed : tensor<7x37xf32>) {
  ^bb0(%v: i8, %o: f32):
    %f = arith.sitofp %v : i8 to f32
    %m = arith.mulf %f, %above : f32
    linalg.yield %m : f32
  } -> tensor<7x37xf32>
  %e = tensor.empty() : tensor<7xf32>
  %i = linalg.fill ins(%lowest : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %j = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %r = linalg.reduce { arith.maximumf } ins(%d0 : tensor<7x37xf32>) outs(%i : tensor<7xf32>) dimensions = [1]
  %s = linalg.reduce { arith.maximumf } ins(%d1 : tensor<7x37xf32>) outs(%i : tensor<7xf32>) dimensions = [1]
  %t = linalg.reduce { arith.maximumf } ins(%d2 : tensor<7x37xf32>) outs(%j : tensor<7xf32>) dimensions = [1]
  return %r, %s, %t : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}
