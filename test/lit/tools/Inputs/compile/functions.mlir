// A function of every kind that C can call: see functions.c.
#rows = affine_map<(i, j) -> (i)>
#both = affine_map<(i, j) -> (i, j)>

// Odd and prime sizes, two results, and a call from another function.
func.func @prime(%a: tensor<7x13xf32>, %b: tensor<13x11xf32>) -> (tensor<7x11xf32>, tensor<7xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x11xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<7x11xf32>) -> tensor<7x11xf32>
  %p = linalg.matmul ins(%a, %b : tensor<7x13xf32>, tensor<13x11xf32>) outs(%i : tensor<7x11xf32>) -> tensor<7x11xf32>
  %v = tensor.empty() : tensor<7xf32>
  %w = linalg.fill ins(%zero : f32) outs(%v : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [#both, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<7x11xf32>) outs(%w : tensor<7xf32>) {
  ^bb0(%x: f32, %y: f32):
    %t = arith.addf %x, %y : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  return %p, %s : tensor<7x11xf32>, tensor<7xf32>
}

func.func @outer(%a: tensor<7x13xf32>, %b: tensor<13x11xf32>) -> tensor<7xf32> {
  %p, %s = call @prime(%a, %b) : (tensor<7x13xf32>, tensor<13x11xf32>) -> (tensor<7x11xf32>, tensor<7xf32>)
  return %s : tensor<7xf32>
}

func.func @one_scalar(%a: f32, %b: f32) -> f32 {
  %r = arith.subf %a, %b : f32
  return %r : f32
}

func.func @scalars(%a: f64, %b: i1, %c: index, %d: f16, %e: i8, %t: tensor<3xi32>)
    -> (f64, tensor<3xi32>, i1, index, f16, i8) {
  %one = arith.constant true
  %not = arith.xori %b, %one : i1
  %twice = arith.addi %c, %c : index
  %half = arith.addf %d, %d : f16
  %less = arith.addi %e, %e : i8
  %sum = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%t, %t : tensor<3xi32>, tensor<3xi32>) outs(%t : tensor<3xi32>) -> tensor<3xi32>
  return %a, %sum, %not, %twice, %half, %less : f64, tensor<3xi32>, i1, index, f16, i8
}

func.func @in_place(%a: memref<5x7xf32>, %b: memref<5x7xf32, strided<[9, 1], offset: 3>>) {
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %b : memref<5x7xf32>, memref<5x7xf32, strided<[9, 1], offset: 3>>)
      outs(%b : memref<5x7xf32, strided<[9, 1], offset: 3>>)
  return
}

func.func @allocates(%a: memref<4xf32>) -> memref<4xf32> {
  %r = memref.alloc() : memref<4xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%r : memref<4xf32>)
  return %r : memref<4xf32>
}

// What is returned is an argument, the same twice, a view, a constant, one element, none.
func.func @same(%a: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<6xf32>) {
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<3x2xf32> into tensor<6xf32>
  return %a, %a, %flat : tensor<3x2xf32>, tensor<3x2xf32>, tensor<6xf32>
}

func.func @constant() -> tensor<5xi16> {
  %c = arith.constant dense<[1, -2, 3, -4, 5]> : tensor<5xi16>
  return %c : tensor<5xi16>
}

func.func @unit(%a: tensor<1x1xf32>, %b: tensor<f32>) -> (tensor<1x1xf32>, tensor<f32>) {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : tensor<1x1xf32>, tensor<1x1xf32>) outs(%a : tensor<1x1xf32>) -> tensor<1x1xf32>
  %s = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%b, %b : tensor<f32>, tensor<f32>) outs(%b : tensor<f32>) -> tensor<f32>
  return %r, %s : tensor<1x1xf32>, tensor<f32>
}

func.func @empty(%a: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : tensor<0x4xf32>, tensor<0x4xf32>) outs(%a : tensor<0x4xf32>) -> tensor<0x4xf32>
  return %r : tensor<0x4xf32>
}

func.func @main() {
  return
}

func.func private @helper(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @"not an identifier"(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = call @helper(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
