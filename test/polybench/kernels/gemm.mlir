// C = alpha * A * B + beta * C
!A = memref<{NI}x{NK}xf64>
!B = memref<{NK}x{NJ}xf64>
!C = memref<{NI}x{NJ}xf64>

func.func @kernel(%alpha: f64, %beta: f64, %C: !C, %A: !A, %B: !B)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to {NI} {
    affine.for %j = 0 to {NJ} {
      %c = affine.load %C[%i, %j] : !C
      %scaled = arith.mulf %c, %beta : f64
      affine.store %scaled, %C[%i, %j] : !C
    }
    affine.for %k = 0 to {NK} {
      %a = affine.load %A[%i, %k] : !A
      %scaled = arith.mulf %alpha, %a : f64
      affine.for %j = 0 to {NJ} {
        %sum = affine.load %C[%i, %j] : !C
        %b = affine.load %B[%k, %j] : !B
        %term = arith.mulf %scaled, %b : f64
        %next = arith.addf %sum, %term : f64
        affine.store %next, %C[%i, %j] : !C
      }
    }
  }
  return
}
