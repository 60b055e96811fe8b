// s = A' * r, q = A * p
!A = memref<{N}x{M}xf64>
!n = memref<{N}xf64>
!m = memref<{M}xf64>

func.func @kernel(%A: !A, %s: !m, %q: !n, %p: !m, %r: !n) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to {M} {
    affine.store %zero, %s[%i] : !m
  }
  affine.for %i = 0 to {N} {
    %r_i = affine.load %r[%i] : !n
    %row = affine.for %j = 0 to {M} iter_args(%sum = %zero) -> f64 {
      %a = affine.load %A[%i, %j] : !A
      %s_j = affine.load %s[%j] : !m
      %column_term = arith.mulf %r_i, %a : f64
      %column = arith.addf %s_j, %column_term : f64
      affine.store %column, %s[%j] : !m
      %p_j = affine.load %p[%j] : !m
      %term = arith.mulf %a, %p_j : f64
      %next = arith.addf %sum, %term : f64
      affine.yield %next : f64
    }
    affine.store %row, %q[%i] : !n
  }
  return
}
