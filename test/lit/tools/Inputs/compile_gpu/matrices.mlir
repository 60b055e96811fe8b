// Products by tensor cores. Three stages of this one need more shared memory than 48 KiB.
func.func @f16(%a: tensor<128x96xf16>, %b: tensor<96x128xf16>, %bias: tensor<128xf16>) -> tensor<128x128xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<128x128xf16>
  %start = linalg.broadcast ins(%bias : tensor<128xf16>) outs(%e : tensor<128x128xf16>) dimensions = [0]
  %p = linalg.matmul {autotune.schedule = "direct(block=[64,32,32], tile0=[128,128,32], instruction=mma_f16, stages=3)"} ins(%a, %b : tensor<128x96xf16>, tensor<96x128xf16>) outs(%start : tensor<128x128xf16>) -> tensor<128x128xf16>
  %zeros = linalg.fill ins(%zero : f16) outs(%e : tensor<128x128xf16>) -> tensor<128x128xf16>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%p, %zeros : tensor<128x128xf16>, tensor<128x128xf16>) outs(%e : tensor<128x128xf16>) -> tensor<128x128xf16>
  return %r : tensor<128x128xf16>
}

// The right factor lies along the terms.
func.func @turned(%a: tensor<37x50xf16>, %b: tensor<29x50xf16>) -> tensor<37x29xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x29xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<37x29xf32>) -> tensor<37x29xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], autotune.schedule = "direct(block=[16,8,16], tile0=[16,16,32], instruction=mma_f16)"}
      ins(%a, %b : tensor<37x50xf16>, tensor<29x50xf16>) outs(%z : tensor<37x29xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %wide = arith.extf %x : f16 to f32
    %other = arith.extf %y : f16 to f32
    %p = arith.mulf %wide, %other : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<37x29xf32>
  return %r : tensor<37x29xf32>
}

func.func @bf16(%a: memref<40x64xbf16>, %b: memref<64x24xbf16>, %c: memref<40x24xbf16>) {
  linalg.matmul {autotune.schedule = "direct(block=[16,8,16], tile0=[32,16,32], instruction=mma_bf16, stages=2)"} ins(%a, %b : memref<40x64xbf16>, memref<64x24xbf16>) outs(%c : memref<40x24xbf16>)
  return
}

func.func @i8(%a: memref<48x64xi8>, %b: memref<64x40xi8>, %c: memref<48x40xi32>) {
  linalg.matmul {autotune.schedule = "direct(block=[16,8,32], tile0=[32,16,32], instruction=mma_i8, stages=2)"} ins(%a, %b : memref<48x64xi8>, memref<64x40xi8>) outs(%c : memref<48x40xi32>)
  return
}

func.func @u8(%a: memref<33x37xi8>, %b: memref<37x40xi8>, %c: memref<33x40xi32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], autotune.schedule = "direct(block=[16,8,32], tile0=[32,16,32], instruction=mma_i8)"}
      ins(%a, %b : memref<33x37xi8>, memref<37x40xi8>) outs(%c : memref<33x40xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %wide = arith.extui %x : i8 to i32
    %other = arith.extui %y : i8 to i32
    %p = arith.muli %wide, %other : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  }
  return
}

func.func @tf32(%a: memref<48x40xf32>, %b: memref<40x24xf32>, %c: memref<48x24xf32>) {
  linalg.matmul {autotune.fp = "relaxed", autotune.schedule = "direct(block=[16,8,8], tile0=[32,16,16], instruction=mma_tf32)"} ins(%a, %b : memref<48x40xf32>, memref<40x24xf32>) outs(%c : memref<48x24xf32>)
  return
}
