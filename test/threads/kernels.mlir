// Kernels that four threads share, for races.py: operands are made in the functions, so that a program
// calls them without any.
#rows = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// A product, a bias and a function of the sums.
func.func @dense() -> tensor<130x203xf32> attributes {llvm.emit_c_interface} {
  %a = tensor.empty() : tensor<130x96xf32>
  %b = tensor.empty() : tensor<96x203xf32>
  %bias = tensor.empty() : tensor<130xf32>
  %c = tensor.empty() : tensor<130x203xf32>
  %one = arith.constant 1.0 : f32
  %a1 = linalg.fill ins(%one : f32) outs(%a : tensor<130x96xf32>) -> tensor<130x96xf32>
  %b1 = linalg.fill ins(%one : f32) outs(%b : tensor<96x203xf32>) -> tensor<96x203xf32>
  %bias1 = linalg.fill ins(%one : f32) outs(%bias : tensor<130xf32>) -> tensor<130xf32>
  %zero = linalg.fill ins(%one : f32) outs(%c : tensor<130x203xf32>) -> tensor<130x203xf32>
  %p = linalg.matmul ins(%a1, %b1 : tensor<130x96xf32>, tensor<96x203xf32>) outs(%zero : tensor<130x203xf32>) -> tensor<130x203xf32>
  %e = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias1 : tensor<130x203xf32>, tensor<130xf32>) outs(%c : tensor<130x203xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %s = arith.addf %x, %y : f32
    %t = math.tanh %s : f32
    linalg.yield %t : f32
  } -> tensor<130x203xf32>
  return %e : tensor<130x203xf32>
}

// A padded convolution, then a pooling.
func.func @convolution() -> tensor<1x24x14x14xf32> attributes {llvm.emit_c_interface} {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %image = tensor.empty() : tensor<1x17x28x28xf32>
  %filter = tensor.empty() : tensor<24x17x3x3xf32>
  %init = tensor.empty() : tensor<1x24x28x28xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %pooled = tensor.empty() : tensor<1x24x14x14xf32>
  %i = linalg.fill ins(%one : f32) outs(%image : tensor<1x17x28x28xf32>) -> tensor<1x17x28x28xf32>
  %f = linalg.fill ins(%one : f32) outs(%filter : tensor<24x17x3x3xf32>) -> tensor<24x17x3x3xf32>
  %padded = tensor.pad %i low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%0: index, %1: index, %2: index, %3: index):
    tensor.yield %zero : f32
  } : tensor<1x17x28x28xf32> to tensor<1x17x30x30xf32>
  %z = linalg.fill ins(%zero : f32) outs(%init : tensor<1x24x28x28xf32>) -> tensor<1x24x28x28xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%padded, %f : tensor<1x17x30x30xf32>, tensor<24x17x3x3xf32>) outs(%z : tensor<1x24x28x28xf32>) -> tensor<1x24x28x28xf32>
  %l = linalg.fill ins(%least : f32) outs(%pooled : tensor<1x24x14x14xf32>) -> tensor<1x24x14x14xf32>
  %p = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>} ins(%c, %window : tensor<1x24x28x28xf32>, tensor<2x2xf32>) outs(%l : tensor<1x24x14x14xf32>) -> tensor<1x24x14x14xf32>
  return %p : tensor<1x24x14x14xf32>
}

// Sums of rows, and a function of every element.
func.func @rows() -> tensor<512x300xf32> attributes {llvm.emit_c_interface} {
  %one = arith.constant 1.0 : f32
  %a = tensor.empty() : tensor<512x300xf32>
  %b = tensor.empty() : tensor<512x300xf32>
  %s = tensor.empty() : tensor<512xf32>
  %x = linalg.fill ins(%one : f32) outs(%a : tensor<512x300xf32>) -> tensor<512x300xf32>
  %s1 = linalg.fill ins(%one : f32) outs(%s : tensor<512xf32>) -> tensor<512xf32>
  %sums = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<512x300xf32>) outs(%s1 : tensor<512xf32>) {
  ^bb0(%v: f32, %sum: f32):
    %t = arith.addf %v, %sum : f32
    linalg.yield %t : f32
  } -> tensor<512xf32>
  %scaled = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums : tensor<512x300xf32>, tensor<512xf32>) outs(%b : tensor<512x300xf32>) {
  ^bb0(%v: f32, %sum: f32, %out: f32):
    %t = arith.divf %v, %sum : f32
    %e = math.exp %t : f32
    linalg.yield %e : f32
  } -> tensor<512x300xf32>
  return %scaled : tensor<512x300xf32>
}

// Loops that stay loops.
func.func @loops() -> memref<400xf64> attributes {llvm.emit_c_interface} {
  %m = memref.alloc() : memref<400x400xf64>
  %v = memref.alloc() : memref<400xf64>
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to 400 {
    affine.store %one, %v[%i] : memref<400xf64>
    affine.for %j = 0 to 400 {
      affine.store %one, %m[%i, %j] : memref<400x400xf64>
    }
  }
  affine.for %i = 0 to 400 {
    affine.for %j = 1 to 400 {
      %p = affine.load %m[%i, %j - 1] : memref<400x400xf64>
      %x = affine.load %m[%i, %j] : memref<400x400xf64>
      %y = arith.mulf %p, %x : f64
      %z = arith.divf %y, %x : f64
      affine.store %z, %m[%i, %j] : memref<400x400xf64>
      affine.store %z, %v[%i] : memref<400xf64>
    }
  }
  memref.dealloc %m : memref<400x400xf64>
  return %v : memref<400xf64>
}

// Sums along rows, then sums of their columns, in one parallel region: every thread reads what all wrote.
func.func @columns() -> memref<400xf64> attributes {llvm.emit_c_interface} {
  %m = memref.alloc() : memref<400x400xf64>
  %v = memref.alloc() : memref<400xf64>
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to 400 {
    affine.store %one, %v[%i] : memref<400xf64>
    affine.for %j = 0 to 400 {
      affine.store %one, %m[%i, %j] : memref<400x400xf64>
    }
  }
  affine.for %i = 0 to 400 {
    affine.for %j = 1 to 400 {
      %p = affine.load %m[%i, %j - 1] : memref<400x400xf64>
      %x = affine.load %m[%i, %j] : memref<400x400xf64>
      %y = arith.addf %p, %x : f64
      affine.store %y, %m[%i, %j] : memref<400x400xf64>
    }
  }
  affine.for %i = 0 to 400 {
    affine.for %j = 1 to 400 {
      %p = affine.load %v[%i] : memref<400xf64>
      %x = affine.load %m[%j, %i] : memref<400x400xf64>
      %y = arith.mulf %p, %x : f64
      %z = arith.divf %y, %p : f64
      %w = arith.addf %p, %z : f64
      affine.store %w, %v[%i] : memref<400xf64>
    }
  }
  memref.dealloc %m : memref<400x400xf64>
  return %v : memref<400xf64>
}
