// B = alpha * A' * B, A a lower triangle with ones on the diagonal
!A = memref<{M}x{M}xf64>
!B = memref<{M}x{N}xf64>

#behind = affine_map<(d0) -> (d0 + 1)>

func.func @kernel(%alpha: f64, %A: !A, %B: !B) attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to {M} {
    affine.for %j = 0 to {N} {
      %start = affine.load %B[%i, %j] : !B
      %product = affine.for %k = #behind(%i) to {M} iter_args(%sum = %start) -> f64 {
        %a = affine.load %A[%k, %i] : !A
        %b = affine.load %B[%k, %j] : !B
        %term = arith.mulf %a, %b : f64
        %next = arith.addf %sum, %term : f64
        affine.yield %next : f64
      }
      %scaled = arith.mulf %alpha, %product : f64
      affine.store %scaled, %B[%i, %j] : !B
    }
  }
  return
}
