// D = alpha * A * B * C + beta * D
!A = memref<{NI}x{NK}xf64>
!B = memref<{NK}x{NJ}xf64>
!C = memref<{NJ}x{NL}xf64>
!D = memref<{NI}x{NL}xf64>
!AB = memref<{NI}x{NJ}xf64>

func.func @kernel(%alpha: f64, %beta: f64, %tmp: !AB, %A: !A, %B: !B, %C: !C, %D: !D)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to {NI} {
    affine.for %j = 0 to {NJ} {
      %product = affine.for %k = 0 to {NK} iter_args(%sum = %zero) -> f64 {
        %a = affine.load %A[%i, %k] : !A
        %scaled = arith.mulf %alpha, %a : f64
        %b = affine.load %B[%k, %j] : !B
        %term = arith.mulf %scaled, %b : f64
        %next = arith.addf %sum, %term : f64
        affine.yield %next : f64
      }
      affine.store %product, %tmp[%i, %j] : !AB
    }
  }
  affine.for %i = 0 to {NI} {
    affine.for %j = 0 to {NL} {
      %d = affine.load %D[%i, %j] : !D
      %start = arith.mulf %d, %beta : f64
      %total = affine.for %k = 0 to {NJ} iter_args(%sum = %start) -> f64 {
        %ab = affine.load %tmp[%i, %k] : !AB
        %c = affine.load %C[%k, %j] : !C
        %term = arith.mulf %ab, %c : f64
        %next = arith.addf %sum, %term : f64
        affine.yield %next : f64
      }
      affine.store %total, %D[%i, %j] : !D
    }
  }
  return
}
