// linalg.pack and linalg.unpack are tuned as a transposition beside views, what is added as a tensor.pad.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" -o %t.ir 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --input-file %t.ir
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=none emit=annotate" -o %t.annotated
// RUN: FileCheck %s --input-file %t.annotated --check-prefix=ANNOTATED
// RUN: autotune-opt %s --autotune-to-llvm | FileCheck %s --check-prefix=LOWERED
// RUN: %autotune run %s --check --tolerance 0 --fp strict --model none --target x86-64-v3 --dim 37
//
// TOLD: linalg.transpose rewritten: loop 0 of unknown extent is cut into pieces of
// TOLD: linalg.transpose, part 1 of 1 of linalg.pack tuned
// TOLD: tensor.pad, part 1 of 2 of linalg.pack
// TOLD: linalg.transpose, part 2 of 2 of linalg.pack tuned
// TOLD: linalg.transpose, part 1 of 1 of linalg.unpack tuned
// LOWERED-NOT: linalg.

// No pass over memory is added.
// CHECK-LABEL: func.func @pack(
// CHECK-NOT: tensor.pad
// CHECK-COUNT-1: autotune.schedule
// CHECK-NOT: autotune.schedule
// ANNOTATED-LABEL: func.func @pack(
// ANNOTATED: linalg.pack {{.*}} {autotune.schedule = ["direct({{.*}})"]}
func.func @pack(%a: tensor<64x96xf32>, %b: tensor<8x6x8x16xf32>) -> tensor<8x6x8x16xf32> {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %b
    : tensor<64x96xf32> -> tensor<8x6x8x16xf32>
  return %0 : tensor<8x6x8x16xf32>
}

// CHECK-LABEL: func.func @padded(
// CHECK-NOT: linalg.pack
func.func @padded(%a: tensor<17x13xi8>, %b: tensor<2x3x8x8xi8>) -> tensor<2x3x8x8xi8> {
  %z = arith.constant -3 : i8
  %0 = linalg.pack %a padding_value(%z : i8) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 8]
    into %b : tensor<17x13xi8> -> tensor<2x3x8x8xi8>
  return %0 : tensor<2x3x8x8xi8>
}

// Nothing but padding.
// CHECK-LABEL: func.func @border(
// CHECK-NOT: linalg.pack
func.func @border(%a: tensor<1x1x5x7xf32>, %b: tensor<1x1x1x1x8x8xf32>) -> tensor<1x1x1x1x8x8xf32> {
  %z = arith.constant 1.5 : f32
  %0 = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [2, 3] inner_tiles = [8, 8] into %b
    : tensor<1x1x5x7xf32> -> tensor<1x1x1x1x8x8xf32>
  return %0 : tensor<1x1x1x1x8x8xf32>
}

// CHECK-LABEL: func.func @unpack(
// CHECK-NOT: linalg.{{copy|unpack}}
// CHECK: tensor.extract_slice {{.*}} [17, 13] [1, 1]
func.func @unpack(%a: tensor<2x3x8x8xf32>, %b: tensor<17x13xf32>) -> tensor<17x13xf32> {
  %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %b
    : tensor<2x3x8x8xf32> -> tensor<17x13xf32>
  return %0 : tensor<17x13xf32>
}

// A whole number of tiles, of one element and of all.
// CHECK-LABEL: func.func @whole(
// CHECK-NOT: linalg.{{copy|unpack}}
// CHECK-NOT: tensor.extract_slice %collapsed
// CHECK: return
func.func @whole(%a: tensor<1x11x7x1xf64>, %b: tensor<7x11xf64>) -> tensor<7x11xf64> {
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [7, 1] into %b : tensor<1x11x7x1xf64> -> tensor<7x11xf64>
  return %0 : tensor<7x11xf64>
}

// The packed product of a compiler that packs, between a pack and an unpack.
// CHECK-LABEL: func.func @product(
// CHECK-NOT: linalg.
// CHECK: return
func.func @product(%a: tensor<16x24xf32>, %b: tensor<24x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x24x8x1xf32>
  %p = linalg.pack %a outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %e
    : tensor<16x24xf32> -> tensor<2x24x8x1xf32>
  %f = tensor.empty() : tensor<2x24x16x1xf32>
  %q = linalg.pack %b outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [16, 1] into %f
    : tensor<24x32xf32> -> tensor<2x24x16x1xf32>
  %g = tensor.empty() : tensor<2x2x8x16xf32>
  %c = linalg.fill ins(%zero : f32) outs(%g : tensor<2x2x8x16xf32>) -> tensor<2x2x8x16xf32>
  %m = linalg.mmt4d ins(%p, %q : tensor<2x24x8x1xf32>, tensor<2x24x16x1xf32>) outs(%c : tensor<2x2x8x16xf32>)
    -> tensor<2x2x8x16xf32>
  %h = tensor.empty() : tensor<16x32xf32>
  %r = linalg.unpack %m inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %h
    : tensor<2x2x8x16xf32> -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>
}

// CHECK-LABEL: func.func @rows(
// CHECK-NOT: linalg.pack
// CHECK: autotune.schedule
func.func @rows(%a: tensor<?x96xf32>, %b: tensor<?x6x16xf32>) -> tensor<?x6x16xf32> {
  %0 = linalg.pack %a inner_dims_pos = [1] inner_tiles = [16] into %b : tensor<?x96xf32> -> tensor<?x6x16xf32>
  return %0 : tensor<?x6x16xf32>
}

// No rows.
// CHECK-LABEL: func.func @none(
func.func @none(%a: tensor<0x8xf32>, %b: tensor<0x2x4xf32>) -> tensor<0x2x4xf32> {
  %0 = linalg.pack %a inner_dims_pos = [1] inner_tiles = [4] into %b : tensor<0x8xf32> -> tensor<0x2x4xf32>
  return %0 : tensor<0x2x4xf32>
}
