// Both halves of bytes, by the shifts of a constant.
func.func @halves(%bytes: tensor<37xi8>, %scale: tensor<37xf32>) -> tensor<2x37xf32> {
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>
  %e = tensor.empty() : tensor<2x37xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(t, n) -> (n)>, affine_map<(t, n) -> (n)>, affine_map<(t, n) -> (t)>, affine_map<(t, n) -> (t, n)>],
                       iterator_types = ["parallel", "parallel"]}
    ins(%bytes, %scale, %shifts : tensor<37xi8>, tensor<37xf32>, tensor<2xi32>) outs(%e : tensor<2x37xf32>) {
  ^bb0(%byte: i8, %s: f32, %shift: i32, %u: f32):
    %mask = arith.constant 15 : i32
    %middle = arith.constant 8 : i32
    %wide = arith.extui %byte : i8 to i32
    %high = arith.shrui %wide, %shift : i32
    %bits = arith.andi %high, %mask : i32
    %less = arith.subi %bits, %middle : i32
    %number = arith.sitofp %less : i32 to f32
    %scaled = arith.mulf %number, %s : f32
    linalg.yield %scaled : f32
  } -> tensor<2x37xf32>
  return %r : tensor<2x37xf32>
}
