// What a profile has to tell apart: fused ops, equal kernels, an op that is not tuned, an op in a loop, loops that are no ops.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
func.func @layers(%x: tensor<24x32xf32>, %w: tensor<32x40xf32>, %v: tensor<32x40xf32>, %b: tensor<40xf32>, %at: tensor<24xi64>)
    -> (tensor<24x40xf32>, tensor<24xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x40xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  %one = linalg.matmul ins(%x, %w : tensor<24x32xf32>, tensor<32x40xf32>) outs(%f : tensor<24x40xf32>) -> tensor<24x40xf32>
  %two = linalg.matmul ins(%x, %v : tensor<24x32xf32>, tensor<32x40xf32>) outs(%f : tensor<24x40xf32>) -> tensor<24x40xf32>
  %relu = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%one, %b : tensor<24x40xf32>, tensor<40xf32>) outs(%e : tensor<24x40xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    %m = arith.maximumf %s, %z : f32
    linalg.yield %m : f32
  } -> tensor<24x40xf32>
  %sum = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%relu, %two : tensor<24x40xf32>, tensor<24x40xf32>) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  // A gather: not tuned.
  %g = tensor.empty() : tensor<24xf32>
  %gather = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%at : tensor<24xi64>) outs(%g : tensor<24xf32>) {
  ^bb0(%n: i64, %o: f32):
    %i = arith.index_cast %n : i64 to index
    %t = tensor.extract %sum[%i, %i] : tensor<24x40xf32>
    linalg.yield %t : f32
  } -> tensor<24xf32>
  return %sum, %gather : tensor<24x40xf32>, tensor<24xf32>
}

func.func @repeated(%a: memref<16x16xf32>, %b: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : memref<16x16xf32>, memref<16x16xf32>) outs(%b : memref<16x16xf32>)
  }
  return
}

func.func @nest(%a: memref<100xf32>) {
  affine.for %i = 1 to 100 {
    %x = affine.load %a[%i - 1] : memref<100xf32>
    %y = math.cos %x : f32
    affine.store %y, %a[%i] : memref<100xf32>
  }
  return
}

func.func @empty(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// Two equal kernels, which the page and the table show as one.
func.func @twins(%x: tensor<24x32xf32>, %w: tensor<32x40xf32>, %v: tensor<32x40xf32>, %y: tensor<24x40xf32>) -> (tensor<24x40xf32>, tensor<24x40xf32>) {
  %one = linalg.matmul ins(%x, %w : tensor<24x32xf32>, tensor<32x40xf32>) outs(%y : tensor<24x40xf32>) -> tensor<24x40xf32>
  %two = linalg.matmul ins(%x, %v : tensor<24x32xf32>, tensor<32x40xf32>) outs(%y : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %one, %two : tensor<24x40xf32>, tensor<24x40xf32>
}

func.func @split(%a: memref<32x32xf32>, %b: memref<32x32xf32>, %c: memref<32x32xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.store %z, %c[%i, %j] : memref<32x32xf32>
      affine.for %k = 0 to 32 {
        %0 = affine.load %a[%i, %k] : memref<32x32xf32>
        %1 = affine.load %b[%k, %j] : memref<32x32xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %c[%i, %j] : memref<32x32xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %c[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}
