// A kernel is cut where the kernel before it cut what it reads.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical max-candidates=200 threads=2 remarks=all" -o /dev/null 2>&1 | FileCheck %s

// Nobody knows where the operands are.
// CHECK: :[[#@LINE+2]]:8: remark: {{.*}} 2 threads: i1 in 2 pieces of 264
func.func @alone(%a: tensor<512x264xf32>, %b: tensor<264x528xf32>, %out: tensor<512x528xf32>) -> tensor<512x528xf32> {
  %0 = linalg.matmul {autotune.schedule = "direct(vector=i1x8, block=[8,24,1], tile0=[512,192,264], pack=[2:0])"} ins(%a, %b : tensor<512x264xf32>, tensor<264x528xf32>) outs(%out : tensor<512x528xf32>) -> tensor<512x528xf32>
  return %0 : tensor<512x528xf32>
}

// Each thread wrote half of the rows of %a, seen through reshapes.
// CHECK: :[[#@LINE+3]]:8: remark: {{.*}} 2 threads: i0 in 2 pieces of 256
// CHECK: :[[#@LINE+5]]:8: remark: {{.*}} 2 threads: i0 in 2 pieces of 256
func.func @after(%x: tensor<512x64xf32>, %y: tensor<64x264xf32>, %start: tensor<512x264xf32>, %b: tensor<264x528xf32>, %out: tensor<512x528xf32>) -> tensor<512x528xf32> {
  %m = linalg.matmul ins(%x, %y : tensor<512x64xf32>, tensor<64x264xf32>) outs(%start : tensor<512x264xf32>) -> tensor<512x264xf32>
  %e = tensor.expand_shape %m [[0, 1], [2]] output_shape [1, 512, 264] : tensor<512x264xf32> into tensor<1x512x264xf32>
  %a = tensor.collapse_shape %e [[0, 1], [2]] : tensor<1x512x264xf32> into tensor<512x264xf32>
  %0 = linalg.matmul {autotune.schedule = "direct(vector=i1x8, block=[8,24,1], tile0=[512,192,264], pack=[2:0])"} ins(%a, %b : tensor<512x264xf32>, tensor<264x528xf32>) outs(%out : tensor<512x528xf32>) -> tensor<512x528xf32>
  return %0 : tensor<512x528xf32>
}

// Both parts of %c are computed where they belong, each thread half of the rows, so each has half of
// the rows of %c.
// CHECK: :[[#@LINE+4]]:8: remark: {{.*}} 2 threads: i0 in 2 pieces of 256
// CHECK: :[[#@LINE+4]]:8: remark: {{.*}} 2 threads: i0 in 2 pieces of 256
// CHECK: :[[#@LINE+5]]:8: remark: {{.*}} 2 threads: i0 in 2 pieces of 256
func.func @joined(%x: tensor<512x64xf32>, %v: tensor<64x264xf32>, %w: tensor<64x264xf32>, %start: tensor<512x264xf32>, %b: tensor<528x528xf32>, %out: tensor<512x528xf32>) -> tensor<512x528xf32> {
  %l = linalg.matmul ins(%x, %v : tensor<512x64xf32>, tensor<64x264xf32>) outs(%start : tensor<512x264xf32>) -> tensor<512x264xf32>
  %r = linalg.matmul ins(%x, %w : tensor<512x64xf32>, tensor<64x264xf32>) outs(%start : tensor<512x264xf32>) -> tensor<512x264xf32>
  %c = tensor.concat dim(1) %l, %r : (tensor<512x264xf32>, tensor<512x264xf32>) -> tensor<512x528xf32>
  %0 = linalg.matmul ins(%c, %b : tensor<512x528xf32>, tensor<528x528xf32>) outs(%out : tensor<512x528xf32>) -> tensor<512x528xf32>
  return %0 : tensor<512x528xf32>
}

// Parts of two concatenations are copied to one of them, by one thread: a small kernel stays there.
// CHECK: :[[#@LINE+5]]:8: remark: {{.*}} one thread: {{.*}} for bytes that go between them
func.func @copied(%x: tensor<64x64xf32>, %w: tensor<64x8192xf32>, %start: tensor<64x8192xf32>, %b: tensor<16384x2xf32>, %out: tensor<64x2xf32>) -> (tensor<64x2xf32>, tensor<64x16384xf32>) {
  %l = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x8192xf32>) outs(%start : tensor<64x8192xf32>) -> tensor<64x8192xf32>
  %c = tensor.concat dim(1) %l, %l : (tensor<64x8192xf32>, tensor<64x8192xf32>) -> tensor<64x16384xf32>
  %d = tensor.concat dim(1) %l, %start : (tensor<64x8192xf32>, tensor<64x8192xf32>) -> tensor<64x16384xf32>
  %0 = linalg.matmul ins(%c, %b : tensor<64x16384xf32>, tensor<16384x2xf32>) outs(%out : tensor<64x2xf32>) -> tensor<64x2xf32>
  return %0, %d : tensor<64x2xf32>, tensor<64x16384xf32>
}

// The sums are too small for two threads, so the differences that they read stay on one as well.
// CHECK-DAG: :[[#@LINE+8]]:8: remark: {{.*}} one thread: {{.*}} us are less than starting 2 threads pays for
// CHECK-DAG: :[[#@LINE+3]]:8: remark: {{.*}} one thread: {{.*}} and 24.6 us for bytes that go between them, pays for
func.func @sums_on_one(%a: tensor<128x768xf32>, %b: tensor<128x768xf32>) -> (tensor<128x768xf32>, tensor<128xf32>) {
  %e = tensor.empty() : tensor<128x768xf32>
  %d = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%a, %b : tensor<128x768xf32>, tensor<128x768xf32>) outs(%e : tensor<128x768xf32>) -> tensor<128x768xf32>
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<128xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<128xf32>) -> tensor<128xf32>
  %s = linalg.reduce { arith.addf } ins(%d : tensor<128x768xf32>) outs(%z : tensor<128xf32>) dimensions = [1] {autotune.schedule = "reduce(vector=i1x16, block=[8,16])"}
  return %d, %s : tensor<128x768xf32>, tensor<128xf32>
}

// These are large enough.
// CHECK-DAG: :[[#@LINE+8]]:8: remark: {{.*}} 2 threads: i0 in 2 pieces of 1024
// CHECK-DAG: :[[#@LINE+3]]:8: remark: {{.*}} 2 threads: i0 in 2 pieces of 786480
func.func @sums_on_two(%a: tensor<2048x768xf32>, %b: tensor<2048x768xf32>) -> (tensor<2048x768xf32>, tensor<2048xf32>) {
  %e = tensor.empty() : tensor<2048x768xf32>
  %d = linalg.elementwise kind=#linalg.elementwise_kind<sub> {autotune.schedule = "direct(vector=i0x16, block=[464])"} ins(%a, %b : tensor<2048x768xf32>, tensor<2048x768xf32>) outs(%e : tensor<2048x768xf32>) -> tensor<2048x768xf32>
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<2048xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<2048xf32>) -> tensor<2048xf32>
  %s = linalg.reduce { arith.addf } ins(%d : tensor<2048x768xf32>) outs(%z : tensor<2048xf32>) dimensions = [1] {autotune.schedule = "reduce(vector=i1x16, block=[8,16])"}
  return %d, %s : tensor<2048x768xf32>, tensor<2048xf32>
}
