#id = affine_map<(i) -> (i)>
func.func @scaled(%a: tensor<37xf4E2M1FN>, %s: tensor<37xf8E8M0FNU>) -> tensor<37xf32> {
  %e = tensor.empty() : tensor<37xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %s : tensor<37xf4E2M1FN>, tensor<37xf8E8M0FNU>) outs(%e : tensor<37xf32>) {
  ^bb0(%x: f4E2M1FN, %k: f8E8M0FNU, %o: f32):
    %r = arith.scaling_extf %x, %k : f4E2M1FN, f8E8M0FNU to f32
    linalg.yield %r : f32
  } -> tensor<37xf32>
  return %0 : tensor<37xf32>
}
func.func @back(%a: tensor<37xf32>) -> tensor<37xf8E8M0FNU> {
  %e = tensor.empty() : tensor<37xf8E8M0FNU>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<37xf32>) outs(%e : tensor<37xf8E8M0FNU>) {
  ^bb0(%x: f32, %o: f8E8M0FNU):
    %r = arith.truncf %x : f32 to f8E8M0FNU
    linalg.yield %r : f8E8M0FNU
  } -> tensor<37xf8E8M0FNU>
  return %0 : tensor<37xf8E8M0FNU>
}
