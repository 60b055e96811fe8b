// A library for several threads names the OpenMP that it needs, and computes the same bits; one
// for one thread needs none.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %autotune compile %s -o %t/one.so --target x86-64-v3 --quiet
// RUN: %autotune compile %s -o %t/two.so --target x86-64-v3 --threads 2 --quiet
// RUN: readelf -d %t/one.so | FileCheck %s --check-prefix=ONE
// RUN: readelf -d %t/two.so | FileCheck %s --check-prefix=TWO
// RUN: %python %S/Inputs/compile/shared_work.py %libomp %t/one.so %t/two.so | FileCheck %s
// ONE-NOT: libomp
// TWO: NEEDED{{.*}}libomp.so.5
// CHECK: the bits are equal
func.func @mm(%a: tensor<512x513xf32>, %b: tensor<513x768xf32>, %c: tensor<512x768xf32>) -> tensor<512x768xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<512x513xf32>, tensor<513x768xf32>) outs(%c : tensor<512x768xf32>) -> tensor<512x768xf32>
  return %0 : tensor<512x768xf32>
}
