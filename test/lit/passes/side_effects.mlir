// A body that does something else than computing its results keeps doing it, whether the results are
// used or not; one whose dead part only computes loses that part.
//
// RUN: mlir-opt %s -o %t.before
// RUN: autotune-opt %s --autotune -o %t.after 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.after
// REMARK: the body contains memref.store, which has side effects
// REMARK: the body contains func.call, which has side effects
#id = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @logs
// CHECK: memref.store
func.func @logs(%a: memref<8xf32>, %b: memref<8xf32>, %log: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    memref.store %x, %log[%c0] : memref<1xf32>
    linalg.yield %x : f32
  }
  return
}

// Nor is it copied into its consumer.
// CHECK-LABEL: func.func @calls
// CHECK: func.call @print
// CHECK-NOT: linalg.elementwise
func.func private @print(f32)
func.func @calls(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    func.call @print(%x) : (f32) -> ()
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<8xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @dead_gather
// CHECK-NOT: linalg.generic
func.func @dead_gather(%a: tensor<8xf32>, %table: tensor<8xi32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<8xi32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e, %f : tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%x: f32, %o: f32, %p: i32):
    %i = linalg.index 0 : index
    %t = tensor.extract %table[%i] : tensor<8xi32>
    %y = arith.addf %x, %x : f32
    linalg.yield %y, %t : f32, i32
  } -> (tensor<8xf32>, tensor<8xi32>)
  return %0#0 : tensor<8xf32>
}
