// Means of nine neighbours in place
!matrix = memref<{N}x{N}xf64>

func.func @kernel(%A: !matrix) attributes {llvm.emit_c_interface} {
  %nine = arith.constant 9.0 : f64
  affine.for %t = 0 to {TSTEPS} {
    affine.for %i = 1 to {N - 1} {
      affine.for %j = 1 to {N - 1} {
        %a = affine.load %A[%i - 1, %j - 1] : !matrix
        %b = affine.load %A[%i - 1, %j] : !matrix
        %c = affine.load %A[%i - 1, %j + 1] : !matrix
        %d = affine.load %A[%i, %j - 1] : !matrix
        %e = affine.load %A[%i, %j] : !matrix
        %f = affine.load %A[%i, %j + 1] : !matrix
        %g = affine.load %A[%i + 1, %j - 1] : !matrix
        %h = affine.load %A[%i + 1, %j] : !matrix
        %k = affine.load %A[%i + 1, %j + 1] : !matrix
        %s0 = arith.addf %a, %b : f64
        %s1 = arith.addf %s0, %c : f64
        %s2 = arith.addf %s1, %d : f64
        %s3 = arith.addf %s2, %e : f64
        %s4 = arith.addf %s3, %f : f64
        %s5 = arith.addf %s4, %g : f64
        %s6 = arith.addf %s5, %h : f64
        %s7 = arith.addf %s6, %k : f64
        %mean = arith.divf %s7, %nine : f64
        affine.store %mean, %A[%i, %j] : !matrix
      }
    }
  }
  return
}
