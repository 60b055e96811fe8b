// Factors of products of i8 that are not what they look like: zero points that casts change, and ops that keep what they are.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v3 --model none
// CHECK-COUNT-1: rewritten: its products are of i8{{$}}
// CHECK-NOT: {{rewritten: its (products|factors)}}

#rows = affine_map<(d0, d1) -> (d0, d1)>
#number = affine_map<(d0, d1) -> ()>

// 40 is the same in eight bits.
func.func @cut_same(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>, %i: tensor<8x8xi32>) -> tensor<8x8xi32> {
  %zero = arith.constant 40 : i32
  %ea = tensor.empty() : tensor<8x16xi32>
  %eb = tensor.empty() : tensor<16x8xi32>
  %wa = linalg.generic {indexing_maps = [#rows, #number, #rows], iterator_types = ["parallel", "parallel"]} ins(%a, %zero : tensor<8x16xi8>, i32) outs(%ea : tensor<8x16xi32>) {
  ^bb0(%v: i8, %z: i32, %u: i32):
    %c = arith.trunci %z : i32 to i8
    %y = arith.extsi %c : i8 to i32
    %x = arith.extsi %v : i8 to i32
    %w = arith.subi %x, %y : i32
    linalg.yield %w : i32
  } -> tensor<8x16xi32>
  %wb = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<16x8xi8>) outs(%eb : tensor<16x8xi32>) {
  ^bb0(%v: i8, %u: i32):
    %x = arith.extsi %v : i8 to i32
    linalg.yield %x : i32
  } -> tensor<16x8xi32>
  %s = linalg.matmul ins(%wa, %wb : tensor<8x16xi32>, tensor<16x8xi32>) outs(%i : tensor<8x8xi32>) -> tensor<8x8xi32>
  return %s : tensor<8x8xi32>
}

// 200 is -56 in eight bits.
func.func @cut(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>, %i: tensor<8x8xi32>) -> tensor<8x8xi32> {
  %zero = arith.constant 200 : i32
  %ea = tensor.empty() : tensor<8x16xi32>
  %eb = tensor.empty() : tensor<16x8xi32>
  %wa = linalg.generic {indexing_maps = [#rows, #number, #rows], iterator_types = ["parallel", "parallel"]} ins(%a, %zero : tensor<8x16xi8>, i32) outs(%ea : tensor<8x16xi32>) {
  ^bb0(%v: i8, %z: i32, %u: i32):
    %c = arith.trunci %z : i32 to i8
    %y = arith.extsi %c : i8 to i32
    %x = arith.extsi %v : i8 to i32
    %w = arith.subi %x, %y : i32
    linalg.yield %w : i32
  } -> tensor<8x16xi32>
  %wb = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<16x8xi8>) outs(%eb : tensor<16x8xi32>) {
  ^bb0(%v: i8, %u: i32):
    %x = arith.extsi %v : i8 to i32
    linalg.yield %x : i32
  } -> tensor<16x8xi32>
  %s = linalg.matmul ins(%wa, %wb : tensor<8x16xi32>, tensor<16x8xi32>) outs(%i : tensor<8x8xi32>) -> tensor<8x8xi32>
  return %s : tensor<8x8xi32>
}

// A negative zero point is read as a large one.
func.func @mixed(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>, %i: tensor<8x8xi32>, %zero: i8) -> tensor<8x8xi32> {
  %ea = tensor.empty() : tensor<8x16xi32>
  %eb = tensor.empty() : tensor<16x8xi32>
  %wa = linalg.generic {indexing_maps = [#rows, #number, #rows], iterator_types = ["parallel", "parallel"]} ins(%a, %zero : tensor<8x16xi8>, i8) outs(%ea : tensor<8x16xi32>) {
  ^bb0(%v: i8, %z: i8, %u: i32):
    %c = arith.extsi %z : i8 to i16
    %y = arith.extui %c : i16 to i32
    %x = arith.extsi %v : i8 to i32
    %w = arith.subi %x, %y : i32
    linalg.yield %w : i32
  } -> tensor<8x16xi32>
  %wb = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<16x8xi8>) outs(%eb : tensor<16x8xi32>) {
  ^bb0(%v: i8, %u: i32):
    %x = arith.extsi %v : i8 to i32
    linalg.yield %x : i32
  } -> tensor<16x8xi32>
  %s = linalg.matmul ins(%wa, %wb : tensor<8x16xi32>, tensor<16x8xi32>) outs(%i : tensor<8x8xi32>) -> tensor<8x8xi32>
  return %s : tensor<8x8xi32>
}

func.func @mixed_constant(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>, %i: tensor<8x8xi32>) -> tensor<8x8xi32> {
  %zero = arith.constant -7 : i8
  %ea = tensor.empty() : tensor<8x16xi32>
  %eb = tensor.empty() : tensor<16x8xi32>
  %wa = linalg.generic {indexing_maps = [#rows, #number, #rows], iterator_types = ["parallel", "parallel"]} ins(%a, %zero : tensor<8x16xi8>, i8) outs(%ea : tensor<8x16xi32>) {
  ^bb0(%v: i8, %z: i8, %u: i32):
    %c = arith.extsi %z : i8 to i16
    %y = arith.extui %c : i16 to i32
    %x = arith.extsi %v : i8 to i32
    %w = arith.subi %x, %y : i32
    linalg.yield %w : i32
  } -> tensor<8x16xi32>
  %wb = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<16x8xi8>) outs(%eb : tensor<16x8xi32>) {
  ^bb0(%v: i8, %u: i32):
    %x = arith.extsi %v : i8 to i32
    linalg.yield %x : i32
  } -> tensor<16x8xi32>
  %s = linalg.matmul ins(%wa, %wb : tensor<8x16xi32>, tensor<16x8xi32>) outs(%i : tensor<8x8xi32>) -> tensor<8x8xi32>
  return %s : tensor<8x8xi32>
}

// The floats are those of the source.
func.func @strict(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>, %i: tensor<8x8xf32>, %scale: f32) -> tensor<8x8xf32> {
  %ea = tensor.empty() : tensor<8x16xf32>
  %eb = tensor.empty() : tensor<16x8xf32>
  %wa = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x16xi8>) outs(%ea : tensor<8x16xf32>) attrs = {autotune.fp = "strict"} {
  ^bb0(%v: i8, %u: f32):
    %x = arith.sitofp %v : i8 to f32
    %y = arith.mulf %x, %scale : f32
    linalg.yield %y : f32
  } -> tensor<8x16xf32>
  %wb = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<16x8xi8>) outs(%eb : tensor<16x8xf32>) {
  ^bb0(%v: i8, %u: f32):
    %x = arith.sitofp %v : i8 to f32
    linalg.yield %x : f32
  } -> tensor<16x8xf32>
  %s = linalg.matmul ins(%wa, %wb : tensor<8x16xf32>, tensor<16x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}

// The schedule is for this op.
func.func @scheduled(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>, %i: tensor<8x8xf32>, %scale: f32) -> tensor<8x8xf32> {
  %ea = tensor.empty() : tensor<8x16xf32>
  %eb = tensor.empty() : tensor<16x8xf32>
  %wa = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x16xi8>) outs(%ea : tensor<8x16xf32>) attrs = {autotune.schedule = "loops"} {
  ^bb0(%v: i8, %u: f32):
    %x = arith.sitofp %v : i8 to f32
    %y = arith.mulf %x, %scale : f32
    linalg.yield %y : f32
  } -> tensor<8x16xf32>
  %wb = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<16x8xi8>) outs(%eb : tensor<16x8xf32>) {
  ^bb0(%v: i8, %u: f32):
    %x = arith.sitofp %v : i8 to f32
    linalg.yield %x : f32
  } -> tensor<16x8xf32>
  %s = linalg.matmul ins(%wa, %wb : tensor<8x16xf32>, tensor<16x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}
