// A condition that operands in [-1, 1] do not meet: the second product never runs.
func.func @f(%a: tensor<24x40xf32>, %b: tensor<40x56xf32>, %c: tensor<56x40xf32>) -> tensor<24x40xf32> {
  %zero = arith.constant 0.0 : f32
  %bound = arith.constant 1.0e30 : f32
  %first = arith.constant 0 : index
  %e = tensor.empty() : tensor<24x56xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<24x56xf32>) -> tensor<24x56xf32>
  %product = linalg.matmul ins(%a, %b : tensor<24x40xf32>, tensor<40x56xf32>) outs(%fill : tensor<24x56xf32>) -> tensor<24x56xf32>
  %value = tensor.extract %product[%first, %first] : tensor<24x56xf32>
  %is_large = arith.cmpf ogt, %value, %bound : f32
  %result = scf.if %is_large -> tensor<24x40xf32> {
    %e2 = tensor.empty() : tensor<24x40xf32>
    %fill2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<24x40xf32>) -> tensor<24x40xf32>
    %second = linalg.matmul ins(%product, %c : tensor<24x56xf32>, tensor<56x40xf32>) outs(%fill2 : tensor<24x40xf32>) -> tensor<24x40xf32>
    scf.yield %second : tensor<24x40xf32>
  } else {
    scf.yield %a : tensor<24x40xf32>
  }
  return %result : tensor<24x40xf32>
}
