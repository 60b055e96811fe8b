// y = alpha * A * x + beta * B * x
!matrix = memref<{N}x{N}xf64>
!vector = memref<{N}xf64>

func.func @kernel(%alpha: f64, %beta: f64, %A: !matrix, %B: !matrix, %tmp: !vector, %x: !vector,
                  %y: !vector) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to {N} {
    %rows:2 = affine.for %j = 0 to {N} iter_args(%sum_a = %zero, %sum_b = %zero) -> (f64, f64) {
      %x_j = affine.load %x[%j] : !vector
      %a = affine.load %A[%i, %j] : !matrix
      %b = affine.load %B[%i, %j] : !matrix
      %term_a = arith.mulf %a, %x_j : f64
      %term_b = arith.mulf %b, %x_j : f64
      %next_a = arith.addf %term_a, %sum_a : f64
      %next_b = arith.addf %term_b, %sum_b : f64
      affine.yield %next_a, %next_b : f64, f64
    }
    affine.store %rows#0, %tmp[%i] : !vector
    %scaled_a = arith.mulf %alpha, %rows#0 : f64
    %scaled_b = arith.mulf %beta, %rows#1 : f64
    %total = arith.addf %scaled_a, %scaled_b : f64
    affine.store %total, %y[%i] : !vector
  }
  return
}
