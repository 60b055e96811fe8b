// x1 += A * y1, x2 += A' * y2
!matrix = memref<{N}x{N}xf64>
!vector = memref<{N}xf64>

func.func @kernel(%x1: !vector, %x2: !vector, %y1: !vector, %y2: !vector, %A: !matrix)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to {N} {
    %start = affine.load %x1[%i] : !vector
    %row = affine.for %j = 0 to {N} iter_args(%sum = %start) -> f64 {
      %a = affine.load %A[%i, %j] : !matrix
      %y = affine.load %y1[%j] : !vector
      %term = arith.mulf %a, %y : f64
      %next = arith.addf %sum, %term : f64
      affine.yield %next : f64
    }
    affine.store %row, %x1[%i] : !vector
  }
  affine.for %i = 0 to {N} {
    %start = affine.load %x2[%i] : !vector
    %column = affine.for %j = 0 to {N} iter_args(%sum = %start) -> f64 {
      %a = affine.load %A[%j, %i] : !matrix
      %y = affine.load %y2[%j] : !vector
      %term = arith.mulf %a, %y : f64
      %next = arith.addf %sum, %term : f64
      affine.yield %next : f64
    }
    affine.store %column, %x2[%i] : !vector
  }
  return
}
