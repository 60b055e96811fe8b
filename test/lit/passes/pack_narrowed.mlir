// What a body narrows to 2 or 4 bits keeps no bit above them, whatever it was before.
//
// RUN: %autotune run %s --fp strict --function narrowed --outputs %t.npz
// RUN: %autotune run %s --fp strict --function narrowed_bytes --outputs %t.bytes.npz
// RUN: cmp %t.npz %t.bytes.npz
// RUN: %autotune run %s --check
// RUN: autotune-opt %s --autotune-pack-integers | FileCheck %s

#id = affine_map<(i) -> (i)>

// CHECK-LABEL: @narrowed(
// CHECK-SAME: -> tensor<3xi8>
func.func @narrowed(%a: tensor<6xi8>) -> tensor<3xi8> {
  %e = tensor.empty() : tensor<6xi4>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<6xi8>) outs(%e : tensor<6xi4>) {
  ^bb0(%v: i8, %u: i4):
    %t = arith.trunci %v : i8 to i4
    linalg.yield %t : i4
  } -> tensor<6xi4>
  %p = func.call @same(%r) : (tensor<6xi4>) -> tensor<6xi4>
  %x = tensor.empty() : tensor<3xi8>
  %s = tensor.extract_slice %p[0] [3] [2] : tensor<6xi4> to tensor<3xi4>
  %t = tensor.extract_slice %p[1] [3] [2] : tensor<6xi4> to tensor<3xi4>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%s, %t : tensor<3xi4>, tensor<3xi4>) outs(%x : tensor<3xi8>) {
  ^bb0(%l: i4, %h: i4, %u: i8):
    %c4 = arith.constant 4 : i8
    %low = arith.extui %l : i4 to i8
    %high = arith.extui %h : i4 to i8
    %shifted = arith.shli %high, %c4 : i8
    %both = arith.ori %low, %shifted : i8
    linalg.yield %both : i8
  } -> tensor<3xi8>
  return %y : tensor<3xi8>
}
func.func private @same(%a: tensor<6xi4>) -> tensor<6xi4> {
  return %a : tensor<6xi4>
}
func.func @narrowed_bytes(%a: tensor<6xi8>) -> tensor<3xi8> {
  %x = tensor.empty() : tensor<3xi8>
  %s = tensor.extract_slice %a[0] [3] [2] : tensor<6xi8> to tensor<3xi8>
  %t = tensor.extract_slice %a[1] [3] [2] : tensor<6xi8> to tensor<3xi8>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%s, %t : tensor<3xi8>, tensor<3xi8>) outs(%x : tensor<3xi8>) {
  ^bb0(%l: i8, %h: i8, %u: i8):
    %c4 = arith.constant 4 : i8
    %c15 = arith.constant 15 : i8
    %low = arith.andi %l, %c15 : i8
    %shifted = arith.shli %h, %c4 : i8
    %both = arith.ori %low, %shifted : i8
    linalg.yield %both : i8
  } -> tensor<3xi8>
  return %y : tensor<3xi8>
}

// CHECK-LABEL: @from_words(
// CHECK-SAME: -> tensor<2xi8>
func.func @from_words(%a: tensor<6xi32>) -> tensor<6xi2> {
  %e = tensor.empty() : tensor<6xi2>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<6xi32>) outs(%e : tensor<6xi2>) {
  ^bb0(%v: i32, %u: i2):
    %t = arith.trunci %v : i32 to i2
    linalg.yield %t : i2
  } -> tensor<6xi2>
  return %r : tensor<6xi2>
}
