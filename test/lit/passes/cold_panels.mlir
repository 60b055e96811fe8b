// Constant weights that come from memory at every run lie in panels where one row of data meets them: each is one stream, which
// comes faster than rows side by side. Where they fit in the last cache, rows that lie as the results do stay in place.
//
// RUN: autotune-opt %s --autotune="target=zen5 remarks=none emit=annotate" | FileCheck %s
// RUN: autotune-opt %s --autotune="target=zen5,cache_bytes.2=134217728 remarks=none emit=annotate" | FileCheck %s --check-prefix=FIT
// RUN: %autotune run %s --check --target zen3
// RUN: %autotune run %s --check --target zen3 --threads 2

// CHECK-LABEL: func.func @primes
// CHECK: linalg.matmul {autotune.schedule = "direct({{[^"]*}}pack=[{{([01]:0,)?}}{{[12]}}:0]
// CHECK: linalg.matmul {autotune.schedule = "direct({{[^"]*}}pack=[{{([01]:0,)?}}{{[12]}}:0]
// FIT-LABEL: func.func @primes
// FIT-NOT: pack=[{{([01]:0,)?}}{{[12]}}:0]
// FIT: return
func.func @primes(%x: tensor<1x1021xf32>, %w: tensor<1021x5003xf32> {autotune.constant}, %v: tensor<5003x997xf32> {autotune.constant}) -> tensor<1x997xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5003xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5003xf32>) -> tensor<1x5003xf32>
  %r = linalg.matmul ins(%x, %w : tensor<1x1021xf32>, tensor<1021x5003xf32>) outs(%f : tensor<1x5003xf32>) -> tensor<1x5003xf32>
  %g = tensor.empty() : tensor<1x997xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<1x997xf32>) -> tensor<1x997xf32>
  %s = linalg.matmul ins(%r, %v : tensor<1x5003xf32>, tensor<5003x997xf32>) outs(%h : tensor<1x997xf32>) -> tensor<1x997xf32>
  return %s : tensor<1x997xf32>
}
