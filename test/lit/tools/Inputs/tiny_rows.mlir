func.func @rows(%a: tensor<?x16xf32> {autotune.dims = ["rows", ""]}, %b: tensor<16x16xf32>, %c: tensor<?x16xf32> {autotune.dims = ["rows", ""]}) -> tensor<?x16xf32> attributes {autotune.sizes = {rows = [1, 3]}} {
  %r = linalg.matmul ins(%a, %b : tensor<?x16xf32>, tensor<16x16xf32>) outs(%c : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}
