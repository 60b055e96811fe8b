func.func @lanes(%a: tensor<12xbf16>, %b: tensor<12xbf16>, %c: tensor<12xbf16>) -> tensor<12xbf16> {
  %e = tensor.empty() : tensor<12xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a, %b, %c : tensor<12xbf16>, tensor<12xbf16>, tensor<12xbf16>) outs(%e : tensor<12xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %z: bf16, %old: bf16):
    %w = math.fma %x, %y, %z : bf16
    linalg.yield %w : bf16
  } -> tensor<12xbf16>
  return %r : tensor<12xbf16>
}
func.func @scalars(%a: memref<12xbf16>, %b: memref<12xbf16>, %c: memref<12xbf16>, %r: memref<12xbf16>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 12 : index
  scf.for %i = %zero to %end step %one {
    %x = memref.load %a[%i] : memref<12xbf16>
    %y = memref.load %b[%i] : memref<12xbf16>
    %z = memref.load %c[%i] : memref<12xbf16>
    %w = math.fma %x, %y, %z : bf16
    memref.store %w, %r[%i] : memref<12xbf16>
  }
  return
}
