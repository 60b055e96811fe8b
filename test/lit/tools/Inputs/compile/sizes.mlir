#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A size by its name, equal in both arguments.
func.func @dense(%a: tensor<?x24xf32> {autotune.dims = ["batch", ""]}, %w: tensor<24x40xf32>, %more: tensor<?x40xf32> {autotune.dims = ["batch", ""]}) -> tensor<?x40xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x24xf32>
  %e = tensor.empty(%n) : tensor<?x40xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  %r = linalg.matmul ins(%a, %w : tensor<?x24xf32>, tensor<24x40xf32>) outs(%i : tensor<?x40xf32>) -> tensor<?x40xf32>
  %m = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%r, %more : tensor<?x40xf32>, tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  return %m : tensor<?x40xf32>
}

// Sizes of the results that are computed: sums, products, and two results of which one is a number.
func.func @shapes(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> (tensor<?x?xf32>, f32, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r = tensor.concat dim(0) %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<?x?xf32>) outs(%i : tensor<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %number = tensor.extract %sum[] : tensor<f32>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %n = tensor.dim %flat, %c0 : tensor<?xf32>
  %e2 = tensor.empty(%n) : tensor<?xf32>
  %neg = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%flat : tensor<?xf32>) outs(%e2 : tensor<?xf32>) -> tensor<?xf32>
  return %r, %number, %neg : tensor<?x?xf32>, f32, tensor<?xf32>
}

// Windows: negative where there is less than one.
func.func @windows(%a: tensor<1x?x?x3xf32>, %w: tensor<3x3x3x8xf32>) -> tensor<1x?x?x8xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  %h = tensor.dim %a, %c1 : tensor<1x?x?x3xf32>
  %wd = tensor.dim %a, %c2 : tensor<1x?x?x3xf32>
  %ho = arith.subi %h, %c2 : index
  %wo = arith.subi %wd, %c2 : index
  %e = tensor.empty(%ho, %wo) : tensor<1x?x?x8xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%a, %w : tensor<1x?x?x3xf32>, tensor<3x3x3x8xf32>) outs(%i : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  return %r : tensor<1x?x?x8xf32>
}

// A size that is a number among the arguments.
func.func @repeat(%row: tensor<5xf32>, %times: index) -> tensor<?x5xf32> {
  %e = tensor.empty(%times) : tensor<?x5xf32>
  %r = linalg.broadcast ins(%row : tensor<5xf32>) outs(%e : tensor<?x5xf32>) dimensions = [0]
  return %r : tensor<?x5xf32>
}

// In the memory of the caller, with no result of unknown size.
func.func @update(%a: memref<?x6xf32>, %rows: tensor<?x6xf32> {autotune.dims = ["rows", ""]}) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  %z = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%a : memref<?x6xf32>) {
  ^bb0(%x: f32):
    %y = arith.mulf %x, %two : f32
    linalg.yield %y : f32
  }
  %e = tensor.empty() : tensor<6xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #row], iterator_types = ["parallel", "reduction"]} ins(%rows : tensor<?x6xf32>) outs(%i : tensor<6xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// Plain pointers beside them.
func.func @fixed(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
