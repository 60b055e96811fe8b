// Weights of unknown size, as the keys of a decoder, count with the largest size that is expected, and with 4,096 where nothing
// is: they come from memory where they do not fit beside the weights of known size. Those that fit by themselves stay as they
// were. The caches of zen5 hold 32 MB.
//
// RUN: autotune-opt %s --autotune="target=zen5 model=analytical remarks=all" -o %t 2>&1 | FileCheck %s
// RUN: autotune-opt %s --autotune="target=zen5,cache_bytes.2=134217728 model=analytical remarks=all" -o %t 2>&1 | FileCheck %s --check-prefix=FIT
// CHECK: kernel of all of loop 2 of unknown extent tuned ({{[^)]*}}): [[WARM:.*]], predicted
// CHECK: linalg.matmul tuned ({{[^)]*}}): [[PRODUCT:.*]], predicted
// CHECK-NOT: [[WARM]], predicted
// CHECK: linalg.matmul tuned ({{[^)]*}}): [[PRODUCT]], predicted
// FIT: kernel of all of loop 2 of unknown extent tuned ({{[^)]*}}): [[WARM:.*]], predicted
// FIT: kernel of all of loop 2 of unknown extent tuned ({{[^)]*}}): [[WARM]], predicted

func.func @short(%x: tensor<1x?xf32> {autotune.dims = ["", "n"]}, %values: tensor<?x1024xf32> {autotune.dims = ["n", ""]}, %w: tensor<1024x6000xf32>)
    -> tensor<1x6000xf32> attributes {autotune.sizes = {n = 512}} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1024xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1024xf32>) -> tensor<1x1024xf32>
  %0 = linalg.matmul ins(%x, %values : tensor<1x?xf32>, tensor<?x1024xf32>) outs(%zeros : tensor<1x1024xf32>) -> tensor<1x1024xf32>
  %g = tensor.empty() : tensor<1x6000xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<1x1024xf32>, tensor<1024x6000xf32>) outs(%g : tensor<1x6000xf32>) -> tensor<1x6000xf32>
  return %1 : tensor<1x6000xf32>
}

func.func @unknown(%x: tensor<1x?xf32>, %values: tensor<?x1024xf32>, %w: tensor<1024x6000xf32>) -> tensor<1x6000xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1024xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1024xf32>) -> tensor<1x1024xf32>
  %0 = linalg.matmul ins(%x, %values : tensor<1x?xf32>, tensor<?x1024xf32>) outs(%zeros : tensor<1x1024xf32>) -> tensor<1x1024xf32>
  %g = tensor.empty() : tensor<1x6000xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<1x1024xf32>, tensor<1024x6000xf32>) outs(%g : tensor<1x6000xf32>) -> tensor<1x6000xf32>
  return %1 : tensor<1x6000xf32>
}
