// C = alpha * A * A' + beta * C, the lower triangle
!A = memref<{N}x{M}xf64>
!C = memref<{N}x{N}xf64>

#behind = affine_map<(d0) -> (d0 + 1)>

func.func @kernel(%alpha: f64, %beta: f64, %C: !C, %A: !A) attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to {N} {
    affine.for %j = 0 to #behind(%i) {
      %c = affine.load %C[%i, %j] : !C
      %scaled = arith.mulf %c, %beta : f64
      affine.store %scaled, %C[%i, %j] : !C
    }
    affine.for %k = 0 to {M} {
      %a_i = affine.load %A[%i, %k] : !A
      %scaled = arith.mulf %alpha, %a_i : f64
      affine.for %j = 0 to #behind(%i) {
        %sum = affine.load %C[%i, %j] : !C
        %a_j = affine.load %A[%j, %k] : !A
        %term = arith.mulf %scaled, %a_j : f64
        %next = arith.addf %sum, %term : f64
        affine.store %next, %C[%i, %j] : !C
      }
    }
  }
  return
}
