// A product of sizes that nothing divides.
func.func @product(%a: tensor<61x127xf32>, %b: tensor<127x131xf32>, %c: tensor<61x131xf32>) -> tensor<61x131xf32> {
  %sum = linalg.matmul ins(%a, %b : tensor<61x127xf32>, tensor<127x131xf32>) outs(%c : tensor<61x131xf32>) -> tensor<61x131xf32>
  return %sum : tensor<61x131xf32>
}
