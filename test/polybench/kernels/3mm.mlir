// E = A * B, F = C * D, G = E * F
!A = memref<{NI}x{NK}xf64>
!B = memref<{NK}x{NJ}xf64>
!C = memref<{NJ}x{NM}xf64>
!D = memref<{NM}x{NL}xf64>
!E = memref<{NI}x{NJ}xf64>
!F = memref<{NJ}x{NL}xf64>
!G = memref<{NI}x{NL}xf64>

func.func @kernel(%E: !E, %A: !A, %B: !B, %F: !F, %C: !C, %D: !D, %G: !G)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to {NI} {
    affine.for %j = 0 to {NJ} {
      affine.store %zero, %E[%i, %j] : !E
      affine.for %k = 0 to {NK} {
        %sum = affine.load %E[%i, %j] : !E
        %a = affine.load %A[%i, %k] : !A
        %b = affine.load %B[%k, %j] : !B
        %term = arith.mulf %a, %b : f64
        %next = arith.addf %sum, %term : f64
        affine.store %next, %E[%i, %j] : !E
      }
    }
  }
  affine.for %i = 0 to {NJ} {
    affine.for %j = 0 to {NL} {
      affine.store %zero, %F[%i, %j] : !F
      affine.for %k = 0 to {NM} {
        %sum = affine.load %F[%i, %j] : !F
        %c = affine.load %C[%i, %k] : !C
        %d = affine.load %D[%k, %j] : !D
        %term = arith.mulf %c, %d : f64
        %next = arith.addf %sum, %term : f64
        affine.store %next, %F[%i, %j] : !F
      }
    }
  }
  affine.for %i = 0 to {NI} {
    affine.for %j = 0 to {NL} {
      affine.store %zero, %G[%i, %j] : !G
      affine.for %k = 0 to {NJ} {
        %sum = affine.load %G[%i, %j] : !G
        %e = affine.load %E[%i, %k] : !E
        %f = affine.load %F[%k, %j] : !F
        %term = arith.mulf %e, %f : f64
        %next = arith.addf %sum, %term : f64
        affine.store %next, %G[%i, %j] : !G
      }
    }
  }
  return
}
