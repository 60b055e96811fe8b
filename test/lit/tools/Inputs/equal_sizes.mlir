func.func @add(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %b : tensor<?x8xf32>, tensor<?x8xf32>) outs(%a : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// Through results of other ops, and expected sizes of names that are one.
func.func @through(%a: tensor<?x?xf32>, %b: tensor<?xf32> {autotune.dims = ["width"]}, %c: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {autotune.sizes = {arg0.0 = [4], arg2.1 = [8], width = [3]}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %x = linalg.broadcast ins(%b : tensor<?xf32>) outs(%e : tensor<?x?xf32>) dimensions = [0]
  %s = arith.addf %a, %x : tensor<?x?xf32>
  %p = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%s, %c : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

// A size that is a number; also that of a result.
func.func @fixed(%a: tensor<?x?xf32>, %b: tensor<8xf32>) -> tensor<?x?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<8xf32>) outs(%a : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @joined(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @branch(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<f32> {
  %z = arith.constant dense<0.0> : tensor<f32>
  %r = scf.if %c -> tensor<f32> {
    %s = linalg.dot ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%z : tensor<f32>) -> tensor<f32>
    scf.yield %s : tensor<f32>
  } else {
    scf.yield %z : tensor<f32>
  }
  return %r : tensor<f32>
}

func.func @repeat(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?xf32>
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.broadcast ins(%b : tensor<?xf32>) outs(%e : tensor<?x?xf32>) dimensions = [0]
  return %r : tensor<?x?xf32>
}

// What a called function needs, and what it returns.
func.func private @sum(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @calls(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %s = call @sum(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.mul ins(%s, %c : tensor<?xf32>, tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @rows(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = linalg.softmax dimension(1) ins(%a : tensor<?x8xf32>) outs(%b : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// TOSA repeats what has one element.
func.func @repeats(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = tosa.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @memory(%a: memref<?xf32>, %b: memref<?xf32>) {
  linalg.exp ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  return
}

// What is asserted, as importers do, and what a constraint says.
func.func @asserted(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = tensor.dim %b, %c0 : tensor<?xf32>
  %k = tensor.dim %c, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %n, %m : index
  %two = arith.cmpi eq, %k, %c2 : index
  %both = arith.andi %same, %two : i1
  cf.assert %both, "sizes differ"
  %x = tensor.extract %a[%c0] : tensor<?xf32>
  %y = tensor.extract %c[%c0] : tensor<?xf32>
  return %x, %y : f32, f32
}

func.func @constrained(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %sa = shape.shape_of %a : tensor<?x8xf32> -> tensor<2xindex>
  %sb = shape.shape_of %b : tensor<?x8xf32> -> tensor<2xindex>
  %w = shape.cstr_eq %sa, %sb : tensor<2xindex>, tensor<2xindex>
  %r = shape.assuming %w -> tensor<?x8xf32> {
    %n = shape.get_extent %sb, %c0 : tensor<2xindex>, index -> index
    %e = tensor.empty(%n) : tensor<?x8xf32>
    %f = linalg.exp ins(%a : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
    shape.assuming_yield %f : tensor<?x8xf32>
  }
  return %r : tensor<?x8xf32>
}

// A function that C calls and another one, too.
func.func @both(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = call @add(%a, %b) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// All sizes are numbers, so no call tells any.
func.func @told(%a: tensor<?x?xf32>, %b: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %r = linalg.add ins(%a, %b : tensor<?x?xf32>, tensor<3x8xf32>) outs(%b : tensor<3x8xf32>) -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}
