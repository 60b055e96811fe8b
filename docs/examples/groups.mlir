// One row times weights of 4 bits, two a byte; 32 neighbours have a scale.
func.func @layer(%x: tensor<1x4096xf32>, %bytes: tensor<512x128x16xi8>, %scales: tensor<512x128xf32>) -> tensor<1x512xf32> {
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<512x128x16x2xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(n, g, h, t) -> (n, g, h)>, affine_map<(n, g, h, t) -> (n, g)>, affine_map<(n, g, h, t) -> (n, g, h, t)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%bytes, %scales : tensor<512x128x16xi8>, tensor<512x128xf32>) outs(%ew : tensor<512x128x16x2xf32>) {
  ^bb0(%byte: i8, %scale: f32, %u: f32):
    %t = linalg.index 3 : index
    %ti = arith.index_cast %t : index to i32
    %four = arith.constant 4 : i32
    %mask = arith.constant 15 : i32
    %eight = arith.constant 8 : i32
    %shift = arith.muli %ti, %four : i32
    %wide = arith.extui %byte : i8 to i32
    %high = arith.shrui %wide, %shift : i32
    %bits = arith.andi %high, %mask : i32
    %less = arith.subi %bits, %eight : i32
    %number = arith.sitofp %less : i32 to f32
    %scaled = arith.mulf %number, %scale : f32
    linalg.yield %scaled : f32
  } -> tensor<512x128x16x2xf32>
  %weights = tensor.collapse_shape %w [[0], [1, 2, 3]] : tensor<512x128x16x2xf32> into tensor<512x4096xf32>
  %e = tensor.empty() : tensor<1x512xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512xf32>) -> tensor<1x512xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %weights : tensor<1x4096xf32>, tensor<512x4096xf32>) outs(%i : tensor<1x512xf32>) -> tensor<1x512xf32>
  return %r : tensor<1x512xf32>
}
