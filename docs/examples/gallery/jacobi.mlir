// Sweeps of Jacobi's method for Laplace's equation on a grid, in place: each point becomes the mean of its neighbours.
func.func @sweeps(%from: memref<66x66xf64>, %to: memref<66x66xf64>, %fourth: f64) {
  affine.for %t = 0 to 200 {
    affine.for %i = 1 to 65 {
      affine.for %j = 1 to 65 {
        %n = affine.load %from[%i - 1, %j] : memref<66x66xf64>
        %s = affine.load %from[%i + 1, %j] : memref<66x66xf64>
        %w = affine.load %from[%i, %j - 1] : memref<66x66xf64>
        %e = affine.load %from[%i, %j + 1] : memref<66x66xf64>
        %v = arith.addf %n, %s : f64
        %h = arith.addf %w, %e : f64
        %sum = arith.addf %v, %h : f64
        %mean = arith.mulf %sum, %fourth : f64
        affine.store %mean, %to[%i, %j] : memref<66x66xf64>
      }
    }
    affine.for %i = 1 to 65 {
      affine.for %j = 1 to 65 {
        %x = affine.load %to[%i, %j] : memref<66x66xf64>
        affine.store %x, %from[%i, %j] : memref<66x66xf64>
      }
    }
  }
  return
}
