// autotune-gpu: a product is a kernel of blocks of threads that its schedule says, and a launch.
//
// RUN: autotune-opt %s --split-input-file --autotune-gpu="target=sm_80 remarks=all" 2>%t.told | FileCheck %s
// RUN: FileCheck %s --check-prefix=TOLD <%t.told
// RUN: not autotune-opt %s --autotune-gpu 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: autotune-gpu: option 'target': the module names no GPU, or several, as #nvvm.target; use sm_75, sm_80, sm_86, sm_89 or sm_90a
// RUN: not autotune-opt %s --autotune-gpu=target=zen4 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: autotune-gpu: option 'target': 'zen4' is no GPU that is known; use sm_75
// RUN: not autotune-opt %s --autotune-gpu="target=sm_80 schedule=direct(blok=[1])" 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// SCHEDULE: error: autotune-gpu: option 'schedule': {{.*}}'blok' is unknown
// RUN: not autotune-opt %s --autotune-gpu="target=sm_80 remarks=loud" 2>&1 | FileCheck %s --check-prefix=REMARKS
// REMARKS: error: autotune-gpu: option 'remarks': 'loud' is not known; use one of: auto, none, missed, all

// Whole tiles: 4 x 2 blocks of 16 x 16 threads, no test of a border.
//
// CHECK-LABEL: func.func @whole
// CHECK: gpu.launch_func @autotune_gpu_0::@kernel blocks in (%c8, %c1, %c1) threads in (%c256, %c1, %c1)
// CHECK-SAME: autotune.schedule = "direct(vector=i1x4, block=[8,8,4], tile0=[128,128,16])"
// CHECK: gpu.module @autotune_gpu_0 [#nvvm.target<O = 3, chip = "sm_80", features = "+ptx70">]
// CHECK: gpu.func @kernel
// CHECK-SAME: workgroup({{.*}}memref<16x132xf32, #gpu.address_space<workgroup>>{{.*}}memref<16x128xf32, #gpu.address_space<workgroup>>
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 8, 1, 1>, nvvm.minctasm = 2 : i32
// CHECK-NOT: scf.if
// CHECK: scf.for
// CHECK-COUNT-2: gpu.barrier
// CHECK: scf.for
// CHECK-COUNT-64: vector.fma
// TOLD: linalg.matmul rewritten: a kernel for sm_80, direct(vector=i1x4, block=[8,8,4], tile0=[128,128,16]): 8 blocks of 256 threads, 16640 bytes of shared memory
func.func @whole(%a: memref<512x64xf32>, %b: memref<64x256xf32>, %c: memref<512x256xf32>) {
  linalg.matmul {autotune.schedule = "direct(vector=i1x4, block=[8,8,4], tile0=[128,128,16])"}
    ins(%a, %b : memref<512x64xf32>, memref<64x256xf32>) outs(%c : memref<512x256xf32>)
  return
}

// -----

// On tensors the results get a buffer, and a fill is where the sums start.
//
// CHECK-LABEL: func.func @filled
// CHECK-DAG: %[[A:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<3x20x16xf32> to memref<3x20x16xf32>
// CHECK-DAG: %[[B:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<3x16x24xf32> to memref<3x16x24xf32>
// CHECK-DAG: %[[C:.*]] = memref.alloc() {alignment = 64 : i64} : memref<3x20x24xf32>
// CHECK: gpu.launch_func {{.*}} args(%[[A]] : memref<3x20x16xf32>, %[[B]] : memref<3x16x24xf32>, %[[C]] : memref<3x20x24xf32>)
// CHECK: %[[R:.*]] = bufferization.to_tensor %[[C]] restrict writable
// CHECK: return %[[R]]
// TOLD: linalg.batch_matmul rewritten: a kernel for sm_80
// CHECK-NOT: linalg
func.func @filled(%a: tensor<3x20x16xf32>, %b: tensor<3x16x24xf32>) -> tensor<3x20x24xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x20x24xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x20x24xf32>) -> tensor<3x20x24xf32>
  %r = linalg.batch_matmul ins(%a, %b : tensor<3x20x16xf32>, tensor<3x16x24xf32>) outs(%f : tensor<3x20x24xf32>) -> tensor<3x20x24xf32>
  return %r : tensor<3x20x24xf32>
}

// -----

// A bias that is broadcast is read where the sums start.
//
// CHECK-LABEL: func.func @biased
// CHECK: gpu.launch_func {{.*}} : memref<64xf32>)
// CHECK-NOT: linalg.broadcast
// TOLD: linalg.matmul rewritten
func.func @biased(%a: tensor<32x16xf32>, %b: tensor<16x64xf32>, %bias: tensor<64xf32>) -> tensor<32x64xf32> {
  %e = tensor.empty() : tensor<32x64xf32>
  %start = linalg.broadcast ins(%bias : tensor<64xf32>) outs(%e : tensor<32x64xf32>) dimensions = [0]
  %sum = linalg.matmul ins(%a, %b : tensor<32x16xf32>, tensor<16x64xf32>) outs(%start : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %sum : tensor<32x64xf32>
}

// -----

// What follows is computed where the sums are, op by op as it is written, functions as polynomials.
//
// CHECK-LABEL: func.func @layer
// CHECK: %[[BIAS:.*]] = bufferization.to_buffer %arg2 read_only : tensor<64xf32> to memref<64xf32>
// CHECK: gpu.launch_func {{.*}} %[[BIAS]] : memref<64xf32>) {autotune.schedule = "direct({{.*}}epilogue=2)"}
// CHECK: gpu.func @kernel
// CHECK: vector.fma
// CHECK: arith.addf %{{.*}} : f32
// CHECK-NEXT: arith.maximumf %{{.*}} : f32
// CHECK-NOT: math.
// CHECK: vector.store
// TOLD: linalg.matmul rewritten: a kernel for sm_80, direct({{.*}}epilogue=2)
func.func @layer(%a: tensor<32x16xf32>, %b: tensor<16x64xf32>, %bias: tensor<64xf32>) -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<32x16xf32>, tensor<16x64xf32>) outs(%f : tensor<32x64xf32>) -> tensor<32x64xf32>
  %relu = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%sum, %bias : tensor<32x64xf32>, tensor<64xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<32x64xf32>
  %exp = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%relu : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %exp : tensor<32x64xf32>
}

// -----

// A launch finds its kernel in the module around it; names that are taken are passed over.
//
// CHECK-LABEL: module @inner
// CHECK: func.func private @autotune_gpu_0
// CHECK: gpu.launch_func @autotune_gpu_1::@kernel
// CHECK: gpu.module @autotune_gpu_1
// TOLD: linalg.matmul rewritten
module @inner {
  func.func private @autotune_gpu_0()
  func.func @nested(%x: memref<32x32xf32>, %y: memref<32x32xf32>) {
    linalg.matmul ins(%x, %x : memref<32x32xf32>, memref<32x32xf32>) outs(%y : memref<32x32xf32>)
    return
  }
}

// -----

// A buffer of 2^31 elements has more than 32 bits count, whichever it is; one with a row less does not.
//
// CHECK-LABEL: func.func @long
// CHECK: linalg.matmul
// CHECK: linalg.matmul
// CHECK: gpu.launch_func
// TOLD: left untouched: a buffer has 2^31 elements or more; split the op
// TOLD: left untouched: a buffer has 2^31 elements or more; split the op
// TOLD: linalg.matmul rewritten
func.func @long(%a: memref<65536x8xf32>, %b: memref<8x32768xf32>, %c: memref<65536x32768xf32>,
    %la: memref<65536x32768xf32>, %lb: memref<32768x8xf32>, %lc: memref<65536x8xf32>,
    %sa: memref<65535x8xf32>, %sc: memref<65535x32768xf32>) {
  linalg.matmul ins(%a, %b : memref<65536x8xf32>, memref<8x32768xf32>) outs(%c : memref<65536x32768xf32>)
  linalg.matmul ins(%la, %lb : memref<65536x32768xf32>, memref<32768x8xf32>) outs(%lc : memref<65536x8xf32>)
  linalg.matmul ins(%sa, %b : memref<65535x8xf32>, memref<8x32768xf32>) outs(%sc : memref<65535x32768xf32>)
  return
}

// -----

// What is no kernel stays as it is: strided buffers, a schedule that is none here, and what is code for a device. Other types and sums
// that must not be fused are kernels of points.
//
// CHECK-LABEL: func.func @left
// CHECK: gpu.launch_func
// CHECK: linalg.matmul
// CHECK: gpu.launch_func
// CHECK-COUNT-2: linalg.matmul
// CHECK-NOT: linalg.matmul
// TOLD: rewritten: a kernel for sm_80
// TOLD: left untouched: a memref has strides or a memory space; copy it to a plain one
// TOLD: rewritten: a kernel for sm_80, direct(tile0=[{{.*}},1])
// TOLD: left untouched: the schedule makes no kernel: accumulators exceed the vector registers
// TOLD-NOT: untouched
func.func @left(%a: memref<32x32xi16>, %d: memref<32x32xi16>, %s: memref<32x32xf32, strided<[64, 1], offset: ?>>, %x: memref<32x32xf32>, %y: memref<32x32xf32>) {
  linalg.matmul ins(%a, %a : memref<32x32xi16>, memref<32x32xi16>) outs(%d : memref<32x32xi16>)
  linalg.matmul ins(%s, %x : memref<32x32xf32, strided<[64, 1], offset: ?>>, memref<32x32xf32>) outs(%y : memref<32x32xf32>)
  linalg.matmul {autotune.fp = "strict"} ins(%x, %x : memref<32x32xf32>, memref<32x32xf32>) outs(%y : memref<32x32xf32>)
  linalg.matmul {autotune.schedule = "direct(block=[32,16,1])"} ins(%x, %x : memref<32x32xf32>, memref<32x32xf32>) outs(%y : memref<32x32xf32>)
  %1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %1, %gy = %1, %gz = %1) threads(%tx, %ty, %tz) in (%nx = %1, %ny = %1, %nz = %1) {
    linalg.matmul ins(%x, %x : memref<32x32xf32>, memref<32x32xf32>) outs(%y : memref<32x32xf32>)
    gpu.terminator
  }
  return
}

// -----

// Warps that multiply matrices: 2 x 4 of them with 64 x 32 results each; operands lie as they do in memory. Beyond the extents
// there are zeros in one matrix, not in several.
//
// CHECK-LABEL: func.func @matrices
// CHECK: gpu.launch_func @autotune_gpu_0::@kernel blocks in (%c8, %c1, %c1) threads in (%c256, %c1, %c1)
// CHECK: linalg.matmul
// CHECK: gpu.func @kernel
// CHECK-SAME: workgroup({{.*}}memref<128x40xf16, #gpu.address_space<workgroup>>{{.*}}memref<32x136xf16, #gpu.address_space<workgroup>>
// CHECK-COUNT-2: gpu.barrier
// CHECK-COUNT-16: nvvm.mma.sync
// CHECK-NOT: nvvm.mma.sync
// TOLD: linalg.matmul rewritten
// TOLD: left untouched: the schedule makes no kernel: instruction not possible with these operands in this place
func.func @matrices(%a: memref<512x64xf16>, %b: memref<64x256xf16>, %c: memref<512x256xf32>, %x: memref<20x64xf16>, %y: memref<20x256xf32>) {
  linalg.matmul {autotune.schedule = "direct(block=[64,32,16], tile0=[128,128,32], instruction=mma_f16)"}
    ins(%a, %b : memref<512x64xf16>, memref<64x256xf16>) outs(%c : memref<512x256xf32>)
  linalg.matmul {autotune.schedule = "direct(block=[10,32,16], tile0=[10,128,32], instruction=mma_f16)"}
    ins(%x, %b : memref<20x64xf16>, memref<64x256xf16>) outs(%y : memref<20x256xf32>)
  return
}

// -----

// Three buffers: two are filled before the first stage, and a stage waits for all copies but the last ones. Beyond 48 KiB the
// host asks for the memory.
//
// CHECK-LABEL: func.func @ahead
// CHECK: %[[SIZE:.*]] = arith.constant 56832 : i32
// CHECK: gpu.launch_func @autotune_gpu_0::@kernel {{.*}} dynamic_shared_memory_size %[[SIZE]] args
// CHECK: gpu.func @kernel
// CHECK-NOT: workgroup(
// CHECK: memref.view {{.*}} to memref<384x40xf16, #gpu.address_space<workgroup>>
// CHECK: memref.view {{.*}} to memref<96x136xf16, #gpu.address_space<workgroup>>
// CHECK-COUNT-8: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
// CHECK: nvvm.cp.async.commit.group
// CHECK: scf.for
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-NEXT: gpu.barrier
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.mma.sync
// CHECK-NOT: gpu.barrier
// CHECK: llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
func.func @ahead(%a: memref<512x128xf16>, %b: memref<128x256xf16>, %c: memref<512x256xf32>) {
  linalg.matmul {autotune.schedule = "direct(block=[64,32,16], tile0=[128,128,32], instruction=mma_f16, stages=3)"}
    ins(%a, %b : memref<512x128xf16>, memref<128x256xf16>) outs(%c : memref<512x256xf32>)
  return
}

// -----

// What consumers make of results may have another type; integers are exact under every mode; a schedule for a device's
// instruction is one that it has.
//
// CHECK-LABEL: func.func @narrow
// CHECK: gpu.launch_func {{.*}} : memref<32x64xf16>) {autotune.schedule
// CHECK: linalg.matmul {autotune.fp = "strict", autotune.schedule = {{.*}}instruction=mma_bf16
// CHECK: gpu.func @kernel
// CHECK: nvvm.mma.sync
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: vector.store {{.*}} : memref<32x64xf16>, vector<2xf16>
// CHECK: gpu.func @kernel
// CHECK: nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<s8>
// TOLD: linalg.matmul rewritten: a kernel for sm_80, direct({{.*}}epilogue=1, instruction=mma_f16)
// TOLD: left untouched: the schedule makes no kernel: instruction not possible with these operands in this place
func.func @narrow(%a: tensor<32x16xf16>, %b: tensor<16x64xf16>, %x: memref<256x64xi8>, %y: memref<64x256xi8>, %z: memref<256x256xi32>) -> tensor<32x64xf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %sum = linalg.matmul {autotune.schedule = "direct(block=[16,32,16], tile0=[32,64,16], epilogue=1, instruction=mma_f16)"}
    ins(%a, %b : tensor<32x16xf16>, tensor<16x64xf16>) outs(%f : tensor<32x64xf32>) -> tensor<32x64xf32>
  %h = tensor.empty() : tensor<32x64xf16>
  %half = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%sum : tensor<32x64xf32>) outs(%h : tensor<32x64xf16>) {
  ^bb0(%v: f32, %o: f16):
    %t = arith.truncf %v : f32 to f16
    linalg.yield %t : f16
  } -> tensor<32x64xf16>
  linalg.matmul {autotune.fp = "strict"} ins(%x, %y : memref<256x64xi8>, memref<64x256xi8>) outs(%z : memref<256x256xi32>)
  linalg.matmul {autotune.fp = "strict", cast = #linalg.type_fn<cast_unsigned>, autotune.schedule = "direct(block=[16,32,16], tile0=[32,64,16], instruction=mma_bf16)"}
    ins(%x, %y : memref<256x64xi8>, memref<64x256xi8>) outs(%z : memref<256x256xi32>)
  return %half : tensor<32x64xf16>
}

// -----

// Few results and many terms: blocks of different parts of them write to a workspace, and a second kernel adds those up, from the initial value on and
// with the consumer. Sums of f16 are kept in f32 between the two. A schedule asks for it with the sizes of the product.
//
// CHECK-LABEL: func.func @parts
// CHECK: gpu.launch_func {{.*}} args({{.*}} : memref<16x16384xf32>, {{.*}} : memref<16384x512xf32>, %[[PARTS:.*]] : memref<8x16x512xf32>)
// CHECK: gpu.launch_func {{.*}} args({{.*}}, %{{.*}} : memref<8x16x512xf32>, %{{.*}} : memref<16x512xf32>)
// CHECK-SAME: epilogue=1
// CHECK: gpu.launch_func {{.*}} args({{.*}} : memref<4x48x64xf32>) {autotune.schedule = "direct(block=[1,16,32,16], tile0=[1,32,32,32], instruction=mma_f16, stages=2)"}
// CHECK: gpu.launch_func {{.*}} args(%{{.*}} : memref<4x48x64xf32>, %{{.*}} : memref<48x64xf16>)
// CHECK-NOT: linalg.fill
// CHECK: linalg.matmul
// CHECK-NOT: tensor.empty
// CHECK: return
// TOLD: linalg.matmul rewritten: a kernel for sm_80, direct({{.*}}, epilogue=1, split=8): 256 blocks of
// TOLD: linalg.generic rewritten: a kernel for sm_80, direct({{.*}}epilogue=1)
// TOLD: linalg.matmul rewritten: a kernel for sm_80, direct(block=[16,32,16], tile0=[32,32,32], instruction=mma_f16, stages=2, split=4): 16 blocks of 64 threads
// TOLD: linalg.matmul left untouched: the schedule makes no kernel: no loop over terms has 7 equal parts of two or more
func.func @parts(%a: tensor<16x16384xf32>, %b: tensor<16384x512xf32>, %bias: tensor<512xf32>, %x: tensor<48x256xf16>, %y: tensor<256x64xf16>)
    -> (tensor<16x512xf32>, tensor<48x64xf16>, tensor<48x64xf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x512xf32>
  %f = linalg.broadcast ins(%bias : tensor<512xf32>) outs(%e : tensor<16x512xf32>) dimensions = [0]
  %r = linalg.matmul ins(%a, %b : tensor<16x16384xf32>, tensor<16384x512xf32>) outs(%f : tensor<16x512xf32>) -> tensor<16x512xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x512xf32>) -> tensor<16x512xf32>
  %relu = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%r, %z : tensor<16x512xf32>, tensor<16x512xf32>) outs(%e : tensor<16x512xf32>) -> tensor<16x512xf32>
  %none = arith.constant 0.0 : f16
  %g = tensor.empty() : tensor<48x64xf16>
  %h = linalg.fill ins(%none : f16) outs(%g : tensor<48x64xf16>) -> tensor<48x64xf16>
  %s = linalg.matmul {autotune.schedule = "direct(block=[16,32,16], tile0=[32,32,32], instruction=mma_f16, stages=2, split=4)"}
    ins(%x, %y : tensor<48x256xf16>, tensor<256x64xf16>) outs(%h : tensor<48x64xf16>) -> tensor<48x64xf16>
  %t = linalg.matmul {autotune.schedule = "direct(block=[16,32,16], tile0=[32,32,32], split=7)"}
    ins(%x, %y : tensor<48x256xf16>, tensor<256x64xf16>) outs(%s : tensor<48x64xf16>) -> tensor<48x64xf16>
  return %relu, %s, %t : tensor<16x512xf32>, tensor<48x64xf16>, tensor<48x64xf16>
}

// -----

// What rounds the sum of the parts is in its kernel also where the consumer of the product is none.
//
// CHECK-LABEL: func.func @rounded_alone
// CHECK: gpu.launch_func {{.*}} : memref<8x16x16xf32>) {
// CHECK: gpu.launch_func {{.*}} : memref<8x16x16xf32>, {{.*}} : memref<16x16xf16>, {{.*}} : memref<16x16xf16>) {
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<16x16xf16>)
// CHECK-NOT: linalg.generic
// CHECK: return
// TOLD: linalg.matmul rewritten: a kernel for sm_80, {{.*}}, split=8)
// TOLD: linalg.generic rewritten: a kernel for sm_80, {{.*}}epilogue=1)
// TOLD: linalg.generic left untouched: its body takes a value from outside
func.func @rounded_alone(%a: tensor<16x4096xf16>, %b: tensor<4096x16xf16>, %c: tensor<16x16xf16>, %s: f16) -> tensor<16x16xf16> {
  %e = tensor.empty() : tensor<16x16xf16>
  %r = linalg.matmul {autotune.schedule = "direct(block=[16,8,16], tile0=[16,16,64], instruction=mma_f16, epilogue=1, split=8)"}
    ins(%a, %b : tensor<16x4096xf16>, tensor<4096x16xf16>) outs(%c : tensor<16x16xf16>) -> tensor<16x16xf16>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%r : tensor<16x16xf16>) outs(%e : tensor<16x16xf16>) {
  ^bb0(%x: f16, %o: f16):
    %y = arith.mulf %x, %s : f16
    linalg.yield %y : f16
  } -> tensor<16x16xf16>
  return %q : tensor<16x16xf16>
}

// -----

// So it is where what the sum starts from is computed, and fused with it.
//
// CHECK-LABEL: func.func @rounded_from
// CHECK-COUNT-2: gpu.launch_func
// CHECK-SAME: epilogue=2
// CHECK-NOT: linalg
// CHECK: return
func.func @rounded_from(%a: tensor<32x1024xf16>, %b: tensor<1024x32xf16>, %c: tensor<32x32xf32>) -> tensor<32x32xf16> {
  %e = tensor.empty() : tensor<32x32xf16>
  %start = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%c : tensor<32x32xf32>) outs(%e : tensor<32x32xf16>) {
  ^bb0(%x: f32, %o: f16):
    %y = arith.truncf %x : f32 to f16
    linalg.yield %y : f16
  } -> tensor<32x32xf16>
  %r = linalg.matmul {autotune.schedule = "direct(block=[32,32,32], tile0=[32,32,32], instruction=mma_f16, stages=4, split=8)"}
    ins(%a, %b : tensor<32x1024xf16>, tensor<1024x32xf16>) outs(%start : tensor<32x32xf16>) -> tensor<32x32xf16>
  return %r : tensor<32x32xf16>
}

// -----

// Under fp=strict sums keep their order, on memrefs there is no place for parts, and an instruction has to be one of the GPU.
//
// CHECK-LABEL: func.func @no_parts
// CHECK: linalg.matmul
// CHECK: linalg.matmul
// TOLD: linalg.matmul left untouched: the schedule makes no kernel: instruction=, stages= and split= are of products, and this op is none, or none in its mode (fp=)
// TOLD: linalg.matmul left untouched: the schedule makes no kernel: terms in parts need tensors
// TOLD: linalg.matmul left untouched: the schedule makes no kernel: sm_80 has no such instruction
func.func @no_parts(%a: tensor<16x256xf32>, %b: tensor<256x32xf32>, %c: tensor<16x32xf32>, %x: memref<16x256xf32>, %y: memref<256x32xf32>, %z: memref<16x32xf32>) -> tensor<16x32xf32> {
  %r = linalg.matmul {autotune.fp = "strict", autotune.schedule = "direct(tile0=[8,8,16], split=4)"}
    ins(%a, %b : tensor<16x256xf32>, tensor<256x32xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  linalg.matmul {autotune.schedule = "direct(tile0=[8,8,16], split=4)"} ins(%x, %y : memref<16x256xf32>, memref<256x32xf32>) outs(%z : memref<16x32xf32>)
  linalg.matmul {autotune.schedule = "direct(block=[64,8,16], tile0=[64,8,16], instruction=wgmma_f16)"} ins(%x, %y : memref<16x256xf32>, memref<256x32xf32>) outs(%z : memref<16x32xf32>)
  return %r : tensor<16x32xf32>
}
