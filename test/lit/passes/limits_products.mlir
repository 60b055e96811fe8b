// Products of sizes, steps and places that 64 bits do not hold, where they are only looked at: ops that are chained, cut, put together or
// read at computed places. A build with sanitizers reports any that overflows.
//
// RUN: autotune-opt %s --autotune="target=znver5 fp=reassoc threads=4 remarks=all" -o %t.after 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=AFTER --input-file=%t.after
//
// CHECK-DAG: linalg.matmul rewritten: sums of its constant factor are known before its loops
// CHECK-DAG: linalg.fill left untouched: an operand has more than 2^40 elements
// CHECK-DAG: in 4 pieces of 53687{{[0-9]+}}
// CHECK-DAG: blocks of 1 of 64 of the sums stay in a cache
// CHECK-DAG: scf.for left untouched: a subscript leaves its array
// CHECK-DAG: generic left untouched: the body contains tensor.extract
// CHECK-DAG: generic left untouched: dynamic shape, and an indexing map is not linear
// CHECK-DAG: generic left untouched: more than 2^52 points

// AFTER-LABEL: func.func @rows
func.func @rows(%x: tensor<4611686018427387904x8xf32>) -> tensor<4611686018427387904x8xf32> {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4611686018427387904x8xf32>)
                                   outs(%x : tensor<4611686018427387904x8xf32>) -> tensor<4611686018427387904x8xf32>
  return %0 : tensor<4611686018427387904x8xf32>
}

// More trips than a number with a sign holds.
// AFTER-LABEL: func.func @often
func.func @often(%x: tensor<64x4096xf32>) -> tensor<64x4096xf32> {
  %low = arith.constant -9223372036854775807 : index
  %high = arith.constant 9223372036854775807 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %low to %high step %one iter_args(%y = %x) -> tensor<64x4096xf32> {
    %0 = linalg.softmax dimension(1) ins(%y : tensor<64x4096xf32>) outs(%x : tensor<64x4096xf32>) -> tensor<64x4096xf32>
    scf.yield %0 : tensor<64x4096xf32>
  }
  return %r : tensor<64x4096xf32>
}

// AFTER-LABEL: func.func @joined
func.func @joined(%a: tensor<2147483648x2147483648x4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.concat dim(0) %a, %a
    : (tensor<2147483648x2147483648x4xf32>, tensor<2147483648x2147483648x4xf32>) -> tensor<4294967296x2147483648x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (j, k, i)>, affine_map<(i, j, k) -> (i)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
    ins(%0 : tensor<4294967296x2147483648x4xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%x: f32, %s: f32):
    %2 = arith.addf %x, %s : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %3 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%1 : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// AFTER-LABEL: func.func @step
func.func @step(%a: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i * 4611686018427387904 + 9223372036854775807)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<?xf32>) outs(%c : tensor<?xf32>) {
  ^bb0(%x: f32, %s: f32):
    %1 = arith.addf %x, %s : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A view from row 4 on would begin beyond 64 bits.
// AFTER-LABEL: func.func @view
// AFTER: memref.load %{{.*}}[%c4, %{{.*}}]
func.func @view(%a: memref<?x?xf32, strided<[4611686018427387904, 1]>>, %c: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%c4, %i] : memref<?x?xf32, strided<[4611686018427387904, 1]>>
    %y = memref.load %c[%i] : memref<?xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %c[%i] : memref<?xf32>
  }
  return
}

// AFTER-LABEL: func.func @places
func.func @places(%a: tensor<2147483647xf32>, %t: tensor<16xf32>, %d: tensor<f32>) -> tensor<f32> {
  %c = arith.constant 2147483647 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (j)>, affine_map<(i, j, k) -> (k)>,
                                        affine_map<(i, j, k) -> ()>],
                       iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%a, %a, %a : tensor<2147483647xf32>, tensor<2147483647xf32>, tensor<2147483647xf32>) outs(%d : tensor<f32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %s: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %i1 = arith.muli %i, %c : index
    %j1 = arith.muli %j, %c : index
    %k1 = arith.muli %k, %c : index
    %s1 = arith.addi %i1, %j1 : index
    %s2 = arith.addi %s1, %k1 : index
    %v = tensor.extract %t[%s2] : tensor<16xf32>
    %1 = arith.addf %v, %s : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// The exponential is computed before, of as many elements as a loop may have steps.
// AFTER-LABEL: func.func @longest
func.func @longest(%a: tensor<2147483647xf32> {autotune.constant}, %b: tensor<2147483647xf32>, %x: tensor<2147483647x4xf32>,
                   %d: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, l, k) -> (i)>, affine_map<(i, j, l, k) -> (j)>,
                                        affine_map<(i, j, l, k) -> (l, k)>, affine_map<(i, j, l, k) -> (k)>],
                       iterator_types = ["reduction", "reduction", "reduction", "parallel"]}
      ins(%a, %b, %x : tensor<2147483647xf32>, tensor<2147483647xf32>, tensor<2147483647x4xf32>) outs(%d : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %v: f32, %s: f32):
    %1 = math.exp %p : f32
    %2 = math.tanh %1 : f32
    %3 = arith.mulf %2, %v : f32
    %4 = arith.mulf %3, %q : f32
    %5 = arith.addf %4, %s : f32
    linalg.yield %5 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The sums of equal numbers are equal, and take no memory for each.
// AFTER-LABEL: func.func @equal
// AFTER: arith.constant dense<{{-?[0-9]+}}> : tensor<2147483647xi32>
func.func @equal(%x: tensor<3x37xi8>, %y: tensor<3x2147483647xi32>) -> tensor<3x2147483647xi32> {
  %w = arith.constant dense<-97> : tensor<37x2147483647xi8>
  %zero = arith.constant 0 : i32
  %i = linalg.fill ins(%zero : i32) outs(%y : tensor<3x2147483647xi32>) -> tensor<3x2147483647xi32>
  %s = linalg.matmul ins(%x, %w : tensor<3x37xi8>, tensor<37x2147483647xi8>)
                     outs(%i : tensor<3x2147483647xi32>) -> tensor<3x2147483647xi32>
  return %s : tensor<3x2147483647xi32>
}

// What a stride that is not known counts for, times the size: no stride of the type is that.
// AFTER-LABEL: func.func @guessed
func.func @guessed(%a: memref<2x68719476736x4xf32, strided<[5, ?, 274877906944]>>, %b: memref<2x68719476736x4xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<2x68719476736x4xf32, strided<[5, ?, 274877906944]>>)
                                                        outs(%b : memref<2x68719476736x4xf32>)
  return
}

// As many parts of a row as memory has no place for.
// AFTER-LABEL: func.func @attention
func.func @attention(%q: tensor<1073741824x64xf32>, %k: tensor<4611686018427387904x64xf32>, %v: tensor<4611686018427387904x64xf32>) -> tensor<1073741824x64xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<1073741824x4611686018427387904xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<1073741824x4611686018427387904xf32>) -> tensor<1073741824x4611686018427387904xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>,
                                        affine_map<(i, j, d) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<1073741824x64xf32>, tensor<4611686018427387904x64xf32>) outs(%fs : tensor<1073741824x4611686018427387904xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1073741824x4611686018427387904xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<1073741824x4611686018427387904xf32>)
                                   outs(%es : tensor<1073741824x4611686018427387904xf32>) -> tensor<1073741824x4611686018427387904xf32>
  %eo = tensor.empty() : tensor<1073741824x64xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<1073741824x64xf32>) -> tensor<1073741824x64xf32>
  %o = linalg.matmul ins(%p, %v : tensor<1073741824x4611686018427387904xf32>, tensor<4611686018427387904x64xf32>)
                     outs(%fo : tensor<1073741824x64xf32>) -> tensor<1073741824x64xf32>
  return %o : tensor<1073741824x64xf32>
}
