// C = alpha * A * B + beta * C, A symmetric, its lower triangle given. The sum over the lower
// triangle is collected in a scalar in memory, as a frontend for C leaves it.
!A = memref<{M}x{M}xf64>
!B = memref<{M}x{N}xf64>
!scalar = memref<f64>

#id = affine_map<(d0) -> (d0)>

func.func @kernel(%alpha: f64, %beta: f64, %C: !B, %A: !A, %B: !B)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  %lower = memref.alloca() : !scalar
  affine.for %i = 0 to {M} {
    affine.for %j = 0 to {N} {
      affine.store %zero, %lower[] : !scalar
      affine.for %k = 0 to #id(%i) {
        %c = affine.load %C[%k, %j] : !B
        %b = affine.load %B[%i, %j] : !B
        %scaled = arith.mulf %alpha, %b : f64
        %a = affine.load %A[%i, %k] : !A
        %upper_term = arith.mulf %scaled, %a : f64
        %upper = arith.addf %c, %upper_term : f64
        affine.store %upper, %C[%k, %j] : !B
        %sum = affine.load %lower[] : !scalar
        %b_k = affine.load %B[%k, %j] : !B
        %lower_term = arith.mulf %b_k, %a : f64
        %next = arith.addf %sum, %lower_term : f64
        affine.store %next, %lower[] : !scalar
      }
      %c = affine.load %C[%i, %j] : !B
      %b = affine.load %B[%i, %j] : !B
      %a = affine.load %A[%i, %i] : !A
      %sum = affine.load %lower[] : !scalar
      %old = arith.mulf %beta, %c : f64
      %scaled = arith.mulf %alpha, %b : f64
      %diagonal = arith.mulf %scaled, %a : f64
      %rest = arith.mulf %alpha, %sum : f64
      %s0 = arith.addf %old, %diagonal : f64
      %next = arith.addf %s0, %rest : f64
      affine.store %next, %C[%i, %j] : !B
    }
  }
  return
}
