// Rows that come from beyond the caches and are read once are not copied into another order: the
// lanes go along them.
//
// RUN: %autotune run %s --check --target x86-64-v3
// RUN: autotune-opt %s --autotune="target=icelake-server remarks=all" -o /dev/null 2>&1 | FileCheck %s
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all" -o /dev/null 2>&1 | FileCheck %s
// CHECK: linalg.generic tuned {{.*}}reduce(vector=i1x
// CHECK-NOT: pack=
// CHECK: linalg.reduce tuned {{.*}}reduce(vector=i1x
// CHECK-NOT: pack=

func.func @largest(%a: tensor<131072x32xf32>) -> tensor<131072xf32> {
  %m = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<131072xf32>
  %f = linalg.fill ins(%m : f32) outs(%e : tensor<131072xf32>) -> tensor<131072xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<131072x32xf32>) outs(%f : tensor<131072xf32>) {
  ^bb0(%x: f32, %s: f32):
    %t = arith.maximumf %s, %x : f32
    linalg.yield %t : f32
  } -> tensor<131072xf32>
  return %r : tensor<131072xf32>
}

func.func @odd(%a: tensor<30011x37xi32>, %f: tensor<30011xi32>) -> tensor<30011xi32> {
  %r = linalg.reduce { arith.addi } ins(%a : tensor<30011x37xi32>) outs(%f : tensor<30011xi32>) dimensions = [1]
  return %r : tensor<30011xi32>
}
