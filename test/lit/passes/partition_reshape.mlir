// An op that reads another one through reshapes alone shares its kernel, also where it reads the
// same reshape through something else first.
//
// RUN: autotune-opt %s --autotune="remarks=none model=none" | FileCheck %s
// CHECK-LABEL: func.func @twice
// CHECK: autotune.schedule = "
// CHECK: return
#id = affine_map<(d0) -> (d0)>
func.func @twice(%a: tensor<24x40xf32>, %b: tensor<40x56xf32>) -> tensor<1344xf32> attributes {autotune.partition = "1(2)"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x56xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<24x56xf32>) -> tensor<24x56xf32>
  %product = linalg.matmul ins(%a, %b : tensor<24x40xf32>, tensor<40x56xf32>) outs(%fill : tensor<24x56xf32>) -> tensor<24x56xf32>
  %flat = tensor.collapse_shape %product [[0, 1]] : tensor<24x56xf32> into tensor<1344xf32>
  %half = tensor.cast %flat : tensor<1344xf32> to tensor<?xf32>
  %back = tensor.cast %half : tensor<?xf32> to tensor<1344xf32>
  %other = tensor.empty() : tensor<1344xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%back, %flat : tensor<1344xf32>, tensor<1344xf32>) outs(%other : tensor<1344xf32>) {
  ^bb0(%x: f32, %z: f32, %o: f32):
    %y = arith.addf %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<1344xf32>
  return %sum : tensor<1344xf32>
}
