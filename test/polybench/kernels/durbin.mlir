// Levinson and Durbin's recursion for a Toeplitz system. alpha and beta live in memory, as a
// frontend for C leaves them.
!vector = memref<{N}xf64>
!scalar = memref<f64>

#id = affine_map<(d0) -> (d0)>

func.func @kernel(%r: !vector, %y: !vector) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %z = memref.alloca() : !vector
  %alpha = memref.alloca() : !scalar
  %beta = memref.alloca() : !scalar
  %r_first = affine.load %r[0] : !vector
  %y_first = arith.negf %r_first : f64
  affine.store %y_first, %y[0] : !vector
  affine.store %one, %beta[] : !scalar
  affine.store %y_first, %alpha[] : !scalar
  affine.for %k = 1 to {N} {
    %alpha_before = affine.load %alpha[] : !scalar
    %beta_before = affine.load %beta[] : !scalar
    %square = arith.mulf %alpha_before, %alpha_before : f64
    %factor = arith.subf %one, %square : f64
    %beta_here = arith.mulf %factor, %beta_before : f64
    affine.store %beta_here, %beta[] : !scalar
    %total = affine.for %i = 0 to #id(%k) iter_args(%sum = %zero) -> f64 {
      %r_i = affine.load %r[%k - %i - 1] : !vector
      %y_i = affine.load %y[%i] : !vector
      %term = arith.mulf %r_i, %y_i : f64
      %next = arith.addf %sum, %term : f64
      affine.yield %next : f64
    }
    %r_k = affine.load %r[%k] : !vector
    %error = arith.addf %r_k, %total : f64
    %minus_error = arith.negf %error : f64
    %alpha_here = arith.divf %minus_error, %beta_here : f64
    affine.store %alpha_here, %alpha[] : !scalar
    affine.for %i = 0 to #id(%k) {
      %y_i = affine.load %y[%i] : !vector
      %y_back = affine.load %y[%k - %i - 1] : !vector
      %change = arith.mulf %alpha_here, %y_back : f64
      %z_i = arith.addf %y_i, %change : f64
      affine.store %z_i, %z[%i] : !vector
    }
    affine.for %i = 0 to #id(%k) {
      %z_i = affine.load %z[%i] : !vector
      affine.store %z_i, %y[%i] : !vector
    }
    affine.store %alpha_here, %y[%k] : !vector
  }
  return
}
