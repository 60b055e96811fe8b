// Means of three neighbours, from A to B and back
!vector = memref<{N}xf64>

func.func @kernel(%A: !vector, %B: !vector) attributes {llvm.emit_c_interface} {
  %third = arith.constant 0.33333 : f64
  affine.for %t = 0 to {TSTEPS} {
    affine.for %i = 1 to {N - 1} {
      %left = affine.load %A[%i - 1] : !vector
      %here = affine.load %A[%i] : !vector
      %right = affine.load %A[%i + 1] : !vector
      %s0 = arith.addf %left, %here : f64
      %s1 = arith.addf %s0, %right : f64
      %mean = arith.mulf %third, %s1 : f64
      affine.store %mean, %B[%i] : !vector
    }
    affine.for %i = 1 to {N - 1} {
      %left = affine.load %B[%i - 1] : !vector
      %here = affine.load %B[%i] : !vector
      %right = affine.load %B[%i + 1] : !vector
      %s0 = arith.addf %left, %here : f64
      %s1 = arith.addf %s0, %right : f64
      %mean = arith.mulf %third, %s1 : f64
      affine.store %mean, %A[%i] : !vector
    }
  }
  return
}
