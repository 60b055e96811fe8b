// Payloads of test_nest_agreement: one anchor each (the first by rank), sizes that leave
// remainders for most tiles and are small enough to be followed trip by trip.
func.func @matmul(%a: tensor<23x19xf32>, %b: tensor<19x37xf32>) -> tensor<23x37xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<23x37xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<23x37xf32>) -> tensor<23x37xf32>
  %r = linalg.matmul ins(%a, %b : tensor<23x19xf32>, tensor<19x37xf32>) outs(%i : tensor<23x37xf32>) -> tensor<23x37xf32>
  return %r : tensor<23x37xf32>
}

func.func @matmul_even(%a: tensor<16x12xf32>, %b: tensor<12x32xf32>) -> tensor<16x32xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r = linalg.matmul ins(%a, %b : tensor<16x12xf32>, tensor<12x32xf32>) outs(%i : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>
}

func.func @matmul_f64(%a: tensor<14x11xf64>, %b: tensor<11x21xf64>) -> tensor<14x21xf64> {
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<14x21xf64>
  %i = linalg.fill ins(%z : f64) outs(%e : tensor<14x21xf64>) -> tensor<14x21xf64>
  %r = linalg.matmul ins(%a, %b : tensor<14x11xf64>, tensor<11x21xf64>) outs(%i : tensor<14x21xf64>) -> tensor<14x21xf64>
  return %r : tensor<14x21xf64>
}

func.func @matmul_i8(%a: tensor<13x9xi8>, %b: tensor<9x18xi8>) -> tensor<13x18xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<13x18xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<13x18xi32>) -> tensor<13x18xi32>
  %r = linalg.matmul ins(%a, %b : tensor<13x9xi8>, tensor<9x18xi8>) outs(%i : tensor<13x18xi32>) -> tensor<13x18xi32>
  return %r : tensor<13x18xi32>
}

// Unsigned, neighbours in both operands, an odd depth.
func.func @matmul_u8(%a: tensor<7x22xi8>, %b: tensor<19x22xi8>) -> tensor<7x19xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<7x19xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<7x19xi32>) -> tensor<7x19xi32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<7x22xi8>, tensor<19x22xi8>) outs(%i : tensor<7x19xi32>) -> tensor<7x19xi32>
  return %r : tensor<7x19xi32>
}

func.func @matmul_quantized(%a: tensor<9x23xi8>, %b: tensor<23x20xi8>, %p: i32, %q: i32) -> tensor<9x20xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<9x20xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<9x20xi32>) -> tensor<9x20xi32>
  %r = linalg.quantized_matmul ins(%a, %b, %p, %q : tensor<9x23xi8>, tensor<23x20xi8>, i32, i32) outs(%i : tensor<9x20xi32>) -> tensor<9x20xi32>
  return %r : tensor<9x20xi32>
}

func.func @matmul_bf16(%a: memref<11x18xbf16>, %b: memref<18x17xbf16>, %c: memref<11x17xf32>) {
  linalg.matmul ins(%a, %b : memref<11x18xbf16>, memref<18x17xbf16>) outs(%c : memref<11x17xf32>)
  return
}

func.func @conv_i8(%a: tensor<1x6x7x10xi8>, %b: tensor<3x2x10x12xi8>) -> tensor<1x4x6x12xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x4x6x12xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<1x4x6x12xi32>) -> tensor<1x4x6x12xi32>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%a, %b : tensor<1x6x7x10xi8>, tensor<3x2x10x12xi8>) outs(%i : tensor<1x4x6x12xi32>) -> tensor<1x4x6x12xi32>
  return %r : tensor<1x4x6x12xi32>
}

func.func @matmul_add(%a: tensor<11x17xf32>, %b: tensor<17x26xf32>, %i: tensor<11x26xf32>) -> tensor<11x26xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<11x17xf32>, tensor<17x26xf32>) outs(%i : tensor<11x26xf32>) -> tensor<11x26xf32>
  return %r : tensor<11x26xf32>
}

func.func @matmul_memref(%a: memref<17x13xf32>, %b: memref<13x30xf32>, %c: memref<17x30xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<17x30xf32>)
  linalg.matmul ins(%a, %b : memref<17x13xf32>, memref<13x30xf32>) outs(%c : memref<17x30xf32>)
  return
}

func.func @matmul_transpose_a(%a: tensor<17x15xf32>, %b: tensor<17x22xf32>) -> tensor<15x22xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<15x22xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<15x22xf32>) -> tensor<15x22xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<17x15xf32>, tensor<17x22xf32>) outs(%i : tensor<15x22xf32>) -> tensor<15x22xf32>
  return %r : tensor<15x22xf32>
}

func.func @matmul_transpose_b(%a: tensor<15x18xf32>, %b: tensor<22x18xf32>) -> tensor<15x22xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<15x22xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<15x22xf32>) -> tensor<15x22xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<15x18xf32>, tensor<22x18xf32>) outs(%i : tensor<15x22xf32>) -> tensor<15x22xf32>
  return %r : tensor<15x22xf32>
}

func.func @batch_matmul(%a: tensor<3x9x11xf32>, %b: tensor<3x11x17xf32>) -> tensor<3x9x17xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x9x17xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<3x9x17xf32>) -> tensor<3x9x17xf32>
  %r = linalg.batch_matmul ins(%a, %b : tensor<3x9x11xf32>, tensor<3x11x17xf32>) outs(%i : tensor<3x9x17xf32>) -> tensor<3x9x17xf32>
  return %r : tensor<3x9x17xf32>
}

func.func @batch_matmul_memref(%a: memref<2x7x5xf32>, %b: memref<2x5x19xf32>, %c: memref<2x7x19xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<2x7x19xf32>)
  linalg.batch_matmul ins(%a, %b : memref<2x7x5xf32>, memref<2x5x19xf32>) outs(%c : memref<2x7x19xf32>)
  return
}

func.func @matvec(%a: tensor<29x37xf32>, %b: tensor<37xf32>) -> tensor<29xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<29xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<29xf32>) -> tensor<29xf32>
  %r = linalg.matvec ins(%a, %b : tensor<29x37xf32>, tensor<37xf32>) outs(%i : tensor<29xf32>) -> tensor<29xf32>
  return %r : tensor<29xf32>
}

func.func @vecmat(%a: tensor<31xf32>, %b: tensor<31x45xf32>) -> tensor<45xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<45xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<45xf32>) -> tensor<45xf32>
  %r = linalg.vecmat ins(%a, %b : tensor<31xf32>, tensor<31x45xf32>) outs(%i : tensor<45xf32>) -> tensor<45xf32>
  return %r : tensor<45xf32>
}

func.func @dot(%a: tensor<109xf32>, %b: tensor<109xf32>) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.dot ins(%a, %b : tensor<109xf32>, tensor<109xf32>) outs(%i : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

func.func @mmt4d(%a: tensor<3x5x4x2xf32>, %b: tensor<5x5x3x2xf32>) -> tensor<3x5x4x3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5x4x3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<3x5x4x3xf32>) -> tensor<3x5x4x3xf32>
  %r = linalg.mmt4d ins(%a, %b : tensor<3x5x4x2xf32>, tensor<5x5x3x2xf32>) outs(%i : tensor<3x5x4x3xf32>) -> tensor<3x5x4x3xf32>
  return %r : tensor<3x5x4x3xf32>
}

func.func @conv_1d(%a: tensor<41xf32>, %b: tensor<5xf32>) -> tensor<37xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %r = linalg.conv_1d ins(%a, %b : tensor<41xf32>, tensor<5xf32>) outs(%i : tensor<37xf32>) -> tensor<37xf32>
  return %r : tensor<37xf32>
}

func.func @conv_1d_ncw(%a: tensor<2x3x25xf32>, %b: tensor<5x3x3xf32>) -> tensor<2x5x12xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x5x12xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x5x12xf32>) -> tensor<2x5x12xf32>
  %r = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a, %b : tensor<2x3x25xf32>, tensor<5x3x3xf32>) outs(%i : tensor<2x5x12xf32>) -> tensor<2x5x12xf32>
  return %r : tensor<2x5x12xf32>
}

func.func @conv_1d_nwc(%a: tensor<1x14x3xf32>, %b: tensor<3x3x11xf32>) -> tensor<1x10x11xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x10x11xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x10x11xf32>) -> tensor<1x10x11xf32>
  %r = linalg.conv_1d_nwc_wcf {strides = dense<1> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>} ins(%a, %b : tensor<1x14x3xf32>, tensor<3x3x11xf32>) outs(%i : tensor<1x10x11xf32>) -> tensor<1x10x11xf32>
  return %r : tensor<1x10x11xf32>
}

func.func @conv_nchw(%a: tensor<1x3x9x13xf32>, %b: tensor<5x3x3x3xf32>) -> tensor<1x5x7x11xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x7x11xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x5x7x11xf32>) -> tensor<1x5x7x11xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x3x9x13xf32>, tensor<5x3x3x3xf32>) outs(%i : tensor<1x5x7x11xf32>) -> tensor<1x5x7x11xf32>
  return %r : tensor<1x5x7x11xf32>
}

func.func @conv_nchw_strided(%a: tensor<1x2x9x25xf32>, %b: tensor<6x2x3x3xf32>) -> tensor<1x6x4x12xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x6x4x12xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x6x4x12xf32>) -> tensor<1x6x4x12xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x2x9x25xf32>, tensor<6x2x3x3xf32>) outs(%i : tensor<1x6x4x12xf32>) -> tensor<1x6x4x12xf32>
  return %r : tensor<1x6x4x12xf32>
}

func.func @conv_nchw_dilated(%a: tensor<1x2x8x15xf32>, %b: tensor<4x2x3x3xf32>) -> tensor<1x4x4x11xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x4x11xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x4x11xf32>) -> tensor<1x4x4x11xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<1x2x8x15xf32>, tensor<4x2x3x3xf32>) outs(%i : tensor<1x4x4x11xf32>) -> tensor<1x4x4x11xf32>
  return %r : tensor<1x4x4x11xf32>
}

func.func @conv_nchw_1x1(%a: tensor<1x7x7x13xf32>, %b: tensor<9x7x1x1xf32>) -> tensor<1x9x4x7xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x9x4x7xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x9x4x7xf32>) -> tensor<1x9x4x7xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x7x7x13xf32>, tensor<9x7x1x1xf32>) outs(%i : tensor<1x9x4x7xf32>) -> tensor<1x9x4x7xf32>
  return %r : tensor<1x9x4x7xf32>
}

func.func @conv_nchw_memref(%a: memref<1x3x7x12xf32>, %b: memref<4x3x3x3xf32>, %c: memref<1x4x5x10xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<1x4x5x10xf32>)
  linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : memref<1x3x7x12xf32>, memref<4x3x3x3xf32>) outs(%c : memref<1x4x5x10xf32>)
  return
}

func.func @conv_nhwc(%a: tensor<1x8x7x3xf32>, %b: tensor<3x3x3x17xf32>) -> tensor<1x6x5x17xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x6x5x17xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x6x5x17xf32>) -> tensor<1x6x5x17xf32>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x8x7x3xf32>, tensor<3x3x3x17xf32>) outs(%i : tensor<1x6x5x17xf32>) -> tensor<1x6x5x17xf32>
  return %r : tensor<1x6x5x17xf32>
}

func.func @conv_nhwc_strided(%a: tensor<1x9x9x4xf32>, %b: tensor<3x3x4x10xf32>) -> tensor<1x4x4x10xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x4x10xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x4x10xf32>) -> tensor<1x4x4x10xf32>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x9x9x4xf32>, tensor<3x3x4x10xf32>) outs(%i : tensor<1x4x4x10xf32>) -> tensor<1x4x4x10xf32>
  return %r : tensor<1x4x4x10xf32>
}

func.func @conv_nhwc_memref(%a: memref<1x6x7x3xf32>, %b: memref<3x3x3x9xf32>, %c: memref<1x4x5x9xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<1x4x5x9xf32>)
  linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : memref<1x6x7x3xf32>, memref<3x3x3x9xf32>) outs(%c : memref<1x4x5x9xf32>)
  return
}

func.func @conv_nhwc_fhwc(%a: tensor<1x6x8x5xf32>, %b: tensor<7x3x3x5xf32>) -> tensor<1x4x6x7xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x6x7xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x6x7xf32>) -> tensor<1x4x6x7xf32>
  %r = linalg.conv_2d_nhwc_fhwc {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x6x8x5xf32>, tensor<7x3x3x5xf32>) outs(%i : tensor<1x4x6x7xf32>) -> tensor<1x4x6x7xf32>
  return %r : tensor<1x4x6x7xf32>
}

func.func @conv_grouped(%a: tensor<1x2x3x6x11xf32>, %b: tensor<2x4x3x3x3xf32>) -> tensor<1x2x4x4x9xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x4x4x9xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x2x4x4x9xf32>) -> tensor<1x2x4x4x9xf32>
  %r = linalg.conv_2d_ngchw_gfchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x2x3x6x11xf32>, tensor<2x4x3x3x3xf32>) outs(%i : tensor<1x2x4x4x9xf32>) -> tensor<1x2x4x4x9xf32>
  return %r : tensor<1x2x4x4x9xf32>
}

func.func @depthwise_nchw(%a: tensor<1x5x8x19xf32>, %b: tensor<5x3x3xf32>) -> tensor<1x5x6x17xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x6x17xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x5x6x17xf32>) -> tensor<1x5x6x17xf32>
  %r = linalg.depthwise_conv_2d_nchw_chw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x5x8x19xf32>, tensor<5x3x3xf32>) outs(%i : tensor<1x5x6x17xf32>) -> tensor<1x5x6x17xf32>
  return %r : tensor<1x5x6x17xf32>
}

func.func @depthwise_nchw_strided(%a: tensor<1x4x9x27xf32>, %b: tensor<4x3x3xf32>) -> tensor<1x4x4x13xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x4x13xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x4x13xf32>) -> tensor<1x4x4x13xf32>
  %r = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x4x9x27xf32>, tensor<4x3x3xf32>) outs(%i : tensor<1x4x4x13xf32>) -> tensor<1x4x4x13xf32>
  return %r : tensor<1x4x4x13xf32>
}

func.func @depthwise_nchw_dilated(%a: tensor<1x3x9x21xf32>, %b: tensor<3x3x3xf32>) -> tensor<1x3x5x17xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x5x17xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x3x5x17xf32>) -> tensor<1x3x5x17xf32>
  %r = linalg.depthwise_conv_2d_nchw_chw {strides = dense<1> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<1x3x9x21xf32>, tensor<3x3x3xf32>) outs(%i : tensor<1x3x5x17xf32>) -> tensor<1x3x5x17xf32>
  return %r : tensor<1x3x5x17xf32>
}

func.func @depthwise_nhwc(%a: tensor<1x7x8x21xf32>, %b: tensor<3x3x21xf32>) -> tensor<1x5x6x21xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x6x21xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x5x6x21xf32>) -> tensor<1x5x6x21xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x7x8x21xf32>, tensor<3x3x21xf32>) outs(%i : tensor<1x5x6x21xf32>) -> tensor<1x5x6x21xf32>
  return %r : tensor<1x5x6x21xf32>
}

func.func @depthwise_multiplier(%a: tensor<1x6x5x4xf32>, %b: tensor<3x3x4x3xf32>) -> tensor<1x4x3x4x3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x3x4x3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x3x4x3xf32>) -> tensor<1x4x3x4x3xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x6x5x4xf32>, tensor<3x3x4x3xf32>) outs(%i : tensor<1x4x3x4x3xf32>) -> tensor<1x4x3x4x3xf32>
  return %r : tensor<1x4x3x4x3xf32>
}

func.func @pool_max_nchw(%a: tensor<1x3x9x23xf32>) -> tensor<1x3x4x11xf32> {
  %z = arith.constant 0xFF800000 : f32
  %b = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x3x4x11xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x3x4x11xf32>) -> tensor<1x3x4x11xf32>
  %r = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x3x9x23xf32>, tensor<3x3xf32>) outs(%i : tensor<1x3x4x11xf32>) -> tensor<1x3x4x11xf32>
  return %r : tensor<1x3x4x11xf32>
}

func.func @pool_sum_nchw(%a: tensor<1x4x7x15xf32>) -> tensor<1x4x5x13xf32> {
  %z = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x4x5x13xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x5x13xf32>) -> tensor<1x4x5x13xf32>
  %r = linalg.pooling_nchw_sum {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x4x7x15xf32>, tensor<3x3xf32>) outs(%i : tensor<1x4x5x13xf32>) -> tensor<1x4x5x13xf32>
  return %r : tensor<1x4x5x13xf32>
}

func.func @pool_min_nhwc(%a: tensor<1x7x6x13xf32>) -> tensor<1x6x4x13xf32> {
  %z = arith.constant 0x7F800000 : f32
  %b = tensor.empty() : tensor<2x3xf32>
  %e = tensor.empty() : tensor<1x6x4x13xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x6x4x13xf32>) -> tensor<1x6x4x13xf32>
  %r = linalg.pooling_nhwc_min {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x7x6x13xf32>, tensor<2x3xf32>) outs(%i : tensor<1x6x4x13xf32>) -> tensor<1x6x4x13xf32>
  return %r : tensor<1x6x4x13xf32>
}

func.func @pool_sum_nhwc(%a: tensor<1x8x6x17xf32>) -> tensor<1x4x3x17xf32> {
  %z = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x4x3x17xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x3x17xf32>) -> tensor<1x4x3x17xf32>
  %r = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x8x6x17xf32>, tensor<2x2xf32>) outs(%i : tensor<1x4x3x17xf32>) -> tensor<1x4x3x17xf32>
  return %r : tensor<1x4x3x17xf32>
}

func.func @pool_sum_ndhwc(%a: tensor<1x13x4x7x1xf32>) -> tensor<1x9x4x7x1xf32> {
  %z = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<5x1x1xf32>
  %e = tensor.empty() : tensor<1x9x4x7x1xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x9x4x7x1xf32>) -> tensor<1x9x4x7x1xf32>
  %r = linalg.pooling_ndhwc_sum {strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a, %b : tensor<1x13x4x7x1xf32>, tensor<5x1x1xf32>) outs(%i : tensor<1x9x4x7x1xf32>) -> tensor<1x9x4x7x1xf32>
  return %r : tensor<1x9x4x7x1xf32>
}

func.func @elementwise(%a: tensor<19x45xf32>, %b: tensor<45xf32>, %c: tensor<19x1xf32>) -> tensor<19x45xf32> {
  %e = tensor.empty() : tensor<19x45xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, 0)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b, %c : tensor<19x45xf32>, tensor<45xf32>, tensor<19x1xf32>) outs(%e : tensor<19x45xf32>) {
  ^bb0(%x: f32, %y: f32, %v: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.mulf %0, %v : f32
    linalg.yield %1 : f32
  } -> tensor<19x45xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<19x45xf32>) outs(%e : tensor<19x45xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = math.tanh %x : f32
    %1 = arith.maximumf %0, %x : f32
    linalg.yield %1 : f32
  } -> tensor<19x45xf32>
  return %r : tensor<19x45xf32>
}

func.func @elementwise_memref(%a: memref<17x29xf32>, %b: memref<17x29xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%a : memref<17x29xf32>) outs(%b : memref<17x29xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.mulf %x, %o : f32
    %1 = arith.addf %0, %x : f32
    linalg.yield %1 : f32
  }
  return
}

func.func @reduce_inner(%a: tensor<5x7x43xf32>) -> tensor<5x7xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a : tensor<5x7x43xf32>) outs(%i : tensor<5x7xf32>) {
  ^bb0(%x: f32, %s: f32):
    %y = arith.addf %s, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

func.func @reduce_middle(%a: tensor<5x7x43xf32>) -> tensor<5x43xf32> {
  %z = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x43xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<5x43xf32>) -> tensor<5x43xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, c)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%a : tensor<5x7x43xf32>) outs(%i : tensor<5x43xf32>) {
  ^bb0(%x: f32, %s: f32):
    %y = arith.maximumf %s, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x43xf32>
  return %r : tensor<5x43xf32>
}

func.func @reduce_outer(%a: tensor<5x7x43xf32>) -> tensor<43xf32> {
  %z = arith.constant 0x7F800000 : f32
  %e = tensor.empty() : tensor<43xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<43xf32>) -> tensor<43xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (c)>], iterator_types = ["reduction", "reduction", "parallel"]} ins(%a : tensor<5x7x43xf32>) outs(%i : tensor<43xf32>) {
  ^bb0(%x: f32, %s: f32):
    %y = arith.minimumf %s, %x : f32
    linalg.yield %y : f32
  } -> tensor<43xf32>
  return %r : tensor<43xf32>
}

func.func @reduce_all(%a: tensor<5x7x43xf32>) -> tensor<f32> {
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]} ins(%a : tensor<5x7x43xf32>) outs(%i : tensor<f32>) {
  ^bb0(%x: f32, %s: f32):
    %y = arith.mulf %s, %x : f32
    linalg.yield %y : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

func.func @transpose(%a: tensor<5x19x23xf32>) -> tensor<23x5x19xf32> {
  %e = tensor.empty() : tensor<23x5x19xf32>
  %r = linalg.transpose ins(%a : tensor<5x19x23xf32>) outs(%e : tensor<23x5x19xf32>) permutation = [2, 0, 1]
  return %r : tensor<23x5x19xf32>
}

func.func @transpose_memref(%a: memref<31x37xf32>, %b: memref<37x31xf32>) {
  linalg.transpose ins(%a : memref<31x37xf32>) outs(%b : memref<37x31xf32>) permutation = [1, 0]
  return
}

func.func @copy_memref(%a: memref<11x29xf32, strided<[31, 1], offset: 1>>, %b: memref<11x29xf32>) {
  linalg.copy ins(%a : memref<11x29xf32, strided<[31, 1], offset: 1>>) outs(%b : memref<11x29xf32>)
  return
}

func.func @broadcast(%a: tensor<13xf32>) -> tensor<3x13x17xf32> {
  %e = tensor.empty() : tensor<3x13x17xf32>
  %r = linalg.broadcast ins(%a : tensor<13xf32>) outs(%e : tensor<3x13x17xf32>) dimensions = [0, 2]
  return %r : tensor<3x13x17xf32>
}

func.func @pad(%a: tensor<7x29xf32>) -> tensor<10x33xf32> {
  %z = arith.constant 0.0 : f32
  %r = tensor.pad %a low[1, 3] high[2, 1] {
  ^bb0(%x: index, %y: index):
    tensor.yield %z : f32
  } : tensor<7x29xf32> to tensor<10x33xf32>
  return %r : tensor<10x33xf32>
}

func.func @fill() -> tensor<13x21xf32> {
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<13x21xf32>
  %r = linalg.fill ins(%z : f32) outs(%e : tensor<13x21xf32>) -> tensor<13x21xf32>
  return %r : tensor<13x21xf32>
}

func.func @fill_memref(%a: memref<9x33xf32>) {
  %z = arith.constant 1.0 : f32
  linalg.fill ins(%z : f32) outs(%a : memref<9x33xf32>)
  return
}

func.func @conv_nchw_padded(%a: tensor<1x3x7x13xf32>, %b: tensor<5x3x3x3xf32>, %v: tensor<5xf32>) -> tensor<1x5x7x13xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    tensor.yield %z : f32
  } : tensor<1x3x7x13xf32> to tensor<1x3x9x15xf32>
  %e = tensor.empty() : tensor<1x5x7x13xf32>
  %i = linalg.broadcast ins(%v : tensor<5xf32>) outs(%e : tensor<1x5x7x13xf32>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %b : tensor<1x3x9x15xf32>, tensor<5x3x3x3xf32>) outs(%i : tensor<1x5x7x13xf32>) -> tensor<1x5x7x13xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r : tensor<1x5x7x13xf32>) outs(%e : tensor<1x5x7x13xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.maximumf %x, %z : f32
    linalg.yield %0 : f32
  } -> tensor<1x5x7x13xf32>
  return %q : tensor<1x5x7x13xf32>
}

func.func @conv_nchw_padded_strided(%a: tensor<1x2x11x17xf32>, %b: tensor<4x2x3x3xf32>) -> tensor<1x4x6x9xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    tensor.yield %z : f32
  } : tensor<1x2x11x17xf32> to tensor<1x2x13x19xf32>
  %e = tensor.empty() : tensor<1x4x6x9xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x6x9xf32>) -> tensor<1x4x6x9xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %b : tensor<1x2x13x19xf32>, tensor<4x2x3x3xf32>) outs(%i : tensor<1x4x6x9xf32>) -> tensor<1x4x6x9xf32>
  return %r : tensor<1x4x6x9xf32>
}

func.func @conv_nchw_padded_wide(%a: tensor<1x2x9x18xf32>, %b: tensor<3x2x5x5xf32>) -> tensor<1x3x9x18xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    tensor.yield %z : f32
  } : tensor<1x2x9x18xf32> to tensor<1x2x13x22xf32>
  %e = tensor.empty() : tensor<1x3x9x18xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x3x9x18xf32>) -> tensor<1x3x9x18xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %b : tensor<1x2x13x22xf32>, tensor<3x2x5x5xf32>) outs(%i : tensor<1x3x9x18xf32>) -> tensor<1x3x9x18xf32>
  return %r : tensor<1x3x9x18xf32>
}

func.func @conv_nhwc_padded(%a: tensor<1x6x7x3xf32>, %b: tensor<3x3x3x11xf32>, %v: tensor<11xf32>) -> tensor<1x6x7x11xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    tensor.yield %z : f32
  } : tensor<1x6x7x3xf32> to tensor<1x8x9x3xf32>
  %e = tensor.empty() : tensor<1x6x7x11xf32>
  %i = linalg.broadcast ins(%v : tensor<11xf32>) outs(%e : tensor<1x6x7x11xf32>) dimensions = [0, 1, 2]
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %b : tensor<1x8x9x3xf32>, tensor<3x3x3x11xf32>) outs(%i : tensor<1x6x7x11xf32>) -> tensor<1x6x7x11xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r : tensor<1x6x7x11xf32>) outs(%e : tensor<1x6x7x11xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.maximumf %x, %z : f32
    linalg.yield %0 : f32
  } -> tensor<1x6x7x11xf32>
  return %q : tensor<1x6x7x11xf32>
}

func.func @depthwise_nchw_padded(%a: tensor<1x4x7x19xf32>, %b: tensor<4x3x3xf32>) -> tensor<1x4x7x19xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    tensor.yield %z : f32
  } : tensor<1x4x7x19xf32> to tensor<1x4x9x21xf32>
  %e = tensor.empty() : tensor<1x4x7x19xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x7x19xf32>) -> tensor<1x4x7x19xf32>
  %r = linalg.depthwise_conv_2d_nchw_chw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %b : tensor<1x4x9x21xf32>, tensor<4x3x3xf32>) outs(%i : tensor<1x4x7x19xf32>) -> tensor<1x4x7x19xf32>
  return %r : tensor<1x4x7x19xf32>
}

func.func @depthwise_nhwc_padded(%a: tensor<1x7x6x13xf32>, %b: tensor<3x3x13xf32>) -> tensor<1x7x6x13xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    tensor.yield %z : f32
  } : tensor<1x7x6x13xf32> to tensor<1x9x8x13xf32>
  %e = tensor.empty() : tensor<1x7x6x13xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x7x6x13xf32>) -> tensor<1x7x6x13xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %b : tensor<1x9x8x13xf32>, tensor<3x3x13xf32>) outs(%i : tensor<1x7x6x13xf32>) -> tensor<1x7x6x13xf32>
  return %r : tensor<1x7x6x13xf32>
}

func.func @pool_max_padded(%a: tensor<1x3x9x17xf32>) -> tensor<1x3x5x9xf32> {
  %z = arith.constant 0xFF800000 : f32
  %p = tensor.pad %a low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    tensor.yield %z : f32
  } : tensor<1x3x9x17xf32> to tensor<1x3x11x19xf32>
  %e = tensor.empty() : tensor<1x3x5x9xf32>
  %b = tensor.empty() : tensor<3x3xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x3x5x9xf32>) -> tensor<1x3x5x9xf32>
  %r = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%p, %b : tensor<1x3x11x19xf32>, tensor<3x3xf32>) outs(%i : tensor<1x3x5x9xf32>) -> tensor<1x3x5x9xf32>
  return %r : tensor<1x3x5x9xf32>
}

func.func @depthwise_column(%a: tensor<1x5x29x1xf32>, %b: tensor<5x9x1xf32>) -> tensor<1x5x21x1xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x21x1xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x5x21x1xf32>) -> tensor<1x5x21x1xf32>
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%a, %b : tensor<1x5x29x1xf32>, tensor<5x9x1xf32>) outs(%i : tensor<1x5x21x1xf32>) -> tensor<1x5x21x1xf32>
  return %r : tensor<1x5x21x1xf32>
}

func.func @depthwise_column_transposed(%a: tensor<1x23x6xf32>, %b: tensor<6x7x1xf32>) -> tensor<1x6x23x1xf32> {
  %z = arith.constant 0.0 : f32
  %t0 = tensor.empty() : tensor<1x6x23xf32>
  %t = linalg.transpose ins(%a : tensor<1x23x6xf32>) outs(%t0 : tensor<1x6x23xf32>) permutation = [0, 2, 1]
  %x = tensor.expand_shape %t [[0], [1], [2, 3]] output_shape [1, 6, 23, 1] : tensor<1x6x23xf32> into tensor<1x6x23x1xf32>
  %p = tensor.pad %x low[0, 0, 3, 0] high[0, 0, 3, 0] {
  ^bb0(%j: index, %k: index, %l: index, %m: index):
    tensor.yield %z : f32
  } : tensor<1x6x23x1xf32> to tensor<1x6x29x1xf32>
  %e = tensor.empty() : tensor<1x6x23x1xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x6x23x1xf32>) -> tensor<1x6x23x1xf32>
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%p, %b : tensor<1x6x29x1xf32>, tensor<6x7x1xf32>) outs(%i : tensor<1x6x23x1xf32>) -> tensor<1x6x23x1xf32>
  return %r : tensor<1x6x23x1xf32>
}

func.func @window_transposed(%a: tensor<19x3x11xf32>, %b: tensor<3x5xf32>) -> tensor<11x17xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[2, 0, 0] high[4, 0, 0] {
  ^bb0(%j: index, %k: index, %l: index):
    tensor.yield %z : f32
  } : tensor<19x3x11xf32> to tensor<25x3x11xf32>
  %e = tensor.empty() : tensor<11x17xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<11x17xf32>) -> tensor<11x17xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(w, c, n, q) -> (w + 2 * q, c, n)>, affine_map<(w, c, n, q) -> (c, q)>,
                                        affine_map<(w, c, n, q) -> (n, w)>],
                       iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
    ins(%p, %b : tensor<25x3x11xf32>, tensor<3x5xf32>) outs(%i : tensor<11x17xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<11x17xf32>
  %q = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%r : tensor<11x17xf32>) outs(%e : tensor<11x17xf32>) -> tensor<11x17xf32>
  return %q : tensor<11x17xf32>
}

func.func @matmul_dequantized(%a: tensor<13x17xf32>, %b: tensor<17x29xi8>) -> tensor<13x29xf32> {
  %z = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<17x29xf32>
  %f = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<17x29xi8>) outs(%d : tensor<17x29xf32>) {
  ^bb0(%x: i8, %u: f32):
    %0 = arith.sitofp %x : i8 to f32
    linalg.yield %0 : f32
  } -> tensor<17x29xf32>
  %e = tensor.empty() : tensor<13x29xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<13x29xf32>) -> tensor<13x29xf32>
  %r = linalg.matmul ins(%a, %f : tensor<13x17xf32>, tensor<17x29xf32>) outs(%i : tensor<13x29xf32>) -> tensor<13x29xf32>
  return %r : tensor<13x29xf32>
}

func.func @matmul_bias_relu(%a: tensor<13x17xf32>, %b: tensor<17x29xf32>, %v: tensor<29xf32>) -> tensor<13x29xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x29xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<13x29xf32>) -> tensor<13x29xf32>
  %s = linalg.matmul ins(%a, %b : tensor<13x17xf32>, tensor<17x29xf32>) outs(%i : tensor<13x29xf32>) -> tensor<13x29xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%s, %v : tensor<13x29xf32>, tensor<29xf32>) outs(%e : tensor<13x29xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.maximumf %0, %z : f32
    linalg.yield %1 : f32
  } -> tensor<13x29xf32>
  return %r : tensor<13x29xf32>
}

func.func @two_reductions(%a: tensor<11x43xf32>) -> (tensor<11xf32>, tensor<11xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<11xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<11xf32>) -> tensor<11xf32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<11x43xf32>) outs(%i, %i : tensor<11xf32>, tensor<11xf32>) {
  ^bb0(%x: f32, %s: f32, %t: f32):
    %0 = arith.addf %x, %s : f32
    %1 = arith.mulf %x, %x : f32
    %2 = arith.addf %1, %t : f32
    linalg.yield %0, %2 : f32, f32
  } -> (tensor<11xf32>, tensor<11xf32>)
  return %r#0, %r#1 : tensor<11xf32>, tensor<11xf32>
}

// Operands made from several inputs, one in two steps; a residual and a ReLU behind.
func.func @matmul_between(%a: tensor<13x17xf32>, %b: tensor<17x29xf32>, %u: tensor<13xf32>, %v: tensor<29xf32>, %d: tensor<13x29xf32>) -> tensor<13x29xf32> {
  %z = arith.constant 0.0 : f32
  %ea = tensor.empty() : tensor<13x17xf32>
  %eb = tensor.empty() : tensor<17x29xf32>
  %e = tensor.empty() : tensor<13x29xf32>
  %a1 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%a, %u : tensor<13x17xf32>, tensor<13xf32>) outs(%ea : tensor<13x17xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<13x17xf32>
  %a2 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%a1 : tensor<13x17xf32>) outs(%ea : tensor<13x17xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.maximumf %x, %z : f32
    linalg.yield %0 : f32
  } -> tensor<13x17xf32>
  %b1 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%v, %b : tensor<29xf32>, tensor<17x29xf32>) outs(%eb : tensor<17x29xf32>) {
  ^bb0(%y: f32, %x: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<17x29xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<13x29xf32>) -> tensor<13x29xf32>
  %s = linalg.matmul ins(%a2, %b1 : tensor<13x17xf32>, tensor<17x29xf32>) outs(%i : tensor<13x29xf32>) -> tensor<13x29xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%s, %d : tensor<13x29xf32>, tensor<13x29xf32>) outs(%e : tensor<13x29xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.maximumf %0, %z : f32
    linalg.yield %1 : f32
  } -> tensor<13x29xf32>
  return %r : tensor<13x29xf32>
}

func.func @reduce_root(%a: tensor<5x7x43xf32>) -> tensor<5x43xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x43xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<5x43xf32>) -> tensor<5x43xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, c)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%a : tensor<5x7x43xf32>) outs(%i : tensor<5x43xf32>) {
  ^bb0(%x: f32, %t: f32):
    %0 = arith.addf %x, %t : f32
    linalg.yield %0 : f32
  } -> tensor<5x43xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<5x43xf32>) outs(%e : tensor<5x43xf32>) {
  ^bb0(%x: f32, %u: f32):
    %0 = math.sqrt %x : f32
    linalg.yield %0 : f32
  } -> tensor<5x43xf32>
  return %r : tensor<5x43xf32>
}

// Nests of affine loops, which are raised first.
func.func @affine_contraction(%a: memref<37x29xf32>, %b: memref<29x41xf32>, %c: memref<37x41xf32>) {
  affine.for %i = 0 to 37 {
    affine.for %k = 0 to 29 {
      affine.for %j = 0 to 41 {
        %0 = affine.load %a[%i, %k] : memref<37x29xf32>
        %1 = affine.load %b[%k, %j] : memref<29x41xf32>
        %2 = affine.load %c[%i, %j] : memref<37x41xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<37x41xf32>
      }
    }
  }
  return
}

func.func @affine_convolution(%in: memref<8x20x41xf32>, %w: memref<8x8x3x3xf32>, %out: memref<8x18x20xf32>) {
  affine.for %o = 0 to 8 {
    affine.for %y = 0 to 18 {
      affine.for %x = 0 to 20 {
        affine.for %c = 0 to 8 {
          affine.for %p = 0 to 3 {
            affine.for %q = 0 to 3 {
              %0 = affine.load %in[%c, %y + %p, %x * 2 + %q] : memref<8x20x41xf32>
              %1 = affine.load %w[%o, %c, %p, %q] : memref<8x8x3x3xf32>
              %2 = affine.load %out[%o, %y, %x] : memref<8x18x20xf32>
              %3 = arith.mulf %0, %1 : f32
              %4 = arith.addf %2, %3 : f32
              affine.store %4, %out[%o, %y, %x] : memref<8x18x20xf32>
            }
          }
        }
      }
    }
  }
  return
}

func.func @affine_stencil(%a: memref<34x70xf64>, %b: memref<34x70xf64>) {
  affine.for %i = 1 to 33 {
    affine.for %j = 1 to 69 {
      %0 = affine.load %a[%i - 1, %j] : memref<34x70xf64>
      %1 = affine.load %a[%i + 1, %j] : memref<34x70xf64>
      %2 = affine.load %a[%i, %j - 1] : memref<34x70xf64>
      %3 = affine.load %a[%i, %j + 1] : memref<34x70xf64>
      %4 = arith.addf %0, %1 : f64
      %5 = arith.addf %2, %3 : f64
      %6 = arith.addf %4, %5 : f64
      affine.store %6, %b[%i, %j] : memref<34x70xf64>
    }
  }
  return
}

func.func @affine_transposed_sum(%a: memref<45x64xf32>, %x: memref<45xf32>, %y: memref<64xf32>) {
  affine.for %i = 0 to 45 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<45x64xf32>
      %1 = affine.load %x[%i] : memref<45xf32>
      %2 = affine.load %y[%j] : memref<64xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.subf %2, %3 : f32
      affine.store %4, %y[%j] : memref<64xf32>
    }
  }
  return
}

func.func @affine_transposed_contraction(%a: memref<29x38xf32>, %b: memref<41x29xf32>, %c: memref<38x41xf32>) {
  affine.for %i = 0 to 38 {
    affine.for %j = 0 to 41 {
      affine.for %k = 0 to 29 {
        %0 = affine.load %a[%k, %i] : memref<29x38xf32>
        %1 = affine.load %b[%j, %k] : memref<41x29xf32>
        %2 = affine.load %c[%i, %j] : memref<38x41xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<38x41xf32>
      }
    }
  }
  return
}

func.func @affine_transpose(%a: memref<37x66xf32>, %b: memref<66x37xf32>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 66 {
      %0 = affine.load %a[%i, %j] : memref<37x66xf32>
      affine.store %0, %b[%j, %i] : memref<66x37xf32>
    }
  }
  return
}

func.func @affine_sum(%a: memref<35x70xf64>, %s: memref<35xf64>) {
  affine.for %i = 0 to 35 {
    %start = affine.load %s[%i] : memref<35xf64>
    %sum = affine.for %j = 0 to 70 iter_args(%part = %start) -> f64 {
      %0 = affine.load %a[%i, %j] : memref<35x70xf64>
      %1 = arith.addf %part, %0 : f64
      affine.yield %1 : f64
    }
    affine.store %sum, %s[%i] : memref<35xf64>
  }
  return
}
