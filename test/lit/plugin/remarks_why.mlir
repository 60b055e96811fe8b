// A choice that is predicted to be slower than its runner-up says why.
//
// RUN: autotune-opt %s --autotune=target=x86-64-v3 -o /dev/null \
// RUN:   --remarks-filter=autotune --remark-format=yaml --remarks-output-file=%t.v3
// RUN: autotune-opt %s --autotune=target=zen4 -o /dev/null \
// RUN:   --remarks-filter=autotune --remark-format=yaml --remarks-output-file=%t.zen4
// RUN: %python %S/Inputs/check_why.py %t.v3 %t.zen4

func.func @products(%a: tensor<256x512xf32>, %b: tensor<512x1024xf32>, %c: tensor<256x1024xf32>, %d: tensor<1024x64xf32>, %e: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<256x512xf32>, tensor<512x1024xf32>) outs(%c : tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %1 = linalg.matmul ins(%0, %d : tensor<256x1024xf32>, tensor<1024x64xf32>) outs(%e : tensor<256x64xf32>) -> tensor<256x64xf32>
  return %1 : tensor<256x64xf32>
}

func.func @window(%a: tensor<1x58x58x32xf32>, %k: tensor<3x3x32x48xf32>, %c: tensor<1x56x56x48xf32>) -> tensor<1x56x56x48xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<1x58x58x32xf32>, tensor<3x3x32x48xf32>) outs(%c : tensor<1x56x56x48xf32>) -> tensor<1x56x56x48xf32>
  return %0 : tensor<1x56x56x48xf32>
}
