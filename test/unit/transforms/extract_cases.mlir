// Cases of test_extract.c; see there for the attributes.
#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#id4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
#scalar2 = affine_map<(d0, d1) -> ()>
#swap = affine_map<(d0, d1) -> (d1, d0)>

func.func @matmul(%a: tensor<7x5xf32>, %b: tensor<5x9xf32>) -> tensor<7x9xf32>
    attributes {expect = "p7 p9 r5 | f32[7,5](i0,i2)@0 f32[5,9](i2,i1)@0 f32[7,9](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split",
                fused = "init epilogue=0 ops=2"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x9xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<7x5xf32>, tensor<5x9xf32>) outs(%f : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %r : tensor<7x9xf32>
}

func.func @matmul_without_init(%a: tensor<7x5xf32>, %b: tensor<5x9xf32>) -> tensor<7x9xf32>
    attributes {limits = "producers pad epilogue=9",
                expect = "p7 p9 r5 | f32[7,9](i0,i1)@0 f32[7,5](i0,i2)@1 f32[5,9](i2,i1)@1 f32[7,9](i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x9xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<7x5xf32>, tensor<5x9xf32>) outs(%f : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %r : tensor<7x9xf32>
}

func.func @matmul_accumulates(%a: tensor<7x5xf32>, %b: tensor<5x9xf32>, %c: tensor<7x9xf32>) -> tensor<7x9xf32>
    attributes {expect = "p7 p9 r5 | f32[7,9](i0,i1)@0 f32[7,5](i0,i2)@1 f32[5,9](i2,i1)@1 f32[7,9](i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<7x5xf32>, tensor<5x9xf32>) outs(%c : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %r : tensor<7x9xf32>
}

func.func @matmul_mixed_types(%a: tensor<7x5xi8>, %b: tensor<5x9xi8>) -> tensor<7x9xi32>
    attributes {expect = "p7 p9 r5 | i8[7,5](i0,i2)@0 i8[5,9](i2,i1)@0 i32[7,9](i0,i1)@0!out | body*:i32(fma=1,cast=2) | add i32 x1 split of 0s*1s",
                fused = "init epilogue=0 ops=2"} {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<7x9xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<7x9xi32>) -> tensor<7x9xi32>
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<7x5xi8>, tensor<5x9xi8>) outs(%f : tensor<7x9xi32>) -> tensor<7x9xi32>
  return %r : tensor<7x9xi32>
}

func.func @matmul_narrowed(%a: tensor<7x5xbf16>, %b: tensor<5x9xbf16>) -> tensor<7x9xbf16>
    attributes {expect = "p7 p9 r5 | bf16[7,5](i0,i2)@0 bf16[5,9](i2,i1)@0 bf16[7,9](i0,i1)@1!out | body*:f32(fma=1,cast=2) epilogue:bf16(cast=1) | add f32 x1 of 0f*1f",
                fused = "init epilogue=1 ops=3"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x9xf32>
  %n = tensor.empty() : tensor<7x9xbf16>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<7x5xbf16>, tensor<5x9xbf16>) outs(%f : tensor<7x9xf32>) -> tensor<7x9xf32>
  %t = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<7x9xf32>) outs(%n : tensor<7x9xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %y = arith.truncf %x : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<7x9xbf16>
  return %t : tensor<7x9xbf16>
}

// The transpose is an access map, also of an operand that others read.
func.func @batch_matmul_transposed(%a: tensor<3x7x5xf32>, %b: tensor<3x9x5xf32>, %e: tensor<3x7x9xf32>, %te: tensor<3x5x9xf32>) -> (tensor<3x7x9xf32>, tensor<3x5x9xf32>)
    attributes {expect = "p3 p7 p9 r5 | f32[3,7,9](i0,i1,i2)@0 f32[3,7,5](i0,i1,i3)@1 f32[3,9,5](i0,i2,i3)@1 f32[3,7,9](i0,i1,i2)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=2"} {
  %t = linalg.transpose ins(%b : tensor<3x9x5xf32>) outs(%te : tensor<3x5x9xf32>) permutation = [0, 2, 1]
  %r = linalg.batch_matmul {anchor} ins(%a, %t : tensor<3x7x5xf32>, tensor<3x5x9xf32>) outs(%e : tensor<3x7x9xf32>) -> tensor<3x7x9xf32>
  return %r, %t : tensor<3x7x9xf32>, tensor<3x5x9xf32>
}

// Batch and rows are one iterator: the right operand has neither.
func.func @collapsed_batch(%a: tensor<3x7x5xf32>, %b: tensor<5x9xf32>, %e: tensor<3x7x9xf32>) -> tensor<3x7x9xf32>
    attributes {expect = "p21 p9 r5 | f32[21,9](i0,i1)@0 f32[21,5](i0,i2)@1 f32[5,9](i2,i1)@1 f32[21,9](i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.generic {anchor, indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<3x7x5xf32>, tensor<5x9xf32>) outs(%e : tensor<3x7x9xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<3x7x9xf32>
  return %r : tensor<3x7x9xf32>
}

func.func @conv_with_bias_pad_relu(%x: tensor<1x3x10x10xf32>, %w: tensor<8x3x3x3xf32>, %bias: tensor<8xf32>) -> tensor<1x8x5x5xf32>
    attributes {expect = "p8 p5 p5 r3 r3 r3 | f32[8](i0)@0 f32[1,3,10,10](0,i3,2*i1+i4-1,2*i2+i5-1)@1!pad!neutral f32[8,3,3,3](i0,i3,i4,i5)@1 f32[1,8,5,5](0,i0,i1,i2)@2!out | init:f32() body*:f32(fma=1) epilogue:f32(compare=2) | add f32 x1 conv split",
                fused = "init pad epilogue=1 ops=4"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x5x5xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x3x10x10xf32> to tensor<1x3x12x12xf32>
  %b = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e : tensor<1x8x5x5xf32>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {anchor, strides = dense<2> : tensor<2xi64>} ins(%p, %w : tensor<1x3x12x12xf32>, tensor<8x3x3x3xf32>) outs(%b : tensor<1x8x5x5xf32>) -> tensor<1x8x5x5xf32>
  %relu = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r : tensor<1x8x5x5xf32>) outs(%e : tensor<1x8x5x5xf32>) {
  ^bb0(%in: f32, %o: f32):
    %c = arith.cmpf ugt, %in, %zero : f32
    %s = arith.select %c, %in, %zero : f32
    linalg.yield %s : f32
  } -> tensor<1x8x5x5xf32>
  return %relu : tensor<1x8x5x5xf32>
}

func.func @conv_alone(%x: tensor<1x3x10x10xf32>, %w: tensor<8x3x3x3xf32>, %e: tensor<1x8x10x10xf32>) -> tensor<1x8x10x10xf32>
    attributes {limits = "",
                expect = "p8 p10 p10 r3 r3 r3 | f32[1,8,10,10](0,i0,i1,i2)@0 f32[1,3,12,12](0,i3,i1+i4,i2+i5)@1 f32[8,3,3,3](i0,i3,i4,i5)@1 f32[1,8,10,10](0,i0,i1,i2)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 conv dest split",
                fused = "epilogue=0 ops=1"} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x3x10x10xf32> to tensor<1x3x12x12xf32>
  %r = linalg.conv_2d_nchw_fchw {anchor} ins(%p, %w : tensor<1x3x12x12xf32>, tensor<8x3x3x3xf32>) outs(%e : tensor<1x8x10x10xf32>) -> tensor<1x8x10x10xf32>
  return %r : tensor<1x8x10x10xf32>
}

// Kernel and stride of 1 leave a contraction whose pixels are one iterator.
func.func @conv_1x1_nhwc(%x: tensor<2x6x6x4xf32>, %w: tensor<1x1x4x8xf32>, %e: tensor<2x6x6x8xf32>) -> tensor<2x6x6x8xf32>
    attributes {expect = "p72 p8 r4 | f32[72,8](i0,i1)@0 f32[72,4](i0,i2)@1 f32[1,1,4,8](0,0,i2,i1)@1 f32[72,8](i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.conv_2d_nhwc_hwcf {anchor} ins(%x, %w : tensor<2x6x6x4xf32>, tensor<1x1x4x8xf32>) outs(%e : tensor<2x6x6x8xf32>) -> tensor<2x6x6x8xf32>
  return %r : tensor<2x6x6x8xf32>
}

// The pad does not reach what a strided convolution reads.
func.func @pad_never_read(%x: tensor<1x2x5x5xf32>, %w: tensor<4x2x1x1xf32>, %e: tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32>
    attributes {expect = "p4 p3 p3 r2 | f32[1,4,3,3](0,i0,i1,i2)@0 f32[1,2,5,5](0,i3,2*i1,2*i2)@1 f32[4,2,1,1](i0,i3,0,0)@1 f32[1,4,3,3](0,i0,i1,i2)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=2"} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 0, 0] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x2x5x5xf32> to tensor<1x2x6x6xf32>
  %r = linalg.conv_2d_nchw_fchw {anchor, strides = dense<2> : tensor<2xi64>} ins(%p, %w : tensor<1x2x6x6xf32>, tensor<4x2x1x1xf32>) outs(%e : tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32>
  return %r : tensor<1x4x3x3xf32>
}

func.func @grouped_conv(%x: tensor<1x6x5x5xf32>, %w: tensor<8x3x3x3xf32>, %bias: tensor<8xf32>) -> tensor<1x8x5x5xf32>
    attributes {expect = "p2 p4 p5 p5 r3 r3 r3 | f32[8](4*i0+i1)@0 f32[1,6,5,5](0,3*i0+i4,i2+i5-1,i3+i6-1)@1!pad!neutral f32[2,4,3,3,3](i0,i1,i4,i5,i6)@1 f32[1,8,5,5](0,4*i0+i1,i2,i3)@2!out | init:f32() body*:f32(fma=1) epilogue:f32(add=1) | add f32 x1 conv split",
                fused = "init pad epilogue=1 ops=7"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x5x5xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x6x5x5xf32> to tensor<1x6x7x7xf32>
  %b = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e : tensor<1x8x5x5xf32>) dimensions = [0, 2, 3]
  %xg = tensor.expand_shape %p [[0], [1, 2], [3], [4]] output_shape [1, 2, 3, 7, 7] : tensor<1x6x7x7xf32> into tensor<1x2x3x7x7xf32>
  %wg = tensor.expand_shape %w [[0, 1], [2], [3], [4]] output_shape [2, 4, 3, 3, 3] : tensor<8x3x3x3xf32> into tensor<2x4x3x3x3xf32>
  %bg = tensor.expand_shape %b [[0], [1, 2], [3], [4]] output_shape [1, 2, 4, 5, 5] : tensor<1x8x5x5xf32> into tensor<1x2x4x5x5xf32>
  %r = linalg.conv_2d_ngchw_gfchw {anchor} ins(%xg, %wg : tensor<1x2x3x7x7xf32>, tensor<2x4x3x3x3xf32>) outs(%bg : tensor<1x2x4x5x5xf32>) -> tensor<1x2x4x5x5xf32>
  %c = tensor.collapse_shape %r [[0], [1, 2], [3], [4]] : tensor<1x2x4x5x5xf32> into tensor<1x8x5x5xf32>
  %n = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%c : tensor<1x8x5x5xf32>) outs(%e : tensor<1x8x5x5xf32>) -> tensor<1x8x5x5xf32>
  return %n : tensor<1x8x5x5xf32>
}

func.func @max_pool(%x: tensor<1x4x6x6xf32>) -> tensor<1x4x3x3xf32>
    attributes {expect = "p4 p3 p3 r3 r3 | f32[1,4,6,6](0,i0,2*i1+i3-1,2*i2+i4-1)@0!pad!neutral f32[1,4,3,3](0,i0,i1,i2)@0!out | body*:f32(compare=1) | max f32 x1 conv split",
                fused = "init pad epilogue=0 ops=3"} {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x4x3x3xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %low : f32
  } : tensor<1x4x6x6xf32> to tensor<1x4x7x7xf32>
  %r = linalg.pooling_nchw_max {anchor, strides = dense<2> : tensor<2xi64>} ins(%p, %window : tensor<1x4x7x7xf32>, tensor<3x3xf32>) outs(%f : tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32>
  return %r : tensor<1x4x3x3xf32>
}

// Between the dimensions of two iterators lie one that the window moves along and one of which only
// the pad is read: they stay apart.
func.func @pad_between(%x: tensor<2x1x1x8xf32>, %e: tensor<2x1x1x8xf32>) -> tensor<2x1x1x8xf32>
    attributes {expect = "p2 p8 r7 | f32[2,1,1,8](i0,0,0,i1)@0 f32[2,1,1,8](i0,2*i2-6,-1,i1)@1!pad f32[2,1,1,8](i0,0,0,i1)@1!out | init:f32() body*:f32(compare=1) | max f32 x1 dest split",
                fused = "pad epilogue=0 ops=2"} {
  %zero = arith.constant 0.0 : f32
  %taps = tensor.empty() : tensor<7x1xf32>
  %p = tensor.pad %x low[0, 6, 1, 0] high[0, 7, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<2x1x1x8xf32> to tensor<2x14x2x8xf32>
  %r = linalg.pooling_nhwc_max {anchor, strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<[2, 2]> : tensor<2xi64>} ins(%p, %taps : tensor<2x14x2x8xf32>, tensor<7x1xf32>) outs(%e : tensor<2x1x1x8xf32>) -> tensor<2x1x1x8xf32>
  return %r : tensor<2x1x1x8xf32>
}

// The maximum of NaN and 0 is NaN: what is padded cannot be left out.
func.func @pad_of_nan(%x: tensor<6xf32>) -> tensor<6xf32>
    attributes {expect = "p6 r3 | f32[6](i0+i1-1)@0!pad f32[6](i0)@0!out | body*:f32(add=1,compare=1) | add f32 x1 conv split",
                fused = "init pad epilogue=0 ops=3"} {
  %nan = arith.constant 0x7FC00000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %window = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %nan : f32
  } : tensor<6xf32> to tensor<8xf32>
  %r = linalg.generic {anchor, indexing_maps = [affine_map<(a, b) -> (a + b)>, affine_map<(a, b) -> (b)>, #row], iterator_types = ["parallel", "reduction"]} ins(%p, %window : tensor<8xf32>, tensor<3xf32>) outs(%f : tensor<6xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %m = arith.maximumf %v, %zero : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// 100 + 100 is -56 in eight bits.
func.func @pad_wraps(%x: tensor<6xi8>) -> tensor<6xi8>
    attributes {expect = "p6 r3 | i8[6](i0+i1-1)@0!pad i8[6](i0)@0!out | body*:i8(add=1,compare=1) | min i8 x1 conv split",
                fused = "init pad epilogue=0 ops=3"} {
  %hundred = arith.constant 100 : i8
  %most = arith.constant 127 : i8
  %e = tensor.empty() : tensor<6xi8>
  %window = tensor.empty() : tensor<3xi8>
  %f = linalg.fill ins(%most : i8) outs(%e : tensor<6xi8>) -> tensor<6xi8>
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %hundred : i8
  } : tensor<6xi8> to tensor<8xi8>
  %r = linalg.generic {anchor, indexing_maps = [affine_map<(a, b) -> (a + b)>, affine_map<(a, b) -> (b)>, #row], iterator_types = ["parallel", "reduction"]} ins(%p, %window : tensor<8xi8>, tensor<3xi8>) outs(%f : tensor<6xi8>) {
  ^bb0(%v: i8, %w: i8, %o: i8):
    %m = arith.addi %v, %hundred : i8
    %s = arith.minsi %m, %o : i8
    linalg.yield %s : i8
  } -> tensor<6xi8>
  return %r : tensor<6xi8>
}

// max with an argmax that nobody reads: one accumulator, and linalg.index does not matter.
func.func @dead_argmax(%x: tensor<4x16xf32>) -> tensor<4xf32>
    attributes {expect = "p4 r16 | f32[4,16](i0,i1)@0 f32[4](i0)@0!out | body*:f32(compare=1) | max f32 x1 split",
                fused = "init epilogue=0 ops=2"} {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {anchor, indexing_maps = [#id2, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x16xf32>) outs(%f, %fi : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in: f32, %out: f32, %at: i64):
    %i = linalg.index 1 : index
    %c = arith.index_cast %i : index to i64
    %m = arith.maximumf %in, %out : f32
    %g = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %g, %c, %at : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0 : tensor<4xf32>
}

func.func @live_argmax(%x: tensor<4x16xf32>, %f: tensor<4xf32>, %fi: tensor<4xi64>) -> tensor<4xi64>
    attributes {expect = "refused: the body contains linalg.index"} {
  %r:2 = linalg.generic {anchor, indexing_maps = [#id2, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x16xf32>) outs(%f, %fi : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in: f32, %out: f32, %at: i64):
    %i = linalg.index 1 : index
    %c = arith.index_cast %i : index to i64
    %m = arith.maximumf %in, %out : f32
    %g = arith.cmpf ogt, %in, %out : f32
    %s = arith.select %g, %c, %at : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#1 : tensor<4xi64>
}

// Two live sums of one input.
func.func @two_sums(%x: tensor<4x16xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    attributes {expect = "p4 r16 | f32[4,16](i0,i1)@0 f32[4](i0)@0!out f32[4](i0)@0!out | body*:f32(add=1,fma=1) | add f32 x2 split",
                fused = "init epilogue=0 ops=2"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = linalg.generic {anchor, indexing_maps = [#id2, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x16xf32>) outs(%f, %f : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %sum: f32, %squares: f32):
    %0 = arith.addf %sum, %in : f32
    %1 = arith.mulf %in, %in : f32
    %2 = arith.addf %1, %squares : f32
    linalg.yield %0, %2 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// min as compare and select, the accumulator first.
func.func @selected_min(%x: tensor<4x16xi32>, %f: tensor<4xi32>) -> tensor<4xi32>
    attributes {expect = "p4 r16 | i32[4](i0)@0 i32[4,16](i0,i1)@1 i32[4](i0)@1!out | init:i32() body*:i32(compare=2) | min i32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.reduce ins(%x : tensor<4x16xi32>) outs(%f : tensor<4xi32>) dimensions = [1] {anchor}
    (%in: i32, %out: i32) {
      %g = arith.cmpi sgt, %out, %in : i32
      %s = arith.select %g, %in, %out : i32
      linalg.yield %s : i32
    }
  return %r : tensor<4xi32>
}

// exp(x - max) summed up, and nothing else reads it: producers of the reduction, point by point.
func.func @producers_of_sum(%x: tensor<8x32xf32>, %m: tensor<8xf32>) -> tensor<8xf32>
    attributes {expect = "p8 r32 | f32[8,32](i0,i1)@0 f32[8](i0)@0 f32[8](i0)@2!out | body:f32(add=1) body:f32(transcendental=1) body*:f32(add=1) | add f32 x1 split",
                fused = "init producers epilogue=0 ops=4"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %w = tensor.empty() : tensor<8x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %d = linalg.generic {indexing_maps = [#id2, #row, #id2], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<8x32xf32>, tensor<8xf32>) outs(%w : tensor<8x32xf32>) {
  ^bb0(%in: f32, %max: f32, %o: f32):
    %0 = arith.subf %in, %max : f32
    linalg.yield %0 : f32
  } -> tensor<8x32xf32>
  %x1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%d : tensor<8x32xf32>) outs(%w : tensor<8x32xf32>) -> tensor<8x32xf32>
  %r = linalg.generic {anchor, indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]} ins(%x1 : tensor<8x32xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// An expensive producer would be computed once per column of the result.
func.func @producer_of_matmul(%a: tensor<7x5xf32>, %b: tensor<5x9xf32>, %w: tensor<7x5xf32>, %e: tensor<7x9xf32>) -> tensor<7x9xf32>
    attributes {expect = "p7 p9 r5 | f32[7,9](i0,i1)@0 f32[7,5](i0,i2)@1 f32[5,9](i2,i1)@1 f32[7,9](i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %x = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<7x5xf32>) outs(%w : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.matmul {anchor} ins(%x, %b : tensor<7x5xf32>, tensor<5x9xf32>) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %r : tensor<7x9xf32>
}

// GELU behind a reshape: the bias is read twice along the chain, which closes again.
func.func @matmul_gelu(%a: tensor<6x5xf32>, %b: tensor<5x8xf32>, %bias: tensor<8xf32>) -> tensor<1x6x8xf32>
    attributes {expect = "p6 p8 r5 | f32[6,5](i0,i2)@0 f32[5,8](i2,i1)@0 f32[8](i1)@1 f32[]()@4!const f32[1,6,8](0,i0,i1)@4!out | body*:f32(fma=1) epilogue:f32(add=1) epilogue:f32(transcendental=1) epilogue:f32(mul=1) epilogue:f32(mul=1) | add f32 x1 split",
                fused = "init epilogue=4 ops=7"} {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant dense<0.5> : tensor<f32>
  %e = tensor.empty() : tensor<6x8xf32>
  %e3 = tensor.empty() : tensor<1x6x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<6x5xf32>, tensor<5x8xf32>) outs(%f : tensor<6x8xf32>) -> tensor<6x8xf32>
  %x = tensor.expand_shape %r [[0, 1], [2]] output_shape [1, 6, 8] : tensor<6x8xf32> into tensor<1x6x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (0, d1, d2)>, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%bias, %x : tensor<8xf32>, tensor<1x6x8xf32>) outs(%e3 : tensor<1x6x8xf32>) {
  ^bb0(%c: f32, %in: f32, %o: f32):
    %s = arith.addf %in, %c : f32
    linalg.yield %s : f32
  } -> tensor<1x6x8xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<erf> ins(%0 : tensor<1x6x8xf32>) outs(%e3 : tensor<1x6x8xf32>) -> tensor<1x6x8xf32>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%0, %1 : tensor<1x6x8xf32>, tensor<1x6x8xf32>) outs(%e3 : tensor<1x6x8xf32>) -> tensor<1x6x8xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%half, %2 : tensor<f32>, tensor<1x6x8xf32>) outs(%e3 : tensor<1x6x8xf32>) {
  ^bb0(%h: f32, %in: f32, %o: f32):
    %s = arith.mulf %in, %h : f32
    linalg.yield %s : f32
  } -> tensor<1x6x8xf32>
  return %3 : tensor<1x6x8xf32>
}

// One op is too few for the chain to close: it ends where one result is left.
func.func @epilogue_limit(%a: tensor<6x5xf32>, %b: tensor<5x8xf32>, %e: tensor<6x8xf32>) -> tensor<6x8xf32>
    attributes {limits = "init producers pad epilogue=2",
                expect = "p6 p8 r5 | f32[6,8](i0,i1)@0 f32[6,5](i0,i2)@1 f32[5,8](i2,i1)@1 f32[6,8](i0,i1)@2!out | init:f32() body*:f32(fma=1) epilogue:f32(add=1) | add f32 x1 dest split",
                fused = "epilogue=1 ops=2"} {
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<6x5xf32>, tensor<5x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%r : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%0 : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%0, %1 : tensor<6x8xf32>, tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %2 : tensor<6x8xf32>
}

// The result is needed elsewhere as well.
func.func @result_used_twice(%a: tensor<6x5xf32>, %b: tensor<5x8xf32>, %e: tensor<6x8xf32>) -> (tensor<6x8xf32>, tensor<6x8xf32>)
    attributes {expect = "p6 p8 r5 | f32[6,8](i0,i1)@0 f32[6,5](i0,i2)@1 f32[5,8](i2,i1)@1 f32[6,8](i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<6x5xf32>, tensor<5x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%r : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %0, %r : tensor<6x8xf32>, tensor<6x8xf32>
}

// The other operand of the sum depends on the result through an op that cannot be fused.
func.func @no_cycle(%a: tensor<6x6xf32>, %b: tensor<6x6xf32>, %z: tensor<6x6xf32>, %e: tensor<6x6xf32>) -> tensor<6x6xf32>
    attributes {expect = "p6 p6 r6 | f32[6,6](i0,i1)@0 f32[6,6](i0,i2)@1 f32[6,6](i2,i1)@1 f32[6,6](i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%z : tensor<6x6xf32>) -> tensor<6x6xf32>
  %s = linalg.matmul ins(%r, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%z : tensor<6x6xf32>) -> tensor<6x6xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%r, %s : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// The transposed result is not written in the order of the anchor.
func.func @transposed_consumer(%a: tensor<6x6xf32>, %b: tensor<6x6xf32>, %z: tensor<6x6xf32>, %e: tensor<6x6xf32>) -> tensor<6x6xf32>
    attributes {expect = "p6 p6 r6 | f32[6,6](i0,i1)@0 f32[6,6](i0,i2)@1 f32[6,6](i2,i1)@1 f32[6,6](i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%z : tensor<6x6xf32>) -> tensor<6x6xf32>
  %0 = linalg.generic {indexing_maps = [#swap, #id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%r, %r : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// Other dimensions than the last may change their places.
func.func @rows_consumer(%a: tensor<3x7x5xf32>, %b: tensor<3x5x9xf32>, %z: tensor<3x7x9xf32>, %e: tensor<7x3x9xf32>) -> tensor<7x27xf32>
    attributes {expect = "p3 p7 p9 r5 | f32[3,7,9](i0,i1,i2)@0 f32[3,7,5](i0,i1,i3)@1 f32[3,5,9](i0,i3,i2)@1 f32[7,3,9](i1,i0,i2)@2!out | init:f32() body*:f32(fma=1) epilogue:f32() | add f32 x1 dest split",
                fused = "epilogue=1 ops=2"} {
  %r = linalg.batch_matmul {anchor} ins(%a, %b : tensor<3x7x5xf32>, tensor<3x5x9xf32>) outs(%z : tensor<3x7x9xf32>) -> tensor<3x7x9xf32>
  %0 = linalg.transpose ins(%r : tensor<3x7x9xf32>) outs(%e : tensor<7x3x9xf32>) permutation = [1, 0, 2]
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<7x3x9xf32> into tensor<7x27xf32>
  return %1 : tensor<7x27xf32>
}

// A broadcast consumer has more points than the anchor.
func.func @broadcast_consumer(%a: tensor<6x6xf32>, %z: tensor<6xf32>, %e: tensor<6x6xf32>) -> tensor<6x6xf32>
    attributes {expect = "p6 r6 | f32[6](i0)@0 f32[6,6](i0,i1)@1 f32[6](i0)@1!out | init:f32() body*:f32(add=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.reduce {arith.addf} ins(%a : tensor<6x6xf32>) outs(%z : tensor<6xf32>) dimensions = [1] {anchor}
  %0 = linalg.generic {indexing_maps = [#id2, #row, #id2], iterator_types = ["parallel", "parallel"]} ins(%a, %r : tensor<6x6xf32>, tensor<6xf32>) outs(%e : tensor<6x6xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.divf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// An elementwise tree: downward from the anchor, with the other branch as a producer.
func.func @elementwise_tree(%a: tensor<6x6xf32>, %b: tensor<6x6xf32>, %e: tensor<6x6xf32>) -> tensor<6x6xf32>
    attributes {expect = "p36 | f32[36](i0)@0 f32[36](i0)@1 f32[36](i0)@2!out | body*:f32(transcendental=1) epilogue:f32(transcendental=1) epilogue:f32(mul=1) | none f32 x1",
                fused = "producers epilogue=2 ops=3"} {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%a : tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%b : tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%0, %1 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %2 : tensor<6x6xf32>
}

func.func @rank_0(%a: tensor<f32>, %b: f32, %e: tensor<f32>) -> tensor<f32>
    attributes {expect = "p1 | f32[]()@0 f32[]()@0!out | body*:f32(div=1) | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  %0 = linalg.generic {anchor, indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%a, %b : tensor<f32>, f32) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.divf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @constant_operand(%a: tensor<4x6xf32>, %e: tensor<4x6xf32>) -> tensor<4x6xf32>
    attributes {expect = "p4 p6 | f32[4,6](i0,i1)@0 f32[6](i1)@0!const f32[4,6](i0,i1)@0!out | body*:f32(mul=1) | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %0 = linalg.generic {anchor, indexing_maps = [#id2, #column, #id2], iterator_types = ["parallel", "parallel"]} ins(%a, %c : tensor<4x6xf32>, tensor<6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @reads_its_out(%a: tensor<4x6xf32>, %e: tensor<4x6xf32>) -> tensor<4x6xf32>
    attributes {expect = "p24 | f32[24](i0)@0 f32[24](i0)@1 f32[24](i0)@1!out | init:f32() body*:f32(add=1) | none f32 x1 dest",
                fused = "epilogue=0 ops=1"} {
  %0 = linalg.generic {anchor, indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @pad_alone(%a: tensor<4x6xf32>) -> tensor<6x9xf32>
    attributes {expect = "p6 p9 | f32[4,6](i0-1,i1)@0!pad f32[6,9](i0,i1)@0!out | body*:f32() | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  %c = arith.constant 1.0 : f32
  %p = tensor.pad %a low[1, 0] high[1, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } {anchor} : tensor<4x6xf32> to tensor<6x9xf32>
  return %p : tensor<6x9xf32>
}

func.func @pad_constant_inside(%a: tensor<4x6xf32>) -> tensor<6x9xf32>
    attributes {expect = "p6 p9 | f32[4,6](i0-1,i1)@0!pad f32[6,9](i0,i1)@0!out | body*:f32() | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  %p = tensor.pad %a low[1, 0] high[1, 3] {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 1.0 : f32
    tensor.yield %c : f32
  } {anchor} : tensor<4x6xf32> to tensor<6x9xf32>
  return %p : tensor<6x9xf32>
}

func.func @pad_computed(%a: tensor<4x6xi64>) -> tensor<6x9xi64>
    attributes {expect = "refused: the padding is computed inside tensor.pad: hoist it"} {
  %p = tensor.pad %a low[1, 0] high[1, 3] {
  ^bb0(%i: index, %j: index):
    %c = arith.index_cast %i : index to i64
    tensor.yield %c : i64
  } {anchor} : tensor<4x6xi64> to tensor<6x9xi64>
  return %p : tensor<6x9xi64>
}

// The broadcast dimension is padded: the source knows nothing of it.
func.func @pad_of_broadcast(%a: tensor<6xf32>, %w: tensor<1x6xf32>, %e: tensor<3x6xf32>) -> tensor<3x6xf32>
    attributes {expect = "p3 p6 | f32[1,6](i0-1,i1)@0!pad f32[3,6](i0,i1)@0!out | body*:f32(transcendental=1) | none f32 x1",
                fused = "pad epilogue=0 ops=2"} {
  %c = arith.constant 1.0 : f32
  %b = linalg.broadcast ins(%a : tensor<6xf32>) outs(%w : tensor<1x6xf32>) dimensions = [0]
  %p = tensor.pad %b low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<1x6xf32> to tensor<3x6xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%p : tensor<3x6xf32>) outs(%e : tensor<3x6xf32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}

func.func @pad_of_transpose(%a: tensor<6x4xf32>, %w: tensor<4x6xf32>, %e: tensor<6x6xf32>) -> tensor<6x6xf32>
    attributes {expect = "p6 p6 | f32[6,4](i1,i0-1)@0!pad f32[6,6](i0,i1)@0!out | body*:f32(transcendental=1) | none f32 x1",
                fused = "pad epilogue=0 ops=3"} {
  %c = arith.constant 1.0 : f32
  %t = linalg.transpose ins(%a : tensor<6x4xf32>) outs(%w : tensor<4x6xf32>) permutation = [1, 0]
  %p = tensor.pad %t low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x6xf32> to tensor<6x6xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%p : tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

func.func @fill_alone(%e: tensor<4x6xf32>) -> tensor<4x6xf32>
    attributes {expect = "p24 | f32[24](i0)@0!out | body*:f32() | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill {anchor} ins(%c : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @transpose_alone(%a: tensor<2x4x6xf32>, %e: tensor<6x2x4xf32>) -> tensor<6x2x4xf32>
    attributes {expect = "p6 p8 | f32[8,6](i1,i0)@0 f32[6,8](i0,i1)@0!out | body*:f32() | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  %0 = linalg.transpose ins(%a : tensor<2x4x6xf32>) outs(%e : tensor<6x2x4xf32>) permutation = [2, 0, 1] {anchor}
  return %0 : tensor<6x2x4xf32>
}

// Rows of a slice are not one piece: no collapsing.
func.func @scattered_slice(%a: tensor<4x16xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32>
    attributes {expect = "p4 p8 | f32[4,8](i0,i1)@0 f32[4,8](i0,i1)@0!out | body*:f32(transcendental=1) | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  %s = tensor.extract_slice %a[0, 4] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%s : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A power counts as five functions, but for one with a constant exponent; an inverse hyperbolic one as two.
func.func @long_functions(%a: tensor<36xf32>, %b: tensor<36xf32>, %e: tensor<36xf32>) -> tensor<36xf32>
    attributes {expect = "p36 | f32[36](i0)@0 f32[36](i0)@0 f32[36](i0)@0!out | body*:f32(transcendental=8) | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  %half = arith.constant 0.7 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<36xf32>, tensor<36xf32>) outs(%e : tensor<36xf32>) attrs = {anchor} {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = math.powf %x, %y : f32
    %q = math.asinh %p : f32
    %r = math.powf %q, %half : f32
    linalg.yield %r : f32
  } -> tensor<36xf32>
  return %0 : tensor<36xf32>
}

func.func @dynamic(%a: tensor<?x8xf32>, %e: tensor<?x8xf32>) -> tensor<?x8xf32>
    attributes {expect = "refused: dynamic shape"} {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%a : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

func.func @gather(%a: tensor<8xindex>, %t: tensor<100xf32>, %e: tensor<8xf32>) -> tensor<8xf32>
    attributes {expect = "refused: the body contains tensor.extract"} {
  %0 = linalg.generic {anchor, indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%a : tensor<8xindex>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: index, %o: f32):
    %x = tensor.extract %t[%i] : tensor<100xf32>
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @complex(%a: tensor<8xcomplex<f32>>, %e: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
    attributes {expect = "refused: an operand has the element type complex<f32>, which is not supported"} {
  %0 = linalg.copy {anchor} ins(%a : tensor<8xcomplex<f32>>) outs(%e : tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}

func.func @floordiv_map(%a: tensor<8xf32>, %e: tensor<16xf32>) -> tensor<16xf32>
    attributes {expect = "refused: an indexing map is not linear"} {
  %0 = linalg.generic {anchor, indexing_maps = [affine_map<(d0) -> (d0 floordiv 2)>, #id1], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Only one column of the result is written.
func.func @partial_result(%a: tensor<8xf32>, %e: tensor<8x2xf32>) -> tensor<8x2xf32>
    attributes {expect = "refused: a result is not indexed by each parallel loop exactly once"} {
  %0 = linalg.generic {anchor, indexing_maps = [#id1, affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8x2xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

func.func @unused(%a: tensor<8xf32>, %e: tensor<8xf32>)
    attributes {expect = "refused: no result is used"} {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return
}

func.func @memref_matmul(%a: memref<7x5xf32>, %b: memref<5x9xf32>, %c: memref<7x9xf32>)
    attributes {expect = "p7 p9 r5 | f32[7,5](i0,i2)@0 f32[5,9](i2,i1)@0 f32[7,9](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split",
                fused = "init epilogue=0 ops=2"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<7x9xf32>)
  %x = memref.alloc() : memref<2xf32>
  linalg.matmul {anchor} ins(%a, %b : memref<7x5xf32>, memref<5x9xf32>) outs(%c : memref<7x9xf32>)
  memref.dealloc %x : memref<2xf32>
  return
}

// The fill is seen by a load, and stays.
func.func @memref_fill_is_read(%a: memref<7x5xf32>, %b: memref<5x9xf32>, %c: memref<7x9xf32>) -> f32
    attributes {expect = "p7 p9 r5 | f32[7,9](i0,i1)@0 f32[7,5](i0,i2)@1 f32[5,9](i2,i1)@1 f32[7,9](i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %i = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<7x9xf32>)
  %x = memref.load %c[%i, %i] : memref<7x9xf32>
  linalg.matmul {anchor} ins(%a, %b : memref<7x5xf32>, memref<5x9xf32>) outs(%c : memref<7x9xf32>)
  return %x : f32
}

func.func @memref_strided(%a: memref<4x8xf32, strided<[32, 2], offset: ?>>, %c: memref<4x8xf32>)
    attributes {expect = "p4 p8 | f32[4,8]{32,2}(i0,i1)@0 f32[4,8](i0,i1)@0!out | body*:f32(transcendental=1) | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%a : memref<4x8xf32, strided<[32, 2], offset: ?>>) outs(%c : memref<4x8xf32>)
  return
}

func.func @memref_dynamic_stride(%a: memref<4x8xf32, strided<[?, 1]>>, %c: memref<4x8xf32>)
    attributes {expect = "p4 p8 | f32[4,8]{24,1}(i0,i1)@0 f32[4,8](i0,i1)@0!out | body*:f32(transcendental=1) | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%a : memref<4x8xf32, strided<[?, 1]>>) outs(%c : memref<4x8xf32>)
  return
}

func.func @memref_dynamic_step(%a: memref<4x8xf32, strided<[?, ?]>>, %c: memref<4x8xf32>)
    attributes {expect = "refused: the innermost stride of a memref is not known"} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%a : memref<4x8xf32, strided<[?, ?]>>) outs(%c : memref<4x8xf32>)
  return
}

func.func @memref_in_place(%c: memref<4x8xf32>)
    attributes {expect = "p32 | f32[32](i0)@0 f32[32](i0)@0!out | body*:f32(transcendental=1) | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%c : memref<4x8xf32>) outs(%c : memref<4x8xf32>)
  return
}

func.func @memref_transposed_in_place(%c: memref<8x8xf32>)
    attributes {expect = "refused: an output overlaps another operand"} {
  linalg.transpose ins(%c : memref<8x8xf32>) outs(%c : memref<8x8xf32>) permutation = [1, 0] {anchor}
  return
}

func.func @memref_overlapping_views(%c: memref<16xf32>)
    attributes {expect = "refused: an output overlaps another operand"} {
  %0 = memref.subview %c[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  %1 = memref.subview %c[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%0 : memref<8xf32, strided<[1]>>) outs(%1 : memref<8xf32, strided<[1], offset: 4>>)
  return
}

// On memrefs the next op may see the buffer: nothing is fused behind the anchor.
func.func @memref_consumer(%a: memref<4x8xf32>, %c: memref<4x8xf32>, %d: memref<4x8xf32>)
    attributes {expect = "p32 | f32[32](i0)@0 f32[32](i0)@0!out | body*:f32(transcendental=1) | none f32 x1",
                fused = "epilogue=0 ops=1"} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> {anchor} ins(%a : memref<4x8xf32>) outs(%c : memref<4x8xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%c : memref<4x8xf32>) outs(%d : memref<4x8xf32>)
  return
}

// Nobody but the product with a weight sees the 1 of the padding: it counts.
func.func @pad_with_one(%x: tensor<1x3x8xf32>, %w: tensor<4x3x3xf32>, %e: tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
    attributes {expect = "p4 p8 r3 r3 | f32[1,4,8](0,i0,i1)@0 f32[1,3,8](0,i2,i1+i3-1)@1!pad f32[4,3,3](i0,i2,i3)@1 f32[1,4,8](0,i0,i1)@1!out | init:f32() body*:f32(fma=1) | add f32 x1 conv dest split",
                fused = "pad epilogue=0 ops=2"} {
  %one = arith.constant 1.0 : f32
  %p = tensor.pad %x low[0, 0, 1] high[0, 0, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %one : f32
  } : tensor<1x3x8xf32> to tensor<1x3x10xf32>
  %r = linalg.conv_1d_ncw_fcw {anchor} ins(%p, %w : tensor<1x3x10xf32>, tensor<4x3x3xf32>) outs(%e : tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  return %r : tensor<1x4x8xf32>
}

// relu(0) is 0, so the padding below the producer still adds nothing.
func.func @pad_below_relu(%x: tensor<1x3x8xf32>, %w: tensor<4x3x3xf32>, %e: tensor<1x4x8xf32>, %t: tensor<1x3x10xf32>) -> tensor<1x4x8xf32>
    attributes {expect = "p4 p8 r3 r3 | f32[1,4,8](0,i0,i1)@0 f32[1,3,8](0,i2,i1+i3-1)@1!pad!neutral f32[4,3,3](i0,i2,i3)@2 f32[1,4,8](0,i0,i1)@2!out | init:f32() body:f32(compare=2) body*:f32(fma=1) | add f32 x1 conv dest split",
                fused = "producers pad epilogue=0 ops=3"} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1] high[0, 0, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<1x3x8xf32> to tensor<1x3x10xf32>
  %relu = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p : tensor<1x3x10xf32>) outs(%t : tensor<1x3x10xf32>) {
  ^bb0(%in: f32, %o: f32):
    %c = arith.cmpf ugt, %in, %zero : f32
    %s = arith.select %c, %in, %zero : f32
    linalg.yield %s : f32
  } -> tensor<1x3x10xf32>
  %r = linalg.conv_1d_ncw_fcw {anchor} ins(%relu, %w : tensor<1x3x10xf32>, tensor<4x3x3xf32>) outs(%e : tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  return %r : tensor<1x4x8xf32>
}

// 1 - 0 is not.
func.func @pad_below_complement(%x: tensor<1x3x8xf32>, %w: tensor<4x3x3xf32>, %e: tensor<1x4x8xf32>, %t: tensor<1x3x10xf32>) -> tensor<1x4x8xf32>
    attributes {expect = "p4 p8 r3 r3 | f32[1,4,8](0,i0,i1)@0 f32[1,3,8](0,i2,i1+i3-1)@1!pad f32[4,3,3](i0,i2,i3)@2 f32[1,4,8](0,i0,i1)@2!out | init:f32() body:f32(add=1) body*:f32(fma=1) | add f32 x1 conv dest split",
                fused = "producers pad epilogue=0 ops=3"} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1] high[0, 0, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<1x3x8xf32> to tensor<1x3x10xf32>
  %relu = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p : tensor<1x3x10xf32>) outs(%t : tensor<1x3x10xf32>) {
  ^bb0(%in: f32, %o: f32):
    %c = arith.constant 1.0 : f32
    %s = arith.subf %c, %in : f32
    linalg.yield %s : f32
  } -> tensor<1x3x10xf32>
  %r = linalg.conv_1d_ncw_fcw {anchor} ins(%relu, %w : tensor<1x3x10xf32>, tensor<4x3x3xf32>) outs(%e : tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  return %r : tensor<1x4x8xf32>
}

// The lowest finite number does not raise a maximum that starts there.
func.func @max_pool_finite(%x: tensor<1x4x6x6xf32>) -> tensor<1x4x3x3xf32>
    attributes {expect = "p4 p3 p3 r3 r3 | f32[1,4,6,6](0,i0,2*i1+i3-1,2*i2+i4-1)@0!pad!neutral f32[1,4,3,3](0,i0,i1,i2)@0!out | body*:f32(compare=1) | max f32 x1 conv split",
                fused = "init pad epilogue=0 ops=3"} {
  %low = arith.constant -3.40282347E+38 : f32
  %e = tensor.empty() : tensor<1x4x3x3xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %low : f32
  } : tensor<1x4x6x6xf32> to tensor<1x4x7x7xf32>
  %r = linalg.pooling_nchw_max {anchor, strides = dense<2> : tensor<2xi64>} ins(%p, %window : tensor<1x4x7x7xf32>, tensor<3x3xf32>) outs(%f : tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32>
  return %r : tensor<1x4x3x3xf32>
}

// K = 1 leaves no reduction, but the body still adds to what was there.
func.func @outer_product(%a: tensor<7x1xf32>, %b: tensor<1x9xf32>, %c: tensor<7x9xf32>) -> tensor<7x9xf32>
    attributes {expect = "p7 p9 | f32[7,9](i0,i1)@0 f32[7,1](i0,0)@1 f32[1,9](0,i1)@1 f32[7,9](i0,i1)@1!out | init:f32() body*:f32(fma=1) | none f32 x1 dest",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.matmul {anchor} ins(%a, %b : tensor<7x1xf32>, tensor<1x9xf32>) outs(%c : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %r : tensor<7x9xf32>
}

// Two paths to one producer, read at two places: two statements.
func.func @two_paths(%a: tensor<6x6xf32>, %w: tensor<6x6xf32>, %e: tensor<6x6xf32>) -> tensor<6x6xf32>
    attributes {expect = "p6 p6 | f32[6,6](i1,i0)@0 f32[6,6](i0,i1)@1 f32[6,6](i0,i1)@2!out | body:f32(add=1) body:f32(add=1) body*:f32(add=2) | none f32 x1",
                fused = "producers epilogue=0 ops=2"} {
  %n = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%a : tensor<6x6xf32>) outs(%w : tensor<6x6xf32>) -> tensor<6x6xf32>
  %0 = linalg.generic {anchor, indexing_maps = [#swap, #id2, #id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%n, %n, %n : tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %t = arith.addf %s, %z : f32
    linalg.yield %t : f32
  } -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// A matmul in a loop: the outer value is not computed again in every trip, its broadcast is.
func.func @in_loop(%a: tensor<6x5xf32>, %b: tensor<5x8xf32>, %bias: tensor<8xf32>, %e: tensor<6x8xf32>, %w: tensor<6x5xf32>) -> tensor<6x8xf32>
    attributes {expect = "p6 p8 r5 | f32[8](i1)@0 f32[6,5](i0,i2)@1 f32[5,8](i2,i1)@1 f32[6,8](i0,i1)@2 f32[6,8](i0,i1)@2!out | init:f32() body*:f32(fma=1) epilogue:f32(add=1) | add f32 x1 split",
                fused = "init epilogue=1 ops=3"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%a : tensor<6x5xf32>) outs(%w : tensor<6x5xf32>) -> tensor<6x5xf32>
  %c = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e : tensor<6x8xf32>) dimensions = [0]
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %e) -> tensor<6x8xf32> {
    %m = linalg.matmul {anchor} ins(%n, %b : tensor<6x5xf32>, tensor<5x8xf32>) outs(%c : tensor<6x8xf32>) -> tensor<6x8xf32>
    %t = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%m, %s : tensor<6x8xf32>, tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
    scf.yield %t : tensor<6x8xf32>
  }
  return %r : tensor<6x8xf32>
}

func.func @quantized(%a: tensor<6x5xi8>, %b: tensor<5x8xi8>, %za: i32, %zb: i32, %e: tensor<6x8xi32>) -> tensor<6x8xi32>
    attributes {expect = "p6 p8 r5 | i32[6,8](i0,i1)@0 i8[6,5](i0,i2)@1 i8[5,8](i2,i1)@1 i32[6,8](i0,i1)@1!out | init:i32() body*:i32(add=2,fma=1,cast=2) | add i32 x1 dest split of 1sz*2sz",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.quantized_matmul {anchor} ins(%a, %b, %za, %zb : tensor<6x5xi8>, tensor<5x8xi8>, i32, i32) outs(%e : tensor<6x8xi32>) -> tensor<6x8xi32>
  return %r : tensor<6x8xi32>
}

func.func @depthwise_multiplier(%x: tensor<1x10x10x3xf64>, %w: tensor<3x3x3x2xf64>, %e: tensor<1x8x8x3x2xf64>) -> tensor<1x8x8x3x2xf64>
    attributes {expect = "p8 p8 p3 p2 r3 r3 | f64[1,8,8,3,2](0,i0,i1,i2,i3)@0 f64[1,10,10,3](0,i0+i4,i1+i5,i2)@1 f64[3,3,3,2](i4,i5,i2,i3)@1 f64[1,8,8,3,2](0,i0,i1,i2,i3)@1!out | init:f64() body*:f64(fma=1) | add f64 x1 conv dest split",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm {anchor, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x10x10x3xf64>, tensor<3x3x3x2xf64>) outs(%e : tensor<1x8x8x3x2xf64>) -> tensor<1x8x8x3x2xf64>
  return %r : tensor<1x8x8x3x2xf64>
}

func.func @dot(%a: tensor<100xf64>, %b: tensor<100xf64>, %e: tensor<f64>) -> tensor<f64>
    attributes {expect = "r100 | f64[]()@0 f64[100](i0)@1 f64[100](i0)@1 f64[]()@1!out | init:f64() body*:f64(fma=1) | add f64 x1 dest split",
                fused = "epilogue=0 ops=1"} {
  %r = linalg.dot {anchor} ins(%a, %b : tensor<100xf64>, tensor<100xf64>) outs(%e : tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}
