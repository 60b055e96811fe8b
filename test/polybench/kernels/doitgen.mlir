// A[r][q] = A[r][q] * C4
!A = memref<{NR}x{NQ}x{NP}xf64>
!C4 = memref<{NP}x{NP}xf64>
!sum = memref<{NP}xf64>

func.func @kernel(%A: !A, %C4: !C4, %sum: !sum) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  affine.for %r = 0 to {NR} {
    affine.for %q = 0 to {NQ} {
      affine.for %p = 0 to {NP} {
        %product = affine.for %s = 0 to {NP} iter_args(%part = %zero) -> f64 {
          %a = affine.load %A[%r, %q, %s] : !A
          %c = affine.load %C4[%s, %p] : !C4
          %term = arith.mulf %a, %c : f64
          %next = arith.addf %part, %term : f64
          affine.yield %next : f64
        }
        affine.store %product, %sum[%p] : !sum
      }
      affine.for %p = 0 to {NP} {
        %product = affine.load %sum[%p] : !sum
        affine.store %product, %A[%r, %q, %p] : !A
      }
    }
  }
  return
}
