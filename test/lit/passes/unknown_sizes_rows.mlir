// Two dimensions that are rows of a product with the same weights, broadcast or not, become one, and the ops around it follow:
// no reshape is left between them. Its pieces are those of rows.
//
// RUN: autotune-opt --autotune="target=x86-64-v3 model=none remarks=all" %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: %autotune run %s --target x86-64-v3 --model none --dim batch=3,seq=7 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --dim batch=0,seq=7 | FileCheck %s --check-prefix=EMPTY
//
// REMARK: linalg.generic rewritten: loop 0 of unknown extent is cut into pieces of 64, 16, 4, 1
// REMARK-NOT: untouched
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]]
// CHECK-NOT: tensor.collapse_shape
// CHECK: tensor.expand_shape
// CHECK-NOT: autotune.joined
// AGREES: @dense: agrees
// EMPTY: @dense: agrees, as no result has an element
#weights = affine_map<(b, k, n) -> (k, n)>
#all = affine_map<(b, k, n) -> (b, k, n)>
#last = affine_map<(b, k, n) -> (n)>
func.func @dense(%a: tensor<?x?x32xf32> {autotune.dims = ["batch", "seq", ""]}, %w: tensor<32x24xf32>, %bias: tensor<24xf32>) -> tensor<?x?x24xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %b = tensor.dim %a, %c0 : tensor<?x?x32xf32>
  %s = tensor.dim %a, %c1 : tensor<?x?x32xf32>
  %we = tensor.empty(%b) : tensor<?x32x24xf32>
  %wide = linalg.generic {indexing_maps = [#weights, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w : tensor<32x24xf32>) outs(%we : tensor<?x32x24xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<?x32x24xf32>
  %e = tensor.empty(%b, %s) : tensor<?x?x24xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x?x24xf32>) -> tensor<?x?x24xf32>
  %p = linalg.batch_matmul ins(%a, %wide : tensor<?x?x32xf32>, tensor<?x32x24xf32>) outs(%i : tensor<?x?x24xf32>) -> tensor<?x?x24xf32>
  %r = linalg.generic {indexing_maps = [#all, #last, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p, %bias : tensor<?x?x24xf32>, tensor<24xf32>) outs(%e : tensor<?x?x24xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %v = arith.addf %x, %y : f32
    linalg.yield %v : f32
  } -> tensor<?x?x24xf32>
  return %r : tensor<?x?x24xf32>
}
