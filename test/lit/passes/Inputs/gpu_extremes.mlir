func.func @extremes(%a: memref<64xf32>, %b: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<64xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %z = arith.constant 0.0 : f32
    %y = arith.maxnumf %x, %z : f32
    %w = arith.minnumf %y, %x : f32
    linalg.yield %w : f32
  }
  return
}
