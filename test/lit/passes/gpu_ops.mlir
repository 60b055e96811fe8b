// autotune-gpu: ops that are no products of matrices.
//
// RUN: autotune-opt %s --split-input-file --autotune-gpu="target=sm_80 remarks=all" 2>%t.told | FileCheck %s
// RUN: FileCheck %s --check-prefix=TOLD <%t.told

// The parts of a softmax are one kernel, a block for each row, with barriers between them.
//
// CHECK-LABEL: func.func @rows
// CHECK: gpu.launch_func {{.*}} blocks in (%c96{{.*}}) threads in (%c128
// CHECK-SAME: autotune.schedule = "direct(tile0=[1,128]); direct(vector=i1x4, block=[1,4], tile0=[1,128]); direct(tile0=[1,128]); direct(
// CHECK-NOT: gpu.launch_func
// CHECK: return
// CHECK: gpu.func @kernel
// CHECK: gpu.shuffle
// CHECK: gpu.barrier
// CHECK-NOT: math.exp
// CHECK-NOT: gpu.module
// TOLD-COUNT-4: linalg.generic rewritten: a kernel for sm_80
func.func @rows(%a: tensor<96x128xf32>) -> tensor<96x128xf32> {
  %o = tensor.empty() : tensor<96x128xf32>
  %r = linalg.softmax dimension(1) ins(%a : tensor<96x128xf32>) outs(%o : tensor<96x128xf32>) -> tensor<96x128xf32>
  return %r : tensor<96x128xf32>
}

// -----

// What the next row of blocks writes is not there yet: a transpose between two sums keeps them apart.
//
// CHECK-LABEL: func.func @columns
// CHECK-COUNT-2: gpu.launch_func
func.func @columns(%a: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.reduce ins(%a : tensor<64x64xf32>) outs(%f : tensor<64xf32>) dimensions = [1] (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  %o = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a, %sum : tensor<64x64xf32>, tensor<64xf32>) outs(%o : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %q = arith.divf %x, %y : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  return %sum, %r : tensor<64xf32>, tensor<64x64xf32>
}

// -----

// A convolution is an implicit product: what is padded is tested, and nothing is copied on the host. One with a channel of its own for each result is
// computed point by point.
//
// CHECK-LABEL: func.func @convolutions
// CHECK-NOT: tensor.pad
// CHECK: gpu.launch_func {{.*}} {autotune.schedule = "direct({{.*}}epilogue=1)"}
// CHECK: gpu.launch_func
// CHECK: gpu.func @kernel
// CHECK-SAME: workgroup
// CHECK: vector.fma
// CHECK: gpu.func @kernel
// CHECK-NOT: workgroup
// TOLD: linalg.conv_2d_nhwc_hwcf rewritten: a kernel for sm_80, direct({{.*}} bytes of shared memory, about {{.*}} registers
// TOLD: linalg.depthwise_conv_2d_nhwc_hwc rewritten: a kernel for sm_80, direct({{.*}} 0 bytes of shared memory, predicted
func.func @convolutions(%x: tensor<1x28x28x32xf32>, %w: tensor<3x3x32x64xf32>, %d: tensor<3x3x64xf32>) -> tensor<1x26x26x64xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x28x28x32xf32> to tensor<1x30x30x32xf32>
  %e = tensor.empty() : tensor<1x28x28x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  %c = linalg.conv_2d_nhwc_hwcf ins(%padded, %w : tensor<1x30x30x32xf32>, tensor<3x3x32x64xf32>) outs(%f : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  %g = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%c : tensor<1x28x28x64xf32>) outs(%e : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  %e2 = tensor.empty() : tensor<1x26x26x64xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x26x26x64xf32>) -> tensor<1x26x26x64xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%g, %d : tensor<1x28x28x64xf32>, tensor<3x3x64xf32>) outs(%f2 : tensor<1x26x26x64xf32>) -> tensor<1x26x26x64xf32>
  return %r : tensor<1x26x26x64xf32>
}

// -----

// What stays, and why: numbers of loops, functions that only a library has, no elements; under strict no polynomial.
//
// CHECK-LABEL: func.func @left
// CHECK-NOT: gpu.launch_func
// TOLD: linalg.generic left untouched: no thread of a GPU computes math.sin
// TOLD: linalg.elementwise left untouched: no thread of a GPU computes math.exp
// TOLD: linalg.generic left untouched: the body contains linalg.index
// TOLD: linalg.elementwise left untouched: an operand has no elements
func.func @left(%a: memref<8x8xf32>, %b: memref<8x8xindex>, %n: memref<8x0xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%b : memref<8x8xindex>) {
  ^bb0(%x: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : memref<8x8xf32>) {
  ^bb0(%x: f32):
    %i = math.sin %x : f32
    linalg.yield %i : f32
  }
  linalg.elementwise kind=#linalg.elementwise_kind<exp> {autotune.fp = "strict"} ins(%a : memref<8x8xf32>) outs(%a : memref<8x8xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%n : memref<8x0xf32>) outs(%n : memref<8x0xf32>)
  return
}

// -----

// A third part of more threads than the first two have is a kernel of its own: those would not come to the barrier between the two.
//
// CHECK-LABEL: func.func @more_threads
// CHECK: gpu.launch_func {{.*}} threads in (%c64{{.*}}) {autotune.schedule = "direct({{.*}}); direct({{.*}})"}
// CHECK: gpu.launch_func {{.*}} threads in (%c256
// CHECK: gpu.func @kernel
// CHECK-NOT: scf.if
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @more_threads(%a: tensor<8x256xf32>) -> (tensor<8x256xf32>, tensor<8x256xf32>, tensor<8x256xf32>) {
  %e = tensor.empty() : tensor<8x256xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 255 - j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"],
                       autotune.schedule = "direct(vector=i1x4, block=[1,4], tile0=[1,256])"} ins(%a : tensor<8x256xf32>) outs(%e : tensor<8x256xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<8x256xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 255 - j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"],
                       autotune.schedule = "direct(vector=i1x4, block=[1,4], tile0=[1,256])"} ins(%p : tensor<8x256xf32>) outs(%e : tensor<8x256xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<8x256xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 255 - j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"],
                       autotune.schedule = "direct(tile0=[1,256])"} ins(%q : tensor<8x256xf32>) outs(%e : tensor<8x256xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<8x256xf32>
  return %r, %p, %q : tensor<8x256xf32>, tensor<8x256xf32>, tensor<8x256xf32>
}

// -----

// A buffer that the caller takes of a part's result is there after the joined kernel.
//
// CHECK-LABEL: func.func @taken
// CHECK: gpu.launch_func {{.*}} args({{.*}} %[[SUMS:[a-z0-9_]+]] : memref<8xf32>
// CHECK-NOT: gpu.launch_func
// CHECK: %[[TENSOR:.*]] = bufferization.to_tensor %[[SUMS]]
// CHECK: bufferization.to_buffer %[[TENSOR]] :
// CHECK: return
func.func @taken(%a: tensor<8x256xf32>, %start: tensor<8xf32>) -> (tensor<8x256xf32>, memref<8xf32>) {
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"],
                       autotune.schedule = "direct(tile0=[1,256])"} ins(%a : tensor<8x256xf32>) outs(%start : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %x, %o : f32
    linalg.yield %y : f32
  } -> tensor<8xf32>
  %m = bufferization.to_buffer %s : tensor<8xf32> to memref<8xf32>
  %e = tensor.empty() : tensor<8x256xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"], autotune.schedule = "direct(tile0=[1,256])"}
    ins(%a, %s : tensor<8x256xf32>, tensor<8xf32>) outs(%e : tensor<8x256xf32>) {
  ^bb0(%x: f32, %t: f32, %o: f32):
    %y = arith.divf %x, %t : f32
    linalg.yield %y : f32
  } -> tensor<8x256xf32>
  return %r, %m : tensor<8x256xf32>, memref<8xf32>
}

// -----

// What is fused keeps its own mode: a strict exp has no polynomial, so that nothing fuses it and nothing computes it; a strict product and its sum are
// no multiply-add in a reduction that is not strict.
//
// CHECK-LABEL: func.func @modes
// CHECK: gpu.launch_func
// CHECK: math.exp
// CHECK: gpu.launch_func
// CHECK: return
// CHECK: gpu.func @kernel
// CHECK: arith.mulf %{{[^,]*}}, %{{[^,]*}} : vector<1xf32>
// CHECK-NEXT: arith.addf %{{[^,]*}}, %{{[^,]*}} : vector<1xf32>
// CHECK-NEXT: arith.addf %{{[^,]*}}, %{{[^,]*}} fastmath<contract> : vector<1xf32>
// TOLD: linalg.generic left untouched: no thread of a GPU computes math.exp
func.func @modes(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %s: tensor<64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64x64xf32>
  %product = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%b : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"], autotune.fp = "strict"}
    ins(%product : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"], autotune.fp = "strict"}
    ins(%a : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %q = arith.mulf %x, %x : f32
    %y = arith.addf %q, %x : f32
    linalg.yield %y : f32
  } -> tensor<64x64xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p : tensor<64x64xf32>) outs(%s : tensor<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<64xf32>
  return %r, %t : tensor<64x64xf32>, tensor<64xf32>
}

// -----

// An index has 32 bits in a kernel: a body that makes one of a number of 64 stays.
//
// CHECK-LABEL: func.func @through_index
// CHECK-NOT: gpu.launch_func
// CHECK: return
// TOLD: linalg.generic left untouched: no thread of a GPU computes arith.index_cast
func.func @through_index(%a: tensor<8xi64>, %b: tensor<8xi64>) -> tensor<8xi64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<8xi64>) outs(%b : tensor<8xi64>) {
  ^bb0(%x: i64, %o: i64):
    %i = arith.index_cast %x : i64 to index
    %y = arith.index_cast %i : index to i64
    linalg.yield %y : i64
  } -> tensor<8xi64>
  return %r : tensor<8xi64>
}

// -----

// What the source promises of its own order, that a sum does not wrap and that nothing is infinite, does not hold for the parts of threads, nor for
// what these begin from.
//
// CHECK-LABEL: func.func @promises
// CHECK: gpu.func @kernel
// CHECK-NOT: overflow<nsw>
// CHECK: gpu.shuffle
// CHECK-NOT: overflow<nsw>
// CHECK: gpu.func @kernel
// CHECK-NOT: arith.maximumf {{.*}} fastmath
// CHECK: gpu.shuffle
// CHECK-NOT: arith.maximumf {{.*}} fastmath
// CHECK: gpu.return
func.func @promises(%a: tensor<4x512xi32>, %b: tensor<4x512xf32>, %s: tensor<4xi32>, %m: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : tensor<4x512xi32>) outs(%s : tensor<4xi32>) {
  ^bb0(%x: i32, %o: i32):
    %y = arith.addi %x, %o overflow<nsw> : i32
    linalg.yield %y : i32
  } -> tensor<4xi32>
  %most = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%b : tensor<4x512xf32>) outs(%m : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.maximumf %x, %o fastmath<nnan,ninf> : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %sum, %most : tensor<4xi32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @other_rule
// CHECK-NOT: gpu.launch_func
// CHECK: return
// TOLD: linalg.matmul left untouched: the rule reduce makes no kernel of a GPU; use direct
func.func @other_rule(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.matmul {autotune.schedule = "reduce(vector=i2x4, block=[1,1,4])"} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// Whatever is decided first, kernels are joined from the first one of the block on: the third reads rows of the first that other blocks write, and
// is none of its parts.
//
// CHECK-LABEL: func.func @other_rows
// CHECK: gpu.launch_func {{.*}} {autotune.schedule = "direct(tile0=[1,64]); direct(tile0=[1,64])"}
// CHECK: gpu.launch_func {{.*}} {autotune.schedule = "direct(vector=i1x4, block=[1,4], tile0=[1,64])"}
// CHECK: return
func.func @other_rows(%a: tensor<5x64xf32>, %s: tensor<5xf32>) -> tensor<5x64xf32> {
  %e = tensor.empty() : tensor<5x64xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 63 - j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"],
                       autotune.schedule = "direct(tile0=[1,64])"} ins(%a : tensor<5x64xf32>) outs(%e : tensor<5x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  } -> tensor<5x64xf32>
  %most = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"],
                          autotune.schedule = "direct(tile0=[1,64])"} ins(%p : tensor<5x64xf32>) outs(%s : tensor<5xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.maximumf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (4 - i, 63 - j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"], autotune.schedule = "direct(vector=i1x4, block=[1,4], tile0=[1,64])"}
    ins(%p, %most : tensor<5x64xf32>, tensor<5xf32>) outs(%e : tensor<5x64xf32>) {
  ^bb0(%x: f32, %q: f32, %o: f32):
    %y = arith.subf %q, %x : f32
    linalg.yield %y : f32
  } -> tensor<5x64xf32>
  return %r : tensor<5x64xf32>
}

// -----

// A softmax of which a part stays is left as it was, with what else is in the function.
//
// CHECK-LABEL: func.func @strict_rows
// CHECK-NOT: gpu.launch_func
// CHECK: linalg.softmax
// CHECK-NEXT: return
// TOLD: linalg.softmax left untouched: it is made of several ops, of which not all become kernels
func.func @strict_rows(%a: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %o = tensor.empty() : tensor<8x64xf32>
  %r = linalg.softmax {autotune.fp = "strict"} dimension(1) ins(%a : tensor<8x64xf32>) outs(%o : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

// A transpose reads lines of its operand to a tile whose lines begin in different banks, and writes lines of the results.
//
// CHECK-LABEL: func.func @turned
// CHECK: gpu.launch_func {{.*}} blocks in (%c512{{.*}}) threads in (%c256{{.*}}) {autotune.schedule = "direct(block=[4,1], tile0=[32,32], pack=[0:0])"}
// CHECK: gpu.func @kernel({{.*}}) workgroup({{.*}} : memref<32x33xf32, #gpu.address_space<workgroup>>
// CHECK-NOT: scf.if
// CHECK-COUNT-4: memref.store {{.*}} memref<32x33xf32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
// CHECK: gpu.func @kernel({{.*}}) workgroup({{.*}} : memref<32x34xf16, #gpu.address_space<workgroup>>
// TOLD: linalg.transpose rewritten: a kernel for sm_80, direct(block=[4,1], tile0=[32,32], pack=[0:0])
// TOLD: linalg.transpose left untouched: the schedule makes no kernel: packing not possible at this place
func.func @turned(%a: tensor<512x1024xf32>, %b: memref<64x48xf16>, %c: memref<48x64xf16>, %d: memref<64x48xf16>) -> tensor<1024x512xf32> {
  %e = tensor.empty() : tensor<1024x512xf32>
  %r = linalg.transpose ins(%a : tensor<512x1024xf32>) outs(%e : tensor<1024x512xf32>) permutation = [1, 0]
  linalg.transpose ins(%b : memref<64x48xf16>) outs(%c : memref<48x64xf16>) permutation = [1, 0] {autotune.schedule = "direct(block=[4,1], tile0=[32,32], pack=[0:0])"}
  linalg.transpose ins(%b : memref<64x48xf16>) outs(%d : memref<64x48xf16>) permutation = [0, 1] {autotune.schedule = "direct(tile0=[512], pack=[0:0])"}
  return %r : tensor<1024x512xf32>
}

// -----

// Only what live results need is computed: nobody reads the place of the largest element.
//
// CHECK-LABEL: func.func @largest
// CHECK: gpu.launch_func {{.*}} args(%{{.*}} : memref<8x64xf32>, %{{.*}} : memref<8xf32>)
// CHECK-NOT: linalg.generic
// CHECK: gpu.func @kernel
// CHECK: arith.maximumf
// CHECK-NOT: arith.cmpf
// CHECK: gpu.return
// TOLD: linalg.generic rewritten: a kernel for sm_80
func.func @largest(%a: tensor<8x64xf32>) -> tensor<8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %i = tensor.empty() : tensor<8xi64>
  %g = linalg.fill ins(%none : i64) outs(%i : tensor<8xi64>) -> tensor<8xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : tensor<8x64xf32>) outs(%f, %g : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%x: f32, %most: f32, %at: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %m = arith.maximumf %x, %most : f32
    %c = arith.cmpf ogt, %x, %most : f32
    %s = arith.select %c, %n, %at : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<8xf32>, tensor<8xi64>)
  return %r#0 : tensor<8xf32>
}

// -----

// Rows of a table that numbers name: a thread for each element. Numbers that are an index on the host stay there, and so does what is computed with one.
//
// CHECK-LABEL: func.func @gathered
// CHECK: gpu.launch_func {{.*}} blocks in (%c4{{.*}}) threads in (%c256{{.*}} args(%{{.*}} : memref<8xi64>, %{{.*}} : memref<100x125xf32>, %{{.*}} : memref<8x125xf32>)
// CHECK: linalg.generic
// CHECK: gpu.func @kernel
// CHECK: memref.load %{{.*}} : memref<8xi64>
// CHECK: memref.load %{{.*}} : memref<100x125xf32>
// TOLD: linalg.generic rewritten: a kernel with a thread for each element
// TOLD: linalg.generic rewritten: a kernel with a thread for each element
// TOLD: linalg.generic left untouched: an operand is no tensor of known sizes of numbers that a GPU has
// TOLD: linalg.generic left untouched: an index of a GPU has fewer bits than that of arith.minsi; compute with i32 or i64, and cast then
func.func @gathered(%i: tensor<8xi64>, %x: tensor<100x125xf32>, %at: tensor<8xindex>, %u: tensor<9xi8>, %bits: tensor<200x2xi1>) -> (tensor<8x125xf32>, tensor<9xi1>, tensor<8x125xf32>, tensor<8x125xf32>) {
  %e = tensor.empty() : tensor<8x125xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%i : tensor<8xi64>) outs(%e : tensor<8x125xf32>) {
  ^bb0(%n: i64, %o: f32):
    %row = arith.index_cast %n : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%row, %j] : tensor<100x125xf32>
    linalg.yield %v : f32
  } -> tensor<8x125xf32>
  %f = tensor.empty() : tensor<9xi1>
  %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%u : tensor<9xi8>) outs(%f : tensor<9xi1>) {
  ^bb0(%n: i8, %o: i1):
    %row = arith.index_castui %n : i8 to index
    %second = arith.constant 1 : index
    %v = tensor.extract %bits[%row, %second] : tensor<200x2xi1>
    linalg.yield %v : i1
  } -> tensor<9xi1>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%at : tensor<8xindex>) outs(%e : tensor<8x125xf32>) {
  ^bb0(%n: index, %o: f32):
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%n, %j] : tensor<100x125xf32>
    linalg.yield %v : f32
  } -> tensor<8x125xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%i : tensor<8xi64>) outs(%e : tensor<8x125xf32>) {
  ^bb0(%n: i64, %o: f32):
    %row = arith.index_cast %n : i64 to index
    %most = arith.constant 99 : index
    %clamped = arith.minsi %row, %most : index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%clamped, %j] : tensor<100x125xf32>
    linalg.yield %v : f32
  } -> tensor<8x125xf32>
  return %r, %q, %s, %t : tensor<8x125xf32>, tensor<9xi1>, tensor<8x125xf32>, tensor<8x125xf32>
}
