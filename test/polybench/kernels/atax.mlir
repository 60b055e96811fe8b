// y = A' * (A * x)
!A = memref<{M}x{N}xf64>
!x = memref<{N}xf64>
!tmp = memref<{M}xf64>

func.func @kernel(%A: !A, %x: !x, %y: !x, %tmp: !tmp) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to {N} {
    affine.store %zero, %y[%i] : !x
  }
  affine.for %i = 0 to {M} {
    %row = affine.for %j = 0 to {N} iter_args(%sum = %zero) -> f64 {
      %a = affine.load %A[%i, %j] : !A
      %x_j = affine.load %x[%j] : !x
      %term = arith.mulf %a, %x_j : f64
      %next = arith.addf %sum, %term : f64
      affine.yield %next : f64
    }
    affine.store %row, %tmp[%i] : !tmp
    affine.for %j = 0 to {N} {
      %sum = affine.load %y[%j] : !x
      %a = affine.load %A[%i, %j] : !A
      %term = arith.mulf %a, %row : f64
      %next = arith.addf %sum, %term : f64
      affine.store %next, %y[%j] : !x
    }
  }
  return
}
