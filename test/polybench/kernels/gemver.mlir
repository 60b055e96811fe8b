// A += u1 * v1' + u2 * v2', x += beta * A' * y + z, w += alpha * A * x
!matrix = memref<{N}x{N}xf64>
!vector = memref<{N}xf64>

func.func @kernel(%alpha: f64, %beta: f64, %A: !matrix, %u1: !vector, %v1: !vector, %u2: !vector,
                  %v2: !vector, %w: !vector, %x: !vector, %y: !vector, %z: !vector)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {N} {
      %a = affine.load %A[%i, %j] : !matrix
      %p = affine.load %u1[%i] : !vector
      %q = affine.load %v1[%j] : !vector
      %r = affine.load %u2[%i] : !vector
      %s = affine.load %v2[%j] : !vector
      %first = arith.mulf %p, %q : f64
      %second = arith.mulf %r, %s : f64
      %sum = arith.addf %a, %first : f64
      %next = arith.addf %sum, %second : f64
      affine.store %next, %A[%i, %j] : !matrix
    }
  }
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to {N} {
      %sum = affine.load %x[%i] : !vector
      %a = affine.load %A[%j, %i] : !matrix
      %scaled = arith.mulf %beta, %a : f64
      %y_j = affine.load %y[%j] : !vector
      %term = arith.mulf %scaled, %y_j : f64
      %next = arith.addf %sum, %term : f64
      affine.store %next, %x[%i] : !vector
    }
  }
  affine.for %i = 0 to {N} {
    %x_i = affine.load %x[%i] : !vector
    %z_i = affine.load %z[%i] : !vector
    %next = arith.addf %x_i, %z_i : f64
    affine.store %next, %x[%i] : !vector
  }
  affine.for %i = 0 to {N} {
    %start = affine.load %w[%i] : !vector
    %row = affine.for %j = 0 to {N} iter_args(%sum = %start) -> f64 {
      %a = affine.load %A[%i, %j] : !matrix
      %scaled = arith.mulf %alpha, %a : f64
      %x_j = affine.load %x[%j] : !vector
      %term = arith.mulf %scaled, %x_j : f64
      %next = arith.addf %sum, %term : f64
      affine.yield %next : f64
    }
    affine.store %row, %w[%i] : !vector
  }
  return
}
