// A product with a ReLU, then a softmax of its rows, of which only the call knows how many there are; the means of the columns; and a copy.
func.func @scores(%a: tensor<?x24xf32> {autotune.dims = ["rows", ""]}, %b: tensor<24x40xf32>) -> (tensor<?x40xf32>, tensor<40xf32>) {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %n = tensor.dim %a, %zero : tensor<?x24xf32>
  %e = tensor.empty(%n) : tensor<?x40xf32>
  %f = linalg.fill ins(%nothing : f32) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  %p = linalg.matmul ins(%a, %b : tensor<?x24xf32>, tensor<24x40xf32>) outs(%f : tensor<?x40xf32>) -> tensor<?x40xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%p : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.maximumf %x, %nothing : f32
    linalg.yield %y : f32
  } -> tensor<?x40xf32>
  %s = linalg.softmax dimension(1) ins(%r : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  %c = tensor.empty() : tensor<40xf32>
  %g = linalg.fill ins(%nothing : f32) outs(%c : tensor<40xf32>) -> tensor<40xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>], iterator_types = ["parallel", "reduction"]}
    ins(%r : tensor<?x40xf32>) outs(%g : tensor<40xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %x, %o : f32
    linalg.yield %y : f32
  } -> tensor<40xf32>
  return %s, %t : tensor<?x40xf32>, tensor<40xf32>
}
func.func @same(%a: tensor<?x3xf32>) -> tensor<?x3xf32> {
  return %a : tensor<?x3xf32>
}
// Rows whose temporary buffer has 2^31 elements where arguments and results have 2^17.
func.func @wide(%a: tensor<?x4xf32>, %b: tensor<4x65536xf32>, %c: tensor<65536x4xf32>) -> tensor<?x4xf32> {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %n = tensor.dim %a, %zero : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x65536xf32>
  %f = linalg.fill ins(%nothing : f32) outs(%e : tensor<?x65536xf32>) -> tensor<?x65536xf32>
  %p = linalg.matmul ins(%a, %b : tensor<?x4xf32>, tensor<4x65536xf32>) outs(%f : tensor<?x65536xf32>) -> tensor<?x65536xf32>
  %g = tensor.empty(%n) : tensor<?x4xf32>
  %h = linalg.fill ins(%nothing : f32) outs(%g : tensor<?x4xf32>) -> tensor<?x4xf32>
  %r = linalg.matmul ins(%p, %c : tensor<?x65536xf32>, tensor<65536x4xf32>) outs(%h : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
