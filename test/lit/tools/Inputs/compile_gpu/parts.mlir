// Long sums in parts, by warpgroups, whose copies are ahead; each result is beyond whole tiles.
func.func @main(%x: tensor<72x1024xf32>, %w: tensor<1024x40xf32>) -> (tensor<72x40xf32>, tensor<72x40xf32>, tensor<72x40xi32>, tensor<72x40xf32>) {
  %hae = tensor.empty() : tensor<72x1024xf16>
  %ha = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<72x1024xf32>) outs(%hae : tensor<72x1024xf16>) {
  ^bb0(%q: f32, %o: f16):
    %y = arith.truncf %q : f32 to f16
    linalg.yield %y : f16
  } -> tensor<72x1024xf16>
  %hbe = tensor.empty() : tensor<1024x40xf16>
  %hb = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%w : tensor<1024x40xf32>) outs(%hbe : tensor<1024x40xf16>) {
  ^bb0(%q: f32, %o: f16):
    %y = arith.truncf %q : f32 to f16
    linalg.yield %y : f16
  } -> tensor<1024x40xf16>
  %hz = arith.constant 0.0 : f32
  %ht = tensor.empty() : tensor<72x40xf32>
  %hf = linalg.fill ins(%hz : f32) outs(%ht : tensor<72x40xf32>) -> tensor<72x40xf32>
  %hr = linalg.matmul {autotune.schedule = "direct(block=[64,40,32], tile0=[64,40,32], instruction=wgmma_f16, stages=4, split=4)"}
    ins(%ha, %hb : tensor<72x1024xf16>, tensor<1024x40xf16>) outs(%hf : tensor<72x40xf32>) -> tensor<72x40xf32>
  %bae = tensor.empty() : tensor<72x1024xbf16>
  %ba = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<72x1024xf32>) outs(%bae : tensor<72x1024xbf16>) {
  ^bb0(%q: f32, %o: bf16):
    %y = arith.truncf %q : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<72x1024xbf16>
  %bbe = tensor.empty() : tensor<1024x40xbf16>
  %bb = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%w : tensor<1024x40xf32>) outs(%bbe : tensor<1024x40xbf16>) {
  ^bb0(%q: f32, %o: bf16):
    %y = arith.truncf %q : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<1024x40xbf16>
  %bz = arith.constant 0.0 : f32
  %bt = tensor.empty() : tensor<72x40xf32>
  %bf = linalg.fill ins(%bz : f32) outs(%bt : tensor<72x40xf32>) -> tensor<72x40xf32>
  %br = linalg.matmul {autotune.schedule = "direct(block=[64,40,32], tile0=[64,40,32], instruction=wgmma_bf16, stages=4, split=4)"}
    ins(%ba, %bb : tensor<72x1024xbf16>, tensor<1024x40xbf16>) outs(%bf : tensor<72x40xf32>) -> tensor<72x40xf32>
  %iae = tensor.empty() : tensor<72x1024xi8>
  %ia = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<72x1024xf32>) outs(%iae : tensor<72x1024xi8>) {
  ^bb0(%q: f32, %o: i8):
    %scale = arith.constant 20.0 : f32
    %scaled = arith.mulf %q, %scale : f32
    %y = arith.fptosi %scaled : f32 to i8
    linalg.yield %y : i8
  } -> tensor<72x1024xi8>
  %ibe = tensor.empty() : tensor<1024x40xi8>
  %ib = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%w : tensor<1024x40xf32>) outs(%ibe : tensor<1024x40xi8>) {
  ^bb0(%q: f32, %o: i8):
    %scale = arith.constant 20.0 : f32
    %scaled = arith.mulf %q, %scale : f32
    %y = arith.fptosi %scaled : f32 to i8
    linalg.yield %y : i8
  } -> tensor<1024x40xi8>
  %iz = arith.constant 0 : i32
  %it = tensor.empty() : tensor<72x40xi32>
  %if = linalg.fill ins(%iz : i32) outs(%it : tensor<72x40xi32>) -> tensor<72x40xi32>
  %ir = linalg.matmul {autotune.schedule = "direct(block=[64,32,64], tile0=[64,32,64], instruction=wgmma_i8, stages=4, split=4)"}
    ins(%ia, %ib : tensor<72x1024xi8>, tensor<1024x40xi8>) outs(%if : tensor<72x40xi32>) -> tensor<72x40xi32>
  %tz = arith.constant 0.0 : f32
  %tt = tensor.empty() : tensor<72x40xf32>
  %tf = linalg.fill ins(%tz : f32) outs(%tt : tensor<72x40xf32>) -> tensor<72x40xf32>
  %tr = linalg.matmul {autotune.schedule = "direct(block=[64,40,16], tile0=[64,40,16], instruction=wgmma_tf32, stages=4, split=4)", autotune.fp = "relaxed"}
    ins(%x, %w : tensor<72x1024xf32>, tensor<1024x40xf32>) outs(%tf : tensor<72x40xf32>) -> tensor<72x40xf32>
  return %hr, %br, %ir, %tr : tensor<72x40xf32>, tensor<72x40xf32>, tensor<72x40xi32>, tensor<72x40xf32>
}
