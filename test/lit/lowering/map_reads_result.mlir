// The body of a linalg.map may read its result, whether the op is tuned (@tuned) or not, as any linalg.generic: equal
// functions of both kinds give equal bits. Upstream's bufferization alone gives the map a buffer with nothing in it.
//
// RUN: autotune-opt %s --autotune-decompose | FileCheck %s
// RUN: %autotune run %s --check
// DEFINE: %{name} = tuned
// DEFINE: %{same} = %autotune run %s --function %{name} --outputs %t.map.npz && %autotune run %s --function %{name}_generic --outputs %t.generic.npz && cmp %t.map.npz %t.generic.npz
// RUN: %{same}
// REDEFINE: %{name} = untouched
// RUN: %{same}
// REDEFINE: %{name} = alone
// RUN: %{same}
// REDEFINE: %{name} = small
// RUN: %{same}

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @tuned(
// CHECK: linalg.generic
func.func @tuned(%a: tensor<24x40xf32>, %b: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.map ins(%a : tensor<24x40xf32>) outs(%b : tensor<24x40xf32>)
    (%x: f32, %o: f32) {
      %s = arith.addf %x, %x : f32
      %t = arith.addf %s, %o : f32
      linalg.yield %t : f32
    }
  return %r : tensor<24x40xf32>
}
func.func @tuned_generic(%a: tensor<24x40xf32>, %b: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<24x40xf32>) outs(%b : tensor<24x40xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %x, %x : f32
      %t = arith.addf %s, %o : f32
      linalg.yield %t : f32
    } -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

// CHECK-LABEL: func.func @untouched(
// CHECK: linalg.generic
func.func @untouched(%a: tensor<24x40xf32>, %b: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.map ins(%a : tensor<24x40xf32>) outs(%b : tensor<24x40xf32>)
    (%x: f32, %o: f32) {
      %j = linalg.index 1 : index
      %k = arith.index_cast %j : index to i32
      %f = arith.sitofp %k : i32 to f32
      %s = arith.addf %o, %o : f32
      %t = arith.addf %s, %x : f32
      %u = arith.addf %t, %f : f32
      linalg.yield %u : f32
    }
  return %r : tensor<24x40xf32>
}
func.func @untouched_generic(%a: tensor<24x40xf32>, %b: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<24x40xf32>) outs(%b : tensor<24x40xf32>) {
    ^bb0(%x: f32, %o: f32):
      %j = linalg.index 1 : index
      %k = arith.index_cast %j : index to i32
      %f = arith.sitofp %k : i32 to f32
      %s = arith.addf %o, %o : f32
      %t = arith.addf %s, %x : f32
      %u = arith.addf %t, %f : f32
      linalg.yield %u : f32
    } -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

// CHECK-LABEL: func.func @alone(
// CHECK: linalg.generic
func.func @alone(%b: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.map outs(%b : tensor<3x5xf32>)
    (%o: f32) {
      %j = linalg.index 1 : index
      %k = arith.index_cast %j : index to i32
      %f = arith.sitofp %k : i32 to f32
      %u = arith.addf %o, %f : f32
      linalg.yield %u : f32
    }
  return %r : tensor<3x5xf32>
}
func.func @alone_generic(%b: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%b : tensor<3x5xf32>) {
    ^bb0(%o: f32):
      %j = linalg.index 1 : index
      %k = arith.index_cast %j : index to i32
      %f = arith.sitofp %k : i32 to f32
      %u = arith.addf %o, %f : f32
      linalg.yield %u : f32
    } -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// On memrefs, between writes and reads of the buffer.
// CHECK-LABEL: func.func @small(
// CHECK: linalg.generic
func.func @small(%a: memref<2x3xf32>, %b: memref<2x3xf32>) {
  %c = memref.alloca() : memref<2x3xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<2x3xf32>) outs(%c : memref<2x3xf32>)
  linalg.map ins(%a : memref<2x3xf32>) outs(%c : memref<2x3xf32>)
    (%x: f32, %o: f32) {
      %t = arith.subf %o, %x : f32
      linalg.yield %t : f32
    }
  linalg.elementwise kind=#linalg.elementwise_kind<abs> ins(%c : memref<2x3xf32>) outs(%b : memref<2x3xf32>)
  return
}
func.func @small_generic(%a: memref<2x3xf32>, %b: memref<2x3xf32>) {
  %c = memref.alloca() : memref<2x3xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<2x3xf32>) outs(%c : memref<2x3xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : memref<2x3xf32>) outs(%c : memref<2x3xf32>) {
    ^bb0(%x: f32, %o: f32):
      %t = arith.subf %o, %x : f32
      linalg.yield %t : f32
    }
  linalg.elementwise kind=#linalg.elementwise_kind<abs> ins(%c : memref<2x3xf32>) outs(%b : memref<2x3xf32>)
  return
}

// A map that does not is left as it is.
// CHECK-LABEL: func.func @writes
// CHECK: linalg.map
func.func @writes(%a: tensor<24x40xf32>, %b: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.map { arith.addf } ins(%a, %b : tensor<24x40xf32>, tensor<24x40xf32>) outs(%b : tensor<24x40xf32>)
  return %r : tensor<24x40xf32>
}
