// What is code for a device stays as it is, before anything is chosen too: no rewrite touches it.
//
// RUN: autotune-opt %s -o %t.before
// RUN: autotune-opt %s --autotune="target=x86-64-v3 fp=relaxed remarks=all" -o %t.after 2> %t.told
// RUN: diff %t.before %t.after && not grep "rewritten\|sums are" %t.told

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

gpu.module @device {
  func.func @reversed(%t: tensor<11x17xf32>) -> tensor<8x11xf32> {
    %e = tensor.empty() : tensor<8x11xf32>
    %c10 = arith.constant 10 : index
    %c2 = arith.constant 2 : index
    %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x11xf32>) {
    ^bb0(%o: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %a = arith.subi %c10, %j : index
      %b = arith.muli %i, %c2 : index
      %v = tensor.extract %t[%a, %b] : tensor<11x17xf32>
      linalg.yield %v : f32
    } -> tensor<8x11xf32>
    return %0 : tensor<8x11xf32>
  }
  func.func @constants(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
    %v = arith.constant dense<[1.0, 2.0, 3.0, 0.25]> : tensor<4xf32>
    %e = tensor.empty() : tensor<4x5xf32>
    %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %v : tensor<4x5xf32>, tensor<4xf32>) outs(%e : tensor<4x5xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = math.rsqrt %b : f32
      %p = arith.mulf %a, %q : f32
      linalg.yield %p : f32
    } -> tensor<4x5xf32>
    return %r : tensor<4x5xf32>
  }
  func.func @tensors(%a: tensor<24x256xf16>, %b: tensor<256x32xf16>, %c: tensor<24x32xf16>) -> tensor<24x32xf16> {
    %r = linalg.matmul ins(%a, %b : tensor<24x256xf16>, tensor<256x32xf16>) outs(%c : tensor<24x32xf16>) -> tensor<24x32xf16>
    return %r : tensor<24x32xf16>
  }
}

func.func @launch(%a: memref<24x256xf16>, %b: memref<256x32xf16>, %c: memref<24x32xf16>) {
  %1 = arith.constant 1 : index
  gpu.launch blocks(%x, %y, %z) in (%gx = %1, %gy = %1, %gz = %1) threads(%tx, %ty, %tz) in (%bx = %1, %by = %1, %bz = %1) {
    linalg.matmul ins(%a, %b : memref<24x256xf16>, memref<256x32xf16>) outs(%c : memref<24x32xf16>)
    gpu.terminator
  }
  return
}
