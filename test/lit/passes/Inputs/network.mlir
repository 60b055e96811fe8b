// A padded convolution with bias and relu, a softmax, and an op that cannot be tuned.
#vector = affine_map<(d0, d1, d2, d3) -> (d1)>
#image = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @convolution(%x: tensor<1x8x12x12xf32>, %w: tensor<16x8x3x3xf32>, %b: tensor<16xf32>)
    -> tensor<1x16x12x12xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x8x12x12xf32> to tensor<1x8x14x14xf32>
  %empty = tensor.empty() : tensor<1x16x12x12xf32>
  %init = linalg.generic {indexing_maps = [#vector, #image],
                          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<16xf32>) outs(%empty : tensor<1x16x12x12xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x16x12x12xf32>
  %conv = linalg.conv_2d_nchw_fchw
      ins(%padded, %w : tensor<1x8x14x14xf32>, tensor<16x8x3x3xf32>)
      outs(%init : tensor<1x16x12x12xf32>) -> tensor<1x16x12x12xf32>
  %relu = linalg.generic {indexing_maps = [#image, #image],
                          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv : tensor<1x16x12x12xf32>) outs(%empty : tensor<1x16x12x12xf32>) {
  ^bb0(%in: f32, %out: f32):
    %positive = arith.maximumf %in, %zero : f32
    linalg.yield %positive : f32
  } -> tensor<1x16x12x12xf32>
  return %relu : tensor<1x16x12x12xf32>
}

func.func @softmax(%x: tensor<6x40xf32>) -> tensor<6x40xf32> {
  %empty = tensor.empty() : tensor<6x40xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<6x40xf32>) outs(%empty : tensor<6x40xf32>)
    -> tensor<6x40xf32>
  return %0 : tensor<6x40xf32>
}

func.func @dynamic(%x: memref<?x8xf32, 1>, %y: memref<?x8xf32, 1>) {
  linalg.copy ins(%x : memref<?x8xf32, 1>) outs(%y : memref<?x8xf32, 1>)
  return
}
