// What a sum starts from is read where it was when bufferization would take the first vector of a kernel without loops for a write of
// all elements, and leave the others out of the copy that it makes for who else reads them.
// RUN: %autotune run %s --check --target x86-64-v4 --model none | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v3 --model none | FileCheck %s
// CHECK: @row: agrees
// CHECK: @rows: agrees
// CHECK: @product: agrees
// CHECK: @argument: agrees
// CHECK: @twice: agrees

#m2 = affine_map<(a, b) -> (a, b)>
#m3 = affine_map<(a, b, c) -> (a, b, c)>

func.func @row(%x: tensor<1x36xf32>, %y: tensor<1x36xf32>) -> (tensor<1x36xf32>, tensor<1x36xf32>) {
  %e = tensor.empty() : tensor<1x36xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x : tensor<1x36xf32>) outs(%e : tensor<1x36xf32>) -> tensor<1x36xf32>
  %s = linalg.generic
    {indexing_maps = [#m2, #m2], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<1x36xf32>) outs(%r : tensor<1x36xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<1x36xf32>
  return %s, %r : tensor<1x36xf32>, tensor<1x36xf32>
}

func.func @rows(%x: tensor<2x21xf32>, %y: tensor<2x21xf32>) -> (tensor<2x21xf32>, tensor<2x21xf32>) {
  %e = tensor.empty() : tensor<2x21xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x : tensor<2x21xf32>) outs(%e : tensor<2x21xf32>) -> tensor<2x21xf32>
  %s = linalg.generic
    {indexing_maps = [#m2, #m2], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<2x21xf32>) outs(%r : tensor<2x21xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<2x21xf32>
  return %s, %r : tensor<2x21xf32>, tensor<2x21xf32>
}

func.func @product(%x: tensor<9x7xf32>, %w: tensor<7x19xf32>, %y: tensor<9x19xf32>) -> (tensor<9x19xf32>, tensor<9x19xf32>) {
  %e = tensor.empty() : tensor<9x19xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%y : tensor<9x19xf32>) outs(%e : tensor<9x19xf32>) -> tensor<9x19xf32>
  %s = linalg.matmul ins(%x, %w : tensor<9x7xf32>, tensor<7x19xf32>) outs(%r : tensor<9x19xf32>) -> tensor<9x19xf32>
  return %s, %r : tensor<9x19xf32>, tensor<9x19xf32>
}

func.func @argument(%x: tensor<3x5xf32>, %w: tensor<5x37xf32>, %y: tensor<3x37xf32>) -> tensor<3x37xf32> {
  %s = linalg.matmul ins(%x, %w : tensor<3x5xf32>, tensor<5x37xf32>) outs(%y : tensor<3x37xf32>) -> tensor<3x37xf32>
  return %s : tensor<3x37xf32>
}

func.func @twice(%x: tensor<1x1x36xf32>) -> tensor<1x1x36xf32> {
  %e = tensor.empty() : tensor<1x1x36xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x : tensor<1x1x36xf32>) outs(%e : tensor<1x1x36xf32>) -> tensor<1x1x36xf32>
  %s = linalg.generic
    {indexing_maps = [#m3, #m3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%r : tensor<1x1x36xf32>) outs(%r : tensor<1x1x36xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<1x1x36xf32>
  return %s : tensor<1x1x36xf32>
}
