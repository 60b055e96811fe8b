func.func @tosa(%a: tensor<1x12x20xf32>, %b: tensor<1x20x9xf32>, %c: tensor<1x12x9xf32>) -> tensor<1x12x9xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %p = tosa.matmul %a, %b, %z, %z : (tensor<1x12x20xf32>, tensor<1x20x9xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x12x9xf32>
  %s = tosa.add %p, %c : (tensor<1x12x9xf32>, tensor<1x12x9xf32>) -> tensor<1x12x9xf32>
  %r = tosa.clamp %s {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x12x9xf32>) -> tensor<1x12x9xf32>
  return %r : tensor<1x12x9xf32>
}
