// C = alpha * A * B' + alpha * B * A' + beta * C, the lower triangle
!A = memref<{N}x{M}xf64>
!C = memref<{N}x{N}xf64>

#behind = affine_map<(d0) -> (d0 + 1)>

func.func @kernel(%alpha: f64, %beta: f64, %C: !C, %A: !A, %B: !A)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to #behind(%i) {
      %c = affine.load %C[%i, %j] : !C
      %scaled = arith.mulf %c, %beta : f64
      affine.store %scaled, %C[%i, %j] : !C
    }
    affine.for %k = 0 to {M} {
      affine.for %j = 0 to #behind(%i) {
        %sum = affine.load %C[%i, %j] : !C
        %a_j = affine.load %A[%j, %k] : !A
        %b_i = affine.load %B[%i, %k] : !A
        %b_j = affine.load %B[%j, %k] : !A
        %a_i = affine.load %A[%i, %k] : !A
        %scaled_a = arith.mulf %a_j, %alpha : f64
        %first = arith.mulf %scaled_a, %b_i : f64
        %scaled_b = arith.mulf %b_j, %alpha : f64
        %second = arith.mulf %scaled_b, %a_i : f64
        %both = arith.addf %first, %second : f64
        %next = arith.addf %sum, %both : f64
        affine.store %next, %C[%i, %j] : !C
      }
    }
  }
  return
}
