// A sum that f16 rounds by a tenth of it, and another order by another tenth.
func.func @sum(%a: tensor<1048576xf16>, %b: tensor<1048576xf16>, %o: tensor<f16>) -> tensor<f16> {
  %one = arith.constant 1.0 : f32
  %scale = arith.truncf %one : f32 to f16
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                       iterator_types = ["reduction"]}
      ins(%a, %b : tensor<1048576xf16>, tensor<1048576xf16>) outs(%o : tensor<f16>) {
  ^bb0(%x: f16, %y: f16, %s: f16):
    %p = arith.mulf %x, %y : f16
    %q = arith.mulf %p, %scale : f16
    %t = arith.addf %s, %q : f16
    linalg.yield %t : f16
  } -> tensor<f16>
  return %r : tensor<f16>
}
