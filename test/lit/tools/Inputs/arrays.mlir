// Functions whose results are known exactly.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @affine(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %e = tensor.empty() : tensor<3x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.addf %x, %x : f32
    %s = arith.addf %d, %y : f32
    linalg.yield %s : f32
  } -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// Handed through.
func.func @types(%a: tensor<2xf64>, %b: tensor<2xf16>, %c: tensor<2xbf16>, %d: tensor<2xi64>, %e: tensor<2xi32>, %f: tensor<2xi16>,
                 %g: tensor<2xi8>, %h: tensor<2xi1>, %i: tensor<f32>)
    -> (tensor<2xf64>, tensor<2xf16>, tensor<2xbf16>, tensor<2xi64>, tensor<2xi32>, tensor<2xi16>, tensor<2xi8>, tensor<2xi1>, tensor<f32>) {
  return %a, %b, %c, %d, %e, %f, %g, %h, %i
    : tensor<2xf64>, tensor<2xf16>, tensor<2xbf16>, tensor<2xi64>, tensor<2xi32>, tensor<2xi16>, tensor<2xi8>, tensor<2xi1>, tensor<f32>
}

// out = in, and a scalar comes back.
func.func @strided(%a: memref<2x3xi32, strided<[5, 1], offset: 2>>, %b: memref<2x3xi32>, %s: f32) -> f32 {
  linalg.copy ins(%a : memref<2x3xi32, strided<[5, 1], offset: 2>>) outs(%b : memref<2x3xi32>)
  return %s : f32
}
