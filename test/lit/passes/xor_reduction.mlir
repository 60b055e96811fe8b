// A reduction by exclusive or may come in any order, so that the lanes go along it.
//
// RUN: %autotune run %s --check --target x86-64-v3
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all" -o /dev/null 2>&1 | FileCheck %s
// CHECK: linalg.generic tuned {{.*}}reduce(vector=i1x
// CHECK: linalg.generic tuned {{.*}}reduce(vector=i1x

func.func @parity(%x: tensor<509x1021xi32>) -> tensor<509xi32> {
  %i = arith.constant 0 : i32
  %e = tensor.empty() : tensor<509xi32>
  %f = linalg.fill ins(%i : i32) outs(%e : tensor<509xi32>) -> tensor<509xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<509x1021xi32>) outs(%f : tensor<509xi32>) {
  ^bb0(%a: i32, %o: i32):
    %v = arith.xori %o, %a : i32
    linalg.yield %v : i32
  } -> tensor<509xi32>
  return %r : tensor<509xi32>
}

func.func @bytes(%x: tensor<61x1027xi8>, %f: tensor<61xi8>) -> tensor<61xi8> {
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<61x1027xi8>) outs(%f : tensor<61xi8>) {
  ^bb0(%a: i8, %o: i8):
    %v = arith.xori %o, %a : i8
    linalg.yield %v : i8
  } -> tensor<61xi8>
  return %r : tensor<61xi8>
}
