// A = Q * R by the modified method of Gram and Schmidt
!A = memref<{M}x{N}xf64>
!R = memref<{N}x{N}xf64>

#behind = affine_map<(d0) -> (d0 + 1)>

func.func @kernel(%A: !A, %R: !R, %Q: !A) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  affine.for %k = 0 to {N} {
    %squares = affine.for %i = 0 to {M} iter_args(%sum = %zero) -> f64 {
      %a = affine.load %A[%i, %k] : !A
      %square = arith.mulf %a, %a : f64
      %next = arith.addf %sum, %square : f64
      affine.yield %next : f64
    }
    %norm = math.sqrt %squares : f64
    affine.store %norm, %R[%k, %k] : !R
    affine.for %i = 0 to {M} {
      %a = affine.load %A[%i, %k] : !A
      %q = arith.divf %a, %norm : f64
      affine.store %q, %Q[%i, %k] : !A
    }
    affine.for %j = #behind(%k) to {N} {
      affine.store %zero, %R[%k, %j] : !R
      affine.for %i = 0 to {M} {
        %sum = affine.load %R[%k, %j] : !R
        %q = affine.load %Q[%i, %k] : !A
        %a = affine.load %A[%i, %j] : !A
        %term = arith.mulf %q, %a : f64
        %next = arith.addf %sum, %term : f64
        affine.store %next, %R[%k, %j] : !R
      }
      affine.for %i = 0 to {M} {
        %a = affine.load %A[%i, %j] : !A
        %q = affine.load %Q[%i, %k] : !A
        %r = affine.load %R[%k, %j] : !R
        %share = arith.mulf %q, %r : f64
        %next = arith.subf %a, %share : f64
        affine.store %next, %A[%i, %j] : !A
      }
    }
  }
  return
}
