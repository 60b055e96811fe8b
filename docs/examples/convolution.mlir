// A 3x3 convolution of an image of 15x15 pixels and 24 channels.
func.func @convolution(%image: tensor<1x15x15x24xf32>, %filter: tensor<3x3x24x32xf32>) -> tensor<1x13x13x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x13x13x32xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x13x13x32xf32>) -> tensor<1x13x13x32xf32>
  %sum = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x15x15x24xf32>, tensor<3x3x24x32xf32>)
      outs(%start : tensor<1x13x13x32xf32>) -> tensor<1x13x13x32xf32>
  return %sum : tensor<1x13x13x32xf32>
}
