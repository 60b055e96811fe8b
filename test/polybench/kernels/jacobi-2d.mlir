// Means of five neighbours, from A to B and back
!matrix = memref<{N}x{N}xf64>

func.func @kernel(%A: !matrix, %B: !matrix) attributes {llvm.emit_c_interface} {
  %fifth = arith.constant 0.2 : f64
  affine.for %t = 0 to {TSTEPS} {
    affine.for %i = 1 to {N - 1} {
      affine.for %j = 1 to {N - 1} {
        %here = affine.load %A[%i, %j] : !matrix
        %left = affine.load %A[%i, %j - 1] : !matrix
        %right = affine.load %A[%i, %j + 1] : !matrix
        %below = affine.load %A[%i + 1, %j] : !matrix
        %above = affine.load %A[%i - 1, %j] : !matrix
        %s0 = arith.addf %here, %left : f64
        %s1 = arith.addf %s0, %right : f64
        %s2 = arith.addf %s1, %below : f64
        %s3 = arith.addf %s2, %above : f64
        %mean = arith.mulf %fifth, %s3 : f64
        affine.store %mean, %B[%i, %j] : !matrix
      }
    }
    affine.for %i = 1 to {N - 1} {
      affine.for %j = 1 to {N - 1} {
        %here = affine.load %B[%i, %j] : !matrix
        %left = affine.load %B[%i, %j - 1] : !matrix
        %right = affine.load %B[%i, %j + 1] : !matrix
        %below = affine.load %B[%i + 1, %j] : !matrix
        %above = affine.load %B[%i - 1, %j] : !matrix
        %s0 = arith.addf %here, %left : f64
        %s1 = arith.addf %s0, %right : f64
        %s2 = arith.addf %s1, %below : f64
        %s3 = arith.addf %s2, %above : f64
        %mean = arith.mulf %fifth, %s3 : f64
        affine.store %mean, %A[%i, %j] : !matrix
      }
    }
  }
  return
}
